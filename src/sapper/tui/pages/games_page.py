"""The base of pages that list games: the chosen one can be watched, exported and deleted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...display.wording import message
from ...errors import GameError
from ...formats.export import default_name, export
from ...replay.model import Replay
from ..keystrokes import ScreenKey
from .page import PageScreen

if TYPE_CHECKING:
    from ...history.store import Listed, Store


class GamesPage(PageScreen):
    """A page of games."""

    table: tuple[ScreenKey, ...] = (
        ScreenKey("enter", ("enter",), "watch"),
        ScreenKey("export", ("x",), "footer.export"),
        ScreenKey("delete", ("delete", "backspace"), "footer.delete", "Del"),
    )

    @property
    def chosen(self) -> Listed | None:
        """The game that the choice is on."""
        return None

    def changed(self) -> None:
        """Read the games again after one was deleted."""

    @property
    def store(self) -> Store:
        """The store; only pages with games on them ask for it."""
        assert self.sapper.store is not None
        return self.sapper.store

    def replay_of(self, game: int) -> Replay:
        """Read the replay of a finished game."""
        data = self.store.replay(game)
        if data is None:
            raise GameError(message("store.not-finished", game=game))
        return Replay.unpack(data)

    def do_enter(self) -> None:
        """Watch the chosen game."""
        game = self.chosen
        if game is None or not game.finished:
            return
        from ..replay.screen import ReplayViewer

        self.app.push_screen(ReplayViewer(self.replay_of(game.id)))

    def do_export(self) -> None:
        """Ask for the name of a file and write the game to it."""
        game = self.chosen
        if game is None or not game.finished:
            return
        number = game.id

        def write(name: str) -> None:
            self.note = message("store.written", path=export(self.replay_of(number), name))

        self.ask(message("store.write", game=number), write, default_name(number))

    def do_delete(self) -> None:
        """Ask, then delete the game for good."""
        game = self.chosen
        if game is None:
            return
        recorder = self.sapper.session.recorder
        if recorder and recorder.number == game.id:
            self.note = message("store.delete-current")
            return
        number = game.id

        def delete(_: str) -> None:
            self.store.delete([number])
            self.note = message("store.deleted", game=number)
            self.changed()

        self.ask(message("store.delete", game=number), delete)
