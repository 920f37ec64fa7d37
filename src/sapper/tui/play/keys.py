"""The keys that matter at each moment of a game. The footer shows them, and what is typed is looked up in them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...game import Status
from ...rules import Flags
from ..drawers import name_entry
from ..keystrokes import ScreenKey
from .board_search import next_grade

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .solo_state import SoloState
    from .state import PlayState

SEARCHING = (ScreenKey("cancel", ("escape",), "footer.stop-looking"),)
NOT_FOUND = (
    ScreenKey("keep-looking", ("k",), "footer.keep-looking"),
    ScreenKey("next-grade", ("g",), "footer.next-grade"),
    ScreenKey("random", ("r",), "footer.random"),
)
GIVE_UP = (
    ScreenKey("give-up", ("enter",), "footer.give-up"),
    ScreenKey("play-on", ("escape",), "footer.play-on"),
)
PAUSED = (
    ScreenKey("pause", ("p",), "footer.resume", details="pause.resume"),
    ScreenKey("new", ("n",), "new"),
    ScreenKey("quit", ("q",), "quit", details="pause.quit"),
)
ASKED = (
    ScreenKey("show-help", ("enter",), "footer.show-it"),
    ScreenKey("close", ("escape",), "footer.not-now"),
)


_LEVELS = {"beginner": "b", "intermediate": "i", "expert": "e", "custom": "c"}
_USELESS_AT_FIRST = (None, "chord", "previous-frontier")


def current(state: SoloState, *, is_searching: bool, has_failed: bool) -> Sequence[ScreenKey]:
    """Return the keys that matter now, the most useful first."""
    session = state.session
    more = _bound(state, "commands")
    if state.name_entry:
        return name_entry.KEYS
    if is_searching:
        return [*SEARCHING, *more]
    if has_failed:
        is_last = next_grade(session.rules) is session.rules.layout.grade
        return [key for key in NOT_FOUND if key.action != "next-grade" or not is_last]
    if session.is_paused:
        return [*PAUSED, *more]
    if state.asked_help or state.hint_steps.hint:
        return while_helped(state)
    if state.is_drafting:
        return while_drafting(state)
    if session.game.status.is_over:
        return [*after_game(state), *more]
    return [*_while_playing(state), *more]


def while_helped(state: PlayState) -> list[ScreenKey]:
    """Return the keys while a hint is shown, or help waits for a confirmation."""
    hint, more = state.hint_steps, _bound(state, "commands")
    if state.asked_help:
        return [*ASKED, *more]
    next_step = _bound(state, "hint", "footer.next" if hint.step < 3 else "footer.play-it")
    close = ScreenKey("close", ("escape",), "footer.close")
    return [*next_step, close, *_bound(state, "odds"), *_bound(state, "pause"), *more]


def while_drafting(state: PlayState) -> list[ScreenKey]:
    """Return the keys while the draft is drawn."""
    has_flags = state.session.game.rules.flags is not Flags.OFF
    actions = ("draft-clear", *(("draft-flags",) if has_flags else ()))
    others = [key for action in actions for key in _bound(state, action)]
    marks = [*_bound(state, "open", "draft.if-safe"), *_bound(state, "mark", "draft.if-mine")]
    close = ScreenKey("close", ("escape",), "footer.close")
    return [*marks, *_bound(state, "draft-follow"), close, *others, *_bound(state, "commands")]


def _bound(state: PlayState, action: str, label: str = "") -> list[ScreenKey]:
    """Return the key of an action in the player's key map, with other words if given; nothing if there is none."""
    own = state.options.keys.keys(action)
    best = "space" if "space" in own else own[0] if own else None
    return [ScreenKey(action, (best,), label or action)] if best else []


def levels(state: SoloState) -> dict[str, ScreenKey]:
    """Return the plain keys of the levels before a square is open, where what they do otherwise has no use yet."""
    if state.session.game.status is not Status.READY:
        return {}
    owner = state.options.keys.owner
    free = {level: key for level, key in _LEVELS.items() if owner(key) in _USELESS_AT_FIRST}
    return {level: ScreenKey(level, (key,), level) for level, key in free.items()}


def _while_playing(state: SoloState) -> list[ScreenKey]:
    game = state.session.game
    chord = _bound(state, "chord") if game.rules.chord != "off" else []
    flag = _bound(state, "mark") if game.rules.flags != "off" else []
    undo = [ScreenKey("undo", ("backspace",), "undo")] if game.rules.practice and game.log else []
    leave = _bound(state, "quit")
    pause = undo or (leave if game.status is Status.READY else _bound(state, "pause"))
    first = [*_bound(state, "open"), *flag, *chord, *_bound(state, "hint")]
    return [*first, *pause, *_bound(state, "new"), *(leave if pause != leave else [])]


def after_game(state: SoloState) -> list[ScreenKey]:
    """Return the keys when a game is over."""
    game = state.session.game
    has_board = game.first is not None
    offered = (
        (True, ScreenKey("new", ("n",), "new")),
        (game.log, ScreenKey("watch", ("w",), "watch")),
        (has_board, ScreenKey("report", ("p",), "report")),
        (has_board, ScreenKey("retry", ("r",), "retry")),
        (game.status is Status.LOST, ScreenKey("go-on", ("u",), "go-on")),
        (state.loss and state.loss.is_mistake, ScreenKey("train-this", ("t",), "train-this")),
        (has_board, ScreenKey("share", ("x",), "share")),
        (has_board, ScreenKey("numbers", ("m",), "numbers")),
        (has_board and game.rules.layout.grade is not None, ScreenKey("prove", ("v",), "prove")),
    )
    return [key for is_there, key in offered if is_there]
