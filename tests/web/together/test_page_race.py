"""Races, duels and arenas in several browsers: what each one sees of the others, and how it ends."""

from __future__ import annotations

import base64
import json
import re
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from parts import need
from web.app.test_page_accessibility import FAULTS
from web.browsing import Known, Seat, Server, wait, wait_for_none
from web.rooms import begin, enter, host

from sapper import Rules
from sapper.history.store import open_store
from sapper.server.parties.events import Started, decode
from sapper.server.parties.ids import drawn_cell, game_identity

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from web.browsing import Cell

    Sit = Callable[..., Any]

BEGINNER = "modern beginner"
# What was written for screen readers, one text after the other.
SAID = """
globalThis.said = { polite: [], urgent: [] };
addEventListener("DOMContentLoaded", () => {
  for (const [name, texts] of Object.entries(said)) {
    const region = document.getElementById(name);
    if (region) new MutationObserver(() => texts.push(region.textContent)).observe(region, { childList: true });
  }
});
"""
LIMITS = ("--limit", "countdown=0.5", "--limit", "watch-delay=0.2")


@pytest.fixture(scope="module")
def room_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("contests"), LIMITS)
    yield server
    server.stop()


@pytest.fixture
def sit(guests: Sit) -> Sit:
    """Make people whose screen readers are listened to."""
    return partial(guests, scripts=(SAID,))


def boards(server: Server, url: str, rules: str, count: int = 1) -> list[Known]:
    """Return the boards of the round that was started last, from the store."""
    with open_store(server.folder / "games.db") as store:
        stored = store.party(url.rpartition("/")[2])
    assert stored is not None
    *_, started = [event for event in map(decode, stored.events) if isinstance(event, Started)]
    secret = bytes.fromhex(started.secret)
    level = Rules.parse(rules).level
    first = [level.cell(drawn_cell(secret, board, 0, level.cells)) for board in range(count)]
    return [Known(rules, first[board], game_identity(secret, "", board).seed) for board in range(count)]


def party(seat: Seat, what: str) -> Any:
    """Ask for a part of the room as the page knows it."""
    return seat.tell(f"app => app.state.party.{what}")


def wait_party(seat: Seat, what: str, value: object) -> None:
    wait(lambda: party(seat, what) == value, f"{value} as {what}")


def wait_seal(seat: Seat, seal: str) -> None:
    wait(lambda: seat.tell("app => app.state.game.digest") == seal, "another board")


def play(seat: Seat, cell: Cell) -> None:
    seat.tell("(app, [row, col]) => app.session.play({ kind: 'open', row, col })", list(cell))
    seat.settle()


def text(seat: Seat, selector: str) -> str:
    """What is to be read at a place, in one line."""
    return re.sub(r"\s+", " ", seat.page.locator(selector).first.inner_text()).strip()


def wait_text(seat: Seat, selector: str, pattern: str) -> None:
    def found() -> bool:
        return bool(seat.page.locator(selector).count() and re.search(pattern, text(seat, selector)))

    wait(found, f"{pattern} in {selector}")


def wait_said(seat: Seat, pattern: str, region: str = "polite") -> None:
    """Wait until screen readers got to read something."""

    def missing() -> list[str]:
        said = [re.sub(r"\s+", " ", text) for text in seat.page.evaluate("region => said[region]", region)]
        return [] if any(re.search(pattern, text) for text in said) else said or ["nothing"]

    wait_for_none(missing, f"{pattern} to be said, instead of")


def wait_over(seat: Seat) -> None:
    wait(lambda: party(seat, "stage") == "waiting" and party(seat, "result.length"), "the result")
    seat.settle()


def check_looks(*seats: Seat) -> None:
    """Look for faults in what people have in view."""
    for seat in seats:
        if not seat.page.evaluate("Boolean(window.axe)"):
            seat.page.evaluate(Path(need("axe")).read_text("utf-8"))
        # The rows of a board that was just sent are filled a frame later.
        wait_for_none(partial(seat.page.evaluate, FAULTS), f"faults of the page of {seat.path}")
        assert not seat.page.evaluate("document.documentElement.scrollWidth > innerWidth")


