"""The panel next to the board of a room: the people, the result, lives, the invitation and what is said."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.cells import cell_len, set_cell_size

from ...client.news import not_ranked_words, place_words, result_sentence, score_words
from ...client.people import (
    bot_words,
    gain_words,
    knocker_name,
    name_of,
    phrases,
    ping_words,
    present,
    rating_words,
    speaker,
    spoken,
)
from ...client.plain_text import plain
from ...display.wording import message
from ..drawing.formatting import clock, percent
from ..drawing.lines import Line, Writer, cut, wrapped
from . import terms_words

if TYPE_CHECKING:
    from rich.style import Style

    from ...client import RemoteParty
    from ...server.protocol.party_messages import Line as Said
    from ...server.protocol.party_messages import PartySeat
    from ..drawing.lines import Part
    from .state import RoomState

LEAST_CHAT = 5  # lines, with the blank one before it
MOST_ROOMY = 5  # people who have a blank line between them


def write_side(state: RoomState, writer: Writer, height: int, *, has_more: bool) -> None:
    """Write the panel: with air between its lines where there is room, and else as much of it as fits.

    `has_more`: nothing is below the board, so what belongs there is written here.
    """
    for is_roomy in (True, False):
        lines = _sections(state, writer, height, is_roomy=is_roomy, has_more=has_more)
        if lines is not None:
            break
    writer.lines += lines or []


def _sections(state: RoomState, writer: Writer, height: int, *, is_roomy: bool, has_more: bool) -> list[Line] | None:
    """Return the lines of all sections, what is said at the end; None if they need air that there is not."""
    shown: list[Line] = []
    sections = (_players, _note, _result, _terms, _lives, *((_contest,) if has_more else ()), _invite)
    for write in sections:
        part = _new(writer, is_roomy=is_roomy)
        write(state, part)
        if not part.lines:
            continue
        lines = [*([Line((), writer.fill)] if shown else []), *part.lines]
        if len(shown) + len(lines) + LEAST_CHAT > height and write is not _players:
            if is_roomy:
                return None
            continue
        shown += lines
    chat = _new(writer, is_roomy=is_roomy)
    _chat(state, chat, height - len(shown) - 1)
    return [*shown[:height], *([Line((), writer.fill)] if chat.lines else []), *chat.lines]


class _PanelWriter(Writer):
    """A writer that knows whether there is room for blank lines."""

    is_roomy = False


def _new(writer: Writer, *, is_roomy: bool) -> _PanelWriter:
    made = _PanelWriter(writer.ink, writer.glyphs, writer.width, writer.ground)
    made.is_roomy = is_roomy
    return made


def heading(writer: Writer, text: str, aside: str = "") -> None:
    """Write a heading with a rule, and a value at its end."""
    rule = writer.glyphs.rule * max(writer.width - cell_len(text) - 1 - (cell_len(aside) + 1 if aside else 0), 0)
    writer.line((f"{text} ", "muted*"), (rule, "line"), (f" {aside}" if aside else "", "muted"))
    if getattr(writer, "is_roomy", True):
        writer.gap()


def badge(state: RoomState, writer: Writer, seat: int) -> Part:
    """Return the letter of a player on the ground of their colour."""
    person = state.people[seat]
    style = writer.ink("page", person.token, bold=True, reverse=writer.ink.depth == "none")
    return f" {person.initial} ", style


def _players(state: RoomState, writer: _PanelWriter) -> None:
    party = state.party
    watching, people = party.state.watching, present(party)
    heading(writer, message("rooms.players"), message("rooms.watching", count=watching) if watching else "")
    for number, seat in enumerate(people):
        if number and writer.is_roomy and len(people) <= MOST_ROOMY:
            writer.gap()
        _player(state, writer, seat)
    for knock in party.state.knocks if party.is_owner else ():
        writer.paragraph(message("rooms.knocks", name=knocker_name(knock)), "accent*")


def _note(state: RoomState, writer: _PanelWriter) -> None:
    if state.notice:
        writer.paragraph(state.notice, "warn")
    over = state.party.game.over if state.party.game else None
    if over is not None and over.sealed and state.party.is_playing:
        writer.paragraph(message("rooms.shown-later"), "text")
    if state.party.is_late:
        writer.paragraph(message("rooms.late"), "text")


def _contest(state: RoomState, writer: _PanelWriter) -> None:
    """Write who is how far, where no panel below the board does."""
    from . import below

    if state.party.is_playing and not state.party.mode.is_team:
        below.bars(state, writer, MOST_ROOMY + 4)


def _player(state: RoomState, writer: Writer, seat: PartySeat) -> None:
    party = state.party
    tags = []
    if seat.seat == party.seat:
        tags.append(message("rooms.you"))
    if seat.device == "phone":
        tags.append(message("rooms.on-phone"))
    elif words := bot_words(seat):
        tags.append(words)
    if seat.seat == party.state.owner and not party.is_playing:
        tags.append(message("rooms.owner"))
    if seat.is_muted:
        tags.append(message("rooms.muted"))
    words, figure = doing(state, seat)
    mark = badge(state, writer, seat.seat)
    room = writer.width - cell_len(mark[0]) - 1
    tag, right = " ".join(tags), f"{words}  {figure}" if words and figure else words or figure
    name = name_of(seat)
    left = room - cell_len(right) - 1 if right else room
    for more in (rating_words(seat.rating), ping_words(party, seat)):
        if more and cell_len(f"{name} {tag} {more}") < left:
            tag = f"{tag} {more}".strip()
    if cell_len(name) + cell_len(tag) + bool(tag) > left:
        tag = tag if cell_len(tag) < left - 8 else ""
        name = _cut(name, left - (cell_len(tag) + 1 if tag else 0), writer)
    gap = left - cell_len(name) - (cell_len(tag) + 1 if tag else 0)
    writer.line(
        mark,
        (f" {name}", "text*" if seat.is_here else "muted*"),
        (f" {tag}" if tag else "", "muted"),
        (" " * max(gap + 1, 1), "muted"),
        (words, "muted"),
        ("  " if words and figure else "", "muted"),
        (figure, "text"),
    )


def _cut(text: str, width: int, writer: Writer) -> str:
    if cell_len(text) <= width:
        return text
    sign = writer.glyphs.more
    return set_cell_size(text, max(width - len(sign), 1)).rstrip() + sign


def doing(state: RoomState, seat: PartySeat) -> tuple[str, str]:
    """Return what a player does or has achieved, and a figure."""
    party = state.party
    if seat.has_left or not seat.is_here:
        return _absence(state, seat), _part_words(state, seat) if party.mode.is_team else ""
    if not party.is_playing:
        wins = message("count.wins", count=seat.wins) if seat.wins else ""
        return wins, message("rooms.is-ready" if seat.is_ready else "rooms.not-ready")
    mode = party.mode
    if mode.is_team:
        return _share_words(state, seat)
    if mode.has_turns:
        points = party.turn.points.get(seat.seat, 0) if party.turn else 0
        return _clock(party.clock_of(seat.seat)), str(points)
    progress = party.progress.get(seat.seat)
    if progress is None:
        return "", "" if seat.plays else message("rooms.next-time")
    if mode.has_boards:
        return message("rooms.board-number", number=progress.board + 1), message(
            "rooms.solved-of", count=progress.solved
        )
    if progress.status == "won":
        return message("rooms.done"), clock(progress.at)
    words = message("rooms.hit-a-mine") if progress.status == "lost" else ""
    return words, percent(progress.share)


def _absence(state: RoomState, seat: PartySeat) -> str:
    """Return in words that a player is not here."""
    if seat.has_left:
        return message("rooms.gone")
    seconds = int(state.party.leaves_in(seat))
    return message("rooms.reconnecting", seconds=seconds) if seconds else message("rooms.away")


def part_of(party: RemoteParty, seat: int) -> float:
    """Return a player's share of the open cells in a game with several players."""
    opened = party.shares.opened if party.shares else {}
    return opened.get(seat, 0) / max(sum(opened.values()), 1)


