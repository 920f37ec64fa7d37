"""The lobby: the rooms of a server, a new room, and a quick match."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from rich.cells import cell_len, set_cell_size

from ...client import Client, room_address
from ...client.people import MOST_LETTERS, ratings_words
from ...client.plain_text import plain
from ...client.room_list import people_here, room_list, server_address
from ...display.wording import message, sentence, wording
from ...errors import SapperError
from ...modes import MODES
from ..drawing.formatting import percent
from ..drawing.lines import Line, chosen_ground, cut
from ..keystrokes import ScreenKey
from ..pages.page import BACK, PageScreen
from .new_room import NewRoom
from .panel import heading
from .screen import RoomScreen
from .state import COLOURS
from .terms_words import field_words, mode_name

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from ...client import RemoteParty
    from ...server.protocol.api_types import ListedParty
    from ...server.protocol.party_messages import Knocking
    from ..drawing.lines import Part, Writer
    from .access import Access

    Enter = Callable[[Client], Awaitable[RemoteParty]]

READ_AGAIN_S = 3.0
MOST_FREE = 5  # free seats that are drawn
FORM_LEAST = 22  # lines of the screen, for the form below the list
FORM_ROOMY = 25  # the same with a blank line above it
FILTERS = ("", *MODES)
JOIN = ScreenKey("enter", ("enter",), "rooms.key-join")
CREATE = ScreenKey("enter", ("enter",), "rooms.key-create")
CHOOSE = ScreenKey("", (), "footer.change", "{left} {right}")
LIST = ScreenKey("list", ("escape", "tab"), "rooms.key-list")


class LobbyPage(PageScreen):
    """Lists the rooms of a server. `alone`: there is nothing to go back to."""

    opened_by = "together"
    table = (
        JOIN,
        ScreenKey("new-room", ("n", "tab"), "rooms.key-new"),
        ScreenKey("quick", ("m",), "rooms.key-quick"),
        ScreenKey("solver", ("v",), "opponents.key"),
        ScreenKey("filter", ("/", "f"), "rooms.key-filter"),
        ScreenKey("watch-room", ("w",), "rooms.key-watch"),
        ScreenKey("code", ("c",), "rooms.key-code"),
        ScreenKey("server", ("s",), "rooms.key-server"),
        BACK,
    )

    def __init__(self, server: str = "", *, alone: bool = False) -> None:
        super().__init__()
        self.form = NewRoom()
        self.in_form = False
        self._server = server
        self._is_alone = alone
        self._rooms: Sequence[ListedParty] = ()
        self._filter = ""
        self._here = 0  # people on the server
        self._failure = ""
        self._is_read = False
        self._is_busy = False
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def _access(self) -> Access:
        return self.sapper.access

    # -- The list

    def begin(self) -> None:
        """Read the list, now and again."""
        self._server = self._server or self._access.server
        self.set_interval(READ_AGAIN_S, self._read)
        self._read()

    def _read(self) -> None:
        if not self._server:
            self._failure, self._is_read = message("rooms.no-server"), True
        elif self.is_on_top and not self._is_busy:
            self._start(self._read_list(self._server))

    def _start(self, work: Awaitable[None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def on_unmount(self) -> None:
        """Stop what is under way."""
        for task in self._tasks:
            task.cancel()

    async def _read_list(self, server: str) -> None:
        try:
            token = self._access.token(server)
            rooms, failure = await room_list(server, token), ""
            here = await self._read_here(server, token)
        except SapperError as error:
            rooms, here, failure = (), 0, sentence(plain(wording().error(error)))
        if server != self._server:
            return
        chosen = self._chosen
        self._rooms, self._here, self._failure, self._is_read = rooms, here, failure, True
        if chosen is not None:
            places = [room.party for room in self._shown]
            self.scroller.at = places.index(chosen.party) if chosen.party in places else self.scroller.at
        if self.is_on_top:
            self.redraw()

    async def _read_here(self, server: str, token: str | None) -> int:
        """Return how many people are on a server, 0 where an older one does not say it."""
        try:
            return (await people_here(server, token)).here
        except SapperError:
            return 0

    @property
    def _shown(self) -> list[ListedParty]:
        return [room for room in self._rooms if not self._filter or room.mode == self._filter]

    @property
    def _chosen(self) -> ListedParty | None:
        shown = self._shown
        return shown[self.scroller.at] if 0 <= self.scroller.at < len(shown) else None

    # -- What is shown

    def aside(self) -> str:
        """Return how many rooms there are."""
        if not self._is_read or self._failure:
            return ""
        free = sum(room.has_free_seat for room in self._rooms)
        rooms = message("rooms.counted", rooms=message("rooms.count", count=len(self._rooms)), free=free)
        return f"{message('opponents.here', count=self._here)}, {rooms}" if self._here else rooms

    def keys(self) -> list[ScreenKey]:
        """Return the keys that matter now."""
        if self.in_form:
            glyphs = self.sapper.glyphs
            return [CREATE, CHOOSE._replace(cap=CHOOSE.cap.format(left=glyphs.left, right=glyphs.right)), LIST]
        room = self._chosen
        first = [] if room is None else [JOIN if room.has_free_seat or room.is_mine else self.key("watch-room")]
        rest = ["new-room", "quick", "solver", "filter", "watch-room", "code", "server"]
        return [*first, *(self.key(action) for action in rest if self.key(action) not in first), BACK]

    def head(self, writer: Writer) -> None:
        """Write the kinds of rooms, and the titles of the list."""
        ink = writer.ink
        parts: list[Part] = [(" ", writer.fill)]
        spots: list[tuple[int, int, str]] = []
        at = 1
        for kind in FILTERS:
            name = mode_name(kind) if kind else message("rooms.all")
            is_chosen = kind == self._filter
            style = (
                ink("text", "raised", bold=True, reverse=ink.depth == "none") if is_chosen else writer.style("muted")
            )
            parts += [(f" {name} ", style), (" ", writer.fill)]
            spots.append((at, at + cell_len(name) + 2, f"filter:{kind or 'all'}"))
            at += cell_len(name) + 3
        server = self._server.partition("://")[2]
        room = writer.width - at - 1
        if cell_len(server) <= room:
            parts.append((" " * (room - cell_len(server)) + server, writer.style("muted")))
        writer.lines.append(Line(parts, writer.fill, None, tuple(spots)))
        writer.gap()
        names = [message(key) for key in ("rooms.room", "rooms.mode", "rooms.field", "rooms.seats", "rooms.state")]
        shown = "".join(set_cell_size(name.lower(), width) for name, width in zip(names, _widths(writer), strict=False))
        writer.line((f"  {shown}", "muted"))
        writer.line((f"  {writer.glyphs.rule * (writer.width - 3)}", "line"))

    def count(self) -> int:
        """Return the number of rooms, or one line that says why there are none."""
        return max(len(self._shown), 1)

    def row(self, writer: Writer, number: int, is_here: bool) -> Line:
        """Return the line of a room."""
        shown = self._shown
        if number >= len(shown):
            words = self._failure or message("rooms.no-rooms" if self._is_read else "rooms.reading")
            style = writer.style("warn" if self._failure else "muted")
            return Line(cut([(f"  {words}", style)], writer.width, writer.glyphs), writer.fill)
        return _room_line(writer, shown[number], is_here and not self.in_form, f"row:{number}")

    def foot(self, writer: Writer) -> None:
        """Write the form for a new room."""
        if self.size.height >= FORM_LEAST or self.in_form:
            heading(writer, f"  {message('rooms.new-room')}")
            if self.size.height < FORM_ROOMY:
                del writer.lines[1:]  # the blank line below the heading
            self.form.write(writer, is_here=self.in_form)

    # -- What can be done

    def stroke(self, stroke: str) -> None:
        """Take a key; while the form is chosen, the arrows are for it."""
        if self.in_form and not self.question:
            ways = {"up": (-1, 0), "down": (1, 0), "k": (-1, 0), "j": (1, 0), "left": (0, -1), "right": (0, 1)}
            ways |= {"h": (0, -1), "l": (0, 1), "space": (0, 1)}
            if stroke in ways:
                line, value = ways[stroke]
                self.form.move(line) if line else self.form.change(value)
                self.redraw()
                return
            if stroke in ("escape", "tab"):
                self.in_form = False
                self.redraw()
                return
        super().stroke(stroke)

    def do_enter(self) -> None:
        """Join the chosen room, or open the new one."""
        room = self._chosen
        if self.in_form or room is None:
            self.do_create()
        else:
            watch = not (room.has_free_seat or room.is_mine)
            self._enter(lambda client: client.join(room.party, watch=watch))

    def do_watch_room(self) -> None:
        """Watch the chosen room."""
        room = self._chosen
        if room is not None:
            self._enter(lambda client: client.join(room.party, watch=True))

    def do_new_room(self) -> None:
        """Go to the form."""
        self.in_form = True

    def do_list(self) -> None:
        """Go back to the list."""
        self.in_form = False

    def do_set_new(self, choice: str) -> None:
        """Take a value of the form that was clicked."""
        line, _, value = choice.partition("=")
        self.in_form = True
        if value:
            self.form.choose(line, value)

    def do_create(self) -> None:
        """Open the room of the form: where no server answers, on this machine."""
        terms = self.form.terms
        self._enter(lambda client: client.host(terms), may_start=bool(self._failure))

    def do_quick(self) -> None:
        """Find an opponent for the game that the form describes."""
        terms, bots = self.form.terms, self.form.allows_bots
        self._enter(lambda client: client.match(terms, bots=bots))

    def do_solver(self) -> None:
        """Play what the form describes with the solver."""
        terms, strength = self.form.solver_terms, self.form.strength

        async def enter(client: Client) -> RemoteParty:
            party = await client.host(terms)
            await party.seat_solver(strength)
            await party.ready()
            return party

        self._enter(enter, may_start=bool(self._failure))

    def do_filter(self, kind: str = "") -> None:
        """Show the rooms of the next mode, or of one."""
        after = FILTERS[(FILTERS.index(self._filter) + 1) % len(FILTERS)]
        self._filter = ("" if kind == "all" else kind) if kind else after
        self.scroller.go(0)

    def do_code(self) -> None:
        """Ask for the code or the link of a room."""
        self.ask(message("rooms.ask-code"), self._join_by, "")

    def _join_by(self, text: str) -> None:
        where = room_address(text)
        self._server = where.server or self._server
        self._enter(lambda client: client.join(where.party or where.code or ""))

    def do_server(self) -> None:
        """Ask for the address of another server."""
        self.ask(message("rooms.ask-server"), self._use, self._server)

    def _use(self, text: str) -> None:
        self._server = server_address(text)
        self._rooms, self._failure, self._is_read = (), "", False
        self._read()

    # -- Into a room

    def _enter(self, enter: Enter, *, may_start: bool = False) -> None:
        if not self._is_busy:
            self._is_busy = True
            self.note = message("rooms.starting-server" if may_start else "rooms.connecting")
            self._start(self._visit(enter, may_start=may_start))

    async def _visit(self, enter: Enter, *, may_start: bool) -> None:
        """Be in a room until it is left."""
        note = ""
        try:
            if may_start:
                self._server = await asyncio.to_thread(self._access.own_server)
            server, name = self._server, self.sapper.options.game.name
            token = self._access.token(server)
            async with Client(server, name=name or None, token=token, device="key", knocking=self._knocks) as client:
                self._access.enter(server, client.token)
                party = await enter(client)
                screen = RoomScreen(self.sapper, client, party)
                self.note = ""
                await self.app.push_screen(screen)
                await screen.left.wait()
                note = screen.farewell
        except SapperError as error:
            note = sentence(plain(wording().error(error)))
        self._is_busy = False
        self.note = note
        if self.is_on_top:
            self._read()
            self.redraw()

    def _knocks(self, knocking: Knocking) -> None:
        """Say that the owner of the room is asked."""
        self.note = message("rooms.knocking", name=plain(knocking.owner, MOST_LETTERS))
        self.redraw()

    def do_back(self) -> None:
        """Go back to the game, or quit."""
        if self._is_alone:
            self.sapper.leave()
        else:
            super().do_back()


def _widths(writer: Writer) -> tuple[int, int, int, int, int]:
    """Return the columns of room, mode, field, seats and state."""
    spare = max(writer.width - 76, 0)
    return 18 + spare // 2, 7, 20 + spare // 4, 13, 10


def _room_line(writer: Writer, room: ListedParty, is_here: bool, action: str) -> Line:
    ink = writer.ink
    ground = chosen_ground(ink) if is_here else writer.ground
    plain_style = ink("text", ground, reverse=is_here and ink.depth == "none")
    muted = ink("muted", ground, reverse=is_here and ink.depth == "none")
    name, mode, field, seats, state = _widths(writer)
    title = plain(room.name, 60) or message("rooms.room-of", name=plain(room.owner, MOST_LETTERS) or "?")
    if room.challenger:
        title = message("people.challenges-you", name=plain(room.challenger, MOST_LETTERS))
    can_join = room.has_free_seat or room.is_mine
    joining = "rooms.verb-ask" if room.entry == "ask" else "rooms.verb-join"
    words = message("rooms.waiting") if room.stage == "waiting" else message("rooms.in-play")
    if room.share is not None:
        words = message("game.share-open", share=percent(room.share))
    verb = message("rooms.verb-back" if room.is_mine else joining if can_join else "rooms.verb-watch")
    mark = writer.glyphs.thumb if is_here else " "
    rating = f"{found} " if (found := ratings_words(room.seats)) and len(found) + MOST_FREE < name else ""
    parts: list[Part] = [
        (f"{mark} ", ink("accent", ground, bold=True)),
        (_fit(title, name - len(rating)), ink("text", ground, bold=True, reverse=is_here and ink.depth == "none")),
        (rating, muted),
        (_fit(mode_name(room.mode).lower(), mode), muted),
        (_fit(field_words(room.rules), field), plain_style if is_here else muted),
        *_seats(writer, room, ground, seats),
        (_fit(words, state), plain_style),
        (verb, ink("accent" if is_here else "muted", ground, bold=is_here)),
    ]
    return Line(parts, plain_style, action)


def _fit(text: str, width: int) -> str:
    return set_cell_size(text if cell_len(text) < width else set_cell_size(text, width - 1), width)


def _seats(writer: Writer, room: ListedParty, ground: str, width: int) -> list[Part]:
    """Return the letters of who sits there, and a dot for each free seat."""
    ink = writer.ink
    parts: list[Part] = []
    most = width // 2 - 1
    for seat in room.seats[:most]:
        name = plain(seat.name, MOST_LETTERS).upper()
        letter = name[0] if name and cell_len(name[0]) == 1 else "?"
        token = f"players.{seat.colour % COLOURS + 1}"
        parts += [(letter, ink("page", token, bold=True, reverse=ink.depth == "none")), (" ", ink("text", ground))]
    free = min(max(room.most_seats - len(room.seats), 0), MOST_FREE, most - len(room.seats[:most]))
    parts.append((f"{writer.glyphs.dot} " * free, ink("muted", ground)))
    taken = sum(cell_len(text) for text, _ in parts)
    return [*parts, (" " * max(width - taken, 0), ink("text", ground))]
