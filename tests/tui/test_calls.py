"""Calls to a round or a turn in the terminal: once for each, and only in the ways that were chosen."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from sapper.controls.settings import Settings
from sapper.tui.together.calls import Calls


def room(**values: Any) -> Any:
    usual = {"is_playing": False, "me": object(), "seat": 0, "turn": None, "state": SimpleNamespace(round=1)}
    return SimpleNamespace(**(usual | values))


class App:
    """Takes what a terminal would."""

    def __init__(self, **chosen: bool) -> None:
        self.options: Any = SimpleNamespace(together=Settings().change("together", **chosen).together)
        self.done: list[str] = []

    def bell(self) -> None:
        self.done.append("bell")

    def name_terminal(self, words: str) -> None:
        self.done.append(words)


def test_a_new_round_calls_once() -> None:
    party = room()
    calls = Calls(party)
    assert calls.words() == ""
    party.is_playing, party.state.round = True, 2
    assert calls.words() == "The round starts."
    assert calls.words() == ""


def test_nobody_is_called_to_a_round_that_was_there_before_or_that_they_only_watch() -> None:
    assert Calls(room(is_playing=True)).words() == ""
    party = room(me=None)
    calls = Calls(party)
    party.is_playing, party.state.round = True, 2
    assert calls.words() == ""


def test_a_turn_calls_when_it_comes() -> None:
    party = room(is_playing=True, turn=SimpleNamespace(seat=1))
    calls = Calls(party)
    party.turn.seat = 0
    assert calls.words() == "Your turn"
    assert calls.words() == ""
    party.turn.seat = 1
    assert calls.words() == ""
    party.turn.seat = 0
    assert calls.words() == "Your turn"


@pytest.mark.parametrize(
    ("chosen", "done"),
    [
        ({}, []),
        ({"notify_sound": True}, ["bell"]),
        ({"notify_title": True}, ["The round starts."]),
        ({"notify_sound": True, "notify_title": True}, ["bell", "The round starts."]),
    ],
)
def test_a_player_is_called_only_in_the_ways_that_were_chosen(chosen: dict[str, bool], done: list[str]) -> None:
    party = room()
    calls, app = Calls(party), App(**chosen)
    party.is_playing, party.state.round = True, 2
    calls.call(app)  # type: ignore[arg-type]
    calls.call(app)  # type: ignore[arg-type]
    assert app.done == done
