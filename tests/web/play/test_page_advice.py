"""Advice on the page: before the first click, asked for and announced, and always about one square."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from web.browsing import wait

from sapper import Board
from sapper.coordinates import cell_name

if TYPE_CHECKING:
    from web.browsing import Seat

OPENS = "The first click always opens an area: choose any square."


def announced(seat: Seat) -> str:
    return str(seat.page.locator("#polite").text_content())


def wait_announced(seat: Seat, words: str) -> None:
    wait(lambda: words in announced(seat), f"{words!r} to be announced, not {announced(seat)!r}")


def marks(seat: Seat) -> dict[int, dict[str, Any]]:
    return dict(seat.tell("app => [...app.view.marks]"))


def hints(seat: Seat) -> int:
    return int(seat.tell("app => app.state.game.hints"))


def is_on_board(seat: Seat) -> bool:
    return bool(seat.page.evaluate("document.activeElement.role === 'gridcell'"))


@pytest.mark.parametrize("key", ["h", "v", "y"])
def test_before_the_first_click_the_page_says_what_the_rules_promise(seat: Seat, key: str) -> None:
    seat.sit_down(seed=None)
    seat.key(key)
    seat.wait_for(OPENS)
    seat.settle()
    assert seat.page.locator("aside .sentence").inner_text() == OPENS
    assert announced(seat) == OPENS
    assert (marks(seat), hints(seat)) == ({}, 0)
    seat.key("Escape")
    wait(lambda: OPENS not in seat.page.locator("aside").inner_text(), "the words to be closed")
    assert seat.status == "ready"


def test_help_is_asked_about_once_before_it_costs_the_ranking(seat: Seat) -> None:
    seat.sit_down(seed=None)
    seat.click((4, 4))
    seat.settle()
    seat.key("h")
    seat.wait_for("Show it (unranked)")
    seat.settle()
    assert (marks(seat), hints(seat)) == ({}, 0)
    seat.page.get_by_role("button", name="Not now").click()
    wait(lambda: not seat.page.get_by_text("Show it (unranked").count(), "the question to be closed")
    assert is_on_board(seat)
    seat.key("v")
    seat.wait_for("Show it (unranked)")
    wait(lambda: seat.page.evaluate("document.activeElement.innerText").startswith("Show it"), "focus on the answer")
    seat.key("Enter")
    seat.wait_for("How to read it")
    seat.settle()
    assert hints(seat) == 1
    assert is_on_board(seat)
    seat.key("h")
    seat.wait_stage("Where")


def test_the_same_key_again_is_a_yes(seat: Seat) -> None:
    seat.sit_down(seed=None)
    seat.click((4, 4))
    seat.settle()
    seat.key("h")
    seat.wait_for("Show it (unranked)")
    seat.key("h")
    seat.wait_stage("Where")
    assert hints(seat) == 1


@pytest.mark.parametrize(("wish", "count"), [("allow", 1), ("off", 0)])
def test_help_is_given_at_once_or_never_as_the_settings_say(seat: Seat, wish: str, count: int) -> None:
    seat.sit_down(seed=None)
    seat.tell("(app, wish) => app.settings.set('game', 'help', wish)", wish)
    seat.click((4, 4))
    seat.settle()
    seat.key("h")
    if wish == "allow":
        seat.wait_stage("Where")
    else:
        wait_announced(seat, "Help is switched off in the settings")
    seat.settle()
    assert hints(seat) == count


def test_whether_a_move_is_certain_is_asked_on_its_own(seat: Seat) -> None:
    seat.sit_down()
    seat.click((4, 4))
    seat.settle()
    seat.tell("app => app.run('certain')")
    seat.wait_for("May I guess?")
    wait_announced(seat, "No: some square is certainly safe.")
    seat.settle()
    assert (marks(seat), hints(seat)) == ({}, 1)
    seat.key("h")
    seat.wait_stage("Where")


def test_hints_and_odds_are_announced(seat: Seat) -> None:
    seat.sit_down()
    seat.click((4, 4))
    seat.settle()
    for stage in ("Where", "Why", "Move"):
        seat.key("h")
        seat.wait_stage(stage)
        seat.settle()
        assert announced(seat) == seat.tell("app => app.state.hint.text")
    seat.key("v")
    seat.wait_for("How to read it")
    seat.settle()
    assert announced(seat) == seat.page.locator("aside .sentence").inner_text()


def test_a_guess_names_marks_and_plays_one_square(seat: Seat) -> None:
    """With this seed the third stage once named H8, and the fourth opened I8."""
    seat.sit_down("amiga intermediate")
    seat.click((8, 8))
    seat.settle()
    for stage in ("Where", "Why", "Move"):
        seat.key("h")
        seat.wait_stage(stage)
        seat.settle()
    shown = marks(seat)
    (index,) = shown
    assert shown[index]["best"]
    name = cell_name(*divmod(index, 16))
    named = set(re.findall(r"\b[A-P]\d+\b", seat.tell("app => app.state.hint.text")))
    assert named == {name}
    seq = seat.tell("app => app.state.game.seq")
    seat.key("h")
    wait(lambda: seat.tell("app => app.state.game.seq") > seq, "the move")
    board = Board.parse(f"16x16/40\n{seat.diagram}")
    assert board[divmod(index, 16)] != 9


def test_a_wrong_flag_is_named_marked_and_removed(seat: Seat) -> None:
    seat.sit_down()
    seat.click((4, 4))
    seat.settle()
    seat.key("h", "h", "h")
    seat.wait_stage("Move")
    seat.settle()
    safe = divmod(next(index for index, mark in marks(seat).items() if mark.get("safe")), 8)
    seat.click(safe, "right")
    seat.settle()
    for stage in ("Where", "Why", "Move"):
        seat.key("h")
        seat.wait_stage(stage)
        seat.settle()
    seat.wait_for(f"The flag at {cell_name(*safe)} is wrong")
    assert marks(seat)[safe[0] * 8 + safe[1]]["wrong"]
    seat.key("h")
    wait(lambda: "F" not in seat.diagram, "the flag to be removed")
