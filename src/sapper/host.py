"""Every path that the program touches, in one place.

An argument comes first, then the environment variables SAPPER_DATA and SAPPER_CONFIG, then what is usual on the system.
"""

from __future__ import annotations

import os
from pathlib import Path

NAME = "sapper"


def data_folder(given: str | os.PathLike[str] | None = None) -> Path:
    """Find where games are kept."""
    chosen = _chosen(given, "SAPPER_DATA")
    if chosen is not None:
        return chosen
    from platformdirs import user_data_path

    return user_data_path(NAME, appauthor=False)


def config_folder(given: str | os.PathLike[str] | None = None) -> Path:
    """Find where settings are kept."""
    chosen = _chosen(given, "SAPPER_CONFIG")
    if chosen is not None:
        return chosen
    from platformdirs import user_config_path

    return user_config_path(NAME, appauthor=False)


def database(data: str | os.PathLike[str] | None = None) -> Path:
    """Find the file of the games."""
    return data_folder(data) / "games.db"


def settings(config: str | os.PathLike[str] | None = None) -> Path:
    """Find the file of the settings."""
    return config_folder(config) / "settings.toml"


def _chosen(given: str | os.PathLike[str] | None, variable: str) -> Path | None:
    chosen = given or os.environ.get(variable)
    return Path(chosen).expanduser() if chosen else None
