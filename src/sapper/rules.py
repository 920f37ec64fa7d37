"""The kinds of games: levels, rules, and the rulesets that bundle them."""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache

from .errors import OffBoard, SapperError, shown, whole_number
from .phrase import Figure, Phrase, listed
from .value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import TypeVar

    E = TypeVar("E", bound=StrEnum)

MOST_CELLS = 2**31
MOST_LIVES = 2**31  # one for every cell
MOST_GUESS_CELLS = 10_000  # of a board whose guesses are judged at every move
GENERATOR = 1


class RulesError(SapperError, ValueError):
    """Rules or a level that cannot be played."""


class FirstClick(StrEnum):
    """The promise to the first cell that is opened."""

    ANY = "any"
    TOP_LEFT = "top-left"
    CELL = "cell"
    OPENING = "opening"


class Grade(StrEnum):
    """The reasoning that a board needs, from one number at a time to any sound argument."""

    SINGLE = "single"
    PAIRS = "pairs"
    CHAINS = "chains"
    COUNT = "count"
    FULL = "full"

    @property
    def number(self) -> int:
        """The grade as a number from 1."""
        return list(Grade).index(self) + 1

    @classmethod
    def parse(cls, text: str) -> Grade:
        """Read a grade by its name or its number."""
        for grade in cls:
            if text in (grade, str(grade.number)):
                return grade
        raise RulesError(Phrase("error.no-grade", given=repr(text), choices=listed(cls)))


class LayoutKind(StrEnum):
    """The ways to place mines: at random, or so that the reasoning up to a grade needs no guess."""

    RANDOM = "random"
    NO_GUESS = "no-guess"
    NO_GUESS_COUNT = "no-guess-count"
    NO_GUESS_CHAINS = "no-guess-chains"
    NO_GUESS_PAIRS = "no-guess-pairs"
    NO_GUESS_SINGLE = "no-guess-single"

    @classmethod
    def of(cls, grade: Grade) -> LayoutKind:
        """Return the layout of a grade."""
        return cls.NO_GUESS if grade is Grade.FULL else cls(f"no-guess-{grade}")

    @property
    def grade(self) -> Grade | None:
        """The grade that suffices, None for random boards."""
        if self is LayoutKind.RANDOM:
            return None
        return Grade(self.removeprefix("no-guess").removeprefix("-") or "full")


class Completion(StrEnum):
    """The condition for a win: every safe cell open, every mine marked, both, or either."""

    CLEAR = "clear"
    MARK = "mark"
    BOTH = "both"
    EITHER = "either"


class Flags(StrEnum):
    """The number of flags allowed at once: any, as many as there are mines, or none."""

    FREE = "free"
    CAPPED = "capped"
    OFF = "off"


class Flood(StrEnum):
    """The effect of a flag on an opening: it stops there, or removes the flag."""

    STOP = "stop"
    SWEEP = "sweep"


class Chord(StrEnum):
    """When a number opens its neighbours: flags around equal it, reach it, or never."""

    EXACT = "exact"
    AT_LEAST = "at-least"
    OFF = "off"


class Loss(StrEnum):
    """The mines that a loss shows in addition to the wrong flags: the one that was hit, or all."""

    HIT = "hit"
    ALL = "all"


class Guessing(StrEnum):
    """The fate of a guess: as the mines lie; a forced one is safe; and a needless one is fatal in addition."""

    HONEST = "honest"
    FORGIVEN = "forgiven"
    PUNISHED = "punished"


class Assist(StrEnum):
    """Moves that the game makes for the player, from nothing but what is visible."""

    FLAG_AROUND = "flag-around"
    AUTO_FLAG = "auto-flag"
    AUTO_OPEN = "auto-open"


