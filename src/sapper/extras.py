"""Parts that are installed by name, as in `pip install 'sapper[web]'`."""

from __future__ import annotations

from .errors import SapperError

#: What each extra is for, and the packages without which it does not work.
EXTRAS = {
    "web": ("the game for browsers", ("msgspec", "prometheus_client", "starlette", "uvicorn", "websockets")),
    "scale": ("a server on PostgreSQL or Redis", ("asyncpg", "redis")),
    "gym": ("sapper.env", ("numpy", "gymnasium")),
    "zoo": ("sapper.env.parallel", ("numpy", "gymnasium", "pettingzoo")),
    "sb3": ("sapper.env.stable_baselines", ("numpy", "gymnasium", "stable_baselines3")),
    "dask": ("a Dask cluster", ("distributed",)),
}


class MissingExtra(SapperError, ImportError):
    """A part that is not installed."""


def require(extra: str) -> None:
    """Raise `MissingExtra` if a package of an extra is not installed."""
    from importlib.util import find_spec

    purpose, packages = EXTRAS[extra]
    missing = [package for package in packages if find_spec(package) is None]
    if missing:
        raise MissingExtra(f"{purpose} needs {', '.join(missing)}: pip install 'sapper[{extra}]'")
