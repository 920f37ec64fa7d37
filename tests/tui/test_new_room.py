"""The form for a new room: every line has a value, and the terms say what was chosen."""

from __future__ import annotations

from typing import Any

import pytest

from sapper import Rules
from sapper.tui.together.new_room import _LINES, NewRoom
from sapper.tui.together.terms_words import mode_text


def at_line(form: NewRoom, name: str) -> NewRoom:
    form.move(-len(_LINES))
    form.move(_LINES.index(name))
    return form


@pytest.mark.parametrize(
    ("mode", "delays"), [("race", [30, 60, 300, 0]), ("arena", [30, 60, 300, 0]), ("coop", [0] * 4), ("duel", [0] * 4)]
)
def test_watchers_of_a_race_and_an_arena_can_be_later(mode: Any, delays: list[int]) -> None:
    form = NewRoom()
    form.mode = mode
    found = []
    for _ in delays:
        at_line(form, "watch_delay").change(1)
        found.append(form.terms.watch_delay)
    assert found == delays


def test_a_value_that_is_clicked_is_taken() -> None:
    form = NewRoom()
    for line, value in (("mode", "race"), ("watch_delay", "300"), ("grace", "120"), ("join", "listed")):
        form.choose(line, value)
    terms = form.terms
    assert (terms.mode, terms.watch_delay, terms.grace, terms.is_public) == ("race", 300, 120, True)


def test_the_sentence_about_a_mode_has_the_numbers_of_the_room() -> None:
    form = NewRoom()
    assert mode_text(form.terms) == "One board for everyone. 3 lives, shared."
    form.choose("mode", "arena")
    assert mode_text(form.terms) == "20 sealed boards in 10 minutes. The most points win."


def test_the_fate_of_guesses_is_a_rule_of_the_room_except_in_a_duel() -> None:
    form = NewRoom()
    found = []
    for _ in range(3):
        at_line(form, "guessing").change(1)
        found.append(Rules.parse(form.terms.rules).guessing)
    assert found == ["forgiven", "punished", "honest"]
    form.choose("guessing", "punished")
    assert Rules.parse(form.terms.rules).judges_guesses
    form.choose("mode", "duel")
    assert not Rules.parse(form.terms.rules).judges_guesses