class Level(Value):
    """The size of a board and its mines.

    >>> Level.parse("30x16/99")
    Level(width=30, height=16, mines=99)
    >>> str(Level.parse("beginner"))
    '8x8/10'
    """

    width: int
    height: int
    mines: int

    def __init__(self, width: int, height: int, mines: int) -> None:
        for name, value in (("width", width), ("height", height), ("mines", mines)):
            if not isinstance(value, int) or isinstance(value, bool):
                raise RulesError(f"the {name} of a level must be a whole number, not {value!r}")
        if width < 1 or height < 1:
            raise RulesError(Phrase("error.board-too-small", size=f"{width}x{height}"))
        if width * height > MOST_CELLS:
            raise RulesError(Phrase("error.board-too-large", most=MOST_CELLS, size=f"{width}x{height}"))
        if not 0 <= mines < width * height:
            most = width * height - 1
            raise RulesError(Phrase("error.mines-not-possible", size=f"{width}x{height}", most=most, mines=mines))
        self._set(width=width, height=height, mines=mines)

    @classmethod
    def parse(cls, text: str) -> Level:
        """Read `30x16/99`, or a name: beginner, intermediate, expert, beginner-9, expert-amiga."""
        named = LEVELS.get(text.strip().lower())
        if named is not None:
            return named
        size, slash, mines = text.strip().lower().partition("/")
        width, cross, height = size.partition("x")
        numbers = (width, height, mines)
        if not (slash and cross) or not all(is_number(number) for number in numbers):
            raise RulesError(Phrase("error.not-a-level", given=repr(text[:40]), choices=listed(LEVELS)))
        return cls(*map(int, numbers))

    @classmethod
    def of(cls, given: Level | str) -> Level:
        """Return a level as it is, or the one that a text means."""
        if isinstance(given, str):
            return cls.parse(given)
        if not isinstance(given, Level):
            raise RulesError(f"a level is a Level or its text such as 30x16/99, not {shown(given)}")
        return given

    @property
    def cells(self) -> int:
        """The number of cells of the board."""
        return self.width * self.height

    @property
    def density(self) -> float:
        """Mines per cell."""
        return self.mines / self.cells

    @property
    def size(self) -> str:
        """The size as text, such as 30x16."""
        return f"{self.width}x{self.height}"

    def contains(self, row: int, col: int) -> bool:
        """Return whether a cell is on the board."""
        return 0 <= row < self.height and 0 <= col < self.width

    def index(self, row: int, col: int) -> int:
        """Return the number of a cell, row by row from 0; raise `OffBoard` if there is no such cell."""
        try:
            is_inside = 0 <= row < self.height and 0 <= col < self.width
            cell = row * self.width + col
        except TypeError:
            cell = None
        if type(cell) is not int:
            return self.index(whole_number("row", row), whole_number("column", col))
        if not is_inside:
            raise OffBoard(Phrase("error.off-board", row=row, column=col, size=self.size))
        return cell

    def cell(self, index: int) -> tuple[int, int]:
        """Return the (row, col) of a cell number."""
        return divmod(index, self.width)

    def neighbours(self, row: int, col: int) -> list[tuple[int, int]]:
        """Return the cells around a cell, row by row.

        >>> Level(3, 2, 1).neighbours(0, 0)
        [(0, 1), (1, 0), (1, 1)]
        """
        self.index(row, col)
        rows = range(max(row - 1, 0), min(row + 2, self.height))
        cols = range(max(col - 1, 0), min(col + 2, self.width))
        return [(r, c) for r in rows for c in cols if (r, c) != (row, col)]

    def __str__(self) -> str:
        return f"{self.size}/{self.mines}"


BEGINNER = Level(8, 8, 10)
INTERMEDIATE = Level(16, 16, 40)
EXPERT = Level(30, 16, 99)
BEGINNER_9 = Level(9, 9, 10)
EXPERT_AMIGA = Level(32, 16, 99)

LEVELS: dict[str, Level] = {}
LEVELS.update(
    {
        "beginner": BEGINNER,
        "intermediate": INTERMEDIATE,
        "expert": EXPERT,
        "beginner-9": BEGINNER_9,
        "expert-amiga": EXPERT_AMIGA,
    }
)


