"""What pages that list games can do with the chosen one: watch it, write it to a file, delete it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .exporting import export, replay_of, usual_name
from .page import PageScreen

if TYPE_CHECKING:
    from ...history.store import Listed, Store


class GamesPage(PageScreen):
    """A page of games."""

    strokes = {"enter": "enter", "x": "export", "delete": "delete", "backspace": "delete"}  # noqa: RUF012

    @property
    def chosen(self) -> Listed | None:
        """The game that the choice is on."""
        return None

    def changed(self) -> None:
        """Read the games anew after one was deleted."""

    @property
    def store(self) -> Store:
        """The store; only pages with games on them ask for it."""
        assert self.sapper.store is not None
        return self.sapper.store

    def game_keys(self) -> list[tuple[str, str, str]]:
        """List the keys for a finished game."""
        return [("Enter", "watch", "enter"), ("X", "export", "export"), ("Del", "delete", "delete")]

    def do_enter(self) -> None:
        """Watch the chosen game."""
        game = self.chosen
        if game is None or not game.finished:
            return
        from ..replay.screen import ReplayViewer

        self.app.push_screen(ReplayViewer(replay_of(self.store, game.id)))

    def do_export(self) -> None:
        """Ask for the name of a file and write the game to it."""
        game = self.chosen
        if game is None or not game.finished:
            return
        number = game.id

        def write(name: str) -> None:
            self.note = f"Written to {export(self.store, number, name)}."

        self.ask(f"Write game {number} to", write, usual_name(number))

    def do_delete(self) -> None:
        """Ask, then delete the game for good."""
        game = self.chosen
        if game is None:
            return
        recorder = self.sapper.session.recorder
        if recorder and recorder.number == game.id:
            self.note = "This game is on the board. Begin another before you delete it."
            return
        number = game.id

        def delete(_: str) -> None:
            self.store.delete([number])
            self.note = f"Game {number} is deleted."
            self.changed()

        self.ask(f"Delete game {number} for good?", delete)
