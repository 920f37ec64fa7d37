"""The people of a room as others see them: a name and a letter, safe to draw."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from ..display.wording import message, said
from .errors import known_phrase
from .plain_text import plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..server.protocol.api_types import ListedSeat
    from ..server.protocol.party_messages import Knock, Line, PartySeat, SeatRating
    from .party import RemoteParty

MOST_LETTERS = 24
#: The words for a seat of the solver, by its strength.
STRENGTHS = {"slow": "opponents.is-slow", "steady": "opponents.is-steady", "fast": "opponents.is-fast"}


def name_of(seat: PartySeat) -> str:
    """Return the name of a player, or the number of the seat for a player without one."""
    return plain(seat.name, MOST_LETTERS) or message("rooms.player", number=seat.seat + 1)


def bot_words(seat: PartySeat) -> str:
    """Return what marks the seat of a program: the strength of the solver, or any bot; empty for people."""
    if seat.strength in STRENGTHS:
        return message(STRENGTHS[seat.strength])
    return message("rooms.is-bot") if seat.device == "bot" else ""


def rating_words(rating: SeatRating | None) -> str:
    """Return a rating, with a question mark as long as it is not certain; empty for none."""
    return "" if rating is None else f"{rating.value}{'' if rating.is_sure else '?'}"


def ratings_words(seats: Sequence[ListedSeat]) -> str:
    """Return the ratings of several players, from the lowest to the highest; empty where nobody has one."""
    rated = sorted((seat.rating for seat in seats if seat.rating), key=lambda rating: rating.value)
    ends = [rating_words(rating) for rating in (rated[:1] + rated[-1:])]
    return " - ".join(dict.fromkeys(ends))


def gain_words(rating: SeatRating | None) -> str:
    """Return a rating with what the last round changed; empty if that is nothing."""
    if rating is None or rating.gain is None:
        return ""
    return f"{rating_words(rating)} ({rating.gain:+})"


def ping_words(party: RemoteParty, seat: PartySeat) -> str:
    """Return the round trip of a player to the server; empty as long as it is not known."""
    ping = party.pings.get(seat.seat) if seat.is_here else None
    return "" if ping is None else message("rooms.ping", ms=ping)


def knocker_name(knock: Knock) -> str:
    """Return the name of a person who wants to come in."""
    return plain(knock.name, MOST_LETTERS) or message("rooms.player", number="?")


def name_at(party: RemoteParty, seat: int | None) -> str:
    """Return the name of the player of a seat, also of one who has left; any other number is a player too."""
    found = party.seats.get(seat) if seat is not None else None
    if found is None:
        return message("rooms.player", number=(seat or 0) + 1)
    return name_of(found)


def initials(party: RemoteParty) -> dict[int, str]:
    """Return a letter of one column for everybody, by seat: of the name where it is free, else the number of the seat.

    No two people who are here have the same one, because colours alone do not tell players apart.
    """
    found: dict[int, str] = {}
    for seat in sorted(party.state.seats, key=lambda seat: (seat.has_left, seat.seat)):
        free = [letter for letter in _letters(seat) if letter not in found.values()]
        found[seat.seat] = free[0] if free else _letters(seat)[-1]
    return found


def _letters(seat: PartySeat) -> list[str]:
    """Return the letters that may stand for a player, the best first."""
    name = plain(seat.name, MOST_LETTERS).upper()
    narrow = [letter for letter in name if letter.isalnum() and unicodedata.east_asian_width(letter) not in "WF"]
    return [*narrow, str((seat.seat + 1) % 10)]


def room_name(party: RemoteParty) -> str:
    """Return the name of a room, or one made from who opened it."""
    name = plain(party.terms.name, 60)
    if name:
        return name
    owner = party.seats.get(party.state.owner)
    return message("rooms.room-of", name=name_of(owner)) if owner else message("rooms.room")


def present(party: RemoteParty) -> list[PartySeat]:
    """Return those who have a seat now, and in a round those who began it."""
    return [seat for seat in party.state.seats if not seat.has_left or (seat.plays and party.is_playing)]


def phrases() -> tuple[str, ...]:
    """Return the quick phrases, by their numbers."""
    from ..display.wording import wording

    return wording().lines("together.phrases")


#: The faces that a player can make, by their numbers among the quick phrases.
EMOTES = {16: ":)", 17: ":o", 18: "B)", 19: "X(", 20: "-_-"}


def emote_in(text: str) -> int | None:
    """Return the number of the face that a text is, None for any other text."""
    return next((number for number, sign in EMOTES.items() if sign.lower() == text.strip().lower()), None)


def spoken(line: Line) -> str:
    """Return what a line says: its text, its phrase or its face, and whether only those who watch read it."""
    if line.phrase in EMOTES:
        return EMOTES[line.phrase]
    known = phrases()
    is_quick = line.phrase is not None and line.phrase < len(known)
    text = known[line.phrase or 0] if is_quick else said(known_phrase(line.text, line.sentence))
    return message("rooms.watchers-line", text=text) if line.for_watchers else text


def speaker(party: RemoteParty, line: Line) -> str:
    """Return the name of who said a line."""
    return plain(line.name, MOST_LETTERS) or name_at(party, line.seat)
