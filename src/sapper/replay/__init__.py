"""A finished game: rules, seed, minefield and timed actions, in a text form and a packed form."""

from .model import Replay, ReplayError

__all__ = ["Replay", "ReplayError"]