def open_cells(seat: Seat) -> str:
    """Which cells are open, as a ghost shows them."""
    bits = "".join("1" if symbol in "012345678" else "0" for symbol in seat.diagram.replace("\n", ""))
    bits += "0" * (-len(bits) % 8)
    return base64.b64encode(int(bits, 2).to_bytes(len(bits) // 8)).decode()


def has_ghost(seat: Seat, number: int, cells: str) -> bool:
    """Whether a page knows what somebody had open."""
    return bool(party(seat, f"ghosts[{number}]?.cells") == cells)


def rows(seat: Seat) -> list[str]:
    """The lines of the result."""
    cells = seat.page.locator(".contest-result tbody tr").all_inner_texts()
    return [re.sub(r"\s+", " ", cell).strip() for cell in cells]


# A race


def test_a_race_with_a_phone_and_somebody_who_watches(sit: Sit, room_server: Server) -> None:
    ada, grace, linus = sit("Ada"), sit("Grace", is_phone=True), sit("Linus")
    url = host(ada, BEGINNER, mode="race", best_of=3, seats=2)
    enter(linus, f"{url}?watch")  # while a seat is free
    assert party(linus, "seat") is None
    enter(grace, url)
    begin(ada, grace)
    assert ada.diagram == grace.diagram
    assert "." in ada.diagram
    seal = ada.tell("app => app.state.game.digest")
    assert grace.tell("app => app.state.game.digest") == seal
    chips = " ".join(ada.page.locator(".chips .chip:visible").all_inner_texts())
    assert "Race, best of 3" in chips
    assert f"Same board, sealed {seal[:4].upper()}" in chips

    (known,) = boards(room_server, url, BEGINNER)
    first, *others = known.openings()
    grace.fingers.tap(grace.point(first))
    wait_text(ada, ".race .standing", r"^You are 2nd, \d+ % behind Grace\.$")
    wait_text(grace, ".short-standing:visible", r"^You lead, \d+ % ahead of Ada\.$")
    order = ada.page.locator(".racer .who").all_inner_texts()
    assert order == ["Grace", "Ada"]
    lane = re.sub(r"\s+", " ", ada.page.locator(".lane").get_attribute("aria-label"))
    shares = [round(100 * party(ada, f"progress[{seat}].share")) for seat in (1, 0)]
    assert lane == f"How far everybody is: Grace {shares[0]} %, Ada {shares[1]} %"
    assert party(ada, "ghosts") == {}
    assert ada.page.locator(".racer canvas:visible").count() == 0
    assert "no squares until the round is over" in text(ada, ".race")
    wait(lambda: watched(linus) == ["Ada", "Grace"], "the boards that Linus watches")
    assert linus.page.locator(".watched canvas").count() == 0  # ninths of so small a board would say too much
    assert ada.page.locator(".watched").count() == grace.page.locator(".watched").count() == 0
    check_looks(ada, grace, linus)

    for cell in (first, *others):
        play(ada, cell)
    ada.wait_status("won")
    assert "The board is shown" not in text(ada, ".race")  # all of it is open
    wait_said(grace, r"Ada opened the board in \d+\.\d\d s\.")
    wait_text(linus, ".race .standing", r"^Ada opened the board in")
    for seat in (ada, grace, linus):
        assert party(seat, "ghosts") == {}
        assert seat.page.locator(".racer canvas:visible").count() == 0
    check_looks(ada, grace, linus)

    play(grace, min(known.mines))
    for seat in (ada, grace, linus):
        wait_over(seat)
    wait_text(ada, ".result-title", "^You won the race.$")
    wait_text(grace, ".result-title", "^Ada won the race.$")
    wait_text(linus, ".result-title", "^Ada won the race.$")
    wait_said(ada, r"You won the race\. Best of 3: Ada 1, Grace 0\.", "urgent")
    wait(lambda: re.search(r"^1 A Ada \d+\.\d\d s 100 % \d+\.\d\d$", rows(ada)[0]), f"the winner in {rows(ada)}")
    wait(lambda: re.search(r"^2 G Grace hit a mine . \d+ % \d+\.\d\d$", rows(ada)[1]), f"the loser in {rows(ada)}")
    for seat in (ada, grace, linus):
        for number, player in enumerate((ada, grace)):
            wait(partial(has_ghost, seat, number, open_cells(player)), f"what player {number} had open")
    wait(lambda: linus.page.locator(".watched canvas:visible").count() == 2, "the boards, once all have ended")
    wait_text(linus, ".race", "What everyone had open")
    ada.page.get_by_text("What everyone had open").click()
    wait(lambda: ada.page.locator(".racer canvas:visible").count() == 2, "two small boards")
    assert "*" in grace.diagram
    check_looks(ada, grace, linus)

    # The game of each is there to watch, and the next round has another board
    ada.page.get_by_role("link", name="Watch the game of Grace").click()
    ada.page.locator(".replay:not(.loading)").wait_for()
    assert ada.path == f"/replay/{party(ada, 'result[1].finished_id')}"
    begin(ada, grace)
    wait(lambda: ada.path == url[len(ada.url) - 1 :], "the board of the next round")
    wait_text(ada, ".race", "round 2 of 3")
    assert ada.tell("app => app.state.game.digest") != seal
    assert ada.page.locator(".racer canvas:visible").count() == 0


def watched(seat: Seat) -> list[str]:
    return [str(name) for name in seat.page.locator(".watched .who").all_inner_texts()]


def test_a_player_alone_races_the_solver(sit: Sit, room_server: Server) -> None:
    ada = sit("Ada")
    ada.page.goto(f"{ada.url}together")
    ada.page.locator("[data-name=mode-race]").click()
    wait_text(ada, ".people-here", r"^\d+ (person|people) here now\.")
    ada.page.locator("[data-strength=fast]").click()
    wait(lambda: ada.tell("app => app?.state.party?.stage === 'playing'"), "the race")
    assert [party(ada, f"seats[{seat}].strength") for seat in (0, 1)] == [None, "fast"]
    wait_text(ada, ".race .racers", "fast solver")
    wait(lambda: party(ada, "progress[1].share") > 0, "a square that the solver opens")
    check_looks(ada)


# A duel


def test_a_duel_by_turns_with_clocks(sit: Sit, room_server: Server) -> None:
    rules = "modern 8x8/13"
    ada, grace, linus = sit("Ada"), sit("Grace", is_phone=True), sit("Linus")
    url = host(ada, rules, mode="duel", best_of=3, clock=100, bonus=7)
    enter(grace, url)
    enter(linus, url)
    begin(ada, grace)
    (known,) = boards(room_server, url, rules)
    mines = sorted(known.mines)
    wait_text(ada, ".turns-row .middle", "Your turn 13 mines left 7 wins")
    wait_text(linus, ".turns-row .middle", "Ada's turn")
    assert ada.page.locator(".face:visible").count() == 0
    assert "adds 7 s to your clock" in text(ada, ".contest")
    assert ring(ada) == colour(ada, 0)

    # Only the clock of whoever is to move runs, and only they can play
    wait(lambda: clock(linus, 0) < 100, "the clock of Ada")
    assert clock(linus, 1) == 100
    safe = next(known.openings())
    grace.fingers.tap(grace.point(safe))
    grace.settle()
    assert grace.tell("app => app.state.game.seq") == 1
    play(ada, safe)
    wait_text(ada, ".turns-row .middle", "Grace's turn")
    wait_said(grace, r"Ada opened \w+, no mine\. Your turn\.")
    assert clock(ada, 0) > 100
    assert ring(ada) == colour(ada, 1)
    assert "no mine, turn passes" in text(ada, ".turns li")

    # A mine is a point, a flag in the colour of who found it, and another turn
    grace.fingers.tap(grace.bring(mines[0]))
    for seat in (ada, grace, linus):
        wait_party(seat, "turn.points[1]", 1)
    wait_said(grace, r"You found a mine at \w+\. Your turn\.")
    wait_text(ada, ".turns li", "Grace .* found a mine, goes on")
    wait_text(ada, ".contest .standing", r"^You are 1 behind\. 7 more mines win the game\.$")
    cell = mines[0][0] * 8 + mines[0][1]
    owner = ada.tell("(app, cell) => app.view.ownerOf(cell)", cell)
    assert owner == {"colour": colour(ada, 1), "initial": "G", "isFound": True}
    assert ada.page.locator(".tug").get_attribute("aria-label") == "Ada 0 of 7, Grace 1 of 7"
    check_looks(ada, grace, linus)

    # Leaving loses the duel, so the page asks first
    ada.page.get_by_role("button", name="Leave the room").click()
    ada.page.locator("dialog").get_by_text("You lose the duel.").wait_for()
    ada.page.locator("dialog").get_by_role("button", name="Stay").click()
    assert ada.tell("app => app.state.party.stage") == "playing"
    for mine in mines[1:7]:
        play(grace, mine)
    for seat in (ada, grace, linus):
        wait_over(seat)
    wait_text(grace, ".result-title", r"^You won the duel, 7 to 0\.$")
    wait_text(linus, ".result-title", r"^Grace won the duel, 7 to 0\.$")
    wait_text(ada, ".turns-row .middle", "^Grace won 6 mines left")
    assert rows(ada) == ["1 G Grace 7", "2 A Ada 0"]
    check_looks(ada, grace)

    # The other one begins the next game; whoever gives up is asked first
    begin(ada, grace)
    wait_text(ada, ".turns-row .middle", "Grace's turn 13 mines left")
    ada.page.get_by_role("button", name="Give up").click()
    ada.page.locator("dialog[open]").get_by_role("button", name="Keep playing").click()
    assert party(ada, "stage") == "playing"
    ada.page.get_by_role("button", name="Give up").click()
    ada.page.locator("dialog[open]").get_by_role("button", name="Give up").click()
    wait_over(ada)
    wait_text(ada, ".result-title", r"^Grace won the duel\. Ada gave up\.$")
    wait_text(ada, ".contest-result", r"Grace wins the match\. Best of 3: Ada 0, Grace 2\.$")


def ring(seat: Seat) -> str:
    """The colour around the console."""
    return str(seat.page.locator(".turns-head").evaluate("head => head.style.getPropertyValue('--turn')"))


def colour(seat: Seat, number: int) -> str:
    return str(seat.tell("(app, number) => app.themes.players[number]", number))


def clock(seat: Seat, number: int) -> int:
    """The seconds on the clock of a player, for somebody who watches in the order of the seats."""
    shown = seat.page.locator(".rival .clock").all_inner_texts()[number]
    minutes, seconds = shown.split()[0].split(":")
    return 60 * int(minutes) + int(seconds)


# An arena


def test_an_arena_and_the_file_that_proves_its_table(sit: Sit, room_server: Server, tmp_path: Path) -> None:
    ada, grace = sit("Ada"), sit("Grace", is_phone=True)
    url = host(ada, BEGINNER, mode="arena", boards=2, minutes=3)
    enter(grace, url)
    begin(ada, grace)
    assert ada.diagram == grace.diagram
    seals = party(ada, "seals")
    assert len(seals) == 2
    assert ada.tell("app => app.state.game.digest") == seals[0]
    wait_text(ada, ".arena-head", r"^2:\d\d 0 solved, 1st 10 Board 1 of 2$")
    ada.page.get_by_text("Seals", exact=True).click()
    assert ada.page.locator(".seals li").all_inner_texts() == [seal[:8].upper() for seal in seals]
    check_looks(ada, grace)

    first, second = boards(room_server, url, BEGINNER, 2)
    for cell in first.openings():
        play(ada, cell)
    play(grace, min(first.mines))
    wait_text(ada, ".arena-table", r"^1 A Ada you .* 1 2 G Grace .* 0$")
    wait_text(ada, ".arena .standing", "^You lead.$")
    wait_text(grace, ".arena-head", r" 0 solved, 2nd ")
    for seat in (ada, grace):  # the next board comes by itself
        wait_seal(seat, seals[1])
        seat.wait_status("playing")
    wait_text(ada, ".arena-head", r"10 Board 2 of 2$")
    wait_said(ada, r"Board 2 of 2\. You lead\.")
    for cell in second.openings():
        play(ada, cell)
    play(grace, min(second.mines))
    for seat in (ada, grace):
        wait_over(seat)
    points = party(ada, "result[0].points")
    wait_text(ada, ".result-title", rf"^You won the arena with {points} points\.$")
    assert rows(grace) == [f"1 A Ada {points}", "2 G Grace 0"]

    # The seeds open the seals, in the page and for anybody who has the file
    wait(lambda: ada.page.locator(".seals .opened").count() == 2, "the seeds")
    check_looks(ada, grace)
    with ada.page.expect_download() as download:
        ada.page.get_by_role("link", name="Save the result file").click()
    file = tmp_path / "arena.json"
    download.value.save_as(file)
    assert [board["seal"] for board in json.loads(file.read_text("utf-8"))["boards"]] == seals
    command = [sys.executable, "-m", "sapper", "verify", str(file)]
    verified = subprocess.run(command, capture_output=True, text=True, check=False)
    assert verified.returncode == 0, verified.stderr
    assert re.search(rf"^ *1 +{points} .* Ada$", verified.stdout, re.MULTILINE)


# Away


def cut(seat: Seat) -> None:
    """Lose the connection, and do not come back."""
    seat.tell("app => { const line = app.session.connection; line.open = () => {}; line.retry(); }")
    wait(lambda: seat.tell("app => app.session.connection.state !== 'open'"), "the lost connection")


def come_back(seat: Seat) -> None:
    seat.tell("app => { const line = app.session.connection; delete line.open; line.open(); }")
    wait(lambda: seat.tell("app => app.session.connection.state === 'open'"), "the connection")
    seat.settle()


def elapsed(seat: Seat) -> float:
    return float(seat.tell("app => app.state.game.elapsed"))


def test_the_clock_is_right_after_the_connection_was_lost(sit: Sit, room_server: Server) -> None:
    ada, grace = sit("Ada"), sit("Grace", is_phone=True)
    enter(grace, host(ada, BEGINNER, mode="race"))
    begin(ada, grace)
    wait(lambda: elapsed(grace) > 0, "the first square")
    cut(grace)
    stopped = elapsed(grace)
    wait(lambda: elapsed(ada) > stopped + 5000, "some time")
    come_back(grace)
    before = elapsed(ada)
    shown = elapsed(grace)
    after = elapsed(ada)
    assert before - 2000 < shown < after + 2000


def test_whoever_was_away_for_too_long_reads_what_happened(sit: Sit, room_server: Server) -> None:
    ada, grace = sit("Ada"), sit("Grace")
    enter(grace, host(ada, BEGINNER, mode="race", grace=1))
    assert "a seat waits 1 second" in text(ada, ".room-rules")
    ada.page.get_by_role("button", name=re.compile("^Absence")).click()
    ada.page.get_by_role("button", name="5 min", exact=True).click()
    wait_text(grace, ".room-rules", "a seat waits 5 minutes")
    ada.tell("app => app.room.party.choose({ grace: 1 })")
    wait_text(grace, ".room-rules", "a seat waits 1 second")
    begin(ada, grace)
    wait(lambda: elapsed(grace) > 0, "the first square")
    cut(grace)
    wait(lambda: party(ada, "seats[1].has_left"), "the free seat")
    come_back(grace)
    told = "^You were away for more than 1 second, so your game was given up.$"
    wait_text(grace, ".absence", told)
    wait_said(grace, told)
    check_looks(grace)
    ada.tell("app => app.session.resign()")
    wait_over(ada)
    begin(ada, grace)
    wait(lambda: not grace.page.locator(".absence:visible").count(), "another round")


def test_the_last_who_plays_reads_how_long_that_is_possible(sit: Sit, room_server: Server) -> None:
    ada, grace = sit("Ada"), sit("Grace", is_phone=True)
    enter(grace, host(ada, BEGINNER, mode="race"))
    begin(ada, grace)
    wait(lambda: elapsed(grace) > 0, "the first square")
    assert not grace.page.locator(".limit:visible").count()
    ada.tell("app => app.session.resign()")
    wait_text(grace, ".limit:visible", r"^(10:00|9:\d\d) left, then your game is given up\.$")
    wait_said(grace, r"(10:00|9:\d\d) left, then your game is given up\.$")
    wait_text(ada, ".limit:visible", r"^The round ends in (10:00|9:\d\d) at the latest\.$")
    check_looks(ada, grace)
