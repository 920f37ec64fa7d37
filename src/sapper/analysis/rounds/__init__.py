"""Rounds that several people played, as a whole: a file that proves the result, and the story of the round."""

from __future__ import annotations

from .model import RoundError, RoundFile, RoundGame, RoundPlayer, RoundResult, is_round
from .story import RoundEvent, Story, story_of
from .tournament import TournamentFile, TournamentRace, is_tournament

__all__ = [
    "RoundError",
    "RoundEvent",
    "RoundFile",
    "RoundGame",
    "RoundPlayer",
    "RoundResult",
    "Story",
    "TournamentFile",
    "TournamentRace",
    "is_round",
    "is_tournament",
    "story_of",
]