def _part_words(state: RoomState, seat: PartySeat) -> str:
    return percent(part_of(state.party, seat.seat)) if state.party.is_playing and state.party.shares else ""


def _share_words(state: RoomState, seat: PartySeat) -> tuple[str, str]:
    shares = state.party.shares
    if shares is None:
        return "", ""
    flags = sum(by == seat.seat for by in shares.flags.values())
    opened = shares.opened.get(seat.seat, 0)
    words = message("rooms.share", opened=opened, flags=message("rooms.flags", count=flags))
    hits = shares.hits.get(seat.seat, 0)
    if state.party.terms.lives == "own" and hits:
        words = message("rooms.hits", count=hits)
    return words, _part_words(state, seat)


def _clock(seconds: float) -> str:
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"


def _result(state: RoomState, writer: _PanelWriter) -> None:
    party = state.party
    if party.is_playing or not party.result:
        return
    heading(writer, message("rooms.result"))
    writer.paragraph(result_sentence(party), "text*")
    if party.state.match_winner is not None and party.state.match_winner in party.seats:
        name = name_of(party.seats[party.state.match_winner])
        writer.paragraph(message("rooms.won-match", name=name), "good")
    if words := not_ranked_words(party.game.over if party.game else None):
        writer.paragraph(words, "muted")
    if party.round_link:
        writer.paragraph(message("round.watch-key"), "muted")
    if party.mode.is_team:
        return
    for score in party.result:
        seat = party.seats.get(score.seat)
        if seat is not None:
            tag = f" ({words})" if (words := bot_words(seat)) else ""
            tag += f"  {gain}" if (gain := gain_words(seat.rating)) else ""
            writer.pair(f"{place_words(score)} {name_of(seat)}{tag}", score_words(party, score))


