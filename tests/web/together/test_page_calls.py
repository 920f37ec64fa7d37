"""Faces over the board, and calls to a round or a turn: each only where the player wants it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from web.browsing import wait
from web.rooms import begin, enter, host, wait_people

if TYPE_CHECKING:
    from collections.abc import Callable

    from web.browsing import Seat

    Guests = Callable[..., Any]

# Nobody looks at this page, and its browser shows notifications: they are listed here.
ELSEWHERE = """
globalThis.shown = [];
globalThis.looksElsewhere = false;
Document.prototype.hasFocus = () => !globalThis.looksElsewhere;
globalThis.Notification = class {
  static permission = "granted";
  constructor(words, { body }) { shown.push([words, body]); }
  close() {}
};
"""


def choose(seat: Seat, **values: bool) -> None:
    for name, value in values.items():
        seat.tell("(app, [name, value]) => app.settings.set('together', name, value)", [name.replace("_", "-"), value])


def test_a_face_is_over_the_board_for_a_moment_and_not_where_it_is_not_wanted(guests: Guests) -> None:
    ada, grace = guests("Ada"), guests("Grace")
    enter(grace, host(ada))
    wait_people(ada, "Ada", "Grace")
    grace.page.locator(".chat .say-field .tool").click()
    grace.page.locator(".faces button").nth(2).click()
    ada.page.locator(".emotes .emote").wait_for()
    assert "Grace" in ada.page.locator(".emotes .emote").inner_text()
    wait(lambda: "is pleased" in ada.page.locator(".chat .lines").inner_text(), "the face as words")
    ada.page.locator(".emotes .emote").wait_for(state="detached")
    # Typed, it is a face too; a player who does not want them reads it only.
    choose(ada, emotes=False)
    grace.tell("app => app.room.party.say(':o')")
    wait(lambda: "is surprised" in ada.page.locator(".chat .lines").inner_text(), "the second face")
    assert ada.page.locator(".emotes .emote").count() == 0


def test_a_player_who_looks_elsewhere_is_called_only_in_the_ways_that_were_chosen(guests: Guests) -> None:
    ada, grace = guests("Ada", scripts=(ELSEWHERE,)), guests("Grace", scripts=(ELSEWHERE,))
    url = host(ada, "modern 8x8/9", mode="duel", seats=2)
    enter(grace, url)
    wait_people(ada, "Ada", "Grace")
    choose(ada, notify_title=True, notify_browser=True)
    for seat in (ada, grace):
        seat.page.evaluate("looksElsewhere = true")
    begin(ada, grace)
    wait(lambda: ada.page.title().startswith("● "), "the title")
    called = ada.page.evaluate("shown")
    assert ["The game starts.", "Ada's room"] in called
    assert grace.page.evaluate("shown") == []
    assert not grace.page.title().startswith("●")
    # The one whose turn it is passes it on: then it is the turn of the other.
    turn = "app => app.state.party.turn?.seat"
    wait(lambda: ada.tell(turn) in (0, 1), "a turn")
    first = ada if ada.tell(turn) == 0 else grace
    if first is grace:
        for cell in range(64):
            if ada.tell(turn) == 0 or ada.tell("app => app.state.party.stage") != "playing":
                break
            row, col = divmod(cell, 8)
            if grace.tell("(app, cell) => app.state.game.seen(cell) === 9", cell):
                grace.tell("(app, [row, col]) => app.session.play({ kind: 'open', row, col })", [row, col])
                grace.settle()
    wait(lambda: ["Your turn", "Ada's room"] in ada.page.evaluate("shown"), "the call to the turn")
    # Whoever looks again has the usual title.
    ada.page.evaluate("looksElsewhere = false; dispatchEvent(new Event('focus'))")
    wait(lambda: not ada.page.title().startswith("●"), "the usual title")
