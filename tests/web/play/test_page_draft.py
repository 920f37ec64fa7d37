"""The draft on the page: pencil by mouse and keys, what follows, and flags made of it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from web.browsing import wait
from web.play.test_page_advice import hints, marks

if TYPE_CHECKING:
    from collections.abc import Callable

    from web.browsing import Seat, Server
    from web.fingers import Hand


def test_a_draft_is_drawn_followed_and_refuted(seat: Seat) -> None:
    seat.store({"game": {"help": "allow"}})
    seat.sit_down("modern beginner")
    seat.click((0, 0))
    seat.settle()
    seat.key("d")
    wait(lambda: seat.tell("app => app.state.isDrafting"), "the draft")
    cell = seat.tell("""app => {
      const { game } = app.state;
      const near = [...Array(64).keys()].find(
        (index) => game.seen(index) === 9 && game.around(index).some((other) => game.seen(other) <= 8));
      return [Math.floor(near / 8), near % 8];
    }""")
    index = cell[0] * 8 + cell[1]
    before = seat.tell("app => app.state.game.seq")
    seat.click(cell, "right")
    wait(lambda: marks(seat).get(index, {}).get("pencil") == "mine", "a pencilled mine")
    seat.click(cell)
    wait(lambda: marks(seat).get(index, {}).get("pencil") == "safe", "a pencilled safe square")
    assert (seat.tell("app => app.state.game.seq"), hints(seat)) == (before, 0)
    seat.key("Shift+D")
    wait(lambda: seat.tell("app => app.draft.followed !== null"), "what follows")
    assert hints(seat) == 1
    seat.key("Shift+X")
    wait(lambda: not marks(seat), "an empty draft")
    seat.click(cell, "right")
    seat.key("Shift+E")
    seat.settle()
    assert seat.tell("(app, index) => app.state.game.seen(index)", index) == 10
    seat.key("Escape")
    wait(lambda: not seat.tell("app => app.state.isDrafting"), "the end of the draft")
    seat.page.locator("aside").get_by_text("Draft").wait_for(state="detached")


def is_noted(hand: Hand, index: int, note: str) -> bool:
    return marks(hand).get(index, {}).get("pencil") == note


def test_a_finger_draws_what_the_switch_says(guests: Callable[..., Hand], server: Server) -> None:
    hand = guests(is_phone=True, server=server)
    hand.sit_down("modern beginner")
    hand.choose(touch="switch")
    hand.tell("app => void app.session.play({ kind: 'open', row: 0, col: 0 }, 'touch')")
    hand.settle()
    before = hand.tell("app => app.state.game.seq")
    index = hand.tell("app => [...Array(64).keys()].find((index) => app.state.game.seen(index) === 9)")
    hand.tell("app => app.run('draft')")
    wait(lambda: hand.tell("app => app.state.isDrafting"), "the draft")
    for mode, drawn in (("flag", "mine"), ("open", "safe")):
        hand.tell("(app, mode) => app.input.setTouchMode(mode)", mode)
        hand.frame()
        hand.tap(divmod(index, 8))
        wait(partial(is_noted, hand, index, drawn), f"a pencilled {drawn}")
    assert hand.tell("app => app.state.game.seq") == before
