"""The panel while help is shown: the steps of a hint, the odds, and a note."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...display.wording import ended, message, wording
from ..board.legend import legend, named
from ..drawing.lines import Writer
from . import draft_panel
from .hint_steps import STEPS

if TYPE_CHECKING:
    from collections.abc import Callable

    from rich.style import Style

    from ..board.marks import Marks
    from ..board.odds import OddsReport
    from .state import PlayState


def with_note(state: PlayState, writer: Writer, height: int, write: Callable[[int], None]) -> None:
    """Write a panel in the height that a note leaves, and the note below it."""
    note = Writer(writer.ink, writer.glyphs, writer.width, writer.ground)
    if state.note:
        note.paragraph(state.note, "warn")
        height = max(height - len(note.lines) - 1, 0)
    write(height)
    if state.note:
        del writer.lines[height:]  # the note is new, so it is shown whole
        writer.gap()
        writer.lines += note.lines


def in_short(state: PlayState) -> str:
    """Return the hint or the odds in one line, empty without either."""
    if state.hint_steps.hint:
        return " ".join(state.hint_steps.sentences)
    if state.is_drafting:
        return draft_panel.in_short(state)
    return odds_sentence(state.odds) if state.odds else ""


def odds_sentence(odds: OddsReport) -> str:
    """Return the odds in words."""
    return f"{odds.sentence} {message('odds.not-ranked')}"


def write(state: PlayState, writer: Writer) -> None:
    """Write the hint that is shown."""
    steps, ink, marks = state.hint_steps, writer.ink, state.marks()
    hint = steps.hint
    assert hint is not None
    pattern = hint.explanation.pattern if hint.explanation and steps.step > 2 else None
    writer.heading(message("hint.step", step=steps.step) + (f" {writer.glyphs.dot} {pattern}" if pattern else ""))
    names: list[tuple[str, Style]] = []
    for place, name in enumerate(STEPS, 1):
        if place > 1:
            names.append((f" {writer.glyphs.rule * 2} ", writer.style("line")))
        is_here = place == steps.step
        style = ink("accent", writer.ground, bold=True, underline=True) if is_here else writer.style("muted")
        names.append((message(name), style))
    writer.line(*names)
    for sentence in steps.sentences:
        for place, clause in enumerate(_clauses(sentence)):
            writer.gap()
            text = message("hint.then", sentence=clause) if place else clause
            writer.paragraph(ended(text), "text", named(marks, text, writer))
    if steps.step > 1:
        _legend_of_hint(state, marks, writer)
    writer.gap()
    writer.paragraph(message("hint.hinted"), "muted")


def _clauses(sentence: str) -> list[str]:
    """Return the steps of a reason."""
    between = wording().template("reason.then").removeprefix("{first}").removesuffix("{next}")
    return sentence.split(between)


def _legend_of_hint(state: PlayState, marks: Marks, writer: Writer) -> None:
    ink, glyphs = writer.ink, writer.glyphs
    ground = "hidden.face"
    rows: list[tuple[str, Style, str]] = []
    if marks.reason:
        number = str(state.session.game.board[min(marks.reason)])
        style = ink(f"number.{number}", ink.mix("open", "hint.reason", 0.28), bold=True, underline=True)
        rows.append((number, style, message("legend.reason")))
    if marks.shared:
        rows.append((glyphs.shared, ink("hint.reason", ground), message("legend.shared")))
    if marks.safe:
        rows.append((glyphs.safe, ink("hint.safe", ground, bold=True), message("legend.safe")))
    if marks.best:
        style = ink("text", ink.mix(ground, "hint.safe", 0.26), bold=True, underline=True)
        rows.append((f"{round(100 * min(marks.odds.values())):2}", style, message("legend.guess")))
    if marks.wrong_flag:
        style = ink("text", ink.mix(ground, "bad", 0.35), bold=True, underline=True)
        rows.append((glyphs.flag, style, message("legend.wrong-flag-now")))
    if marks.mine:
        rows.append((glyphs.mined, ink("hint.mine", ground, bold=True), message("legend.mine")))
    legend(writer, rows)
