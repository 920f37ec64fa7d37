"""The lines below the board of a room, and above the keys where there is no panel: players and last moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.cells import cell_len, set_cell_size

from ...analysis.metrics import seconds_text
from ...client.people import name_of, present, speaker, spoken
from ...display.wording import message, wording
from ..drawing.formatting import percent
from ..drawing.lines import Line, Writer, cut
from .panel import doing, heading, part_of

if TYPE_CHECKING:
    from ...client.news import News
    from ...server.protocol.party_messages import PartySeat
    from ..drawing.lines import Part
    from .state import RoomState

NAME = 10  # columns of a name before a bar
MOVES_LEAST = 5  # lines for the last moves and their heading


def below(state: RoomState, writer: Writer, height: int) -> None:
    """Write the panel below the board."""
    party = state.party
    if party.is_playing or party.shares:
        bars(state, writer, height)
    left = height - len(writer.lines) - 1
    if left >= 3 and state.moves:
        writer.gap()
        _moves(state, writer, left - 1)


def bars(state: RoomState, writer: Writer, height: int) -> None:
    """Write how far everybody is, as bars: of what is open, of mines found, or of solved boards."""
    party = state.party
    values = {seat.seat: _value(state, seat) for seat in present(party)}
    aside = ""
    if party.mode.has_turns:
        aside = message("rooms.to-win", count=state.session.game.rules.level.mines // 2 + 1)
    heading(writer, wording().mode(party.mode.name).standing, aside)
    people = present(party)
    if party.mode.has_boards:
        people = sorted(people, key=lambda seat: -values[seat.seat])
    most = 1.0 if party.mode.is_match else max([*values.values(), 0.01])
    width = writer.width - NAME - 9
    for seat in people[: max(height - 2, 1)]:
        person, share = state.people[seat.seat], values[seat.seat] / most
        filled = round(min(max(share, 0.0), 1.0) * width)
        name = set_cell_size(name_of(seat), NAME - 2) + "  "
        _, figure = doing(state, seat) if party.is_playing else ("", percent(values[seat.seat]))
        writer.line(
            (name, writer.ink(person.token, writer.ground, bold=True)),
            (writer.glyphs.bar * filled, writer.ink(person.token, writer.ground)),
            (f" {figure}", "muted"),
        )


def _value(state: RoomState, seat: PartySeat) -> float:
    """Return the progress of a player: a share, or solved boards in an arena."""
    party, level = state.party, state.session.game.rules.level
    if party.mode.is_team:
        return part_of(party, seat.seat)
    if party.mode.has_turns:
        return 2 * (party.turn.points.get(seat.seat, 0) if party.turn else 0) / max(level.mines, 1)
    progress = party.progress.get(seat.seat)
    if progress is None:
        return 0.0
    return float(progress.solved) if party.mode.has_boards else progress.share


def _moves(state: RoomState, writer: Writer, room: int) -> None:
    heading(writer, message("game.last-moves"))
    for news in list(state.moves)[-max(room - 2, 1) :]:
        writer.line(*_move(state, writer, news))


def _move(state: RoomState, writer: Writer, news: News) -> list[Part]:
    at = f"{wording().decimal(seconds_text(news.at, 1)):>6}  " if news.at is not None else " " * 8
    seat = state.party.seats.get(news.seat) if news.seat is not None else None
    parts = [(at, writer.style("muted"))]
    if seat:
        style = writer.ink(state.people[seat.seat].token, writer.ground, bold=True)
        longest = max(min(cell_len(name_of(one)), NAME) for one in present(state.party))
        parts.append((f"{set_cell_size(name_of(seat), longest)}  ", style))
    return [*parts, (news.words, writer.fill)]


def people_line(state: RoomState, writer: Writer) -> Line:
    """Return everybody in one line, for a screen without a panel."""
    parts: list[Part] = [(" ", writer.fill)]
    for seat in present(state.party):
        person = state.people[seat.seat]
        words, figure = doing(state, seat)
        style = writer.ink("page", person.token, bold=True, reverse=writer.ink.depth == "none")
        name = message("rooms.you") if seat.seat == state.party.seat else name_of(seat)
        parts += [(f" {person.initial} ", style), (f" {name} ", writer.style("text*" if seat.is_here else "muted*"))]
        parts.append((f"{figure or words}  ", writer.style("muted")))
    return Line(cut(parts, writer.width - 1, writer.glyphs), writer.fill)


def last_line(state: RoomState, writer: Writer) -> Line | None:
    """Return the last line of the chat, or the last move."""
    said = state.party.said
    if said:
        line = said[-1]
        person = state.people.get(line.seat) if line.seat is not None else None
        style = writer.ink(person.token if person else "muted", writer.ground, bold=True)
        parts = [(f" {speaker(state.party, line)} ", style), (f" {spoken(line)}", writer.fill)]
        return Line(cut(parts, writer.width - 1, writer.glyphs), writer.fill, "talk")
    if state.moves:
        return Line(cut(_move(state, writer, state.moves[-1]), writer.width - 1, writer.glyphs), writer.fill)
    return None
