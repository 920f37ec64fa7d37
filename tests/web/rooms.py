"""Rooms in browsers: somebody opens one, others come in, and the round begins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from web.browsing import wait

if TYPE_CHECKING:
    from web.browsing import Seat

NO_GUESS = "modern beginner layout=no-guess lives=3"


def host(seat: Seat, rules: str = NO_GUESS, **terms: object) -> str:
    """Open a room through the protocol and return its address."""
    seat.page.goto(f"{seat.url}together")
    seat.page.locator(".lobby").wait_for()
    seat.tell(
        "(app, terms) => app.parts.enterParty(party => party.host(terms))", {"rules": rules, "mode": "coop", **terms}
    )
    return wait_room(seat)


def wait_room(seat: Seat) -> str:
    """Wait until somebody is in a room, and return its address."""
    wait(lambda: seat.tell("app => Boolean(app?.state.party?.isEntered && app.state.game)"), "the room")
    wait(lambda: seat.path.startswith("/r/"), "the address of the room")
    seat.page.locator(".room-page").wait_for()
    seat.frame()
    return str(seat.page.url)


def enter(seat: Seat, url: str) -> None:
    seat.page.goto(url)
    assert wait_room(seat) == url


def people(seat: Seat) -> list[str]:
    """The names in the list of players, as they are read."""
    return [str(name) for name in seat.page.locator(".people .player:not(.free) b").all_inner_texts()]


def wait_people(seat: Seat, *names: str) -> None:
    wait(lambda: people(seat) == list(names), f"{names}, not {people(seat)}")


def begin(*seats: Seat) -> None:
    """Let everybody be ready, and wait for the first move."""
    for seat in seats:
        seat.tell("app => app.room.party.ready()")
    for seat in seats:
        wait_begun(seat)


def wait_begun(seat: Seat) -> None:
    begun = "app => app.state.party.stage === 'playing' && !app.state.party.startsAt && app.state.game.id !== ''"
    wait(lambda: seat.tell(begun), "the round")
    seat.settle()


def wait_told(seat: Seat, script: str, value: object, argument: object = None) -> None:
    """Wait until the page's own objects have a value."""
    wait(lambda: seat.tell(script, argument) == value, f"{script}: {value}")