def _terms(state: RoomState, writer: _PanelWriter) -> None:
    party = state.party
    if party.is_playing:
        return
    heading(writer, message("rooms.rules"))
    for name, value in terms_words.rows(party.terms, writer.glyphs):
        writer.pair(name, value, "text")


def _lives(state: RoomState, writer: _PanelWriter) -> None:
    game, party = state.session.game, state.party
    if party.is_playing and party.mode.has_lives and game.rules.lives > 1 and party.game:
        words = message("rooms.lives-own" if party.terms.lives == "own" else "rooms.lives-shared")
        heading(writer, words, message("rooms.lives-left", left=game.lives, all=game.rules.lives))
        del writer.lines[1:]


def _invite(state: RoomState, writer: _PanelWriter) -> None:
    party = state.party
    if party.is_playing and not writer.is_roomy:  # what is said matters more
        return
    heading(writer, message("rooms.invite"))
    writer.paragraph(party.link, "text")
    code = plain(party.state.code)
    if code:
        writer.line((f"{message('rooms.code')} ", "muted"), (code, "text*"))


def _chat(state: RoomState, writer: _PanelWriter, height: int) -> None:
    if height < 2:
        return
    heading(writer, message("rooms.chat-watchers" if state.party.is_apart else "rooms.chat"))
    field = talk_field(state, writer)
    room = height - len(writer.lines) - len(field) - writer.is_roomy
    lines = [line for said in list(state.party.said)[-30:] for line in _said(state, writer, said)]
    if room > 0 and lines:
        writer.lines += lines[-room:]
        writer.gap(int(writer.is_roomy))
    writer.lines += field


def _said(state: RoomState, writer: Writer, line: Said) -> list[Line]:
    """Return a line of the chat, over as many lines as it needs."""
    name = speaker(state.party, line)
    person = state.people.get(line.seat) if line.seat is not None else None
    style = writer.ink(person.token if person else "muted", writer.ground, bold=True)
    width = min(max(cell_len(name), 6), 12)
    shown = set_cell_size(_cut(name, width, writer), width)
    words = wrapped(spoken(line), max(writer.width - width - 1, 8)) or [""]
    first = [(shown, style), (f" {words[0]}", writer.fill)]
    more = [[(" " * (width + 1) + rest, writer.fill)] for rest in words[1:]]
    return [Line(cut(parts, writer.width, writer.glyphs), writer.fill) for parts in (first, *more)]


def talk_field(state: RoomState, writer: Writer) -> list[Line]:
    """Return the line in which something is typed, with the quick phrases while nothing is."""
    ink = writer.ink
    ground: Style = ink("text", "raised", underline=ink.depth == "none")
    if state.talk is None:
        words = f" T  {message('rooms.say-to-watchers' if state.party.is_apart else 'rooms.say-something')}"
        style = ink("muted", "raised", underline=ink.depth == "none")
        return [Line([(set_cell_size(words, writer.width), style)], writer.fill, "talk")]
    text = f" {state.talk.text}_"
    while cell_len(text) > writer.width:
        text = text[2:]
    lines = [Line([(set_cell_size(text, writer.width), ground)], writer.fill)]
    if not state.talk.text:
        for number, phrase in enumerate(phrases(), 1):
            parts = [(f" {number} ", ink("text", "raised", bold=True)), (f" {phrase}", writer.style("muted"))]
            lines.append(Line(cut(parts, writer.width, writer.glyphs), writer.fill, f"phrase:{number}"))
    return lines
