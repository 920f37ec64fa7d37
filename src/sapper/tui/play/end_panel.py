"""The panels when a game is over: the result, why, the numbers, and what can be done now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.cells import set_cell_size

from ...display.wording import message, sentence, wording
from ...game import Status
from ..board.legend import legend, named
from ..drawing.formatting import clock
from ..drawing.lines import Writer
from . import live_figures
from .keys import after_game

if TYPE_CHECKING:
    from ..drawing.lines import Line
    from .solo_state import SoloState
    from .state import PlayState

LEAST_ROWS = 5
ROWS_OF_A_LOSS = 10  # figures that come before the report
HEADING = 3  # lines, with the blank ones around it
WIDTH_LEAST = 30  # below the board, for a name and its value


def in_short(state: SoloState) -> str:
    """Return in one line how the game ended."""
    delta = f" {sentence(state.summary.delta)}" if state.summary and state.summary.delta else ""
    review = f" {wording().phrase(state.loss.phrase)}" if state.loss else ""
    return f"{result(state)}.{delta}{review}"


def result(state: PlayState) -> str:
    """Return the result and the time of the game."""
    session = state.session
    status, time = session.game.status, clock(session.elapsed)
    if status is Status.WON:
        return message("end.won", time=time)
    share = live_figures.open_words(session.game)
    return message("end.lost" if status is Status.LOST else "end.abandoned", time=time, share=share)


def write(state: SoloState, writer: Writer, height: int) -> None:
    """Write the panel; where it is too low, the keys are left out first, then the numbers: the footer has the keys."""
    top, legend_lines, key_lines = _new(writer), _new(writer), _new(writer)
    _write_top(state, top)
    _legend_of_loss(state, legend_lines)
    for key in after_game(state):
        key_lines.key(key.printed, key.detailed, key.action)
    room = height - len(top.lines) - HEADING
    marks = legend_lines.lines
    if marks and room - LEAST_ROWS <= len(marks):
        marks = marks[HEADING - 1 :]  # the signs are worth more than a heading
    room -= len(marks) + bool(marks)
    report = _report(state, writer)
    if room - ROWS_OF_A_LOSS > len(report):
        top.lines += report
        room -= len(report)
    has_keys = room - LEAST_ROWS > len(key_lines.lines)
    room -= len(key_lines.lines) + 1 if has_keys else 0
    writer.lines += top.lines
    if state.summary and room > 0:
        writer.heading(message("figures.title"))
        for name, value in state.summary.rows(room)[:room]:
            writer.pair(name, value)
    for part in (marks, key_lines.lines if has_keys else []):
        if part:
            writer.gap()
            writer.lines += part


def _report(state: SoloState, writer: Writer) -> list[Line]:
    """Return what was given away and what luck did; nothing where neither did anything."""
    lines = _new(writer)
    report = state.summary.review_task.report if state.summary else None
    if report and (report.given_away or report.luck):
        lines.gap()
        lines.paragraph(wording().phrase(report.phrase), "text")
    return lines.lines


def _new(writer: Writer) -> Writer:
    return Writer(writer.ink, writer.glyphs, writer.width, writer.ground)


def _write_top(state: SoloState, writer: Writer) -> None:
    game, time = state.session.game, clock(state.session.elapsed)
    name = wording().status(game.status)
    if game.status is Status.WON:
        writer.line((f"{name} ", "good*"), (time, "text*"))
    else:
        at = message("end.at", time=time, share=live_figures.open_words(game))
        writer.line((f"{name} ", "bad*" if game.status is Status.LOST else "text*"), (at, "text"))
    if state.summary and state.summary.delta:
        writer.paragraph(state.summary.delta, "good" if state.summary.is_new_best else "muted")
    if state.summary and state.summary.remark:
        writer.paragraph(state.summary.remark, "muted")
    write_name(state, writer)
    if state.loss:
        writer.heading(wording().verdict(state.loss.kind).name)
        verdict = wording().phrase(state.loss.phrase)
        writer.paragraph(verdict, "text", named(state.marks(), verdict, writer))
        count = len(state.loss.safe)
        if count:
            writer.paragraph(message("loss.safe-then", count=count), "muted")


def write_name(state: SoloState, writer: Writer) -> None:
    """Write the line in which a name is typed, if one is asked for."""
    entry = state.name_entry
    if entry is None:
        return
    writer.gap()
    field = writer.ink("text", "raised", bold=True, underline=writer.ink.depth == "none")
    writer.line((entry.question, "text"))
    text = f" {entry.text}_"
    writer.line((set_cell_size(text, writer.width), field))


def _legend_of_loss(state: SoloState, writer: Writer) -> None:
    if state.session.game.status is not Status.LOST:
        return
    ink, glyphs = writer.ink, writer.glyphs
    rows = [(glyphs.hit, ink("mine", "exploded", bold=True), message("legend.hit"))]
    if state.session.game.board.wrong_flags:
        rows.append((glyphs.wrong, ink("wrong", "hidden.face", bold=True), message("legend.wrong-flag")))
    if state.loss and state.loss.safe:
        rows.append((glyphs.was_safe, ink("hint.safe", "hidden.face", bold=True), message("legend.was-safe")))
    legend(writer, rows)


def how_it_went(state: SoloState, writer: Writer, height: int) -> None:
    """Write below the board how a game went that is over, and which board it was."""
    game, summary = state.session.game, state.summary
    if summary is None or writer.width < WIDTH_LEAST:
        return
    writer.heading(message("end.how-it-went"))
    if game.status is Status.LOST:
        writer.pair(message("end.guesses-before"), summary.guesses_before)
    writer.pair(message("end.flags-and-wrong"), f"{game.board.flags}, {game.board.wrong_flags}")
    writer.pair(message("figures.clicks"), str(summary.metrics.clicks.total))
    if height - len(writer.lines) >= 6 and game.first is not None and state.session.seed:
        writer.gap()
        writer.heading(message("end.board"))
        seed = state.session.seed.text
        style = {seed: writer.style("text*")}
        writer.paragraph(message("end.seed", seed=seed), "muted", style)
