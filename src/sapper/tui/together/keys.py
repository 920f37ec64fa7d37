"""The keys of a room. They come before the key map; everything else is as in a game alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...game import Status
from ..keystrokes import ScreenKey

if TYPE_CHECKING:
    from .state import RoomState

TALK = ScreenKey("talk", ("t",), "rooms.key-talk")
POINT = ScreenKey("point", ("shift+space", "p"), "rooms.key-point", "P")
INVITE = ScreenKey("invite", ("i",), "rooms.key-invite")
ROOM = ScreenKey("room", ("o",), "rooms.key-room")
READY = ScreenKey("ready", ("enter", "space", "r", "n"), "rooms.key-ready")
WATCH = ScreenKey("watch", ("w",), "round.key-whole")
SIT = ScreenKey("sit", ("s",), "rooms.key-sit")
UNREADY = ScreenKey("unready", ("enter", "space", "r", "n"), "rooms.key-unready")
START = ScreenKey("start", ("s",), "rooms.key-start")
LEAVE = ScreenKey("leave", ("escape", "q"), "rooms.key-leave")
MORE = ScreenKey("commands", (":", "ctrl+k"), "commands")
SAY = ScreenKey("say", ("enter",), "rooms.key-say")
SILENT = ScreenKey("silent", ("escape",), "footer.close")
PHRASES = ScreenKey("", (), "rooms.key-phrases", "1-9")
CONFIRM = (
    ScreenKey("leave", ("enter", "escape", "q"), "rooms.key-leave", "Enter"),
    ScreenKey("stay", ("s",), "rooms.key-stay"),
)


def current(state: RoomState, *, is_asked: bool) -> list[ScreenKey]:
    """Return the keys that matter now, the most useful first."""
    party = state.party
    if is_asked:
        return list(CONFIRM)
    if state.talk:
        return [SAY, PHRASES, SILENT]
    if state.hint_steps.hint or state.asked_help or state.is_drafting:
        return []
    room = [ROOM] if party.is_owner else []
    point = [POINT] if party.mode.is_team else []
    if party.me is None:
        return [TALK, *([WATCH] if party.round_link and not party.is_playing else []), SIT, LEAVE, INVITE, MORE]
    if not party.is_playing:
        ready = UNREADY if party.me.is_ready else READY
        start = [START] if party.is_owner else []
        whole = [WATCH] if party.round_link else []
        return [ready, *start, TALK, *whole, LEAVE, INVITE, *room, *point, MORE]
    return [TALK, *point, LEAVE, INVITE, *room, MORE]


def shown(state: RoomState, *, is_asked: bool) -> list[ScreenKey]:
    """Return the keys as the footer shows them: those of the board first, while there is something to play."""
    own = current(state, is_asked=is_asked)
    party, status = state.party, state.session.game.status
    if is_asked or state.talk or not party.is_playing or party.me is None or status is Status.WON:
        return own
    bound, rules = state.options.keys, state.session.game.rules
    board = []
    for action, is_there in (("open", True), ("mark", rules.flags != "off"), ("hint", party.terms.hints)):
        strokes = bound.keys(action)
        if is_there and strokes:
            board.append(ScreenKey(action, ("space" if "space" in strokes else strokes[0],), action))
    return [*board, *own]
