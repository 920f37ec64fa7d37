"""A room: the board of the game with everybody in it, in the place of the solo board."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING

from ...client import ClientError, Lost
from ...client.news import ready_words, turn_words
from ...client.people import EMOTES, name_at, room_name
from ...client.plain_text import plain
from ...display.wording import message, sentence, wording
from ...errors import SapperError
from ...server.protocol.party_messages import Party as PartyMessage
from ...server.protocol.party_messages import Said, Turn
from .. import bars
from ..drawing.lines import Line, Writer
from ..keystrokes import action_of
from ..play import draft_panel, end_panel, hint_panel
from ..play import keys as play_keys
from ..play.screen import HELP_LINES, MOST_LINES, PlayScreen
from ..play.state import Outcome
from . import below, keys, panel
from .boards import WatchedBoards
from .calls import Calls
from .commands import RoomCommands
from .emotes import EmoteLine
from .state import RoomState
from .terms_words import title_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual import events
    from textual.widget import Widget

    from ...client import Client, RemoteParty
    from ...client.news import News
    from ...client.party import Happening
    from ...game import Status
    from ...server.protocol.party_messages import Line as SaidLine
    from ..app import SapperApp
    from ..bars import Dials
    from ..board.layout import ScreenLayout
    from ..board.view import BoardView
    from ..keystrokes import ScreenKey

REPAINT_S = 0.05  # between two paints of what the others do
SECOND = 10  # ticks
TOLD_MS = 6000


class RoomScreen(PlayScreen):
    """Shows a room that the client has entered, until it is left. `alone`: there is nothing to go back to."""

    state: RoomState

    def __init__(self, app: SapperApp, client: Client, party: RemoteParty, *, alone: bool = False) -> None:
        super().__init__(RoomState(client, party, app.options, app.clock, self._complain_later))
        self.client = client
        self.party = party
        self.left = asyncio.Event()
        self.farewell = ""  # why the room was left, unless the player did it
        self._is_alone = alone
        self._is_dirty = False
        self._calls = Calls(party)
        self._told = ""  # the note about others that is shown for a while
        self._told_until = 0
        self._aimed: tuple[int, int] | None = None
        self._following: asyncio.Task[None] | None = None
        self._leaving: asyncio.Task[None] | None = None

    def make_commands(self) -> RoomCommands:
        """Return the commands of a room."""
        return RoomCommands(self)

    def on_mount(self) -> None:
        """Follow what happens in the room; Textual calls `PlayScreen.on_mount` too."""
        self.set_interval(REPAINT_S, self._repaint_if_dirty)
        self._following = asyncio.get_running_loop().create_task(self._follow())

    def on_unmount(self) -> None:
        """Stop following."""
        if self._following:
            self._following.cancel()
        self.left.set()

    def on_screen_resume(self) -> None:
        """Show what has happened while another screen was in front."""
        if self.is_mounted and hasattr(self, "board"):
            self.board.show(self.state.session.game.board)
            self.lay_out()

    # -- What happens in the room

    async def _follow(self) -> None:
        if self.state.session.catch_up():  # the board may have come while the screen was made
            self.show_game()
        try:
            async for happened in self.party:
                self._take(happened)
            self._part(plain(self.party.parted or ""))
        except ClientError as error:
            self._part(sentence(plain(wording().error(error))))

    def _take(self, happened: Happening) -> None:
        before, game = self.board.before(), self.state.session.game
        news, delta = self.state.take(happened)
        if self.state.session.game is not game or delta is None:
            self.show_game()
        elif delta.action.kind.has_cell:
            self.show(Outcome(delta), before)
        if isinstance(happened, Lost):
            self.state.release_mouse()
        if not isinstance(happened, Turn):  # which the line above the board shows
            self._tell([one for one in news if not one.is_move and not one.is_said and one.seat != self.party.seat])
        if isinstance(happened, Said) and happened.line.phrase in EMOTES and happened.line.seat != self.party.seat:
            self._show_emote(happened.line)
        self._calls.call(self.sapper)
        if isinstance(happened, PartyMessage):
            self._aimed = None  # a newcomer has not seen where this player is
        self._is_dirty = True

    def own_parts(self) -> list[Widget]:
        """Return the parts of a game, the boards that are watched, and the line of faces."""
        self.watched, self.emotes = WatchedBoards(), EmoteLine()
        return [*super().own_parts(), self.watched, self.emotes]

    def _show_emote(self, line: SaidLine) -> None:
        if self.sapper.options.together.emotes:
            self.emotes.add(self.state, self.sapper.ink, line, self.sapper.clock())
            self._draw_emotes()

    def _draw_emotes(self) -> None:
        self.emotes.draw(self.sapper.ink, self.places.board, self.sapper.clock())

    def _tell(self, news: list[News]) -> None:
        """Show for a while what the others have done."""
        if news:
            name = "" if news[-1].seat is None else f"{name_at(self.party, news[-1].seat)} "
            self.state.note = self._told = f"{name}{news[-1].words}"
            self._told_until = self.sapper.clock() + TOLD_MS

    def _repaint_if_dirty(self) -> None:
        if self._is_dirty and self.is_on_top:
            self._is_dirty = False
            self.refresh_all()

    def _complain_later(self, error: SapperError) -> None:
        """Show why a move was not played, once the answer has come."""
        self.state.note = sentence(plain(wording().error(error)))
        self.board.show(self.state.session.game.board)
        self._is_dirty = True

    def show_game(self) -> None:
        """Show the game that the room plays now."""
        note = self.state.note
        super().show_game()
        self.state.note = note

    def show(self, outcome: Outcome, before: dict[tuple[int, int], int]) -> None:
        """Show what a move has done; the board is another one after every move."""
        self.board.board = self.state.session.game.board
        super().show(outcome, before)

    def follow_up(self, status: Status) -> None:
        """Do nothing after a game: the room goes on."""

    # -- Paint

    def title_line(self, width: int) -> Line:
        """Return the name of the room, what it plays, and on the right its seal or the state of the connection."""
        ink, glyphs, party = self.sapper.ink, self.sapper.glyphs, self.party
        is_lost, seconds = self.state.connection_words
        game = party.game
        note, token = (message("rooms.sealed", seal=game.digest[:4].upper()), "muted") if game else ("", "muted")
        if is_lost:
            note, token = message("rooms.trying", seconds=seconds), "warn"
        return bars.room_title(ink, glyphs, width, room_name(party), title_words(party.terms, glyphs), note, token)

    def write_triad(self, places: ScreenLayout, dials: Dials, *, flash: bool = False) -> None:
        """Write the counter, the face and the clock; before a round, how many are ready."""
        party, ink, glyphs = self.party, self.sapper.ink, self.sapper.glyphs
        words = self._instead_of_time()
        if not words:
            super().write_triad(places, dials, flash=flash)
            return
        mines = 0 if self.board.flags_rest else dials.mines_left
        is_mine = party.is_playing and party.turn is not None and party.turn.seat == party.seat
        self.triad.show([bars.triad_with_words(ink, glyphs, places.triad.width, mines, words, is_strong=is_mine)])

    def _instead_of_time(self) -> str:
        party = self.party
        if party.is_playing and party.starts_in > 0:
            return message("rooms.starting", seconds=int(party.starts_in) + 1)
        if not party.is_playing:
            return "" if party.game and party.game.is_over else ready_words(party)
        if party.mode.has_turns:
            return turn_words(party)
        if party.mode.has_boards and party.ends_in:
            left = int(party.ends_in)
            return message("rooms.left", time=f"{left // 60}:{left % 60:02}")
        return ""

    def write_panels(self) -> None:
        """Write the panels next to and below the board."""
        places, ink, glyphs = self.places, self.sapper.ink, self.sapper.glyphs
        self.watched.draw(self.state, ink, glyphs, places)
        if places.panel and not self.drawer:
            writer = Writer(ink, glyphs, places.panel.width)
            if self.state.hint_steps.hint:
                height = places.panel.height
                hint_panel.with_note(self.state, writer, height, lambda _: hint_panel.write(self.state, writer))
            elif self.state.is_drafting:
                draft_panel.write(self.state, writer)
            else:
                panel.write_side(self.state, writer, places.panel.height, has_more=places.under is None)
            self.side.show(writer.lines)
        if places.under:
            writer = Writer(ink, glyphs, places.under.width)
            below.below(self.state, writer, places.under.height)
            self.under.show(writer.lines or [Line((), writer.fill)])

    def write_line(self) -> None:
        """Write above the keys, where there is no panel: a note or what is typed, the people, and the last words."""
        places, state = self.places, self.state
        if places.line is None:
            return
        writer = Writer(self.sapper.ink, self.sapper.glyphs, places.line.width)
        free = max(places.footer.y - places.board.y - places.board.height, 0)
        text = state.notice
        if not text and (not state.party.result or state.party.is_playing):
            is_over = state.session.game.status.is_over and not state.hint_steps.hint
            text = f"{end_panel.result(state)}." if is_over else hint_panel.in_short(state)
        lines: list[Line] = []
        if state.talk:
            lines += panel.talk_field(state, writer)[:1]
            lines += bars.notes(writer.ink, writer.glyphs, writer.width, self._phrases_in_short(), 2)
        elif text:
            lines += bars.notes(writer.ink, writer.glyphs, writer.width, text, HELP_LINES)
        last = below.last_line(state, writer)
        if free > len(lines) and last:
            lines.insert(0, last)
        if free > len(lines) or not lines:
            lines.insert(0, below.people_line(state, writer))
        self.show_line(lines[: max(free, MOST_LINES, len(lines))])

    def _phrases_in_short(self) -> str:
        from ...client.people import phrases

        if self.state.talk and self.state.talk.text:
            return ""
        return "  ".join(f"{number} {phrase}" for number, phrase in enumerate(phrases(), 1))

    def tick(self) -> None:
        """Show the time that passes, and where this player points."""
        self._ticks += 1
        self._draw_emotes()
        self.write_triad(self.places, self.state.session)
        if self._ticks % SECOND == 0:
            self._is_dirty = True
        if self._told and self.sapper.clock() > self._told_until:
            if self.state.note == self._told:
                self.state.note = ""
            self._told = ""
        self._aim()

    def _aim(self) -> None:
        """Show the others where this player is, if that has changed."""
        cell = self.target
        if cell == self._aimed or self.party.me is None or self.party.mode.is_secret:
            return
        with contextlib.suppress(ClientError):
            if self.party.aim(cell[1] + 0.5, cell[0] + 0.5):
                self._aimed = cell

    # -- Input

    def current_keys(self) -> Sequence[ScreenKey]:
        """Return the keys that matter now."""
        if self.drawer:
            return self.drawer.hint_keys
        if self.state.hint_steps.hint or self.state.asked_help:
            return play_keys.while_helped(self.state)
        if self.state.is_drafting:
            return play_keys.while_drafting(self.state)
        return keys.shown(self.state, is_asked=bool(self.guard.asked))

    def stroke(self, stroke: str) -> None:
        """Take a key: what is being typed first, then the keys of the room, then those of the board."""
        state = self.state
        self.sapper.name_terminal("")
        if self.drawer:
            self.drawer.take(stroke)
            return
        if state.talk is not None:
            self._type(stroke)
            return
        if self.commands.moves.take_target(stroke):
            return
        if self.watched.choose(state, stroke):
            self.refresh_all()
            return
        moment = self.current_keys() if state.hint_steps.hint or state.asked_help or state.is_drafting else ()
        own = keys.current(state, is_asked=bool(self.guard.asked))
        offered = action_of(moment, stroke) or action_of(own, stroke)
        if offered:
            self.strokes.clear()
            self.commands.do(offered)
        elif meant := self.strokes.press(stroke):
            self.commands.do(meant.action, meant.times, is_counted=meant.is_counted)

    def _type(self, stroke: str) -> None:
        talk = self.state.talk
        assert talk is not None
        action = action_of((keys.SAY, keys.SILENT), stroke)
        if action:
            self.commands.do(action)
        elif not talk.text and stroke.isdecimal() and stroke in "123456789":
            self.commands.do(f"phrase:{stroke}")
        else:
            talk.stroke(stroke)
            self.refresh_all()

    def on_paste(self, event: events.Paste) -> None:
        """Take what is pasted into a list, or as part of what is said."""
        if self.state.talk:
            self.state.talk.type(plain(event.text))
            self.refresh_all()
        elif self.drawer:
            self.drawer.paste(event.text)

    def on_board_view_pointer(self, message: BoardView.Pointer) -> None:
        """Say why nothing can be played; Textual then calls the handler of `PlayScreen` too."""
        if message.what == "press" and self.state.why_not:
            self.say(sentence(self.state.why_not))

    # -- Leaving

    def leave_room(self) -> None:
        """Leave for good: the seat becomes free."""
        if self._leaving is None:
            self._leaving = asyncio.get_running_loop().create_task(self._leave())

    async def _leave(self) -> None:
        if self.client.is_connected:
            with contextlib.suppress(SapperError, TimeoutError):
                await asyncio.wait_for(self.party.quit(), 2)
        self._part("")

    def _part(self, why: str) -> None:
        """Go back to where the room was entered."""
        if self.left.is_set():
            return
        self.farewell = why
        self.left.set()
        if self._is_alone:
            self.sapper.farewell = why
            self.sapper.exit()
        elif self.is_on_top:
            self.app.pop_screen()
