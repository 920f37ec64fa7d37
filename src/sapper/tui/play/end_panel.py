"""What stands beside the board when a game is over: the result, why, the numbers, what can be done now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...board import CellState
from ...game import Status
from ..board.legend import legend, named
from ..drawing.lines import Writer
from . import live_figures

if TYPE_CHECKING:
    from .state import PlayState

LEAST_ROWS = 5
HEADING = 3  # lines, with the blank ones around it
WIDTH_LEAST = 30  # below the board, for a name and its value


def in_short(state: PlayState) -> str:
    """Say how it ended in one line."""
    told = f" {state.autopsy.sentence}" if state.autopsy else ""
    delta = f" {state.ending.delta}." if state.ending and state.ending.delta else ""
    return f"{_result(state)}.{delta}{told}"


def _result(state: PlayState) -> str:
    session = state.session
    status, time = session.game.status, live_figures.clock(session.elapsed)
    if status is Status.WON:
        return f"Won {time}"
    if status is Status.LOST:
        return f"Lost at {time}, {live_figures.percent_open(session.game)} % open"
    return "Given up"


def keys(state: PlayState) -> list[tuple[str, str, str, str]]:
    """List what can be done after the end: key, words, one word, action."""
    game = state.session.game
    keys = [("N", "new game", "new", "new")]
    if game.log:
        keys.append(("W", "watch the replay", "watch", "watch"))
    if game.first is not None:
        keys.append(("R", "same board again", "retry", "retry"))
    if game.status is Status.LOST:
        keys.append(("U", "undo and go on (practice)", "undo", "go-on"))
    if game.first is not None:
        keys.append(("X", "share: the board and its seed", "share", "share"))
        keys.append(("M", "more numbers", "numbers", "numbers"))
    if game.rules.layout.grade is not None and game.first is not None:
        keys.append(("V", "prove it", "prove", "prove"))
    return keys


def write(state: PlayState, writer: Writer, height: int) -> None:
    """Write the panel; where it is too low the keys go first, which stand below the board too, then the numbers."""
    top, legend_lines, key_lines = _new(writer), _new(writer), _new(writer)
    _write_top(state, top)
    _legend_of_loss(state, legend_lines)
    for key, words, _, action in keys(state):
        key_lines.key(key, words, action)
    room = height - len(top.lines) - HEADING
    marks = legend_lines.lines
    if marks and room - LEAST_ROWS <= len(marks):
        marks = marks[HEADING - 1 :]  # what the signs mean is worth more than a heading
    room -= len(marks) + bool(marks)
    has_keys = room - LEAST_ROWS > len(key_lines.lines)
    room -= len(key_lines.lines) + 1 if has_keys else 0
    writer.lines += top.lines
    if state.ending and room > 0:
        writer.heading("Numbers")
        for name, value in state.ending.rows(room)[:room]:
            writer.pair(name, value)
    for part in (marks, key_lines.lines if has_keys else []):
        if part:
            writer.gap()
            writer.lines += part


def _new(writer: Writer) -> Writer:
    return Writer(writer.ink, writer.glyphs, writer.width, writer.ground)


def _write_top(state: PlayState, writer: Writer) -> None:
    status = state.session.game.status
    first, _, rest = _result(state).partition(" ")
    token = {Status.WON: "good*", Status.LOST: "bad*"}.get(status, "text*")
    writer.line((f"{first} ", token), (rest, "text*" if status is Status.WON else "text"))
    if state.ending and state.ending.delta:
        is_best = state.ending.delta.startswith("New best")
        writer.paragraph(state.ending.delta, "good" if is_best else "muted")
    write_name(state, writer)
    if state.autopsy:
        writer.heading(state.autopsy.title)
        writer.paragraph(state.autopsy.sentence, "text", named(state.marks(), state.autopsy.sentence, writer))
        count = len(state.autopsy.safe)
        if count:
            writer.paragraph(f"{count} square{' was' if count == 1 else 's were'} safe at that moment.", "muted")


def write_name(state: PlayState, writer: Writer) -> None:
    """Write the line in which a name is typed, if one is asked for."""
    entry = state.naming
    if entry is None:
        return
    writer.gap()
    field = writer.ink("text", "raised", bold=True, underline=writer.ink.depth == "none")
    writer.line((entry.question, "text"))
    text = f" {entry.text}_"
    writer.line((f"{text:<{writer.width}}", field))


def _legend_of_loss(state: PlayState, writer: Writer) -> None:
    if state.session.game.status is not Status.LOST:
        return
    ink, glyphs = writer.ink, writer.glyphs
    rows = [(glyphs.hit, ink("mine", "exploded", bold=True), "the mine you hit")]
    if any(CellState.WRONG_FLAG in row for row in state.session.game.board.rows()):
        rows.append((glyphs.wrong, ink("wrong", "hidden.face", bold=True), "wrong flag: no mine here"))
    if state.autopsy and state.autopsy.safe:
        rows.append((glyphs.was_safe, ink("hint.safe", "hidden.face", bold=True), "was safe, you could prove it"))
    legend(writer, rows)


def how_it_went(state: PlayState, writer: Writer, height: int) -> None:
    """Write below the board how a game went that is over, and which board it was."""
    game, ending = state.session.game, state.ending
    if ending is None or writer.width < WIDTH_LEAST:
        return
    writer.heading("How it went")
    if game.status is Status.LOST:
        writer.pair("guesses before this one", ending.guesses_before)
    wrong = sum(row.count(CellState.WRONG_FLAG) for row in game.board.rows())
    flags = game.board.flags + wrong
    writer.pair("flags, of which wrong", f"{flags}, {wrong}")
    writer.pair("clicks", str(ending.metrics.clicks.total))
    if height - len(writer.lines) >= 6 and game.first is not None and state.session.seed:
        writer.gap()
        writer.heading("Board")
        seed = state.session.seed.text
        style = {seed: writer.style("text*")}
        writer.paragraph(f"Seed {seed} was fixed before your first click.", "muted", style)
