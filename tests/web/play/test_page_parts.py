"""A game that several played, on the page: in the statistics of everybody when asked for, and with each part."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from own_history import player_of
from replay.test_contributions import played
from web.browsing import Seat, Server, wait

from sapper.history.store import open_store
from sapper.history.store.rows import NewRound
from sapper.history.summary import summary_of

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page


def store_coop(folder: Path, key: bytes) -> int:
    """Store a game that somebody else began, with this player in it, and return its number."""
    replay = played(by=(0, 1)).replace(players=("Ada <i>", "Bo"), played_at=1_800_000_000)
    with open_store(folder / "games.db") as store:
        assert replay.seed is not None
        game = store.begin_round(
            str(replay.rules),
            replay.seed,
            NewRound(
                public_id="together",
                room="together.1.all",
                player=b"somebody else",
                created_at=1_800_000_000,
                source="coop",
            ),
        )
        assert store.append(game, 0, replay.entries)
        assert store.finish(game, len(replay), replay.pack(), summary_of(replay), [key])
    return game


def has_links(page: Page, least: int) -> bool:
    return page.locator(".results .games-table a, .results tbody a").count() >= least


def test_a_game_with_others_is_counted_apart_and_shows_what_each_did(seat: Seat, server: Server) -> None:
    seat.go()
    page = seat.page
    (token,) = [one["value"] for one in page.context.cookies() if one["name"] == "sapper"]
    game = store_coop(server.folder, player_of(token).key)
    page.goto(f"{server.url}statistics")
    page.wait_for_selector(".results[aria-busy=false]")
    assert page.locator("[data-figure=games]").count() == 0  # none alone
    for value, there in (("coop", 1), ("race", 0), ("yes", 1)):
        page.locator("select[data-field=together]").select_option(value)
        wait(partial(has_links, page, there), value)
        wait(lambda: page.locator(".results[aria-busy=false]").count(), "the statistics")
        assert bool(page.locator("[data-figure]").count()) == bool(there), value
    page.goto(f"{server.url}replay/{game}")
    panel = page.locator(".review")
    panel.get_by_role("heading", name="Players").wait_for()
    rows = panel.locator("section, .group").filter(has_text="Players").locator("li").all_inner_texts()
    assert len(rows) == 2
    assert "Ada <i>" in rows[0]
    assert "mines opened 1" in rows[0]
    assert "mines opened 0" in rows[1]
    reason = panel.locator(".report-line")
    wait(reason.is_visible, "why a game with lives has no report")
    assert "one life" in reason.inner_text()