class Rules(Value):
    """A level and every choice that the old games make differently. Unset choices are the ruleset's.

    >>> Rules("expert", ruleset="amiga", completion="either")
    Rules.parse('amiga 32x16/99 v1 completion=either')
    """

    ruleset: str
    level: Level
    generator: int  # version of the random generator: what a seed means
    layout: LayoutKind
    first: FirstClick
    completion: Completion
    questions: bool  # question marks
    flags: Flags
    preflag: bool  # flags before the first cell is open
    protect_flags: bool  # a flagged cell cannot be opened
    protect_questions: bool
    flood: Flood
    chord: Chord
    loss: Loss
    lives: int
    assists: frozenset[Assist]
    practice: bool  # moves can be undone
    guessing: Guessing

    def __init__(
        self,
        level: Level | str = BEGINNER,
        *,
        ruleset: str = "modern",
        generator: int = GENERATOR,
        layout: LayoutKind | str | None = None,
        first: FirstClick | str | None = None,
        completion: Completion | str | None = None,
        questions: bool | None = None,
        flags: Flags | str | None = None,
        preflag: bool | None = None,
        protect_flags: bool | None = None,
        protect_questions: bool | None = None,
        flood: Flood | str | None = None,
        chord: Chord | str | None = None,
        loss: Loss | str | None = None,
        lives: int | None = None,
        assists: Iterable[Assist | str] | None = None,
        practice: bool | None = None,
        guessing: Guessing | str | None = None,
    ) -> None:
        bundle = RULESETS.get(ruleset)
        if bundle is None:
            raise RulesError(Phrase("error.no-ruleset", given=repr(ruleset), choices=listed(RULESETS)))
        if generator != GENERATOR:
            raise RulesError(Phrase("error.no-generator", given=str(generator), known=GENERATOR))

        def given(name: str, value: object) -> object:
            return bundle.choices[name] if value is None else value

        self._set(
            ruleset=ruleset,
            level=bundle.level(level),
            generator=generator,
            layout=_choice(LayoutKind, "layout", given("layout", layout)),
            first=_choice(FirstClick, "first", given("first", first)),
            completion=_choice(Completion, "completion", given("completion", completion)),
            questions=_switch("questions", given("questions", questions)),
            flags=_choice(Flags, "flags", given("flags", flags)),
            preflag=_switch("preflag", given("preflag", preflag)),
            protect_flags=_switch("protect_flags", given("protect_flags", protect_flags)),
            protect_questions=_switch("protect_questions", given("protect_questions", protect_questions)),
            flood=_choice(Flood, "flood", given("flood", flood)),
            chord=_choice(Chord, "chord", given("chord", chord)),
            loss=_choice(Loss, "loss", given("loss", loss)),
            lives=_lives(given("lives", lives)),
            assists=_assists(given("assists", assists)),
            practice=_switch("practice", given("practice", practice)),
            guessing=_choice(Guessing, "guessing", given("guessing", guessing)),
        )
        if self.flags is Flags.OFF and self.completion is not Completion.CLEAR:
            raise RulesError(Phrase("error.completion-needs-flags", completion=self.completion.value))
        if self.guessing is not Guessing.HONEST:
            if self.completion is not Completion.CLEAR:
                raise RulesError(Phrase("error.guessing-needs-clear", completion=self.completion.value))
            if self.level.cells > MOST_GUESS_CELLS:
                raise RulesError(Phrase("error.guessing-size", most=Figure("number", MOST_GUESS_CELLS)))

    @classmethod
    def of(cls, given: Rules | Level | str) -> Rules:
        """Return rules as they are, those of a level, or those that a text means."""
        if isinstance(given, Rules):
            return given
        if isinstance(given, str):
            return cls.parse(given)
        if isinstance(given, Level):
            return cls(given)
        raise RulesError(f"rules are Rules, a Level, or a text such as 'expert first=cell', not {shown(given)}")

    @classmethod
    def parse(cls, text: str) -> Rules:
        """Read a ruleset, a level, `v1` for the random generator, and `name=value` for what differs."""
        parts: dict[str, str] = {}
        choices: dict[str, str] = {}
        for word in text.split():
            name, equals, value = word.partition("=")
            if equals:
                _put(choices, name, value)
            elif word in RULESETS:
                _put(parts, "ruleset", word)
            elif word[:1] == "v" and is_number(word[1:]):
                _put(parts, "generator", word)
            else:
                _put(parts, "level", word)
        return cls(
            parts.get("level", BEGINNER),
            ruleset=parts.get("ruleset", "modern"),
            generator=int(parts["generator"][1:]) if "generator" in parts else GENERATOR,
            **parse_choices(choices),  # type: ignore[arg-type]
        )

    @property
    def has_automatic_moves(self) -> bool:
        """Whether further moves follow by themselves from a move of the player."""
        return Assist.AUTO_FLAG in self.assists or Assist.AUTO_OPEN in self.assists

    @property
    def is_assisted(self) -> bool:
        """Whether the rules help the player, by automatic moves or by practice."""
        return bool(self.assists) or self.practice

    @property
    def judges_guesses(self) -> bool:
        """Whether the minefield is chosen when a guess is opened: see `fair_guess`."""
        return self.guessing is not Guessing.HONEST

    @property
    def first_is_safe(self) -> bool:
        """Whether the first cell to be opened is never a mine."""
        return self.first in (FirstClick.CELL, FirstClick.OPENING) or self.layout.grade is not None

    def allows_chord(self, number: int, marked: int) -> bool:
        """Return whether a chord opens what is around a number with `marked` mines marked.

        >>> Rules().allows_chord(2, 3), Rules(chord="at-least").allows_chord(2, 3)
        (False, True)
        """
        if self.chord is Chord.AT_LEAST:
            return marked >= number
        return self.chord is not Chord.OFF and marked == number

    def replace(self, **choices: object) -> Rules:
        """Return the same rules with some choices changed."""
        given: dict[str, object] = {name: getattr(self, name) for name in self.field_names()}
        return Rules(**(given | choices))  # type: ignore[arg-type]

    def __str__(self) -> str:
        return _text(self)

    def __repr__(self) -> str:
        return f"Rules.parse({str(self)!r})"


