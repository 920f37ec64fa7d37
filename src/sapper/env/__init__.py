"""Environments for learning: a fleet of games in arrays, and the same games for Gymnasium.

They need the extra `gym`: pip install 'sapper[gym]'. Importing this package registers the environments, such as
`Sapper-Expert-v0`.
"""

from ..extras import require

require("gym")

from .environment import SapperEnv  # noqa: E402
from .fleet import Fleet, FleetError  # noqa: E402
from .registration import register  # noqa: E402
from .rewards import REWARDS, Rewards  # noqa: E402
from .vector import SapperVectorEnv  # noqa: E402

__all__ = ["REWARDS", "Fleet", "FleetError", "Rewards", "SapperEnv", "SapperVectorEnv", "register"]

register()
