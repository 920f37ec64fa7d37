"""Races, duels and arenas in several browsers: what each one sees of the others, and how it ends."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest
from web.browsing import Known, Seat, Server, wait, watch

from sapper import Rules
from sapper.history.store import open_store
from sapper.server.party_events import Started, decode
from sapper.server.party_ids import drawn_cell, game_identity

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Browser

    Sit = Callable[..., "Player"]

RULES = "modern beginner"
FAST = ("--limit", "countdown=0.5", "--limit", "ghost-delay=0.1")


class Player(Seat):
    """Somebody with a name at a browser of their own."""

    def host(self, **terms: Any) -> str:
        """Open a room; return its id."""
        self.go()
        self.page.wait_for_selector(".home")
        self.page.keyboard.press("n")
        self.wait_for_game()
        self.tell("(app, terms) => void app.parts.enterParty(party => party.host(terms))", {"rules": RULES, **terms})
        wait(lambda: self.tell("app => app.state.party?.isEntered && app.state.party.seq"), "a room")
        return str(self.tell("app => app.state.party.id"))

    def join(self, party: str, *, watching: bool = False) -> None:
        self.page.goto(f"{self.url}r/{party}")
        if watching:
            self.page.evaluate("() => document.fonts.ready")
        wait(lambda: self.page.evaluate(ENTERED), "to be in the room")

    def get_ready(self) -> None:
        self.tell("app => app.room.party.ready(true)")

    def party(self, what: str) -> Any:
        """Ask for a part of the room as the page knows it."""
        return self.tell(f"({{ state }}) => state.party.{what}")

    def wait_stage_of_room(self, stage: str) -> None:
        wait(lambda: self.party("stage") == stage, f"the stage {stage}")
        self.frame()

    def wait_begun(self) -> None:
        """Wait until moves are taken."""
        wait(lambda: self.tell("app => app.state.game?.status") == "playing", "the start")

    def open(self, cell: tuple[int, int]) -> None:
        self.tell("(app, [row, col]) => app.session.play({ kind: 'open', row, col })", list(cell))
        self.settle()

    def text(self, selector: str) -> str:
        return self.page.locator(selector).first.inner_text().replace("\u2009", " ").replace("\n", " ")

    def wait_text(self, selector: str, pattern: str) -> str:
        found = wait(
            lambda: self.page.locator(selector).count() and re.search(pattern, self.text(selector)),
            f"{pattern} in {selector}",
        )
        return str(found.group(0))


ENTERED = "async () => { const script = document.querySelector('script[type=module]').src;\
 return Boolean((await import(script)).start.app?.state.party?.seq); }"


@pytest.fixture(scope="module")
def fast_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("contests"))
    server.stop()
    server.options = FAST
    server.start()
    yield server
    server.stop()


@pytest.fixture
def sit(browser: Browser, fast_server: Server, complaints: list[str]) -> Iterator[Sit]:
    contexts = []

    def sit(name: str, *, phone: bool = False) -> Player:
        size = {"width": 390, "height": 844} if phone else {"width": 1440, "height": 900}
        context = browser.new_context(viewport=size, is_mobile=phone, has_touch=phone, color_scheme="dark")
        settings = {"game": {"name": name}, "controls": {"touch": "switch"}}
        context.add_init_script(
            f"try {{ localStorage['sapper.settings'] = {json.dumps(json.dumps(settings))} }} catch {{}}"
        )
        watch(context, complaints)
        contexts.append(context)
        return Player(context.new_page(), fast_server.url)

    yield sit
    for context in contexts:
        context.close()


def truth(folder: Path, party: str, board: int = 0) -> Known:
    """Return the board of the round that runs, from the store."""
    with open_store(folder / "games.db") as store:
        stored = store.party(party)
    assert stored is not None
    (*_, started) = [event for event in map(decode, stored.events) if isinstance(event, Started)]
    secret = bytes.fromhex(started.secret)
    level = Rules.parse(RULES).level
    first = divmod(drawn_cell(secret, 0, level.cells), level.width)
    return Known(RULES, first, game_identity(secret, "", board).seed)


def test_a_race_with_a_phone_and_somebody_who_watches(sit: Sit, fast_server: Server) -> None:
    ada, grace = sit("Ada"), sit("Grace", phone=True)
    party = ada.host(mode="race", best_of=3)
    grace.join(party)
    ada.get_ready()
    grace.get_ready()
    for player in (ada, grace):
        player.wait_begun()
    print(ada.diagram, grace.diagram)
    known = truth(fast_server.folder, party)
    print(known.diagram)
    ada.page.screenshot(path="/tmp/p2_a1.png")
    cells = list(known.openings())
    for cell in cells[:4]:
        ada.open(cell)
    print(ada.text(".contest"))
    wait(lambda: grace.party("progress[0].share") > 0.1, "progress")
    grace.page.screenshot(path="/tmp/p2_g1.png")
    for cell in cells[4:]:
        ada.open(cell)
    ada.wait_status("won")
    ada.page.wait_for_timeout(1500)
    ada.page.screenshot(path="/tmp/p2_a2.png")
    print(ada.text(".contest"), ada.party("ghosts"))
    grace.open(next(iter(known.mines)))
    ada.wait_stage_of_room("waiting")
    ada.page.wait_for_timeout(1500)
    ada.page.screenshot(path="/tmp/p2_a3.png")
    grace.page.screenshot(path="/tmp/p2_g3.png")
    print(ada.text(".contest"))
