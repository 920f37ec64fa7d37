"""Rounds that several people played, as a whole: a file that proves the result, and the story of the round."""

from __future__ import annotations

from .model import RoundError, RoundFile, RoundGame, RoundPlayer, RoundResult, is_round
from .story import RoundEvent, Story, story_of

__all__ = [
    "RoundError",
    "RoundEvent",
    "RoundFile",
    "RoundGame",
    "RoundPlayer",
    "RoundResult",
    "Story",
    "is_round",
    "story_of",
]
