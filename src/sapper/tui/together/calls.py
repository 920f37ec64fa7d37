"""Calls a player to a round or a turn: by the bell or the title of the terminal, each only by choice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...display.wording import message

if TYPE_CHECKING:
    from ...client import RemoteParty
    from ..app import SapperApp


class Calls:
    """Notices that a round starts, or that it is the player's turn."""

    def __init__(self, party: RemoteParty) -> None:
        self._party = party
        self._round = party.state.round
        self._had_turn = self._has_turn

    @property
    def _has_turn(self) -> bool:
        party = self._party
        return party.is_playing and party.turn is not None and party.me is not None and party.turn.seat == party.seat

    def words(self) -> str:
        """Return what the player is called for since the last time, empty for nothing."""
        party, had_turn = self._party, self._had_turn
        is_new = party.is_playing and party.me is not None and party.state.round != self._round
        self._round, self._had_turn = party.state.round, self._has_turn
        if self._had_turn and not had_turn:
            return message("rooms.your-turn")
        return message("rooms.starts") if is_new else ""

    def call(self, app: SapperApp) -> None:
        """Call the player in the ways that they chose, if there is a reason."""
        words, chosen = self.words(), app.options.together
        if words and chosen.notify_sound:
            app.bell()
        if words and chosen.notify_title:
            app.name_terminal(words)
