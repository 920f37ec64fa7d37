"""Environments for learning: a fleet of games in arrays, and the same games for Gymnasium.

They need the extra `gym`: pip install 'sapper[gym]'. Importing this package registers the environments, such as
`Sapper-Expert-v0`.
"""

from importlib.util import find_spec

for _name in ("numpy", "gymnasium"):
    if find_spec(_name) is None:
        raise ImportError("sapper.env needs numpy and gymnasium: pip install 'sapper[gym]'", name=_name)

from .environment import SapperEnv  # noqa: E402
from .fleet import Fleet, FleetError  # noqa: E402
from .registration import register  # noqa: E402
from .rewards import REWARDS, Rewards  # noqa: E402
from .vector import SapperVectorEnv  # noqa: E402

__all__ = ["REWARDS", "Fleet", "FleetError", "Rewards", "SapperEnv", "SapperVectorEnv", "register"]

register()
