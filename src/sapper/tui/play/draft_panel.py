"""The panel while a draft is drawn, and the marks of the draft on the board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...coordinates import cell_name
from ...display.wording import message, wording
from ..board.legend import legend, named

if TYPE_CHECKING:
    from ..board.marks import Marks
    from ..drawing.lines import Writer
    from .state import PlayState


def mark(state: PlayState, marks: Marks) -> None:
    """Put the draft on the board: what was drawn, and what was found to follow."""
    draft, found = state.draft, state.followed
    marks.if_mine, marks.if_safe = frozenset(draft.mines), frozenset(draft.safe)
    if len(draft):
        marks.clash = frozenset(draft.clashes(state.session.game.board))
    if found is None:
        return
    for step in found.steps:
        if step.safe:
            marks.if_safe |= set(step.cells)
        else:
            marks.if_mine |= set(step.cells)
        marks.reason |= set(step.numbers)
    marks.clash |= set(found.clash)
    marks.reason -= marks.clash


def in_short(state: PlayState) -> str:
    """Return the draft in one line."""
    if state.followed is not None:
        return wording().phrase(state.followed.phrase)
    return _clash(state) or message("draft.about")


def write(state: PlayState, writer: Writer) -> None:
    """Write the marks, what follows from them, and how the draft is drawn."""
    draft, found, ink = state.draft, state.followed, writer.ink
    writer.heading(message("draft.title"))
    writer.paragraph(message("draft.about"))
    if state.note:
        writer.gap()
        writer.paragraph(state.note, "warn")
    marks = state.marks()
    if len(draft):
        writer.gap()
        writer.pair(message("draft.if-mine"), wording().join([cell_name(*cell) for cell in sorted(draft.mines)]) or "0")
        writer.pair(message("draft.if-safe"), wording().join([cell_name(*cell) for cell in sorted(draft.safe)]) or "0")
    if found is None:
        if clash := _clash(state):
            writer.gap()
            writer.paragraph(clash, "bad")
    else:
        for number, step in enumerate(found.steps, 1):
            writer.gap()
            text = f"{number} {wording().phrase(step.phrase)}"
            writer.paragraph(text, "text", named(marks, text, writer))
        if found.contradiction is not None:
            writer.heading(message("draft.cannot-be"))
        else:
            writer.gap()
        text = wording().phrase(found.phrase)
        writer.paragraph(text, "bad" if found.contradiction is not None else "text", named(marks, text, writer))
    ground = ink.mix("hidden.face", "question", 0.2)
    style = ink("question", ground, bold=True)
    legend(
        writer,
        [
            (writer.glyphs.pencil_mine, style, message("draft.if-mine")),
            (writer.glyphs.pencil_safe, style, message("draft.if-safe")),
        ],
    )
    writer.gap()
    writer.paragraph(message("draft.note"), "muted")


def _clash(state: PlayState) -> str:
    """Return which numbers the marks cannot be right with, empty if all agree."""
    clashes = state.draft.clashes(state.session.game.board)
    return message("draft.clash", squares=wording().join([cell_name(*cell) for cell in clashes])) if clashes else ""
