"""An action on its way from the replica to the log and to the people who see it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from ...history.store.rows import MessageId, new_id

if TYPE_CHECKING:
    from ...action import LogEntry
    from ..protocol import game_messages
    from ..socket.connection import Connection
    from .resend_buffer import Key


class Pending(Struct, frozen=True):
    """An action that is applied to the replica and not committed or not shown yet.

    The server's own actions and those of other servers have no `play`.
    """

    connection: Connection | None
    play: game_messages.Play | None
    entry: LogEntry
    delta: game_messages.Delta
    arrived: int  # when its message did, in milliseconds of the server's clock
    key: Key | None = None  # of the message
    only_at: int | None = None  # how many actions the game has to have before it, else it is not played

    @property
    def id(self) -> MessageId | None:
        """The id of the message in the log, None if its client has not named its tab."""
        key = self.key
        return new_id(key[1:3]) if key is not None and isinstance(key[1], str) else None
