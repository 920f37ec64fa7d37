"""The metrics of boards and games in one place. docs/metrics.md has every formula, and how programs differ."""

from __future__ import annotations

from itertools import compress

from ... import _kernel
from ...action import DEVICES
from ...errors import GameError
from ...game import STATUSES
from ...interrupt import check_stopped
from ...kernel_rules import kernel_rules
from .board import (
    BoardMetrics,
    Live,
    bbbv,
    bbbv_many,
    hzini,
    live,
    measure,
    progress,
    solved,
    survey_many,
    zini,
)
from .click_tally import Clicks, ClickTally
from .game import STNB_CONSTANTS, STNB_CONSTANTS_TOOLLIB, GameMetrics, Stnb
from .text import METRICS, format_value, gap_text, seconds_text
from .track_tally import TrackTally

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...action import LogEntry
    from ...game import Game
    from ...minefield import Minefield
    from ...replay import Replay
    from ...replay.track import Track

_MOUSE = DEVICES.index("mouse")

__all__ = [
    "METRICS",
    "STNB_CONSTANTS",
    "STNB_CONSTANTS_TOOLLIB",
    "BoardMetrics",
    "Clicks",
    "GameMetrics",
    "Live",
    "Stnb",
    "bbbv",
    "bbbv_many",
    "format_value",
    "gap_text",
    "hzini",
    "live",
    "measure",
    "measure_game",
    "measure_replay",
    "progress",
    "seconds_text",
    "solved",
    "survey_many",
    "zini",
]


def measure_game(game: Game, *, with_zini: bool = True) -> GameMetrics:
    """Measure a game that is over. In a game in play, the 3BV alone would give away which boards are easy."""
    return _measure_game(game.restarted(), game.log, None, with_zini)


def measure_replay(replay: Replay, *, with_zini: bool = True) -> GameMetrics:
    """Measure a recorded game, by playing it once."""
    track = _presses_of(replay)
    tally = _kernel_tally(replay, track)
    if tally is None or replay.minefield is None or not STATUSES[tally.ending].is_over:
        return _measure_game(replay.after(0), replay.entries, track, with_zini)
    hand, square = tally.hand, 1 if track is None else track.square
    return GameMetrics(
        level=replay.rules.level,
        status=STATUSES[tally.ending],
        time=tally.elapsed,
        board=measure(replay.minefield, with_zini=with_zini),
        solved=tally.solved,
        clicks=_clicks(tally.clicks if hand is None else hand.clicks),
        effective=_clicks(tally.effective),
        flags=tally.flags,
        wasted_flags=tally.flags - tally.used_flags,
        unflags=tally.unflags,
        misflags=tally.misflags,
        misunflags=tally.misunflags,
        path_of_clicks=tally.path_of_clicks,
        outside=None if hand is None else hand.outside,
        path=None if hand is None else hand.path / square,
        path_manhattan=None if hand is None else hand.path_manhattan / square,
        one_and_a_half=None if hand is None else hand.one_and_a_half,
    )


def _presses_of(replay: Replay) -> Track | None:
    """Return the track by which clicks are counted: none where keys or fingers made a move, which press no button."""
    track, actions = replay.track, replay.columns
    if track is None or not track.has_moves_without_press:
        return track
    return track if set(compress(actions.devices, map((-1).__lt__, actions.cells))) <= {_MOUSE} else None


def _kernel_tally(replay: Replay, track: Track | None) -> _kernel.Tally | None:
    """Return what the kernel counts in a game; None for those that it does not count, where mines or marks change."""
    rules, field = replay.rules, replay.minefield
    if field is None or rules.assists or rules.practice or rules.judges_guesses:
        return None
    playing = kernel_rules(rules), field._truth, replay.packed_actions
    if track is None:
        return _kernel.tally(*playing)
    return _kernel.tally_hand(*playing, track.square, track.times, track.kinds, track.xs, track.ys)


def _clicks(clicks: _kernel.Clicks) -> Clicks:
    return Clicks(clicks.left, clicks.right, clicks.chord)


def _measure_game(game: Game, entries: Sequence[LogEntry], track: Track | None, with_zini: bool) -> GameMetrics:
    """Play a game that has not begun to its end, and count."""
    tally = ClickTally(game)
    hand = None if track is None else TrackTally(track)
    played = 0 if hand is None else hand.play(game, entries, tally)
    for step, entry in enumerate(entries[played:]):
        check_stopped(step)
        tally.apply(entry)
    if not game.status.is_over:
        raise GameError("a game is measured when it is over")
    minefield = None if game.first is None else game.minefield
    return GameMetrics(
        level=game.rules.level,
        status=game.status,
        time=game.log[-1].at if game.log else 0,
        board=BoardMetrics(0, 0, 0, 0, 0) if minefield is None else measure(minefield, with_zini=with_zini),
        solved=0 if minefield is None else solved(minefield, game.board),
        clicks=Clicks(*tally.clicks) if hand is None else hand.clicks,
        effective=Clicks(*tally.effective),
        flags=len(tally.flagged),
        wasted_flags=len(tally.flagged) - tally.used_flags,
        unflags=len(tally.unflagged),
        misflags=_safe_ones(minefield, tally.flagged),
        misunflags=_safe_ones(minefield, tally.unflagged),
        path_of_clicks=tally.path,
        outside=None if hand is None else hand.outside,
        path=None if hand is None else hand.path,
        path_manhattan=None if hand is None else hand.path_manhattan,
        one_and_a_half=None if hand is None else hand.one_and_a_half,
    )


def _safe_ones(minefield: Minefield | None, cells: list[int]) -> int:
    return 0 if minefield is None else sum(not minefield._truth.is_mine(cell) for cell in cells)
