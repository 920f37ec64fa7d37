"""The statistics on the page: every figure against the store, filters, tables, deleting, backup and restore."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, Any

import pytest
from own_history import fill, player_of, replays
from web.browsing import Seat, Server, wait

from sapper.analysis.metrics import seconds_text
from sapper.history import luck
from sapper.history.recorder import import_replay
from sapper.history.statistics import figures
from sapper.history.store import PEOPLE, Filter, open_store
from sapper.history.table import header, rows

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, BrowserContext, Page

GAMES = 45
NOW = int(time.time())
NONE = "\N{EN DASH}"


class Room:
    """The statistics of a player, and the games in the store behind them."""

    def __init__(self, seat: Seat, server: Server, games: int = GAMES) -> None:
        self.page, self.server, self.url = seat.page, server, seat.url
        seat.go()
        (token,) = [one["value"] for one in self.page.context.cookies() if one["name"] == "sapper"]
        self.key = player_of(token).key
        if games:
            with open_store(server.folder / "games.db") as store:
                fill(store, self.key, games, NOW)
        self.page.goto(f"{self.url}statistics")
        self.settle()

    def settle(self) -> None:
        self.page.wait_for_selector(".results[aria-busy=false]")

    def right(self, **only: Any) -> dict[str, Any]:
        """What the statistics of the games that pass a filter are."""
        with open_store(self.server.folder / "games.db") as store:
            return figures(store.results(Filter(owner=self.key, device=PEOPLE, **only)))

    def figure(self, name: str) -> str:
        return self.page.locator(f"[data-figure={name}] b, dd[data-figure={name}]").inner_text()

    def table(self, chart: str) -> list[list[str]]:
        """The table of a chart, as a screen reader reads it."""
        script = "rows => rows.map(row => [...row.cells].map(cell => cell.textContent))"
        found: list[list[str]] = self.page.locator(f".{chart} table.unseen tbody tr").evaluate_all(script)
        return found

    def choose(self, field: str, value: str) -> None:
        self.page.locator(f"select[data-field={field}]").select_option(value)
        self.wait_counted()

    def wait_counted(self) -> None:
        """Wait until the answer to what was chosen is shown."""
        wait(lambda: self.page.locator(".results[aria-busy=false]").count(), "the statistics")

    def download(self, words: str) -> str:
        with self.page.expect_download() as coming:
            self.page.get_by_role("link", name=words).click()
        return coming.value.path().read_text("utf-8")

    def ask(self, button: str) -> None:
        self.page.get_by_role("button", name=button, exact=True).click()
        self.page.wait_for_selector("dialog.question[open]")


@pytest.fixture
def room(seat: Seat, server: Server) -> Room:
    return Room(seat, server)


def percent(share: float, digits: int = 0) -> str:
    return f"{share * 100:.{digits}f}\u2009%"


def check(room: Room, right: dict[str, Any]) -> None:
    """Compare the cards with the statistics."""
    assert room.figure("best") == seconds_text(right["best"])
    assert room.figure("median") == seconds_text(right["median"])
    assert room.figure("rate") == percent(right["rate"], 1)
    assert room.figure("streak") == str(right["streak"])
    assert room.figure("speed") == f"{right['bbbv_per_second']:.2f}"
    assert room.figure("efficiency") == percent(right["efficiency"])
    shown = [room.figure(name) for name in ("games", "wins", "abandoned", "mean")]
    assert shown == [str(right["games"]), str(right["wins"]), str(right["abandoned"]), seconds_text(right["mean"])]


def test_cards_and_charts_show_the_statistics_of_the_store(room: Room) -> None:
    page = room.page
    assert page.locator(".segments .on").inner_text() == "Beginner", "the level played last"
    right = room.right(level="8x8/10", plain=True)
    check(room, right)
    assert sum(int(row[1]) for row in room.table("times")) == right["wins"]
    assert [int(row[1]) for row in room.table("times")] == [bar["count"] for bar in right["distribution"]]
    medians = [NONE if part["median"] is None else seconds_text(part["median"]) for part in right["progress"]]
    assert [row[5] for row in room.table("progress")] == medians
    survival = room.table("survival")
    assert (survival[0], survival[-1]) == (["0\u2009%", "100\u2009%"], ["100\u2009%", percent(right["rate"])])
    assert sum(int(row[1]) for row in room.table("year")) == right["games"] + right["abandoned"]
    assert page.locator(".scatter circle.dot").count() == right["wins"]
    assert sum(int(row[1]) for row in room.table("scatter")) == right["wins"]
    assert page.locator(".year rect.day:not(.shade-0)").count() == len(room.table("year"))
    heights = page.locator(".times rect").evaluate_all("bars => bars.map(bar => bar.getBoundingClientRect().height)")
    counts = [bar["count"] for bar in right["distribution"]]
    assert heights.index(max(heights)) == counts.index(max(counts))
    assert page.locator(".scatter a.best").count() == page.locator(".progress a.best").count() == 1


def test_skill_and_luck_are_shown_by_level_and_over_time(room: Room) -> None:
    page = room.page
    room.choose("plain", "")
    page.get_by_role("button", name="All levels").click()
    room.wait_counted()
    page.locator(".luck-cards[aria-busy=false]").wait_for()
    with open_store(room.server.folder / "games.db") as store:
        balances = store.balances(luck.VERSION, Filter(owner=room.key, device=PEOPLE))
    whole = luck.total(balances)
    assert whole is not None
    script = "rows => rows.map(row => [...row.cells].map(cell => cell.textContent))"
    rows = page.locator(".luck tbody tr").evaluate_all(script)
    shown = {
        row[0]: [float(part.replace("\N{MINUS SIGN}", "-").rstrip("\u2009\u202f\xa0 %")) for part in row[1:]]
        for row in rows
    }
    levels = luck.by_level(balances)
    assert len(shown) == len(levels) + 1
    for name, total in {**levels, "All levels": whole}.items():
        (figures,) = (row for title, row in shown.items() if title.endswith(name))
        start, given, fate, won = (part / 10 for part in total.thousandths)
        assert figures == pytest.approx([total.games, start, -given, fate, won])
    assert len(room.table("luck-course")) == len(luck.over_time(balances))


def test_filters_choose_what_is_counted_and_exported(room: Room) -> None:
    page = room.page
    room.choose("plain", "")
    page.get_by_role("button", name="All levels").click()
    room.wait_counted()
    check(room, room.right())
    for field, value, only in (
        ("layout", "no-guess", {"layout": "no-guess"}),
        ("ruleset", "modern", {"ruleset": "modern"}),
        ("device", "touch", {"device": "touch"}),
    ):
        room.choose(field, value)
        right = room.right(**only) if field != "device" else figures_of(room, device="touch")
        check(room, right)
        room.choose(field, "")
    room.choose("days", "7")
    wait(lambda: int(room.figure("games")) < room.right()["games"], "the games of a week")
    room.choose("ruleset", "amiga")
    page.get_by_text("No game matches these filters.").wait_for()
    page.get_by_role("button", name="Show all games").click()
    wait(lambda: page.locator(".games tbody tr").count() == 20, "a page of games")
    page.locator(".export summary").click()
    with open_store(room.server.folder / "games.db") as store:
        games = store.games(100, 0, Filter(owner=room.key, device=PEOPLE))
    assert room.download("These games as CSV") == header() + rows(games), "as sapper stats --csv writes them"
    assert json.loads(room.download("These figures as JSON")) == json.loads(json.dumps(room.right()))


def test_videos_are_filtered_by_their_player_and_belong_to_nobody_here(room: Room) -> None:
    page, (*_, won) = room.page, replays(8)
    with open_store(room.server.folder / "games.db") as store:
        import_replay(store, won.replace(players=("Bob",), known_board=True), "import")
    page.reload()
    room.choose("whose", "=Bob")
    assert room.figure("games") == "1"
    bins = page.get_by_role("button", name="Delete this game")
    wait(
        lambda: page.locator(".games tbody tr").count() == 1 and not bins.count(),
        "the video, which is not deleted here",
    )
    assert page.locator(".own-games").is_hidden()
    page.goto(f"{room.url}times")
    names = page.locator(".times-lists[aria-busy=false] .times .who")
    page.locator("select[data-field=whose]").select_option("=Bob")
    wait(lambda: [name.split()[0] for name in names.all_inner_texts()] == ["Bob"], "the times of the video")


def figures_of(room: Room, **only: Any) -> dict[str, Any]:
    with open_store(room.server.folder / "games.db") as store:
        return figures(store.results(Filter(owner=room.key, **only)))


def test_the_games_are_sorted_paged_and_lead_to_their_replays(room: Room) -> None:
    page = room.page
    room.choose("plain", "")
    page.get_by_role("button", name="All levels").click()
    room.wait_counted()
    page.get_by_text(f"1 to 20 of {GAMES}").wait_for()
    page.get_by_role("button", name="time", exact=True).click()
    page.wait_for_selector("th[aria-sort=ascending]")
    times = [float(text) for text in page.locator(".games tbody td.strong").all_inner_texts()]
    assert times == sorted(times)
    page.get_by_role("button", name="3BV", exact=True).click()
    page.wait_for_selector("th[aria-sort=descending] >> text=3BV")
    page.get_by_role("button", name="Next page").click()
    page.get_by_text(f"21 to 40 of {GAMES}").wait_for()
    page.get_by_role("button", name="Next page").click()
    page.get_by_text(f"41 to {GAMES} of {GAMES}").wait_for()
    assert page.get_by_role("button", name="Next page").is_disabled()

    drawing = page.locator(".scatter svg")
    drawing.focus()
    page.keyboard.press("ArrowRight")
    fastest = room.right()["best"]
    assert page.locator(".tip").inner_text().startswith(f"{seconds_text(fastest)} s, ")
    page.keyboard.press("ArrowRight")
    assert not page.locator(".tip").inner_text().startswith(f"{seconds_text(fastest)} s, ")
    dot = page.locator(".scatter circle.dot").last
    game = dot.get_attribute("data-game")
    dot.hover(force=True)
    page.wait_for_selector(".tip:not([hidden])")
    dot.click(force=True)
    wait(lambda: page.evaluate("location.pathname").startswith("/replay/"), "the replay of the dot")
    assert page.evaluate("location.pathname") in (f"/replay/{game}", *near(room, dot=game))
    page.go_back()
    page.wait_for_selector(".statistics .games tbody tr")
    link = page.locator(".fastest tbody a").first
    href = link.get_attribute("href")
    link.click()
    wait(lambda: page.evaluate("location.pathname") == href, "the replay of the fastest win")


def near(room: Room, dot: str | None) -> list[str]:
    """The replays of wins whose dots lie over a dot: the same time and 3BV."""
    with open_store(room.server.folder / "games.db") as store:
        wins = store.games(100, 0, Filter(owner=room.key, status="won"))
    return [f"/replay/{game.id}" for game in wins if str(game.id) != dot]


def test_games_are_deleted_after_a_question(room: Room) -> None:
    page = room.page
    right = room.right(level="8x8/10", plain=True)
    page.get_by_role("button", name="time", exact=True).click()
    page.wait_for_selector("th[aria-sort=ascending]")
    won = page.locator(".games tbody tr", has_text="Won").first
    assert won.locator("td.strong").inner_text() == seconds_text(right["best"])
    won.get_by_role("button", name="Delete this game").click()
    assert page.locator("dialog h2").inner_text() == "Delete 1 game for good?"
    page.get_by_role("button", name="Cancel").click()
    assert room.right(level="8x8/10", plain=True) == right
    won.get_by_role("button", name="Delete this game").click()
    page.get_by_role("button", name="Delete", exact=True).click()
    page.get_by_text("1 game deleted.").wait_for()
    after = room.right(level="8x8/10", plain=True)
    assert after["best"] > right["best"]
    wait(lambda: room.figure("best") == seconds_text(after["best"]), "the next best time")

    count = after["games"] + after["abandoned"]
    room.ask(f"Delete these {count} games")
    assert page.locator("dialog h2").inner_text() == f"Delete {count} games for good?"
    page.get_by_role("button", name="Delete", exact=True).click()
    page.get_by_text(f"{count} games deleted.").wait_for()
    page.get_by_text("No game matches these filters.").wait_for()
    left = GAMES - 1 - count
    room.ask("Delete all my games")
    assert page.locator("dialog h2").inner_text() == f"Delete {left} games for good?"
    page.get_by_role("button", name="Delete", exact=True).click()
    page.get_by_text("Nothing to count yet").wait_for()
    assert room.right()["games"] == 0


@pytest.fixture
def other(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path)
    yield server
    server.stop()


def test_a_backup_gives_the_same_statistics_on_an_empty_server(
    room: Room, other: Server, context: BrowserContext, tmp_path: Path
) -> None:
    file = room.download("Back up all games")
    assert file.count("\n") == GAMES + 1
    new = Room(Seat(context.new_page(), other.url), other, games=0)
    new.page.get_by_text("Nothing to count yet").wait_for()
    assert new.page.get_by_text("Finish one game and it shows up here.").is_visible()

    def restore(text: str) -> None:
        (tmp_path / "games.txt").write_text(text, "ascii")
        new.page.locator("input[type=file]").set_input_files(tmp_path / "games.txt")

    restore("a letter\n")
    new.page.get_by_text("This file is not a backup of games. Nothing was changed.").wait_for()
    restore(file)
    new.page.get_by_text(f"{GAMES} games restored, 0 already here.").wait_for()
    restore(file + "bm90aGluZw==\n")
    new.page.get_by_text(f"0 games restored, {GAMES} already here. 1 could not be read.").wait_for()
    new.page.goto(f"{other.url}statistics")
    new.settle()
    assert new.right() == room.right()
    right = room.right(level="8x8/10", plain=True)
    check(new, right)


def test_a_phone_has_six_numbers_one_chart_and_the_rest_on_request(
    browser: Browser, server: Server, complaints: list[str]
) -> None:
    from web.browsing import watch

    context = browser.new_context(viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True)
    watch(context, complaints)
    room = Room(Seat(context.new_page(), server.url), server, games=12)
    page: Page = room.page
    assert page.locator(".figure-cards .stat").count() == 6
    visible = "nodes => nodes.filter(node => node.offsetParent !== null).map(node => node.classList[2])"
    assert page.locator(".chart-card").evaluate_all(visible) == ["progress", "fastest"]
    width = page.evaluate(
        "[document.documentElement.scrollWidth, ...[...document.querySelectorAll('.chart')]"
        ".filter(one => one.width.baseVal.value).map(one => one.getBoundingClientRect().right)]"
    )
    assert max(width) <= 390
    page.get_by_role("button", name="More charts").tap()
    wait(lambda: len(page.locator(".chart-card").evaluate_all(visible)) == 9, "all charts, with skill and luck")
    sizes = page.locator(".filters button, .filters .chip, .games .acts .tool").evaluate_all(
        "nodes => nodes.map(node => node.getBoundingClientRect().height)"
    )
    assert min(sizes) >= 44
    context.close()


def test_the_key_opens_the_statistics_and_the_empty_page_leads_to_a_game(seat: Seat) -> None:
    seat.go()
    seat.page.wait_for_selector(".home")
    seat.key("s")
    seat.page.get_by_text("Nothing to count yet").wait_for()
    assert seat.path == "/statistics"
    seat.page.get_by_role("button", name="Play Beginner").click()
    seat.wait_for_game()
    assert seat.rules.startswith("modern 8x8/10")
