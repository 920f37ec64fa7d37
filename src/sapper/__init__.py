"""Sapper: Minesweeper as it should be.

A game is rules, a seed and a list of actions; everything else is computed from these.
"""

from .board import Board, BoardError, Seen
from .field import Minefield, fixed, random
from .game import Action, Delta, Entry, Game, GameError, GameOver, Kind, OffBoard, Status
from .rules import BEGINNER, BEGINNER_9, EXPERT, EXPERT_AMIGA, INTERMEDIATE, Level, Rules, RulesError
from .seed import Seed

__version__ = "0.1.0"

__all__ = [
    "BEGINNER",
    "BEGINNER_9",
    "EXPERT",
    "EXPERT_AMIGA",
    "INTERMEDIATE",
    "Action",
    "Board",
    "BoardError",
    "Delta",
    "Entry",
    "Game",
    "GameError",
    "GameOver",
    "Kind",
    "Level",
    "Minefield",
    "OffBoard",
    "Rules",
    "RulesError",
    "Seed",
    "Seen",
    "Status",
    "fixed",
    "random",
]
