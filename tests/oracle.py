"""A second game, as plain as can be: lists, loops and big integers. The kernel must agree with it."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from sapper import Action, Rules, Status
from sapper.board import SYMBOLS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

Cell = tuple[int, int]

HIDDEN, FLAG, QUESTION, MINE, EXPLODED, WRONG = ".F?*!x"
OPEN = frozenset("012345678")


def neighbours(width: int, height: int, cell: Cell) -> list[Cell]:
    row, col = cell
    return [
        (r, c)
        for r in range(row - 1, row + 2)
        for c in range(col - 1, col + 2)
        if (r, c) != cell and 0 <= r < height and 0 <= c < width
    ]


class OracleGame:
    """The rules of play over a dictionary of symbols."""

    def __init__(self, rules: Rules, mines: set[Cell]) -> None:
        self.rules = self.starting_rules = rules
        self.mines = mines
        level = rules.level
        self.view = {(r, c): HIDDEN for r in range(level.height) for c in range(level.width)}
        self.lives = rules.lives
        self.has_mines = False
        self.paused = False
        self.hints = 0
        self.ended: Status | None = None
        self.moves: list[Action] = []
        self.taken_back: list[Action] = []

    @property
    def status(self) -> Status:
        if self.ended:
            return self.ended
        if self.paused:
            return Status.PAUSED
        return Status.PLAYING if self.has_mines else Status.READY

    def around(self, cell: Cell) -> list[Cell]:
        return neighbours(self.rules.level.width, self.rules.level.height, cell)

    def number(self, cell: Cell) -> int:
        return sum(near in self.mines for near in self.around(cell))

    def marked_around(self, cell: Cell) -> int:
        return sum(self.view[near] in (FLAG, EXPLODED) for near in self.around(cell))

    def play(self, action: Action) -> bool:
        """Play an action; False where the rules refuse it."""
        kind, cell = str(action.kind), (action.row, action.col)
        if kind in ("undo", "redo"):
            return self.undo() if kind == "undo" else self.redo()
        if self.ended:
            return False
        if kind == "hint":
            self.hints += not self.paused
            return not self.paused
        if kind == "resign":
            self.ended = Status.ABANDONED
            return True
        if kind in ("pause", "resume"):
            self.paused = kind == "pause"
            return True
        if self.paused or not (kind.startswith("completion-") or cell in self.view) or not self.move(action):
            return False
        self.moves.append(action)
        self.taken_back = []
        return True

    @property
    def undo_count(self) -> int:
        return len(self.moves) if self.rules.practice else 0

    def undo(self) -> bool:
        """Start over and play all moves but the last."""
        if not (self.rules.practice and self.moves) or self.paused:
            return False
        *earlier, last = self.moves
        again = OracleGame(self.starting_rules, self.mines)
        for action in earlier:
            again.move(action)
        self.rules = again.rules
        self.view, self.lives, self.has_mines, self.ended = again.view, again.lives, again.has_mines, again.ended
        self.moves = earlier
        self.taken_back.append(last)
        return True

    def redo(self) -> bool:
        if not (self.rules.practice and self.taken_back) or self.paused or self.ended:
            return False
        self.moves.append(self.taken_back.pop())
        return self.move(self.moves[-1])

    def move(self, action: Action) -> bool:
        """Play an action at a cell, or change what wins; False where the rules refuse it."""
        kind, cell = str(action.kind), (action.row, action.col)
        if kind.startswith("completion-"):
            return self.change_completion(kind.removeprefix("completion-"))
        before = dict(self.view)
        if kind == "open":
            self.open(cell)
        elif kind == "chord":
            if self.rules.chord == "off":
                return False
            self.chord(cell)
        elif not self.mark(kind, cell):
            return False
        if self.view != before and self.has_mines:
            self.assist(before)
            self.judge()
        return True

    def open(self, cell: Cell) -> None:
        seen = self.view[cell]
        protected = (seen == FLAG and self.rules.protect_flags) or (seen == QUESTION and self.rules.protect_questions)
        if seen in (HIDDEN, FLAG, QUESTION) and not protected:
            self.has_mines = True
            self.uncover([cell])

    def chord(self, cell: Cell) -> None:
        if self.view[cell] not in OPEN:
            return
        number, marked = int(self.view[cell]), self.marked_around(cell)
        if marked == number or (self.rules.chord == "at-least" and marked > number):
            self.uncover(self.openable_around(cell))
        elif "flag-around" in self.rules.assists:
            self.flag_around(cell)

    def openable_around(self, cell: Cell) -> list[Cell]:
        kinds = (HIDDEN,) if self.rules.protect_questions else (HIDDEN, QUESTION)
        return [near for near in self.around(cell) if self.view[near] in kinds]

    def uncover(self, cells: list[Cell]) -> None:
        sweeps = {HIDDEN}
        if self.rules.flood == "sweep":
            sweeps.add(FLAG)
        if not self.rules.protect_questions:
            sweeps.add(QUESTION)
        queue = [cell for cell in cells if cell not in self.mines]
        for cell in queue:
            self.view[cell] = str(self.number(cell))
        while queue:
            cell = queue.pop(0)
            if self.view[cell] == "0":
                for near in self.around(cell):
                    if self.view[near] in sweeps:
                        self.view[near] = str(self.number(near))
                        queue.append(near)
        for cell in cells:
            if cell in self.mines:
                self.view[cell] = EXPLODED
                self.lives = max(self.lives - 1, 0)

    def mark(self, kind: str, cell: Cell) -> bool:
        mark = {"flag": FLAG, "question": QUESTION, "clear": HIDDEN}[kind]
        refused = (mark == FLAG and self.rules.flags == "off") or (
            mark != HIDDEN and not self.has_mines and not self.rules.preflag
        )
        if refused:
            return False
        if self.view[cell] in (HIDDEN, FLAG, QUESTION):
            self.put_mark(cell, mark)
        return True

    def put_mark(self, cell: Cell, mark: str) -> None:
        flags = sum(seen == FLAG for seen in self.view.values())
        full = self.rules.flags == "capped" and flags >= self.rules.level.mines
        if not (mark == FLAG and full):
            self.view[cell] = mark

    def flag_around(self, cell: Cell) -> None:
        closed = [near for near in self.around(cell) if self.view[near] in (HIDDEN, QUESTION)]
        if self.rules.flags != "off" and len(closed) + self.marked_around(cell) == int(self.view[cell]):
            for near in closed:
                self.put_mark(near, FLAG)

    def assist(self, before: dict[Cell, str]) -> None:
        """Apply the automatic rules, wave by wave, to the numbers at and around what changed, until a life ends it."""
        automatic = self.rules.assists & {"auto-flag", "auto-open"}
        while automatic and self.lives:
            changed = [cell for cell, seen in self.view.items() if seen != before[cell]]
            near = {cell for here in changed for cell in [here, *self.around(here)]}
            before = dict(self.view)
            for cell in sorted(cell for cell in near if self.view[cell] in "12345678"):
                if "auto-flag" in automatic and self.lives:
                    self.flag_around(cell)
                if "auto-open" in automatic and self.lives and self.marked_around(cell) == int(self.view[cell]):
                    self.uncover(self.openable_around(cell))
            if self.view == before:
                return

    def judge(self) -> None:
        if not self.lives:
            self.ended = Status.LOST
            for cell, seen in self.view.items():
                if cell not in self.mines and seen == FLAG:
                    self.view[cell] = WRONG
                elif cell in self.mines and seen in (HIDDEN, QUESTION) and self.rules.loss == "all":
                    self.view[cell] = MINE
            return
        marked = {cell for cell, seen in self.view.items() if seen in (FLAG, EXPLODED)}
        if self.completes(str(self.rules.completion), marked == self.mines):
            self.ended = Status.WON

    def completes(self, completion: str, marked: bool) -> bool:
        cleared = all(self.view[cell] in OPEN for cell in self.view if cell not in self.mines)
        return {"clear": cleared, "mark": marked, "both": cleared and marked, "either": cleared or marked}[completion]

    def change_completion(self, completion: str) -> bool:
        """Change what wins; False if as many flags as mines, or every safe cell open, may win by it at once."""
        marked = sum(seen in (FLAG, EXPLODED) for seen in self.view.values()) == len(self.mines)
        if completion != "clear" and self.rules.flags == "off":
            return False
        if completion != self.rules.completion and self.has_mines and self.completes(completion, marked):
            return False
        self.rules = self.rules.replace(completion=completion)
        return True

    def diagram(self) -> str:
        level = self.rules.level
        rows = ("".join(self.view[r, c] for c in range(level.width)) for r in range(level.height))
        return "\n".join([str(level), *rows])


def layouts(width: int, height: int, mines: int, free: set[Cell] | None = None) -> Iterator[set[Cell]]:
    """Every way to place mines outside the cells that stay free."""
    cells = [(r, c) for r in range(height) for c in range(width) if (r, c) not in (free or set())]
    return (set(places) for places in combinations(cells, mines))


def choices(cells: Sequence[Cell], groups: Iterable[tuple[Iterable[Cell], int]]) -> Iterator[set[Cell]]:
    """Every choice of some cells that has the given number of each group.

    All are tried, cell by cell; one is given up as soon as a group has too many, or too few cells left.
    """
    bits = {cell: 1 << place for place, cell in enumerate(cells)}
    needs = [(sum(bits.get(cell, 0) for cell in group), need) for group, need in groups]
    if any(not 0 <= need <= mask.bit_count() for mask, need in needs):
        return
    touching = [[(mask, need) for mask, need in needs if mask & bit] for bit in bits.values()]
    begun = [(0, 0)]
    while begun:
        chosen, place = begun.pop()
        if place == len(cells):
            yield {cell for cell, bit in bits.items() if chosen & bit}
            continue
        begun.extend(
            (choice, place + 1)
            for choice in (chosen | 1 << place, chosen)
            if all(
                0 <= need - (choice & mask).bit_count() <= (mask >> place + 1).bit_count()
                for mask, need in touching[place]
            )
        )


def arrangements(diagram: str) -> list[set[Cell]]:
    """Every minefield that explains a diagram, by trying them all. Flags and questions say nothing."""
    first, *rows = diagram.split()
    size, total = first.split("/")
    width, height = map(int, size.split("x"))
    view = {(r, c): symbol for r, row in enumerate(rows) for c, symbol in enumerate(row)}
    known = {cell for cell, symbol in view.items() if symbol in (MINE, EXPLODED)}
    unknown = [cell for cell, symbol in view.items() if symbol in (HIDDEN, FLAG, QUESTION, "#")]
    numbers = [(neighbours(width, height, cell), int(symbol)) for cell, symbol in view.items() if symbol in OPEN]
    needs = [(around, number - len(known.intersection(around))) for around, number in numbers]
    touched = {cell for around, _ in numbers for cell in around}.intersection(unknown)
    free = [cell for cell in unknown if cell not in touched]
    left = int(total) - len(known)
    return [
        known.union(chosen, others)
        for chosen in choices(sorted(touched), needs)
        if len(chosen) <= left
        for others in combinations(free, left - len(chosen))
    ]


assert SYMBOLS == "012345678" + HIDDEN + FLAG + QUESTION + MINE + EXPLODED + WRONG
