"""The keys that matter at each moment of a game. The footer shows them, and what is typed is looked up in them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...game import Status
from ..drawers import name_entry
from ..keystrokes import ScreenKey

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .state import PlayState

SEARCHING = (ScreenKey("cancel", ("escape",), "stop looking"),)
NOT_FOUND = (
    ScreenKey("keep-looking", ("k",), "keep looking"),
    ScreenKey("next-grade", ("g",), "next grade"),
    ScreenKey("random", ("r",), "random"),
)
PAUSED = (
    ScreenKey("pause", ("p",), "go on", details="go on"),
    ScreenKey("new", ("n",), "new", details="new game"),
    ScreenKey("quit", ("q",), "quit", details="quit and save this game for later"),
)


def current(state: PlayState, *, is_searching: bool, has_failed: bool) -> Sequence[ScreenKey]:
    """Return the keys that matter now, the most useful first."""
    session, hint = state.session, state.hint_steps
    more = _bound(state, "commands", "more")
    if state.name_entry:
        return name_entry.KEYS
    if is_searching:
        return [*SEARCHING, *more]
    if has_failed:
        return NOT_FOUND
    if session.is_paused:
        return [*PAUSED, *more]
    if hint.hint:
        next_step = _bound(state, "hint", "more" if hint.step < 3 else "play it")
        close = ScreenKey("close", ("escape",), "close")
        return [*next_step, close, *_bound(state, "odds", "odds"), *_bound(state, "pause", "pause"), *more]
    if session.game.status.is_over:
        return [*after_game(state), *more]
    return [*_while_playing(state), *more]


def _bound(state: PlayState, action: str, words: str) -> list[ScreenKey]:
    """Return the key of an action in the player's key map, nothing if there is none."""
    own = state.options.keys.keys(action)
    best = "space" if "space" in own else own[0] if own else None
    return [ScreenKey(action, (best,), words)] if best else []


def _while_playing(state: PlayState) -> list[ScreenKey]:
    game = state.session.game
    chord = _bound(state, "chord", "chord") if game.rules.chord != "off" else []
    flag = _bound(state, "mark", "flag") if game.rules.flags != "off" else []
    undo = [ScreenKey("undo", ("backspace",), "undo")] if game.rules.practice and game.log else []
    pause = undo or _bound(state, "pause", "pause")
    first = [*_bound(state, "open", "open"), *flag, *chord, *_bound(state, "hint", "hint")]
    return [*first, *pause, *_bound(state, "new", "new")]


def after_game(state: PlayState) -> list[ScreenKey]:
    """Return what can be done when a game is over."""
    game = state.session.game
    has_board = game.first is not None
    offered = (
        (True, ScreenKey("new", ("n",), "new", details="new game")),
        (game.log, ScreenKey("watch", ("w",), "watch", details="watch the replay")),
        (has_board, ScreenKey("retry", ("r",), "retry", details="same board again")),
        (game.status is Status.LOST, ScreenKey("go-on", ("u",), "undo", details="undo and go on (practice)")),
        (has_board, ScreenKey("share", ("x",), "share", details="share: the board and its seed")),
        (has_board, ScreenKey("numbers", ("m",), "numbers", details="more numbers")),
        (
            has_board and game.rules.layout.grade is not None,
            ScreenKey("prove", ("v",), "prove", details="prove it"),
        ),
    )
    return [key for is_there, key in offered if is_there]
