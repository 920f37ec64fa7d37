"""Sapper: Minesweeper as it should be.

A game is rules, a seed and a list of actions; everything else is computed from these.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .action import Action, Kind, LogEntry
    from .analysis.best_move import Move, MoveReason, Strength, best_move, exact_move
    from .analysis.evaluation import Evaluation, evaluate
    from .analysis.hints import Hint, hint
    from .analysis.metrics import GameMetrics, measure, measure_game, measure_replay
    from .analysis.odds import Contradiction, Odds, OutOfBudget, SolverError, arrangements, odds, odds_many
    from .analysis.proof import Difficulty, Proof, grade, prove
    from .analysis.report import MoveQuality, Report, ReportedMove, ReportError, chance_to_win, report
    from .analysis.review import review
    from .analysis.simulation import Difference, Simulation, simulate
    from .board import Board, BoardError, BoardTooLarge, CellState
    from .errors import GameError, OffBoard, SapperError
    from .game import Delta, Game, GameOver, Status
    from .generator import NoBoard, Puzzle, generate, generate_many
    from .layouts import FixedLayout, RandomLayout
    from .minefield import Minefield, MinefieldError
    from .replay.errors import ReplayError
    from .replay.model import Replay
    from .rules import BEGINNER, BEGINNER_9, EXPERT, EXPERT_AMIGA, INTERMEDIATE, Grade, Level, Rules, RulesError
    from .seed import Seed
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
    "MoveQuality",
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
    "Report",
    "ReportError",
    "ReportedMove",
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
    "chance_to_win",
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
    "report",
    "review",
    "simulate",
]


_MODULES = {
    "Action": "action",
    "BEGINNER": "rules",
    "BEGINNER_9": "rules",
    "Board": "board",
    "BoardError": "board",
    "BoardTooLarge": "board",
    "CellState": "board",
    "Contradiction": "analysis.odds",
    "Delta": "game",
    "Difference": "analysis.simulation",
    "Difficulty": "analysis.proof",
    "EXPERT": "rules",
    "EXPERT_AMIGA": "rules",
    "Evaluation": "analysis.evaluation",
    "FixedLayout": "layouts",
    "Game": "game",
    "GameError": "errors",
    "GameMetrics": "analysis.metrics",
    "GameOver": "game",
    "Grade": "rules",
    "Hint": "analysis.hints",
    "INTERMEDIATE": "rules",
    "Kind": "action",
    "Level": "rules",
    "LogEntry": "action",
    "Minefield": "minefield",
    "MinefieldError": "minefield",
    "Move": "analysis.best_move",
    "MoveQuality": "analysis.report",
    "MoveReason": "analysis.best_move",
    "NoBoard": "generator",
    "Odds": "analysis.odds",
    "OffBoard": "errors",
    "OutOfBudget": "analysis.odds",
    "Proof": "analysis.proof",
    "Puzzle": "generator",
    "RandomLayout": "layouts",
    "Replay": "replay.model",
    "ReplayError": "replay.errors",
    "Report": "analysis.report",
    "ReportError": "analysis.report",
    "ReportedMove": "analysis.report",
    "Rules": "rules",
    "RulesError": "rules",
    "SapperError": "errors",
    "Seed": "seed",
    "Session": "session",
    "Simulation": "analysis.simulation",
    "SolverError": "analysis.odds",
    "Status": "game",
    "Strength": "analysis.best_move",
    "arrangements": "analysis.odds",
    "best_move": "analysis.best_move",
    "chance_to_win": "analysis.report",
    "evaluate": "analysis.evaluation",
    "exact_move": "analysis.best_move",
    "generate": "generator",
    "generate_many": "generator",
    "grade": "analysis.proof",
    "hint": "analysis.hints",
    "measure": "analysis.metrics",
    "measure_game": "analysis.metrics",
    "measure_replay": "analysis.metrics",
    "odds": "analysis.odds",
    "odds_many": "analysis.odds",
    "prove": "analysis.proof",
    "report": "analysis.report",
    "review": "analysis.review",
    "simulate": "analysis.simulation",
}


def __getattr__(name: str) -> object:
    """Import a name on first use: no program needs all of them."""
    if name not in _MODULES:
        raise AttributeError(f"module 'sapper' has no attribute {name!r}")
    from importlib import import_module

    value = globals()[name] = getattr(import_module(f".{_MODULES[name]}", __name__), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_MODULES})
