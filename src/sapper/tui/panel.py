"""What stands beside the board: numbers, hints, results, and what can be done now."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from .. import __version__
from ..action import Kind
from ..coordinates import cell_name
from ..game import Status
from ..solver import odds
from . import numbers, screens
from .catalogue import level_name
from .guide import STEPS
from .keystrokes import shown

if TYPE_CHECKING:
    from rich.style import Style

    from ..proof import Proof
    from .painted import Writer
    from .seat import Seat

    Cell = tuple[int, int]

_NAME = re.compile(r"^[A-Z]{1,3}[0-9]{1,4}$")
MOST_MOVES = 8
FIRST_TIME = "First time? Numbers count the mines they touch. Open what is safe, flag what is not."
_WORDS = {Kind.OPEN: "open", Kind.FLAG: "flag", Kind.CLEAR: "clear", Kind.QUESTION: "?", Kind.CHORD: "chord"}


def beside(seat: Seat, writer: Writer, height: int) -> None:
    """Write the panel as the game stands."""
    session = seat.session
    if session.is_paused:
        _paused(seat, writer)
    elif seat.guide.hint:
        _hint(seat, writer)
    elif session.game.status.is_over:
        _over(seat, writer)
    else:
        _playing(seat, writer, height)
    if seat.note:
        writer.gap()
        writer.paragraph(seat.note, "warn")


def in_short(seat: Seat) -> str:
    """Say the same in one line."""
    session = seat.session
    if seat.note:
        return seat.note
    if session.is_paused:
        return _left_behind(seat) if seat.offered else "Paused. The field is covered and the clock stands still."
    if seat.guide.hint:
        return " ".join(seat.guide.sentences)
    if session.game.status.is_over:
        told = f" {seat.autopsy.sentence}" if seat.autopsy else ""
        return f"{_result(seat)}.{told}"
    if seat.shows_odds:
        return _odds_sentence(seat)
    return ""


def _left_behind(seat: Seat) -> str:
    game = seat.session.game
    time = numbers.clock(seat.session.elapsed, 0)
    return f"You left a game: {level_name(game.rules)}, {numbers.percent_open(game)} % open, {time}."


def _paused(seat: Seat, writer: Writer) -> None:
    writer.heading("Unfinished game" if seat.offered else "Paused")
    writer.paragraph(_left_behind(seat) if seat.offered else "The field is covered and the clock stands still.")
    writer.gap()
    writer.key("P", "go on", "pause")
    writer.key("N", "new game", "new")
    writer.key("Q", "quit, keep this game for later", "quit")


def _hint(seat: Seat, writer: Writer) -> None:
    guide, ink = seat.guide, writer.ink
    hint = guide.hint
    assert hint is not None
    pattern = hint.argument.pattern if hint.argument and guide.step > 2 else None
    writer.heading(f"Hint {guide.step} of 4" + (f" {writer.glyphs.dot} {pattern}" if pattern else ""))
    steps: list[tuple[str, Style]] = []
    for place, word in enumerate(STEPS, 1):
        if place > 1:
            steps.append((f" {writer.glyphs.rule * 2} ", writer.style("line")))
        is_here = place == guide.step
        style = ink("accent", writer.ground, bold=True, underline=True) if is_here else writer.style("muted")
        steps.append((word, style))
    writer.line(*steps)
    for sentence in guide.sentences:
        for clause in sentence.split("; then "):
            writer.gap()
            text = clause if clause[0].isupper() else f"Then {clause}"
            writer.paragraph(text if text.endswith(".") else f"{text}.", "text", _named(seat, text, writer))
    if guide.step > 1:
        _legend_of_hint(seat, writer)
    writer.gap()
    writer.paragraph("This game now counts as hinted. It stays out of your best times.", "muted")


def _named(seat: Seat, text: str, writer: Writer) -> dict[str, Style]:
    """Give the names of cells in a sentence the style of their marks on the board."""
    ink, board = writer.ink, seat.session.game.board
    marks = seat.marks()
    styles: dict[str, Style] = {}
    for word in text.replace(",", " ").replace(".", " ").replace(":", " ").split():
        if not _NAME.match(word):
            continue
        for cells, token in ((marks.reason, "hint.reason"), (marks.safe, "hint.safe"), (marks.mine, "hint.mine")):
            if word in {cell_name(*cell) for cell in cells if board.level}:
                styles[word] = ink(token, writer.ground, bold=True, underline=token == "hint.reason")
    return styles


def _legend_of_hint(seat: Seat, writer: Writer) -> None:
    ink, glyphs, marks = writer.ink, writer.glyphs, seat.marks()
    ground = "hidden.face"
    rows: list[tuple[str, Style, str]] = []
    if marks.reason:
        number = str(seat.session.game.board[min(marks.reason)])
        style = ink(f"number.{number}", ink.mix("open", "hint.reason", 0.28), bold=True, underline=True)
        rows.append((number, style, "number that proves it"))
    if marks.shared:
        rows.append((glyphs.shared, ink("hint.reason", ground), "squares they touch"))
    if marks.safe:
        rows.append((glyphs.safe, ink("hint.safe", ground, bold=True), "safe: open it"))
    if marks.mine:
        rows.append((glyphs.mined, ink("hint.mine", ground, bold=True), "mine: flag it"))
    _legend(writer, rows)


def _legend(writer: Writer, rows: list[tuple[str, Style, str]]) -> None:
    if rows:
        writer.heading("Marks")
        for sign, style, words in rows:
            writer.line((f" {sign} ", style), (f"  {words}", "muted"))


def _result(seat: Seat) -> str:
    session = seat.session
    status, time = session.game.status, numbers.clock(session.elapsed)
    if status is Status.WON:
        return f"Won {time}"
    if status is Status.LOST:
        return f"Lost at {time}, {numbers.percent_open(session.game)} % open"
    return "Given up"


def over_keys(seat: Seat) -> list[tuple[str, str, str, str]]:
    """List what can be done after the end: key, words, one word, action."""
    game = seat.session.game
    keys = [("N", "new game", "new", "new")]
    if game.first is not None:
        keys.append(("R", "same board again", "retry", "retry"))
    if game.status is Status.LOST:
        keys.append(("U", "undo and go on (practice)", "undo", "go-on"))
    if screens.exists("watch"):
        keys.append(("W", "watch the replay", "watch", "watch"))
    if game.rules.layout.grade is not None and game.first is not None:
        keys.append(("V", "prove it", "prove", "prove"))
    if game.first is not None:
        keys.append(("X", "share: the id of this board", "share", "share"))
    return keys


def _over(seat: Seat, writer: Writer) -> None:
    session = seat.session
    status = session.game.status
    first, _, rest = _result(seat).partition(" ")
    token = {Status.WON: "good*", Status.LOST: "bad*"}.get(status, "text*")
    writer.line((f"{first} ", token), (rest, "text*" if status is Status.WON else "text"))
    if session.game.is_assisted:
        kind = "practice" if session.game.rules.practice else "hinted"
        writer.line((f"This game is {kind}: it stays out of your best times.", "muted"))
    if seat.autopsy:
        writer.heading(seat.autopsy.title)
        writer.paragraph(seat.autopsy.sentence, "text", _named(seat, seat.autopsy.sentence, writer))
        count = len(seat.autopsy.safe)
        if count:
            writer.paragraph(f"{count} square{' was' if count == 1 else 's were'} safe at that moment.", "muted")
    writer.heading("Numbers")
    for name, value in numbers.final(session):
        writer.pair(name, value)
    if status is Status.LOST:
        _legend_of_loss(seat, writer)
    writer.gap()
    for key, words, _, action in over_keys(seat):
        writer.key(key, words, action)


def _legend_of_loss(seat: Seat, writer: Writer) -> None:
    ink, glyphs = writer.ink, writer.glyphs
    rows = [(glyphs.hit, ink("mine", "exploded", bold=True), "the mine you hit")]
    if any(14 in row for row in seat.session.game.board.rows()):
        rows.append((glyphs.wrong, ink("wrong", "hidden.face", bold=True), "wrong flag: no mine here"))
    if seat.autopsy and seat.autopsy.safe:
        rows.append((glyphs.was_safe, ink("hint.safe", "hidden.face", bold=True), "was safe, you could prove it"))
    _legend(writer, rows)


def _odds_sentence(seat: Seat) -> str:
    session = seat.session
    chances = odds(session.board)
    power = chances.log_arrangements / 2.302585
    count = f"about 10^{round(power)}" if power > 6 else f"{round(10**power)}"
    free = [chance for row in chances.rows() for chance in row if chance is not None]
    lowest = min(free, default=0.0)
    return f"Exact, over {count} arrangements. Lowest risk {lowest * 100:.0f} %. This game is not ranked."


def _playing(seat: Seat, writer: Writer, height: int) -> None:
    session, glyphs = seat.session, writer.glyphs
    game = session.game
    if game.status is Status.READY:
        _levels(seat, writer)
    else:
        writer.heading("This game")
        for name, value in numbers.live(session):
            writer.pair(name, value)
        share = numbers.percent_open(game)
        writer.heading("Pace")
        filled = writer.width * share // 100
        writer.line((glyphs.bar * filled, "accent"), (glyphs.bar * (writer.width - filled), "line"))
        writer.pair(f"{share} % open", f"{game.rules.level.cells - game.rules.level.mines - game.board.opened} to open")
    if seat.shows_odds:
        writer.heading("Odds")
        writer.paragraph(_odds_sentence(seat), "muted")
    else:
        writer.heading("Stuck?")
        key = shown(seat.settings.keys.keys("hint")[0]) if seat.settings.keys.keys("hint") else ":"
        writer.paragraph(f"{key} tells you where to look, then which numbers, then the move.", "muted")
    if height - len(writer.lines) >= 13:
        _keys(seat, writer)


def _levels(seat: Seat, writer: Writer) -> None:
    rules = seat.session.game.rules
    name = level_name(rules)
    writer.heading("Levels")
    keys = seat.settings.keys
    for level in ("beginner", "intermediate", "expert", "custom"):
        own = keys.keys(level)
        writer.key(f"{shown(own[0]) if own else '':<5}", level.capitalize(), level, chosen=level.capitalize() == name)
    writer.gap()
    writer.paragraph(FIRST_TIME, "muted")


def _keys(seat: Seat, writer: Writer) -> None:
    keys = seat.settings.keys
    writer.heading("Keys")
    rows: list[tuple[tuple[str, ...], str]] = [
        (("arrows",) if keys.profile == "default" else ("arrows", "hjkl"), "move")
    ]
    for action, words in (
        ("open", "open, chord on a number"),
        ("mark", "flag"),
        ("chord", "chord"),
        ("next-frontier", "next square at the front"),
        ("odds", "odds"),
        ("best-move", "best move"),
        ("menu", "menu"),
    ):
        short = sorted((shown(key) for key in keys.keys(action) if len(key) <= 5), key=lambda key: key != "Space")
        rows.append((tuple(key for key in short if key != "Enter")[:3], words))
    for caps, words in rows:
        text = " ".join(caps)[:13]
        writer.line((f"{text:<14}", "text*"), (words, "muted"))


def last_moves(seat: Seat, writer: Writer, height: int) -> None:
    """Write the last moves below the board."""
    entries = [entry for entry in seat.session.game.log if entry.action.kind in _WORDS][-min(height - 2, MOST_MOVES) :]
    if not entries or seat.session.is_paused:
        return
    writer.heading("Last moves")
    for entry in entries:
        action = entry.action
        token = "flag" if action.kind is Kind.FLAG else "text"
        writer.line(
            (f"{numbers.clock(entry.at, 1)[:-2]:>7}  ", "muted"),
            (f"{cell_name(action.row, action.col):<5}", "text*"),
            (_WORDS[action.kind], token),
        )


def about(writer: Writer) -> None:
    """Say what this is."""
    writer.heading("About")
    writer.paragraph(f"Sapper {__version__}", "text*")
    writer.paragraph("Minesweeper as it should be: play it, prove it, study it.")
    writer.gap()
    writer.paragraph("Free software under the MIT licence. No account, no sound, no ads.", "muted")


def proven(proof: Proof, writer: Writer) -> None:
    """Write a whole solution, step by step."""
    writer.heading("Proof")
    opened = len(proof.opened)
    first = cell_name(*proof.first)
    writer.paragraph(f"{first} opens {opened} square{'' if opened == 1 else 's'}. {len(proof.steps)} steps follow.")
    for number, step in enumerate(proof.steps, 1):
        writer.gap()
        writer.paragraph(f"{number}. {step.argument.sentence}")
    writer.gap()
    end = "Every safe square is open: no guess was needed." if proof.is_complete else "Here a guess is unavoidable."
    writer.paragraph(end, "good" if proof.is_complete else "warn")
