"""Hypothesis strategies: levels, rules, minefields and actions."""

from __future__ import annotations

import os

from hypothesis import settings
from hypothesis import strategies as st

from sapper import Action, Kind, Level, Minefield, Rules
from sapper.rules import RULESETS, Assist, Chord, Completion, FirstClick, Flags, Flood, Guessing, Loss

_FACTOR = float(os.environ.get("SAPPER_EXAMPLES", "0.4"))
_LEAST = 40


def some(examples: int) -> int:
    """Return how many examples to try: times SAPPER_EXAMPLES, 0.4 in `make test`, 1 in `make examples`."""
    return max(_LEAST, round(examples * _FACTOR))


def many(examples: int) -> settings:
    """Try some of a number of examples."""
    return settings(max_examples=some(examples))


@st.composite
def levels(draw: st.DrawFn, most: int = 7) -> Level:
    width, height = draw(st.integers(1, most)), draw(st.integers(1, most))
    return Level(width, height, draw(st.integers(0, width * height - 1)))


@st.composite
def rules(draw: st.DrawFn, most: int = 7, *, judges_guesses: bool = False) -> Rules:
    flags = draw(st.sampled_from(Flags))
    guessing = draw(st.sampled_from(Guessing)) if judges_guesses else Guessing.HONEST
    is_clear = flags is Flags.OFF or guessing is not Guessing.HONEST
    completion = Completion.CLEAR if is_clear else draw(st.sampled_from(Completion))
    return Rules(
        draw(levels(most)),
        ruleset=draw(st.sampled_from(sorted(RULESETS))),
        first=draw(st.sampled_from(FirstClick)),
        completion=completion,
        questions=draw(st.booleans()),
        flags=flags,
        preflag=draw(st.booleans()),
        protect_flags=draw(st.booleans()),
        protect_questions=draw(st.booleans()),
        flood=draw(st.sampled_from(Flood)),
        chord=draw(st.sampled_from(Chord)),
        loss=draw(st.sampled_from(Loss)),
        lives=draw(st.integers(1, 3)),
        assists=draw(st.sets(st.sampled_from(Assist))),
        practice=draw(st.booleans()),
        guessing=guessing,
    )


@st.composite
def minefields(draw: st.DrawFn, level: Level) -> Minefield:
    cells = [(row, col) for row in range(level.height) for col in range(level.width)]
    mines = draw(st.permutations(cells))[: level.mines]
    return Minefield.from_mines(level.width, level.height, mines)


_MOVES = ["open", "open", "open", "flag", "flag", "question", "clear", "chord", "chord"]
_CONTROLS = ["pause", "resume", "resume", "hint", "undo", "undo", "redo", "resign"]
_COMPLETIONS = [f"completion-{completion}" for completion in Completion]


@st.composite
def actions(draw: st.DrawFn, level: Level) -> Action:
    """Any action, sometimes one cell off the board."""
    kind = draw(st.sampled_from(_MOVES + _CONTROLS + _COMPLETIONS))
    if not Kind(kind).has_cell:
        return Action(kind)
    return Action(kind, draw(st.integers(-1, level.height)), draw(st.integers(-1, level.width)))
