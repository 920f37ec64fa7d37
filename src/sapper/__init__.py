"""Sapper: Minesweeper as it should be.

A game is rules, a seed and a list of actions; everything else is computed from these.
"""

from .action import Action, Entry, GameError, Kind
from .board import Board, BoardError, Seen
from .errors import SapperError
from .field import Minefield, fixed, random
from .game import Delta, Game, GameOver, OffBoard, Status
from .generator import NoBoard, Puzzle, generate
from .rules import BEGINNER, BEGINNER_9, EXPERT, EXPERT_AMIGA, INTERMEDIATE, Grade, Level, Rules, RulesError
from .seed import Seed
from .solver import (
    Contradiction,
    Motive,
    Move,
    Odds,
    OutOfBudget,
    SolverError,
    Strength,
    best_move,
    exact_move,
    odds,
    odds_many,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .hints import Hint, hint
    from .proof import Difficulty, Proof, grade, prove
    from .replay import Replay, ReplayError
    from .simulation import simulate

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
    "Contradiction",
    "Delta",
    "Difficulty",
    "Entry",
    "Game",
    "GameError",
    "GameOver",
    "Grade",
    "Hint",
    "Kind",
    "Level",
    "Minefield",
    "Motive",
    "Move",
    "NoBoard",
    "Odds",
    "OffBoard",
    "OutOfBudget",
    "Proof",
    "Puzzle",
    "Replay",
    "ReplayError",
    "Rules",
    "RulesError",
    "SapperError",
    "Seed",
    "Seen",
    "SolverError",
    "Status",
    "Strength",
    "best_move",
    "exact_move",
    "fixed",
    "generate",
    "grade",
    "hint",
    "odds",
    "odds_many",
    "prove",
    "random",
    "simulate",
]


_LAZY = {
    "Difficulty": "proof",
    "Hint": "hints",
    "Proof": "proof",
    "Replay": "replay",
    "ReplayError": "replay",
    "grade": "proof",
    "hint": "hints",
    "prove": "proof",
    "simulate": "simulation",
}


def __getattr__(name: str) -> object:
    """Load what not every program needs when it is asked for."""
    if name not in _LAZY:
        raise AttributeError(f"module 'sapper' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f".{_LAZY[name]}", __name__), name)
