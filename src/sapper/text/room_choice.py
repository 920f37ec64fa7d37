"""The rooms of a server line by line, of which one is chosen by its number or by a code."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..client import room_address
from ..client.people import MOST_LETTERS
from ..client.plain_text import plain
from ..display.wording import message, wording
from ..errors import SapperError
from .cells import CommandError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import TextIO

    from ..server.protocol.api_types import ListedParty


class Choice(NamedTuple):
    """A room, by its id or its code, and whether to watch there."""

    where: str
    watch: bool


class RoomChoice:
    """Lists rooms and reads what is wanted."""

    def __init__(self, read_list: Callable[[], Sequence[ListedParty]], lines: TextIO, out: TextIO) -> None:
        self._read_list = read_list
        self._lines = lines
        self._out = out
        self._rooms: Sequence[ListedParty] = ()

    def run(self, *, watch: bool = False) -> Choice | None:
        """Return the choice, None if the input ends or the person quits."""
        self._list()
        while line := self._lines.readline():
            words = line.lower().split()
            if words[:1] in (["q"], ["quit"]):
                return None
            try:
                if words in (["list"], ["l"]):
                    self._list()
                elif words:
                    return self._choice(line.split(), watch=watch)
            except SapperError as error:
                self._print(message("text.error", reason=plain(wording().error(error))))
        return None

    def _choice(self, words: list[str], *, watch: bool) -> Choice:
        """Return the meaning of a line, or raise an error with the allowed forms."""
        if words[0].lower() in ("watch", "w") and len(words) > 1:
            words, watch = words[1:], True
        text = " ".join(words)
        if text.isdecimal():
            return self._numbered(text, watch=watch)
        try:
            where = room_address(text)
        except SapperError:
            raise CommandError(message("rooms.text-no-code", text=repr(plain(text)))) from None
        return Choice(where.party or where.code or "", watch)

    def _numbered(self, text: str, *, watch: bool) -> Choice:
        number = int(text) if len(text) < 5 else 0
        if not 1 <= number <= len(self._rooms):
            raise CommandError(message("rooms.text-no-room", number=text))
        room = self._rooms[number - 1]
        return Choice(room.party, watch or not (room.has_free_seat or room.is_mine))

    def _list(self) -> None:
        self._rooms = self._read_list()
        for number, room in enumerate(self._rooms, 1):
            self._print(_room_line(number, room))
        if not self._rooms:
            self._print(message("rooms.no-rooms"))
        self._print(message("rooms.text-choose"))

    def _print(self, line: str) -> None:
        self._out.write(line + "\n")
        self._out.flush()


def _room_line(number: int, room: ListedParty) -> str:
    owner = plain(room.owner, MOST_LETTERS) or "?"
    return message(
        "rooms.text-room",
        number=number,
        name=plain(room.name, 60) or message("rooms.room-of", name=owner),
        mode=wording().mode(room.mode).name.lower(),
        rules=plain(room.rules),
        taken=len(room.seats),
        seats=room.most_seats,
        state=message("rooms.waiting" if room.stage == "waiting" else "rooms.in-play"),
    )
