"""The panel next to a replay: the review, and the list of moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.cells import cell_len, set_cell_size

from ...action import Kind
from ...analysis.metrics import seconds_text
from ...coordinates import cell_name
from ...display.wording import message, sentence, wording
from ..drawing.formatting import percent
from ..drawing.lines import Line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.style import Style

    from ...analysis.review import JudgedMove
    from ...replay.contributions import Contribution
    from ...replay.model import Replay
    from ..drawing.lines import Writer
    from .comments import Comment
    from .hand import ReplayHand
    from .playback import Playback
    from .review_task import ReviewTask

_WORD = 8  # letters of what a move does, at least
_BESIDE_THE_WORD = 15  # letters of its square and of what it opened, with spaces


def write_review(writer: Writer, task: ReviewTask, comment: Comment | None, note: str) -> None:
    """Write how many mistakes and guesses there were, and the comment on this move."""
    writer.heading(message("replay.review"))
    review, glyphs = task.review, writer.glyphs
    if review is None:
        progress = sentence(task.failure) if task.failure else message("replay.reviewing", share=percent(task.share))
        writer.paragraph(progress, "muted")
    else:
        groups = [
            [(f"{glyphs.mistake} ", "bad*"), (message("count.mistakes", count=len(review.mistakes)), "text")],
            [(f"{glyphs.guess} ", "warn*"), (message("count.guesses", count=len(review.guesses)), "text")],
            [(message("replay.survival", share=percent(review.survival)), "text")],
        ]
        size = sum(cell_len(text) for group in groups for text, _ in group)
        gap = max((writer.width - size) // 2, 1)
        if size + 2 * gap > writer.width:
            for group in groups:
                writer.line(*group)
        else:
            between = [(" " * min(gap, 3), "muted")]
            writer.line(*groups[0], *between, *groups[1], *between, *groups[2])
    if task.report:
        writer.paragraph(wording().phrase(task.report.phrase), "text")
    if comment:
        writer.gap()
        styles = _styles(writer, comment)
        title = writer.style("bad*" if comment.marks.mistake else "warn*")
        styles |= dict.fromkeys(comment.title.split(), title)
        writer.paragraph(f"{comment.title}. {comment.sentence}", "text", styles)
    if note:
        writer.gap()
        writer.paragraph(note, "warn")


def _styles(writer: Writer, comment: Comment) -> dict[str, Style]:
    """Return the style of each named square: that of its mark on the board."""
    ink, ground = writer.ink, writer.ground
    styles = {cell_name(*cell): ink("hint.safe", ground, bold=True) for cell in comment.marks.safe}
    for cell in comment.marks.reason:
        styles[cell_name(*cell)] = ink("hint.reason", ground, bold=True, underline=True)
    return styles


def write_players(writer: Writer, parts: Sequence[Contribution]) -> None:
    """Write what each did in a game of several."""
    if not parts:
        return
    writer.gap()
    writer.heading(message("parts.title"))
    for part in parts:
        writer.pair(part.name, message("parts.opened", count=part.opened, share=percent(part.share)))
        writer.line((message("parts.rest", flags=part.flags, hits=part.hits), "muted"))
    writer.gap()


def write_origin(writer: Writer, replay: Replay) -> None:
    """Write the program that recorded a game of another program, and its mode."""
    said = (("replay.program", replay.program), ("replay.mode", replay.mode)) if replay.seed is None else ()
    lines = [message(key, **{key.rpartition(".")[2]: value}) for key, value in said if value]
    if not lines:
        return
    writer.gap()
    for line in lines:
        writer.paragraph(line, "muted")


def write_moves(
    writer: Writer,
    playback: Playback,
    judged: dict[int, JudgedMove],
    parts: Sequence[Contribution],
    hand: ReplayHand,
    height: int,
) -> None:
    """Write the moves around the one that was played last, and who made each of several; a click goes there."""
    writer.heading(message("replay.moves"))
    rows = max(height - len(writer.lines), 1)
    entries, here = playback.replay.entries, playback.place - 1
    first = max(min(here - rows // 2, len(entries) - rows), 0)
    size = max(len(str(len(entries))), 2)
    initials = {part.by: part.name[:1].upper() for part in parts}
    for place in range(first, min(first + rows, len(entries))):
        who = initials.get(entries[place].by, "")
        writer.lines.append(_move(writer, playback, place, judged.get(place), size, who, hand, is_here=place == here))


def _move(
    writer: Writer,
    playback: Playback,
    place: int,
    move: JudgedMove | None,
    size: int,
    who: str,
    hand: ReplayHand,
    *,
    is_here: bool,
) -> Line:
    entry, ink, glyphs = playback.replay.entries[place], writer.ink, writer.glyphs
    ground = "raised" if is_here else writer.ground
    faint = ink("muted", ground, reverse=is_here and ink.depth == "none")
    strong = ink("text", ground, bold=True, reverse=is_here and ink.depth == "none")
    kind = entry.action.kind
    name = cell_name(entry.action.row, entry.action.col) if kind.has_cell else ""
    half = message("replay.one-and-a-half") if hand.one_and_a_half else ""
    word = half if place in hand.one_and_a_half else wording().words("moves", kind).name
    sign, style = "", faint
    if move and move.verdict.is_mistake:
        sign, style = f"{glyphs.mistake} {percent(move.risk)}", ink("bad", ground, bold=True)
    elif move and move.verdict.is_guess:
        sign, style = f"{glyphs.guess} {percent(move.risk)}", ink("warn", ground, bold=True)
    elif hand.opened[place] > 1:
        sign = f"+{hand.opened[place]}"
    time = wording().decimal(seconds_text(entry.at, 1))
    number = f"{place + 1:>{size}}  {who}{' ' if who else ''}"
    free = writer.width - len(number) - cell_len(time) - _BESIDE_THE_WORD
    longest = max(cell_len(wording().words("moves", kind).name) for kind in Kind if kind.has_cell)
    word = set_cell_size(word, max(min(max(cell_len(half), longest), free), _WORD))
    parts = [(number, faint), (f"{name:<5}", strong), (f"{word} ", faint), (f"{sign:<8}", style)]
    room = max(writer.width - sum(cell_len(text) for text, _ in parts) - cell_len(time), 1)
    return Line([*parts, (" " * room + time, faint)], ink("text", ground), f"move:{place + 1}")
