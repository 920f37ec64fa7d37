"""The report of a game on a page: the chance to win over time, the turning points, and what each cost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.cells import cell_len

from ...analysis.metrics import seconds_text
from ...analysis.report import MoveQuality, Reporter
from ...coordinates import cell_name
from ...display import charts
from ...display.columns import cut, right
from ...display.luck_rows import points
from ...display.wording import message, sentence, wording
from ...errors import SapperError
from ..drawing.formatting import percent
from ..drawing.lines import Line, Writer
from ..keystrokes import ScreenKey
from ..pages.page import BACK, PageScreen
from ..pages.statistics_charts import LABEL, axis, is_ascii, scaled, title
from .moment import WINDOW, write_moment
from .playback import just_finished
from .quality_signs import quality_sign, quality_token
from .review_task import ReviewTask

if TYPE_CHECKING:
    from ...analysis.report import Report, ReportedMove
    from ...replay.model import Replay

WIDE = 104  # columns from which on the moves stand beside the curve
MOMENTS = 3
_BAR = "\N{BOX DRAWINGS HEAVY HORIZONTAL}"
CURVE = 6  # lines of the curve, and more on a large screen
LEAST_ROWS = 4


class ReportPage(PageScreen):
    """The report of a replay, the game just finished if none is given. One of its turning points is chosen."""

    opened_by = "report"
    chooses = False
    table = (
        ScreenKey("next", ("down", "]", "j"), "footer.turning-point", "[ ]"),
        ScreenKey("previous", ("up", "[", "k")),
        ScreenKey("enter", ("enter",), "footer.show-it"),
        ScreenKey("train-this", ("t",), "train-this"),
        ScreenKey("watch", ("w",), "watch"),
    )

    def __init__(self, replay: Replay | None = None) -> None:
        super().__init__()
        self._given = replay
        self.report: Report | None = None
        self.chosen = 0  # of the turning points
        self._failure = ""
        self._lines: list[Line] = []

    def begin(self) -> None:
        """Make the report meanwhile."""
        self.replay = self._given or just_finished(self.sapper.session)
        self.review_task = ReviewTask(self.replay)
        try:
            Reporter(self.replay)  # says at once why there is none
        except SapperError as error:
            self._failure = sentence(wording().error(error))
        else:
            self.review_task.start(self.sapper.from_thread(self._on_review))

    def on_unmount(self) -> None:
        """Stop the review."""
        self.review_task.stop()

    def _on_review(self, task: ReviewTask) -> None:
        self.report = task.report
        if task.share == 1.0 and task.report is None:
            self._failure = sentence(task.failure)
        moves = self.turning_points
        worst = max(moves, key=lambda move: move.given_away - min(move.luck, 0), default=None)
        self.chosen = moves.index(worst) if worst else 0
        self.redraw()

    @property
    def turning_points(self) -> list[ReportedMove]:
        """The moves in which the player decided something, or luck did."""
        return [move for move in self.report.moves if move.is_turning_point] if self.report else []

    @property
    def move(self) -> ReportedMove | None:
        """The turning point that is chosen."""
        moves = self.turning_points
        return moves[self.chosen] if moves else None

    # -- What is shown

    def aside(self) -> str:
        """Return which game it is."""
        words, replay = wording(), self.replay
        return f"{replay.rules.level}, {words.status(replay.status)}, {words.seconds(seconds_text(replay.elapsed))}"

    def keys(self) -> list[ScreenKey]:
        """Return the keys that matter now."""
        if self.move is None:
            return [self.key("watch"), BACK]
        train = [self.key("train-this")] if self.move.is_trained and self.sapper.store else []
        return [self.key("next"), self.key("enter"), *train, self.key("watch"), BACK]

    def count(self) -> int:
        """Return the number of lines."""
        return len(self._lines)

    def row(self, writer: Writer, number: int, is_here: bool) -> Line:
        """Return a line."""
        return self._lines[number]

    def prepare(self, width: int) -> None:
        """Write everything at a width: in two columns where there is room."""
        writer = Writer(self.sapper.ink, self.sapper.glyphs, width - 2)
        self._lines = writer.lines
        report = self.report
        if report is None:
            share = message("replay.reviewing", share=percent(self.review_task.share))
            writer.paragraph(self._failure or share, "muted")
            return
        height = self.size.height - 6
        if width < WIDE:
            self._write_curve(writer, report, CURVE)
            self._write_moves(writer, report, max(height - len(writer.lines) - 7, LEAST_ROWS))
            self._write_chosen(writer)
            self._write_counts(writer, report)
            return
        left = Writer(writer.ink, writer.glyphs, (writer.width - 4) * 4 // 7)
        beside = Writer(writer.ink, writer.glyphs, writer.width - 4 - left.width)
        self._write_curve(left, report, max(CURVE, min(height - WINDOW - 14, 12)))
        self._write_moments(left)
        self._write_moves(beside, report, max(height - len(MoveQuality) - 18, LEAST_ROWS))
        self._write_counts(beside, report)
        self._write_chosen(beside)
        writer.lines += _beside(left, beside)

    def _write_curve(self, writer: Writer, report: Report, height: int) -> None:
        """Write the sentence, and the chance to win over the time of the game."""
        writer.paragraph(wording().phrase(report.phrase), "text*")
        _, given, luck = (abs(part) for part in report.percents)
        bar, size = "=" if is_ascii(writer) else _BAR, writer.width // 2
        if given or luck:
            own = round(size * given / (given + luck))
            writer.line((bar * own, "bad"), (bar * (size - own), "muted"))
        writer.gap()
        room, length = writer.width - LABEL, max(self.replay.elapsed, 1)
        title(writer, f"{message('report.curve')}, {message('report.start', chance=percent(report.start))}")
        values: list[float | None] = [report.start] * room
        signs = [" "] * room
        for move in report.moves:
            column = charts.column_of(move.at, length, room)
            values[column:] = [move.after] * (room - column)
            if move.is_turning_point:
                signs[column] = quality_sign(move.quality, ascii_only=is_ascii(writer))[0]
        lines = charts.columns(values, height, 0, 1, ascii_only=is_ascii(writer))
        scaled(writer, lines, percent(1), percent(0), "hint.reason")
        writer.line((" " * LABEL, "muted"), ("".join(signs), "warn*"))
        ends = (wording().seconds(seconds_text(at, 0)) for at in (0, length))
        axis(writer, *ends)

    def _write_moves(self, writer: Writer, report: Report, rows: int) -> None:
        """Write the turning points around the chosen one; a click chooses."""
        moves = self.turning_points
        writer.gap()
        title(writer, message("report.turning-points", count=len(moves), moves=len(self.replay)))
        if not moves:
            writer.paragraph(message("report.no-turning-point"), "muted")
            return
        writer.line((_heads(writer.width), "muted"))
        first = max(min(self.chosen - rows // 2, len(moves) - rows), 0)
        for number, move in enumerate(moves[first : first + rows], first):
            writer.lines.append(_row(writer, move, f"turning-point:{number}", is_chosen=number == self.chosen))

    def _write_counts(self, writer: Writer, report: Report) -> None:
        """Write how many moves are of each kind."""
        writer.gap()
        title(writer, message("report.all-moves"))
        for quality in MoveQuality:
            sign = quality_sign(quality, ascii_only=is_ascii(writer))
            name = wording().words("qualities", quality).name
            count = f"{report.count(quality):>4}  "
            writer.line((f"{sign:<3}", quality_token(quality)), (count, "text*"), (name, "text"))
        writer.gap()
        writer.paragraph(message("report.adds-up"), "muted")
        if not report.is_exact:
            writer.paragraph(message("report.estimated"), "muted")

    def _write_chosen(self, writer: Writer) -> None:
        """Write what the chosen move was, and what it cost."""
        move = self.move
        if move is None:
            return
        writer.gap()
        title(writer, wording().words("qualities", move.quality).name)
        writer.paragraph(wording().phrase(move.verdict.phrase) if move.verdict else message("report.gives-up"))
        if move.better is not None:
            writer.paragraph(message("report.better", square=cell_name(*move.better)))
        if round(move.given_away * 100):
            writer.paragraph(message("report.cost", share=percent(move.given_away)), "muted")

    def _write_moments(self, writer: Writer) -> None:
        """Write the board around the costliest turning points."""
        costly = sorted(self.turning_points, key=lambda move: min(move.luck, 0) - move.given_away)[:MOMENTS]
        if not costly:
            return
        writer.gap()
        title(writer, message("report.key-moments"))
        room = (writer.width - 4 * (MOMENTS - 1)) // MOMENTS
        blocks = []
        for move in sorted(costly, key=lambda move: move.place):
            block = Writer(writer.ink, writer.glyphs, room)
            write_moment(block, self.replay, move)
            blocks.append(block)
        for number in range(max(len(block.lines) for block in blocks)):
            parts = []
            for block in blocks:
                own = list(block.lines[number].parts) if number < len(block.lines) else []
                size = sum(cell_len(text) for text, _ in own)
                parts += [*own, (" " * (room + 4 - size), writer.fill)]
            writer.lines.append(Line(parts, writer.fill))

    # -- What is done

    def do_turning_point(self, number: str) -> None:
        """Choose a turning point."""
        self.chosen = int(number)

    def do_next(self) -> None:
        """Choose the next turning point."""
        self.chosen = min(self.chosen + 1, max(len(self.turning_points) - 1, 0))

    def do_previous(self) -> None:
        """Choose the turning point before."""
        self.chosen = max(self.chosen - 1, 0)

    def do_enter(self) -> None:
        """Show the chosen move in the replay."""
        from .screen import ReplayViewer

        move = self.move
        if move is not None:
            self.app.push_screen(ReplayViewer(self.replay, place=move.place + 1))

    def do_watch(self) -> None:
        """Watch the replay from its beginning."""
        from .screen import ReplayViewer

        self.app.push_screen(ReplayViewer(self.replay))

    def do_train_this(self) -> None:
        """Open the position of the chosen move in the trainer."""
        from ...learn.moments import key_of
        from ..learn.drill import TrainingScreen

        move = self.move
        if move is not None and move.is_trained:
            self.app.push_screen(TrainingScreen(key=key_of(self.replay.after(move.place).board)))


def _heads(width: int) -> str:
    """Return the heads of the columns of turning points."""
    first = f"{right(message('report.number'), 5)}  {message('report.square')}"
    names = ("report.risk", "report.you", "report.luck")
    figures = " ".join(right(cut(message(name), 5), 5) for name in names)
    return f"{first}{' ' * max(width - cell_len(first) - cell_len(figures), 1)}{figures}"


def _row(writer: Writer, move: ReportedMove, action: str, *, is_chosen: bool) -> Line:
    ink = writer.ink
    ground = "raised" if is_chosen else writer.ground
    about = "" if move.is_exact else "~"
    sign = quality_sign(move.quality, ascii_only=is_ascii(writer))
    name = wording().words("qualities", move.quality).name
    figures = "".join(
        f"{text:>6}"
        for text in (
            percent(move.risk) if move.cells else "",
            points(-move.given_away, about),
            points(move.luck, about),
        )
    )
    mark = ">" if is_ascii(writer) else "\N{LEFT HALF BLOCK}"
    head = [(mark if is_chosen else " ", ink("accent", ground)), (f"{move.place + 1:>4}  ", ink("muted", ground))]
    head += [(f"{_square(move):<5}", ink("text", ground, bold=True))]
    head += [(f"{sign:<3}", ink(quality_token(move.quality), ground, bold=True))]
    room = writer.width - sum(cell_len(text) for text, _ in head) - len(figures)
    shown = name if cell_len(name) <= room else name[: max(room - 1, 0)]
    blank = " " * max(room - cell_len(shown), 0)
    parts = [*head, (shown + blank, ink("text", ground)), (figures, ink("text", ground))]
    return Line(parts, writer.fill, action)


def _square(move: ReportedMove) -> str:
    return cell_name(*move.cells[0]) if move.cells else ""


def _beside(left: Writer, right: Writer) -> list[Line]:
    """Return two columns as lines; what a click on the right one does stays."""
    lines = []
    for number in range(max(len(left.lines), len(right.lines))):
        first = list(left.lines[number].parts) if number < len(left.lines) else []
        gap = left.width + 4 - sum(cell_len(text) for text, _ in first)
        second = right.lines[number] if number < len(right.lines) else Line((), right.fill)
        start = left.width + 4
        spots = ((start, start + right.width, second.action),) if second.action else ()
        lines.append(Line([*first, (" " * gap, left.fill), *second.parts], left.fill, None, spots))
    return lines
