"""The schema of a store: its migrations, its version, and the tables that a check reads."""

from __future__ import annotations

from pathlib import Path

from .sql import Sql

_MIGRATIONS = Path(__file__).parent / "migrations"

VERSION = "select version from schema_version"
SET_VERSION = "update schema_version set version = $1"
HAS_GAMES = "select exists (select 1 from game)"

PROBE = "update probe set value = value + 1"
#: The first reads the value that `PROBE` wrote; the others read the newest row of each table.
PROBED = (
    "select value from probe",
    "select max(id) from game",
    "select max(game_id) from action",
    "select max(game_id) from round",
    "select max(game_id) from summary",
    Sql(  # PostgreSQL has no greatest of binary values
        sqlite="select max(key) from player",
        postgres="select count(*) from (select key from player limit 1) as found",
    ),
)


def migrations(dialect: str) -> dict[int, Path]:
    """Return the steps from an empty database of `sqlite` or `postgres` to this version, by the versions they make."""
    return {int(path.stem): path for path in sorted((_MIGRATIONS / dialect).glob("[0-9][0-9][0-9][0-9].sql"))}
