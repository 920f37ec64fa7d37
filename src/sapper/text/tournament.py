"""Tournaments in lines of text: a list of them, and the table of one."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from ..client.plain_text import plain
from ..display.columns import left, right, width
from ..display.wording import message, wording
from ..modes.tournaments import FORMATS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..server.protocol.api_types import Tournament, TournamentCard

_LONGEST_NAME = 40  # letters
_HOUR = 3600


def card_lines(cards: Sequence[TournamentCard]) -> Iterator[str]:
    """Yield a line for each tournament: when, what, and how far it is."""
    names = [name_of(card) for card in cards]
    longest = max(map(width, names), default=0)
    for card, name in zip(cards, names, strict=True):
        when = datetime.fromtimestamp(card.starts_at).strftime("%Y-%m-%d %H:%M")
        mine = f", {message('tournament.signed-up').lower()}" if card.is_mine and card.stage != "over" else ""
        yield f"{when}  {left(name, longest)}  {about(card)}; {state_of(card)}{mine}"


def name_of(card: TournamentCard) -> str:
    """Return the name of a tournament: its own, or its kind."""
    kinds = {"hourly": message("tournament.hourly"), "weekly": message("tournament.weekly")}
    kind = kinds.get(card.slot) or message("tournament.swiss" if _has_turns(card) else "tournament.races")
    return plain(card.name, _LONGEST_NAME) or kind


def _has_turns(card: TournamentCard) -> bool:
    """Return whether a tournament is played in rounds; of a kind that a newer server has, it is not known."""
    return card.format in FORMATS and FORMATS[card.format].has_turns


def about(card: TournamentCard) -> str:
    """Return what is played, and for how long."""
    turns = message("tournament.turns", count=card.turns)
    length = turns if _has_turns(card) else message("count.minutes", count=card.minutes)
    return f"{wording().mode(card.mode).name}, {plain(card.rules)}, {length}"


def state_of(card: TournamentCard) -> str:
    """Return who won, how many play, or how many are signed up."""
    if card.stage == "over":
        winner = plain(card.winner, _LONGEST_NAME)
        return message("tournament.won-by", name=winner) if winner else message("tournament.nobody")
    if card.stage == "playing":
        return message("tournament.playing", count=card.players)
    return message("tournament.signed", count=card.players) if card.players else message("tournament.open")


def time_left(found: Tournament) -> str:
    """Return how long it is until a tournament begins or ends, in words; the round of one that has rounds."""
    card = found.card
    if card.stage == "over":
        return message("tournament.is-over")
    if card.stage == "coming":
        return f"{message('tournament.begins-in')} {_time(card.starts_at - found.now / 1000)}"
    if found.ends_at is None:
        return message("tournament.turn", turn=found.turn, turns=card.turns)
    return f"{message('tournament.ends-in')} {_time((found.ends_at - found.now) / 1000)}"


def _time(seconds: float) -> str:
    left_ = max(0, round(seconds))
    if left_ >= _HOUR:
        return message("count.time-hours", hours=left_ // _HOUR, minutes=left_ % _HOUR // 60)
    return f"{left_ // 60}:{left_ % 60:02}"


def standings_lines(found: Tournament) -> Iterator[str]:
    """Yield a line for each player: place, points, the points of the last races, and the name."""
    scores = max((len(line.scores) for line in found.lines), default=0)
    for line in found.lines:
        races = left(" ".join(map(str, line.scores)), 2 * scores)
        notes = [message("race.you")] if line.is_me else []
        if line.state == "out":
            notes.append(message("tournament.is-out"))
        note = f" ({', '.join(notes)})" if notes else ""
        name = plain(line.name, _LONGEST_NAME)
        yield f"{right(str(line.place), 4)}  {right(str(line.points), 4)}  {races}  {name}{note}"
