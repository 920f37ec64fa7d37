"""Parts that are installed by name, as in `pip install 'sapper[web]'`."""

from __future__ import annotations

from .errors import SapperError

#: What each extra is for, as a code of the catalogue or the name of a module, and the packages that it needs.
EXTRAS = {
    "web": ("machine-error.extra-web", ("msgspec", "prometheus_client", "starlette", "uvicorn", "websockets")),
    "scale": ("machine-error.extra-scale", ("asyncpg", "redis")),
    "gym": ("sapper.env", ("numpy", "gymnasium")),
    "zoo": ("sapper.env.parallel", ("numpy", "gymnasium", "pettingzoo")),
    "sb3": ("sapper.env.stable_baselines", ("numpy", "gymnasium", "stable_baselines3")),
    "dask": ("machine-error.extra-dask", ("distributed",)),
}


class MissingExtra(SapperError, ImportError):
    """A part that is not installed."""


def require(extra: str) -> None:
    """Raise `MissingExtra` if a package of an extra is not installed."""
    from importlib.util import find_spec

    purpose, packages = EXTRAS[extra]
    missing = [package for package in packages if find_spec(package) is None]
    if missing:
        from .phrase import Phrase, listed

        named = Phrase(purpose) if purpose.startswith("machine-error.") else purpose
        command = f"pip install 'sapper[{extra}]'"
        raise MissingExtra(Phrase("machine-error.extra", purpose=named, packages=listed(missing), command=command))