CHOICES = Rules.field_names()[3:]
_SWITCHES = ("questions", "preflag", "protect_flags", "protect_questions", "practice")


class Ruleset:
    """A named bundle of choices, with the levels it knows by other sizes and the largest it allows."""

    __slots__ = ("choices", "largest", "levels")

    def __init__(
        self, levels: Mapping[str, Level] | None = None, largest: Level | None = None, **choices: object
    ) -> None:
        self.choices: dict[str, object] = _MODERN | choices
        self.levels = LEVELS | dict(levels or {})
        self.largest = largest

    def level(self, given: Level | str) -> Level:
        """Find a level by name or size, within the limits."""
        named = self.levels.get(given.strip().lower()) if isinstance(given, str) else None
        given = named or Level.of(given)
        most = self.largest
        if most and (given.width > most.width or given.height > most.height or given.mines > most.mines):
            raise RulesError(Phrase("error.ruleset-size", size=most.size, mines=most.mines, level=str(given)))
        return given


_MODERN: dict[str, object] = {
    "layout": "random",
    "first": "opening",
    "completion": "clear",
    "questions": False,
    "flags": "free",
    "preflag": True,
    "protect_flags": True,
    "protect_questions": False,
    "flood": "stop",
    "chord": "exact",
    "loss": "all",
    "lives": 1,
    "assists": (),
    "practice": False,
    "guessing": "honest",
}

RULESETS = {
    "modern": Ruleset(),
    "official": Ruleset(first="cell"),
    "amiga": Ruleset(levels={"expert": EXPERT_AMIGA}, largest=Level(32, 32, 1023), first="cell", questions=True),
    "terminal": Ruleset(first="cell", chord="off", loss="hit"),
    "click": Ruleset(flags="off", chord="off"),
    "article": Ruleset(chord="off", loss="hit"),
}


def _put(parts: dict[str, str], name: str, word: str) -> None:
    if parts.setdefault(name, word) != word:
        raise RulesError(Phrase("error.one-of-each", name=name, first=repr(parts[name]), second=repr(word)))


def parse_choices(given: Mapping[str, str]) -> dict[str, object]:
    """Read choices written as text, such as `questions=on` or `assists=auto-flag,auto-open`."""
    choices: dict[str, object] = {}
    for spelled, text in given.items():
        name = spelled.replace("-", "_")
        if name not in CHOICES:
            allowed = listed(choice.replace("_", "-") for choice in CHOICES)
            raise RulesError(Phrase("error.no-rule", given=repr(spelled), choices=allowed))
        if name in _SWITCHES:
            if text not in ("on", "off"):
                raise RulesError(Phrase("error.on-or-off", name=spelled, given=repr(text)))
            choices[name] = text == "on"
        elif name == "lives":
            choices[name] = int(text) if is_number(text) else text
        elif name == "assists":
            choices[name] = [word for word in text.split(",") if word != "none"]
        else:
            choices[name] = text
    return choices


@lru_cache(maxsize=256)
def _text(rules: Rules) -> str:
    words = [rules.ruleset, str(rules.level), f"v{rules.generator}"]
    usual = Rules(rules.level, ruleset=rules.ruleset)
    for name in CHOICES:
        value = getattr(rules, name)
        if value != getattr(usual, name):
            words.append(f"{name.replace('_', '-')}={_spell(value)}")
    return " ".join(words)


def _spell(value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, frozenset):
        return ",".join(sorted(value)) or "none"
    return str(value)


def is_number(text: str) -> bool:
    """Return whether a text is a whole number from 0, of few digits."""
    return text.isascii() and text.isdecimal() and len(text) <= 12


def _choice(kind: type[E], name: str, value: object) -> E:
    try:
        return kind(str(value))
    except ValueError:
        raise RulesError(Phrase("error.one-of", name=name, choices=listed(kind), given=repr(value))) from None


def _switch(name: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise RulesError(f"{name} is True or False, not {value!r}")
    return value


def _lives(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= MOST_LIVES:
        raise RulesError(Phrase("error.lives", most=MOST_LIVES, given=shown(value)))
    return value


def _assists(value: object) -> frozenset[Assist]:
    names = list(value) if isinstance(value, (list, tuple, set, frozenset)) else [value]
    try:
        return frozenset(Assist(str(name)) for name in names)
    except ValueError:
        given = ",".join(map(str, names))
        raise RulesError(Phrase("error.assists", choices=listed(Assist), given=repr(given))) from None
