"""What others write is text wherever the page shows it: names, names of rooms, chat, replays. Nothing of it runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from web.browsing import wait
from web.room_guests import RoomGuest

if TYPE_CHECKING:
    from web.browsing import Seat, Server

NAME = "<img src=x onerror=a()>"
ROOM = "<svg onload=a()>\u202e\x1b[2J"
SAID = (
    "<script>a()</script>",
    "<img src=x onerror=a()>",
    "<a href='javascript:a()'>x</a>",
    "\"'><iframe srcdoc='<script>parent.a()</script>'>",
    "{{a()}} ${a()} %3Cscript%3E &lt;b&gt;",
    "\u202eright to left\u2066 \u200bhidden\ufeff \x1b]0;title\x07",
)
MADE = (
    "() => document.querySelectorAll('img[src=x], svg[onload], script:not([src]), iframe, a[href^=javascript]').length"
)


def test_text_of_others_stays_text_in_the_page(seat: Seat, server: Server) -> None:
    page = seat.page
    page.add_init_script("window.ran = 0; window.a = () => { window.ran += 1; };")
    terms: dict[str, object] = {"mode": "coop", "rules": "modern beginner", "name": ROOM, "is_public": True}
    guest = RoomGuest.host(server.url, NAME, terms)
    try:
        page.goto(f"{server.url}together")
        wait(lambda: "<svg onload=a()>" in page.inner_text("body"), "the name of the room in the list")
        page.goto(f"{server.url}r/{guest.party}")
        page.locator(".room-page").wait_for()
        wait(lambda: NAME in page.inner_text("body"), "the name of the player")
        for text in SAID:
            guest.send("say", n=9, text=text)
            guest.wait("said")
        wait(lambda: SAID[0] in page.inner_text("body"), "what was said")
        wait(lambda: "right to left" in page.inner_text("body"), "all of it")
        shown = page.inner_text("body")
        assert not set("\u202e\u2066\u200b\x1b\x07") & set(shown)
        assert page.evaluate(MADE) == 0
        assert page.evaluate("() => window.ran") == 0
    finally:
        guest.close()
