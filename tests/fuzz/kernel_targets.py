"""The borders of the kernel: positions that cannot be, actions that are none, and arguments out of every range."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from fuzz.target import Draw, Target, expect

from sapper import Board, Game, GameError, Grade, Minefield, Rules, Seed, _kernel, best_move, hint, odds
from sapper.analysis.best_move import Strength, exact_move
from sapper.analysis.odds import Contradiction, OutOfBudget, arrangements
from sapper.errors import SapperError
from sapper.kernel_rules import KIND_CODES
from sapper.layouts import FixedLayout
from sapper.replay.action_list import Damaged, unpack
from sapper.replay.referee import adjudicate
from sapper.rules import Assist, Chord, Completion, Flags, Guessing

if TYPE_CHECKING:
    from collections.abc import Callable

MEMORY = 64 << 20  # bytes for the tables of one call
WORK = 1 << 20


# Positions


def _position(draw: Draw) -> Board:
    width, height = 1 + draw.number(11), 1 + draw.number(11)
    cells = width * height
    mines = draw.number(cells - 1)
    palette = draw.pick((bytes(range(15)), b"\x09\x09\x09\x01\x02", b"\x09\x09\x00\x01\x02\x03\x0a", b"\x09\x01"))
    return Board.from_bytes(
        f"{width}x{height}/{mines}", bytes(palette[draw.number(len(palette) - 1)] for _ in range(cells))
    )


def _solver(data: bytes) -> None:
    draw = Draw(data)
    board = _position(draw)
    with _kernel.CallLimits(bytes=MEMORY):
        _check_odds(board)
        for strength in Strength:
            _check_move(board, strength)
        expect((SapperError,), lambda: exact_move(board, arrangements=2000, work=WORK))
        expect((SapperError,), lambda: hint(board))
        kernel, cells = board._cells, board.level.cells
        for grade in _kernel.Grade:
            _kernel.conclude(kernel, grade)
        cell = draw.number(cells - 1)
        _kernel.explain(kernel, cell)
        numbers = [draw.number(cells - 1) for _ in range(draw.number(6))]
        asked = [draw.number(cells - 1) for _ in range(draw.number(3))]
        expect(
            (ValueError,), lambda: _kernel.proves(kernel, numbers, bool(draw.number(1)), asked, bool(draw.number(1)))
        )
        assert 0 <= _kernel.progress(kernel) <= cells


def _check_odds(board: Board) -> None:
    found = expect((Contradiction, OutOfBudget), lambda: odds(board, budget=WORK))
    if found is None:
        return
    total = 0.0
    for cell in board.closed():
        chance = found[cell]
        assert chance is not None
        assert 0 <= chance <= 1
        total += chance
    shown = sum(state in (12, 13) for state in board.to_bytes())
    assert abs(total + shown - board.level.mines) < 1e-6 * board.level.cells
    for field in arrangements(board, Seed.of(1), 2):
        assert field.level == board.level
        for (row, col), state in board.items():
            assert state > 8 or (not field.is_mine(row, col) and field.number(row, col) == state)


def _check_move(board: Board, strength: Strength) -> None:
    found = expect((SapperError,), lambda: best_move(board, strength=strength))
    if found is not None:
        assert board[found.row, found.col] > 8


# Recorded actions


_FIELD = Minefield.from_text("*.... ..... ...*. ..... *...*")


def _referee(data: bytes) -> None:
    """Play packed actions in the kernel, at once and as a replay, and in Python, one by one."""
    draw = Draw(data)
    flags, guessing = draw.pick(list(Flags)), draw.pick(list(Guessing))
    is_clear = flags is Flags.OFF or guessing is not Guessing.HONEST
    rules = Rules(
        _FIELD.level,
        flags=flags,
        completion=Completion.CLEAR if is_clear else draw.pick(list(Completion)),
        chord=draw.pick(list(Chord)),
        lives=1 + draw.number(2),
        questions=bool(draw.number(1)),
        preflag=bool(draw.number(1)),
        protect_flags=bool(draw.number(1)),
        protect_questions=bool(draw.number(1)),
        assists=[assist for assist in Assist if draw.number(1)],
        guessing=guessing,
    )
    actions = draw.rest
    by_kernel = expect((Damaged, GameError), lambda: adjudicate(rules, _FIELD, actions))

    def play() -> Any:
        game = Game(rules, layout=FixedLayout(_FIELD))
        for entry in unpack(actions, rules.level):
            game.apply(entry)
        again = Game.replay(rules, layout=FixedLayout(_FIELD), actions=game.log)
        assert (again.board, again.status, again.lives) == (game.board, game.status, game.lives)
        return game.status, game.first

    by_python = expect((Damaged, GameError), play)
    assert by_kernel == by_python, (by_kernel, by_python)


# Arguments

_NUMBERS: tuple[int, ...] = (
    0,
    1,
    2,
    3,
    7,
    8,
    9,
    64,
    255,
    256,
    4096,
    -1,
    -(2**31),
    2**31 - 1,
    2**31,
    2**32 - 1,
    2**32,
    2**33 + 1,
)
_NUMBERS += (2**62, 2**63 - 1, 2**63, 2**64 - 1, 2**64, -(2**63), -(2**64))
_REFUSALS = (TypeError, ValueError, IndexError, OverflowError, BufferError, MemoryError, _kernel.Stopped)


class Arguments:
    """Arguments of calls: most are in range, some are not."""

    def __init__(self, draw: Draw) -> None:
        self._draw = draw
        self.board = _kernel.Board(5, 4, 3)
        self.field = _kernel.Minefield.lay(5, 4, 3, bytes(16), [0])

    def number(self) -> int:
        """Return a number of any size."""
        return self._draw.pick(_NUMBERS)

    def small(self) -> int:
        """Return a number that usually is a cell."""
        return self._draw.number(24) if self._draw.number(7) else self.number()

    def sizes(self) -> tuple[int, int]:
        """Return a width and a height that do not fill memory: a board is too large, or small."""
        width, height = self.number(), self.number()
        return (width, height) if not 1 << 16 < width * height <= 1 << 40 else (8, 8)

    def cells(self) -> list[int]:
        """Return a list of cells."""
        return [self.small() for _ in range(self._draw.number(5))]

    def data(self) -> Any:
        """Return something that may have a buffer."""
        raw = self._draw.take(self._draw.number(40))
        return self._draw.pick((raw, bytearray(raw), memoryview(raw)[::2], memoryview(raw), None, "text", 3))

    def seed(self) -> bytes:
        """Return bytes that usually are a seed."""
        return bytes(self._draw.pick((16, 16, 16, 0, 15, 17)))

    def flag(self) -> bool:
        """Return true or false."""
        return bool(self._draw.number(1))

    def of(self, kind: Any) -> Any:
        """Return a member of an enumeration."""
        return self._draw.pick(list(kind))


def _fleet_rules(a: Arguments) -> _kernel.FleetRules:
    width, height = a.sizes()
    return _kernel.FleetRules(
        width=width,
        height=height,
        mines=a.small(),
        first_click=a.of(_kernel.FirstClick),
        grade=_kernel.Grade.NONE,
        completion=a.of(_kernel.Completion),
        lives=a.number(),
        show_mines=a.flag(),
        rewards=[1.0] * min(a.small(), 9) if a.flag() else [1.0] * 6,
    )


def _fleet(a: Arguments) -> None:
    levels = [_fleet_rules(a) for _ in range(2 if a.flag() else 1)]
    fleet = _kernel.Fleet(levels=levels, reset=a.of(_kernel.AutoReset), boards=a.small() % 4)
    fleet.start([a.seed() for _ in range(len(fleet) if a.flag() else min(a.small(), 9))], a.number() % 2**64)
    for _ in range(3):
        fleet.step(a.data() if a.flag() else fleet.actions, min(a.small(), 4))
        fleet.choose_random()
        for call in (fleet.restart, fleet.set_levels, fleet.restore):
            with suppress(*_REFUSALS):
                call(a.data())
        with suppress(*_REFUSALS):
            fleet.place(a.small(), a.data(), a.data() if a.flag() else b"")
        state = bytearray(fleet.save())
        state[a.number() % len(state)] ^= 1 << a.small() % 8
        with suppress(*_REFUSALS):
            fleet.restore(bytes(state))
    fleet.measure()
    bytes(fleet.cells), bytes(fleet.masks), bytes(fleet.truth)


def _solve(a: Arguments) -> None:
    board = _kernel.Board.from_seen(5, 4, a.small(), a.data())
    _kernel.odds(board, a.number(), a.flag())


def _many(a: Arguments) -> None:
    width, height = a.sizes()
    (_kernel.bbbv_many if a.flag() else _kernel.survey_many)(a.data(), width, height)


def _states(a: Arguments) -> None:
    """Restore pickles that were changed."""
    state: Any = (*a.sizes(), a.small(), a.data()) if a.flag() else (a.small(), a.small(), a.data(), a.data())
    kind = (_kernel.Board, _kernel.Minefield, _kernel.Odds)[a.small() % 3]
    made = kind.__new__(kind)
    made.__setstate__(state[: 3 if kind is _kernel.Minefield else None])  # type: ignore[attr-defined]


def _change_states(a: Arguments) -> None:
    made = _kernel.Changes.__new__(_kernel.Changes)
    pairs = [(a.small(), a.small()) for _ in range(a.small() % 4)]
    marks = [(a.small(), a.small()) for _ in range(a.small() % 3)]
    ripples = [(a.small(), a.small(), a.cells()) for _ in range(a.small() % 2)]
    made.__setstate__((a.small(), a.small(), pairs, a.data(), marks, ripples))
    if len(made) < 1 << 16:
        list(made), made.flat(), made.runs(), made.values
        a.board.revert(made)
        a.board.seen()


def _play(a: Arguments) -> None:
    opened = a.board.open(a.field, a.cells(), a.flag(), a.flag())
    marked = a.board.put(a.cells(), a.small())
    with suppress(*_REFUSALS):
        opened.add(marked)
    list(opened), opened.flat(), opened.runs()
    with suppress(*_REFUSALS):
        a.board.revert(marked if a.flag() else opened)
    a.board.reveal(a.field, a.flag())
    a.board.seen()


def _series(a: Arguments) -> None:
    series = _kernel.Series(
        5, 4, a.small(), a.of(_kernel.FirstClick), a.small(), a.seed(), a.of(_kernel.Strength), a.flag()
    )
    _kernel.Simulator().play(series, a.number(), a.small() % 4)


def _entry(a: Arguments) -> Any:
    """Return an entry of a log, or something that is none."""
    action = ("open" if a.flag() else a.small(), a.number() - a.small(), a.small())
    return a.small() if a.flag() else (action if a.flag() else action[1:], a.number() - a.small(), 0)


def _rules(a: Arguments) -> Any:
    return _kernel.PlayRules(
        flags=a.flag(),
        capped=a.flag(),
        preflag=a.flag(),
        protect_flags=a.flag(),
        protect_questions=a.flag(),
        sweep_flags=a.flag(),
        flag_around=a.flag(),
        auto_flag=a.flag(),
        auto_open=a.flag(),
        shows_mines=a.flag(),
        practice=a.flag(),
        first_is_safe=a.flag(),
        chord=a.of(_kernel.Chord),
        completion=a.of(_kernel.Completion),
        guessing=a.of(_kernel.Guessing),
        lives=a.number(),
    )


_CALLS: tuple[Callable[[Arguments], object], ...] = (
    lambda a: _kernel.random_words(a.seed(), min(a.number(), 1000)),
    lambda a: _kernel.derive_seed(a.seed(), a.number()),
    lambda a: _kernel.Minefield.lay(*a.sizes(), a.small(), a.seed(), a.cells()),
    lambda a: _kernel.Minefield.from_bits(*a.sizes(), a.data()),
    lambda a: _kernel.Minefield.from_mines(*a.sizes(), a.data()),
    lambda a: _kernel.first_click_zone(*a.sizes(), a.of(_kernel.FirstClick), a.small()),
    lambda a: (a.field.is_mine(a.small()), a.field.number(a.small())),
    lambda a: _kernel.Changes(*a.sizes()),
    lambda a: _kernel.Board(*a.sizes(), a.small()),
    lambda a: _kernel.Board.from_seen(*a.sizes(), a.small(), a.data()),
    lambda a: (a.board.row(a.small()), a.board[a.small()], a.board.around(a.small(), a.number())),
    _play,
    _solve,
    _states,
    _change_states,
    _many,
    _series,
    _fleet,
    lambda a: _kernel.odds_many([a.board] * (a.small() % 5), a.number(), a.flag(), a.number() if a.flag() else 2),
    lambda a: _kernel.draw(a.board, a.seed(), min(a.small(), 50)),
    lambda a: _kernel.exact_move(a.board, min(a.number(), 1000), min(a.number(), WORK)),
    lambda a: _kernel.explain(a.board, a.small()),
    lambda a: _kernel.proves(a.board, a.cells(), a.flag(), a.cells(), a.flag()),
    lambda a: _kernel.grade(a.field, a.small(), a.of(_kernel.Grade)),
    lambda a: _kernel.prove(a.field, a.small(), a.of(_kernel.Grade)),
    lambda a: _kernel.needs_no_guess(a.field, a.small()),
    lambda a: _kernel.generate(*a.sizes(), a.small(), a.small(), a.of(_kernel.Grade), a.flag(), [a.seed()], 10_000),
    lambda a: _kernel.adjudicate(_rules(a), a.field, a.data()),
    lambda a: _kernel.play_all(
        _rules(a),
        *a.sizes(),
        a.small(),
        lambda _: a.field,
        [_entry(a) for _ in range(a.small() % 9)],
        KIND_CODES,
        a.flag(),
    ),
    lambda a: _kernel.solved(a.field, _kernel.Board(*a.sizes(), 1)),
    lambda a: _kernel.Board(*a.sizes(), 1).open(a.field, a.cells(), a.flag(), a.flag()),
    lambda a: _kernel.CallLimits(bytes=a.number()),
)


def _borders(data: bytes) -> None:
    draw = Draw(data)
    while not draw.is_empty:
        call = draw.pick(_CALLS)
        with _kernel.CallLimits(bytes=MEMORY):
            try:
                call(Arguments(draw))
            except _REFUSALS:  # those of nanobind have several lines
                continue


def _grades(data: bytes) -> None:
    """Solve any minefield by the ladder: what it solves needs no guess."""
    draw = Draw(data)
    width, height = 1 + draw.number(9), 1 + draw.number(9)
    bits = draw.take((width * height + 7) // 8)
    field = expect((ValueError,), lambda: _kernel.Minefield.from_bits(width, height, bits))
    if field is None:
        return
    first = draw.number(width * height - 1)
    with _kernel.CallLimits(bytes=MEMORY):
        for grade in Grade:
            found = expect((ValueError,), lambda grade=grade: _kernel.grade(field, first, _kernel.Grade[grade.name]))  # type: ignore[misc]
            if found is not None and found.solved and found.verdict is _kernel.Verdict.SOLVED:
                assert _kernel.needs_no_guess(field, first)
        assert _kernel.bbbv(field) <= width * height
        assert _kernel.human_zini(field) >= 0
        assert _kernel.zini(field) >= 0


TARGETS = (
    Target("solver", _solver, lambda: [bytes(range(200)), b"\x05\x05\x08\x01" + bytes(range(120))], longest=300),
    Target("referee", _referee, lambda: [bytes(8) + b"\0\0\x18\x04\0\0\x07\0", bytes(range(64))], longest=300),
    Target("kernel", _borders, lambda: [bytes([call]) + bytes(range(40)) for call in range(len(_CALLS))], longest=200),
    Target("ladder", _grades, lambda: [b"\x08\x08" + bytes([128, 1] * 6), bytes(range(40))], longest=40),
)
