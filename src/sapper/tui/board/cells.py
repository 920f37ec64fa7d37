"""The look of one cell: its sign and its colours, by its value and its marks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.segment import Segment
from rich.style import Style

from ...board import CellState
from ..drawing.ink import Depth
from .layout import Cells

if TYPE_CHECKING:
    from ..drawing.glyphs import Glyphs
    from ..drawing.ink import Ink
    from .marks import Marks

    Cell = tuple[int, int]

LOW_RISK, HIGH_RISK = 0.12, 0.5
FINISHED = 0.42  # of its colour, for a number with all its flags
_CLOSED = (CellState.HIDDEN, CellState.FLAG, CellState.QUESTION)
_OWNED = (CellState.FLAG, CellState.WRONG_FLAG, CellState.EXPLODED)


def is_raised(seen: int) -> bool:
    """Return whether a cell is drawn above the open ones, with a lower edge."""
    return seen > 8 and seen not in (CellState.MINE, CellState.EXPLODED)


class Look:
    """The looks of all cells in one theme and size."""

    def __init__(self, ink: Ink, glyphs: Glyphs, cells: Cells) -> None:
        self.ink = ink
        self.glyphs = glyphs
        self.cells = cells
        self._faces = ("hidden.face", "hidden.face" if ink.depth is Depth.SIXTEEN else "hidden.other")
        self._signs = [glyphs.blank, *"12345678", glyphs.closed, glyphs.flag, glyphs.question]
        self._signs += [glyphs.mine, glyphs.hit, glyphs.wrong]
        if cells.height > 1 and ink.depth in (Depth.TRUE, Depth.MANY) and glyphs.edge != "_":
            self._signs[CellState.HIDDEN] = " "  # its lower edge is enough
        self._colours = ["text", *(f"number.{number}" for number in range(1, 9)), "hidden.light", "flag", "question"]
        self._colours += ["mine", "mine", "wrong"]
        self._plain = [[self._make(seen, face) for face in self._faces] for seen in range(15)]
        self.segments = [
            [
                [self.draw(*look, part, "", False, is_raised=is_raised(seen))[0] for look in looks]
                for seen, looks in enumerate(self._plain)
            ]
            for part in range(cells.height)
        ]
        self.ruler = ink("muted", "page")
        self.ruler_here = ink("text", "page", bold=True)
        self.page = ink("text", "page")
        self.scroll = ink("line", "page")
        self.thumb = ink("muted", "page")

    def _ground(self, seen: int, face: str) -> str:
        if seen == CellState.EXPLODED:
            return "exploded"
        return "open" if seen <= 8 or seen == CellState.MINE else face

    def _make(self, seen: int, face: str) -> tuple[str, Style, str]:
        ground = self._ground(seen, face)
        bold = 1 <= seen <= 8 or seen in (CellState.FLAG, CellState.QUESTION, CellState.EXPLODED, CellState.WRONG_FLAG)
        return self._signs[seen], self.ink(self._colours[seen], ground, bold=bold), ground

    def plain(self, row: int, col: int, seen: int) -> tuple[str, Style, str]:
        """Return sign, style and ground of a cell without marks."""
        return self._plain[seen][(row + col) & 1]

    def marked(self, cell: Cell, seen: int, marks: Marks) -> tuple[str, Style, str]:
        """Return sign, style and ground of a cell with its marks."""
        sign, style, ground = self.plain(*cell, seen)
        ink, glyphs = self.ink, self.glyphs
        if cell == marks.mistake or cell == marks.guess:
            token, sign = ("bad", glyphs.mistake) if cell == marks.mistake else ("warn", glyphs.guess)
            ground = ink.mix(ground, token, 0.5)
            return sign, ink("text", ground, bold=True), ground
        if cell in marks.clash:
            ground = ink.mix(ground, "bad", 0.45)
            return sign, ink("text", ground, bold=True, underline=True), ground
        if (cell in marks.if_mine or cell in marks.if_safe) and seen in _CLOSED:
            ground = ink.mix(ground, "question", 0.2)
            pencil = glyphs.pencil_mine if cell in marks.if_mine else glyphs.pencil_safe
            return pencil, ink("question", ground, bold=True), ground
        if cell == marks.wrong_flag:
            ground = ink.mix(ground, "bad", 0.35)
            return sign, ink("text", ground, bold=True, underline=True), ground
        if cell in marks.safe and seen in _CLOSED:
            return glyphs.safe, ink("hint.safe", ground, bold=True), ground
        if cell in marks.mine and seen in _CLOSED:
            return glyphs.mined, ink("hint.mine", ground, bold=True), ground
        if cell in marks.reason:
            ground = ink.mix(ground, "hint.reason", 0.28)
            return sign, ink(self._colours[seen], ground, bold=True, underline=True), ground
        if cell in marks.shared and seen in _CLOSED:
            return glyphs.shared, ink("hint.reason", ground), ground
        if cell in marks.odds:
            chance = marks.odds[cell]
            if seen == CellState.FLAG and chance == 1.0:
                return sign, style, ground
            return self._risk(chance, ground, cell in marks.best)
        if cell in marks.was_safe and seen == CellState.HIDDEN:
            return glyphs.was_safe, ink("hint.safe", ground, bold=True), ground
        if marks.region and cell[0] in marks.region[0] and cell[1] in marks.region[1]:
            ground = ink.mix(ground, "hint.reason", 0.2)
            return sign, ink(self._colours[seen], ground, bold=bool(style.bold)), ground
        if cell in marks.finds and cell in marks.owners:
            ground = ink.mix("hidden.face", marks.owners[cell].token, 0.2)
            return glyphs.flag, ink(marks.owners[cell].token, ground, bold=True), ground
        if cell in marks.owners and seen in _OWNED:
            is_hit = seen == CellState.EXPLODED
            return sign, style if is_hit else ink(marks.owners[cell].token, ground, bold=True), ground
        if cell in marks.lit:
            ground = ink.mix(ground, "last", 0.4)
            return sign, ink(self._colours[seen], ground, bold=True, reverse=ink.depth == "none"), ground
        if cell in marks.ghost and seen == CellState.HIDDEN:
            return glyphs.blank, ink("muted", "open"), "open"
        if cell in marks.heat:
            ground = ink.mix(ground, "warn", 0.1 + 0.5 * marks.heat[cell])
            return sign, ink(self._colours[seen], ground, bold=bool(style.bold)), ground
        if cell in marks.trail:
            ground = ink.mix(ground, "accent", 0.25)
            return sign, ink(self._colours[seen], ground, bold=bool(style.bold)), ground
        if cell == marks.last and seen <= 8:
            ground = ink.mix(ground, "last", 0.22)
            return sign, ink(self._colours[seen], ground, bold=True), ground
        return sign, style, ground

    def _risk(self, chance: float, ground: str, is_best: bool) -> tuple[str, Style, str]:
        """Show a chance in as many digits as fit; what is certain has the signs of a hint."""
        ink = self.ink
        if chance in (0.0, 1.0):
            token = "hint.mine" if chance else "hint.safe"
            sign = self.glyphs.mined if chance else self.glyphs.safe
            return sign, ink(token, ground, bold=True), ground
        token = "hint.safe" if chance < LOW_RISK else "warn" if chance <= HIGH_RISK else "hint.mine"
        has_grounds = ink.depth in (Depth.TRUE, Depth.MANY)
        ground = ink.mix(ground, token, 0.26)
        style = ink("text" if has_grounds else token, ground, bold=is_best, underline=is_best)
        return self._chance(min(max(round(chance * 100), 1), 99), has_grounds), style, ground

    def _chance(self, percent: int, has_grounds: bool) -> str:
        """Return a chance as no open cell looks; where no ground parts two cells, the point of a decimal does."""
        if self.cells.width == 1:
            return self.glyphs.tenths[percent // 10]
        if not has_grounds:
            return f".{percent // 10}"
        return str(percent) if percent > 9 else f"{percent}%"

    def finished(self, cell: Cell, seen: int) -> tuple[str, Style, str]:
        """Return the look of a number that has all its flags."""
        sign, style, ground = self.plain(*cell, seen)
        if self.ink.depth in (Depth.NONE, Depth.SIXTEEN):
            return sign, style + Style(dim=True), ground
        return sign, self.ink(self.ink.mix("open", self._colours[seen], FINISHED), ground), ground

    def counted(self, cell: Cell, look: tuple[str, Style, str], seen: int, missing: int) -> tuple[str, Style, str]:
        """Return the look of a number less the flags around it: `-` where these are too many."""
        if look != self.plain(*cell, seen):  # marked: its colours stay
            return str(missing) if missing >= 0 else "-", look[1], look[2]
        if missing < 0:
            return "-", self.ink("wrong", look[2], bold=True), look[2]
        return self.plain(*cell, missing) if missing else ("0", self.ink("muted", look[2]), look[2])

    def pressed(self, seen: int) -> tuple[str, Style, str]:
        """Return the look of a closed cell under a pressed button."""
        ground = self.ink.mix("hidden.pressed", "open", 0.5)
        is_bare = self.ink.depth in (Depth.NONE, Depth.SIXTEEN)
        sign = self.glyphs.blank if seen == CellState.HIDDEN else self._signs[seen]
        return sign, self.ink(self._colours[seen], ground, reverse=is_bare), ground

    def refused(self, cell: Cell, seen: int) -> tuple[str, Style, str]:
        """Return the brief look of the neighbours of a number that cannot be chorded."""
        sign, _, ground = self.plain(*cell, seen)
        ground = self.ink.mix(ground, "bad", 0.35)
        return sign, self.ink("text", ground, bold=True, reverse=self.ink.depth is Depth.NONE), ground

    def hover(self, cell: Cell, seen: int) -> tuple[str, Style, str]:
        """Return the look of a cell under the pointer."""
        sign, style, ground = self.plain(*cell, seen)
        if seen not in _CLOSED or self.ink.depth in (Depth.NONE, Depth.SIXTEEN):
            return sign, style, ground
        return sign, self.ink(self._colours[seen], "hidden.hover", bold=bool(style.bold)), "hidden.hover"

    def letter(self, cell: Cell, seen: int, ground: str, marks: Marks) -> Segment | None:
        """Return the letter next to the sign of a cell: of the player who points there or has flagged or found it."""
        person = marks.pointers.get(cell)
        if person:
            return Segment(person.initial, self.ink("page", person.token, bold=True, reverse=self.ink.depth == "none"))
        owner = marks.owners.get(cell)
        if owner is None or seen not in _OWNED or (self.cells is Cells.COMPACT and not self.is_bare):
            return None
        token = owner.token if ground != "exploded" else self._colours[seen]
        return Segment(owner.initial.lower(), self.ink(token, ground))

    @property
    def is_bare(self) -> bool:
        """Whether there are too few colours to tell people apart."""
        return self.ink.depth in (Depth.NONE, Depth.SIXTEEN)

    def draw(
        self,
        sign: str,
        style: Style,
        ground: str,
        part: int,
        close: str,
        is_cursor: bool,
        *,
        is_raised: bool,
        letter: Segment | None = None,
    ) -> list[Segment]:
        """Draw a cell, in its upper or lower part; `close` ends the cursor of the cell before.

        A letter stands before the sign, where the cursor comes first; where a cell has one column, in its place.
        """
        cells = self.cells
        ring = self.ink("cursor.ring", ground, bold=True)
        if cells is Cells.COMPACT:
            inverse = self.ink("page", "cursor.ring", bold=True, reverse=self.ink.depth == "none")
            return [Segment(sign, inverse)] if is_cursor else [letter or Segment(sign, style)]
        if cells is Cells.WIDE:
            gap = "[" if is_cursor else close
            if is_cursor and len(sign) > 1:
                return [Segment(sign, style + Style(reverse=True))]
            if gap and len(sign) < 2:
                return [Segment(gap, ring), Segment(sign, style)]
            return [letter, Segment(sign[-1], style)] if letter else [Segment(f"{sign:>2}", style)]
        middle = f" {sign:<2} " if len(sign) < 2 else f" {sign} "
        if part:
            middle = self.glyphs.edge * 4 if is_raised else "    "
            style = self.ink("hidden.dark", ground)
        if is_cursor:
            return [Segment("[", ring), Segment(middle[1:3], style), Segment("]", ring)]
        if letter and part == 0:
            return [letter, Segment(middle[1:], style)]
        return [Segment(middle, style)]
