"""A room line by line: what happens there is printed as it happens, and what is typed is done."""

from __future__ import annotations

import asyncio
import threading
from typing import TYPE_CHECKING

from msgspec.structs import replace

from ..action import Action, Kind
from ..board import CLOSED, CellState
from ..client import ClientError, Lost
from ..client.news import Reporter, place_words, ready_words, result_sentence, score_words, turn_words
from ..client.people import knocker_name, name_at, name_of, phrases, ping_words, present, rating_words, room_name
from ..client.plain_text import plain
from ..client.remote_session import RemoteSession
from ..display.wording import message, sentence, wording
from ..errors import SapperError
from ..rules import Rules
from ..server.protocol import game_messages
from . import render
from .cells import CommandError, read_cell

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from typing import TextIO

    from ..client import Client, RemoteParty
    from ..client.news import News
    from ..client.party import Happening
    from ..server.parties.events import Entry
    from ..server.protocol.party_messages import PartySeat

_MOST_CHANGES = 12  # cells that are listed; of more only the number is said
_SHORT = {"r": "open", "c": "chord", "f": "flag", "m": "question", "b": "board", "s": "status"}
_MARKS = {Kind.FLAG: CellState.FLAG, Kind.QUESTION: CellState.QUESTION}


class TextRoom:
    """Reads commands and prints news until the room is left or the input ends."""

    def __init__(self, client: Client, party: RemoteParty, lines: TextIO, out: TextIO) -> None:
        self._client = client
        self._party = party
        self._lines = lines
        self._out = out
        self._session = RemoteSession(party, Rules.parse, self._complain)
        self._reporter = Reporter(party, "rooms.knocks-text")
        self._commands: dict[str, Callable[[list[str]], Awaitable[None]]] = {
            "open": self._open,
            "chord": self._chord,
            "flag": self._flag,
            "question": self._question,
            "ready": self._ready,
            "unready": self._unready,
            "start": self._start,
            "say": self._say,
            "point": self._point,
            "wait": self._wait,
            "board": self._show_board,
            "status": self._status,
            "who": self._who,
            "why": self._why,
            "mute": self._mute,
            "unmute": self._unmute,
            "kick": self._kick,
            "hand": self._hand_on,
            "admit": self._admit,
            "refuse": self._refuse,
            "lock": self._lock,
            "unlock": self._unlock,
            "ask": self._be_asked,
            "help": self._help,
        }

    async def run(self) -> None:
        """Play until the player leaves or the room ends."""
        await self._welcome()
        following = asyncio.create_task(self._follow())
        reading = asyncio.create_task(self._read())
        done, _ = await asyncio.wait((following, reading), return_when=asyncio.FIRST_COMPLETED)
        if reading in done and not following.done():
            await self._leave()
            await asyncio.wait((following,), timeout=1)
        for task in (following, reading):
            task.cancel()
        await asyncio.gather(following, reading, return_exceptions=True)

    async def _welcome(self) -> None:
        terms = self._party.terms
        self._print(
            message(
                "rooms.text-welcome",
                name=room_name(self._party),
                mode=wording().mode(terms.mode).name.lower(),
                rules=terms.rules,
            )
        )
        self._print(self._party.link)
        if self._client.is_own_server:
            self._print(message("rooms.closes-with-you"))
        await self._who([])
        if self._party.game:
            await self._show_board([])
        self._print(message("rooms.text-hint"))

    async def _leave(self) -> None:
        try:
            await asyncio.wait_for(self._party.quit(), 2)
        except (SapperError, TimeoutError):
            return

    # What happens

    async def _follow(self) -> None:
        try:
            async for happened in self._party:
                self._tell(happened)
            self._print(plain(self._party.parted or ""))
        except ClientError as error:
            self._print(sentence(plain(wording().error(error))))

    def _tell(self, happened: Happening) -> None:
        news = self._reporter.take(happened)
        delta = self._session.follow(happened)
        for one in news:
            self._print(self._line(one) + (_changes(happened, self._session) if one.is_move else ""))
        if isinstance(happened, game_messages.Board) and delta is None and not isinstance(happened, Lost):
            self._print_board()
        if isinstance(happened, game_messages.Delta) and self._session.game.status.is_over:
            self._print(sentence(wording().status(self._session.game.status)))
            self._print_board()
        if any(one.words == result_sentence(self._party) for one in news if one.seat is None):
            self._print_result()

    def _line(self, news: News) -> str:
        if news.seat is None:
            return news.words
        name = message("rooms.text-you") if news.seat == self._party.seat else name_at(self._party, news.seat)
        return f"{name}: {news.words}"

    def _print_result(self) -> None:
        for score in self._party.result:
            self._print(f"{place_words(score)} {name_at(self._party, score.seat)}, {score_words(self._party, score)}")

    # What is typed

    async def _read(self) -> None:
        loop, typed = asyncio.get_running_loop(), asyncio.Queue[str]()
        threading.Thread(target=_hand_over, args=(self._lines, loop, typed), daemon=True).start()
        while line := await typed.get():
            for words in [command.split() for command in line.split(";")] if not _is_said(line) else [line.split()]:
                if words and words[0].lower() in ("q", "leave"):
                    return
                await self._execute(words)

    async def _execute(self, words: list[str]) -> None:
        if not words:
            return
        try:
            name = words[0].lower()
            command = self._commands.get(_SHORT.get(name, name))
            if command is None:
                raise CommandError(message("text.no-command", command=repr(plain(words[0]))))
            await command(words[1:])
        except SapperError as error:
            self._complain(error)

    def _complain(self, error: SapperError) -> None:
        self._print(message("text.error", reason=plain(wording().error(error))))

    async def _play(self, kind: Kind, words: list[str]) -> None:
        row, col = read_cell(words, self._session.rules.level)
        remote = self._session.check_move()
        mark = _MARKS.get(kind)
        if mark is not None and self._session.board[row, col] == mark:
            kind = Kind.CLEAR
        delta = await remote.play(Action(kind, row, col), "text")
        if not delta.cells:
            self._print(message("text.nothing-changed"))

    async def _open(self, words: list[str]) -> None:
        await self._play(Kind.OPEN, words)

    async def _chord(self, words: list[str]) -> None:
        await self._play(Kind.CHORD, words)

    async def _flag(self, words: list[str]) -> None:
        await self._play(Kind.FLAG, words)

    async def _question(self, words: list[str]) -> None:
        await self._play(Kind.QUESTION, words)

    async def _ready(self, words: list[str]) -> None:
        await self._party.ready()

    async def _unready(self, words: list[str]) -> None:
        await self._party.ready(False)

    async def _start(self, words: list[str]) -> None:
        await self._party.start()

    async def _say(self, words: list[str]) -> None:
        """Say a text; a number alone is that of a quick phrase, and nothing lists them."""
        if not words:
            for number, phrase in enumerate(phrases(), 1):
                self._print(f"{number} {phrase}")
        elif len(words) == 1 and words[0].isdecimal() and 1 <= int(words[0]) <= len(phrases()):
            await self._party.say(phrase=int(words[0]) - 1)
        else:
            await self._party.say(" ".join(words))

    async def _point(self, words: list[str]) -> None:
        row, col = read_cell(words, self._session.rules.level)
        self._party.aim(col + 0.5, row + 0.5, mark=True)

    async def _wait(self, words: list[str]) -> None:
        """Read no further until this player can move, or the round is over: for pipes."""
        was_playing = self._party.is_playing
        await self._party.until(lambda party: party.can_move or (was_playing and not party.is_playing))

    async def _show_board(self, words: list[str]) -> None:
        self._print_board()

    def _print_board(self) -> None:
        for line in render.labelled(self._session.board):
            self._print(line)
        self._print(self._summary())

    async def _status(self, words: list[str]) -> None:
        self._print(self._summary())

    def _summary(self) -> str:
        party, game = self._party, self._session.game
        if not party.is_playing and not game.status.is_over:
            return ready_words(party)
        level = game.rules.level
        parts = [
            wording().status(game.status).lower(),
            message("count.to-open", count=level.cells - level.mines - game.board.opened),
            message("count.mines-left", count=self._session.mines_left),
        ]
        if game.rules.lives > 1 and not party.mode.has_turns:
            parts.append(message("count.lives", count=game.lives))
        if party.turn and party.is_playing:
            is_own = party.turn.seat == party.seat
            parts.append(message("rooms.your-turn").lower() if is_own else turn_words(party))
        return ", ".join([*parts, wording().seconds(f"{self._session.elapsed / 1000:.1f}")])

    async def _who(self, words: list[str]) -> None:
        for seat in present(self._party):
            self._print(f"{seat.seat + 1} {name_of(seat)}: {self._doing(seat)}")

    def _doing(self, seat: PartySeat) -> str:
        party = self._party
        words = [message("rooms.you")] if seat.seat == party.seat else []
        if seat.seat == party.state.owner:
            words.append(message("rooms.owner"))
        if not seat.is_here:
            words.append(message("rooms.away"))
        if not party.is_playing:
            words.append(message("rooms.is-ready" if seat.is_ready else "rooms.not-ready"))
        elif party.turn:
            words.append(message("rooms.points-of", count=party.turn.points.get(seat.seat, 0)))
        elif seat.seat in party.progress:
            progress = party.progress[seat.seat]
            solved = [message("rooms.solved-of", count=progress.solved)] if party.mode.has_boards else []
            words += [*solved, wording().percent(progress.share)]
        elif party.shares:
            flags = sum(by == seat.seat for by in party.shares.flags.values())
            opened = party.shares.opened.get(seat.seat, 0)
            words.append(message("rooms.share", opened=opened, flags=message("rooms.flags", count=flags)))
        if rating := rating_words(seat.rating):
            words.append(message("rooms.rating", value=rating))
        if ping := ping_words(party, seat):
            words.append(ping)
        return ", ".join(words)

    async def _why(self, words: list[str]) -> None:
        row, col = read_cell(words, self._session.rules.level)
        if self._session.board[row, col] in CLOSED:
            self._session.check_help()
        self._print(wording().phrase(self._session.why(row, col)))

    async def _mute(self, words: list[str]) -> None:
        await self._party.mute(self._seat(words))

    async def _unmute(self, words: list[str]) -> None:
        await self._party.mute(self._seat(words), False)

    async def _kick(self, words: list[str]) -> None:
        await self._party.kick(self._seat(words))

    async def _hand_on(self, words: list[str]) -> None:
        await self._party.hand_on(self._seat(words))

    async def _admit(self, words: list[str]) -> None:
        await self._party.admit(self._knocking(words))

    async def _refuse(self, words: list[str]) -> None:
        await self._party.admit(self._knocking(words), False)

    async def _lock(self, words: list[str]) -> None:
        await self._guard("locked")

    async def _unlock(self, words: list[str]) -> None:
        await self._guard("open")

    async def _be_asked(self, words: list[str]) -> None:
        await self._guard("ask")

    async def _guard(self, entry: Entry) -> None:
        await self._party.choose(replace(self._party.terms, entry=entry))

    def _knocking(self, words: list[str]) -> str:
        """Return the public id of a person who wants to come in, by name."""
        given = " ".join(words)
        for knock in self._party.state.knocks:
            if given == knocker_name(knock):
                return knock.player
        raise CommandError(message("rooms.text-nobody-asks", name=repr(plain(given))))

    def _seat(self, words: list[str]) -> int:
        """Return the seat of a player given by number or name."""
        given = " ".join(words)
        for seat in present(self._party):
            if given in (str(seat.seat + 1), name_of(seat)):
                return seat.seat
        raise CommandError(message("rooms.text-nobody", name=repr(plain(given))))

    async def _help(self, words: list[str]) -> None:
        self._print("\n".join(wording().lines("rooms.text-help")))

    def _print(self, line: str) -> None:
        self._out.write(line + "\n")
        self._out.flush()


def _is_said(line: str) -> bool:
    """Return whether a line says something: then a semicolon is part of it."""
    return line.split()[:1] == ["say"]


def _changes(happened: Happening, session: RemoteSession) -> str:
    """Return the cells that a move changed, or how many where they are many."""
    if not isinstance(happened, game_messages.Delta) or not happened.cells:
        return ""
    width = session.rules.level.width
    cells = [
        (*divmod(cell, width), value) for cell, value in zip(happened.cells[::2], happened.cells[1::2], strict=True)
    ]
    if len(cells) > _MOST_CHANGES:
        return f", {message('count.opened', count=len(cells))}"
    return f", {render.changes(cells)}"


def _hand_over(lines: TextIO, loop: asyncio.AbstractEventLoop, typed: asyncio.Queue[str]) -> None:
    """Read lines in a thread of its own, and hand them to the loop; an empty one is the end."""
    line = " "
    while line:
        line = lines.readline()
        try:
            loop.call_soon_threadsafe(typed.put_nowait, line)
        except RuntimeError:  # the loop is closed
            return
