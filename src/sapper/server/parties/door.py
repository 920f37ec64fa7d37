"""The door of a party whose owner decides who may come in: those who knock wait there for an answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from ...history.identity import public_id
from ...phrase import Phrase
from ..nodes.presence import Knocker
from ..protocol.party_messages import Join, Knocking
from ..protocol.refusal import Refusal

if TYPE_CHECKING:
    from ..socket.connection import Connection
    from .party import Party

_MOST = 16  # people who wait at once


class PartyDoor:
    """The people who knock here. Those at other servers are noted as present there; every answer is an event."""

    def __init__(self, party: Party) -> None:
        self._party = party
        self._knocks: dict[Connection, Join] = {}  # what is carried out again as soon as it has an answer

    @property
    def here(self) -> dict[str, Knocker]:
        """The clients connected to this server, by the key of the player."""
        return {_key(person): Knocker(person.player.name or "Guest", person.device) for person in self._knocks}

    @property
    def knocking(self) -> dict[str, Knocker]:
        """The players who knock at any server and are not answered yet."""
        knocking = self._party.people.elsewhere.knocking | self.here
        return {key: knocker for key, knocker in knocking.items() if self._party.state.must_knock(key)}

    def key_of(self, player: str) -> str:
        """Return the key of a person who knocks by the public id, or raise `Refusal`."""
        for key in self.knocking:
            if public_id(bytes.fromhex(key)) == player:
                return key
        raise Refusal("room", Phrase("refusal.not-waiting"))

    def knock(self, connection: Connection, join: Join) -> None:
        """Let a person wait for the owner, or raise `Refusal`."""
        if connection.is_closed:
            return
        if len(self.knocking.keys() - {_key(connection)}) >= _MOST:
            raise Refusal("limit", Phrase("refusal.too-many-waiting"))
        if connection.party is not None:
            connection.party.lost(connection)
            connection.party = None
        connection.door = self
        self._knocks[connection] = replace(join, party=self._party.id, code=None)
        connection.send(self._message())
        self.publish()

    def _message(self) -> Knocking:
        state = self._party.state
        owner = state.seats[state.owner].name if state.owner in state.seats else ""
        return Knocking(party=self._party.id, owner=owner, name=state.terms.name)

    def leave(self, connection: Connection) -> None:
        """Take a person who does not want to wait any more, or has lost the connection."""
        connection.door = None
        if self._knocks.pop(connection, None) is not None:
            self.publish()

    def publish(self) -> None:
        """Show who knocks, here and at other servers."""
        self._party.people.publish()
        self._party.show()

    def answer(self) -> None:
        """Carry out again what those asked for who do not have to knock any more: they come in, or are refused."""
        for connection, join in list(self._knocks.items()):
            if not self._party.state.must_knock(_key(connection)):
                self._send_on(connection, join)

    def close(self) -> None:
        """Answer everybody: the party is closed."""
        for connection, join in list(self._knocks.items()):
            self._send_on(connection, join)

    def _send_on(self, connection: Connection, join: Join) -> None:
        del self._knocks[connection]
        connection.door = None
        connection.queue(join)
        self._party.people.publish()


def _key(connection: Connection) -> str:
    return connection.player.key.hex()
