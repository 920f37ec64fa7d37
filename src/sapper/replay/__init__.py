"""A finished game: rules, seed, minefield and timed actions, in a text form and a packed form."""

from .errors import ReplayError
from .model import Replay

__all__ = ["Replay", "ReplayError"]
