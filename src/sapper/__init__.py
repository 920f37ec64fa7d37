"""Sapper: Minesweeper as it should be.

A game is rules, a seed and a list of actions; everything else is computed from these.
"""

from .action import Action, Kind, LogEntry
from .analysis.best_move import Move, MoveReason, Strength, best_move, exact_move
from .analysis.odds import Contradiction, Odds, OutOfBudget, SolverError, arrangements, odds, odds_many
from .board import Board, BoardError, BoardTooLarge, CellState
from .errors import GameError, OffBoard, SapperError
from .game import Delta, Game, GameOver, Status
from .generator import NoBoard, Puzzle, generate, generate_many
from .layouts import FixedLayout, RandomLayout
from .minefield import Minefield, MinefieldError
from .rules import BEGINNER, BEGINNER_9, EXPERT, EXPERT_AMIGA, INTERMEDIATE, Grade, Level, Rules, RulesError
from .seed import Seed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .analysis.evaluation import Evaluation, evaluate
    from .analysis.hints import Hint, hint
    from .analysis.metrics import GameMetrics, measure, measure_game, measure_replay
    from .analysis.proof import Difficulty, Proof, grade, prove
    from .analysis.review import review
    from .analysis.simulation import Difference, Simulation, simulate
    from .replay.errors import ReplayError
    from .replay.model import Replay
    from .session import Session

__version__ = "0.9.0"

__all__ = [
    "BEGINNER",
    "BEGINNER_9",
    "EXPERT",
    "EXPERT_AMIGA",
    "INTERMEDIATE",
    "Action",
    "Board",
    "BoardError",
    "BoardTooLarge",
    "CellState",
    "Contradiction",
    "Delta",
    "Difference",
    "Difficulty",
    "Evaluation",
    "FixedLayout",
    "Game",
    "GameError",
    "GameMetrics",
    "GameOver",
    "Grade",
    "Hint",
    "Kind",
    "Level",
    "LogEntry",
    "Minefield",
    "MinefieldError",
    "Move",
    "MoveReason",
    "NoBoard",
    "Odds",
    "OffBoard",
    "OutOfBudget",
    "Proof",
    "Puzzle",
    "RandomLayout",
    "Replay",
    "ReplayError",
    "Rules",
    "RulesError",
    "SapperError",
    "Seed",
    "Session",
    "Simulation",
    "SolverError",
    "Status",
    "Strength",
    "arrangements",
    "best_move",
    "evaluate",
    "exact_move",
    "generate",
    "generate_many",
    "grade",
    "hint",
    "measure",
    "measure_game",
    "measure_replay",
    "odds",
    "odds_many",
    "prove",
    "review",
    "simulate",
]


_LAZY = {
    "Difference": "analysis.simulation",
    "Difficulty": "analysis.proof",
    "Evaluation": "analysis.evaluation",
    "GameMetrics": "analysis.metrics",
    "Hint": "analysis.hints",
    "Proof": "analysis.proof",
    "Replay": "replay.model",
    "ReplayError": "replay.errors",
    "Session": "session",
    "Simulation": "analysis.simulation",
    "evaluate": "analysis.evaluation",
    "grade": "analysis.proof",
    "hint": "analysis.hints",
    "measure": "analysis.metrics",
    "measure_game": "analysis.metrics",
    "measure_replay": "analysis.metrics",
    "prove": "analysis.proof",
    "review": "analysis.review",
    "simulate": "analysis.simulation",
}


def __getattr__(name: str) -> object:
    """Import on first use what not every program needs."""
    if name not in _LAZY:
        raise AttributeError(f"module 'sapper' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f".{_LAZY[name]}", __name__), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *_LAZY})
