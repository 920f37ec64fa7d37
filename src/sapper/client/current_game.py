"""The game that a client sees now, as the messages of the server show it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..server.protocol import game_messages
from .remote_game import RemoteGame

if TYPE_CHECKING:
    from .connection import Connection


class CurrentGame:
    """Makes a game from its first board, and lets it follow the messages after that."""

    def __init__(self, device: game_messages.Device) -> None:
        self.game: RemoteGame | None = None
        self._device = device

    def take(self, message: game_messages.Outbound, connection: Connection) -> None:
        """Follow a message, if it is about the game; ask for what is missing before it."""
        game = self.game
        if isinstance(message, game_messages.Board):
            if game is None or game.id != message.game:
                self.game = RemoteGame(connection, message, self._device)
            else:
                game.take_board(message)
        elif game is None or getattr(message, "game", None) != game.id:
            return
        elif isinstance(message, game_messages.Delta):
            if not game.take_delta(message):
                connection.catch_up()
        elif isinstance(message, game_messages.Over):
            game.take_over(message)
