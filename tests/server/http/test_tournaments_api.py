"""Tournaments over HTTP, as the page asks for them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import httpx
import pytest

if TYPE_CHECKING:
    from server.conftest import Running


class Browser:
    """A browser that has opened the page."""

    def __init__(self, server: Running) -> None:
        self._url = server.url
        cookie = httpx.get(f"{self._url}/api/me").headers["set-cookie"].partition(";")[0]
        self._headers = {"authorization": f"Bearer {cookie.partition('=')[2]}"}

    def send(self, path: str, **body: object) -> httpx.Response:
        """Return the answer to a request, which is a POST where it has a body."""
        method = "POST" if body else "GET"
        return httpx.request(method, self._url + path, json=body or None, headers=self._headers)

    def ask(self, path: str, **body: object) -> Any:
        """Return what the server answers."""
        return self.send(path, **body).raise_for_status().json()


def test_a_tournament_is_made_entered_and_left(server: Running) -> None:
    ann, ben = Browser(server), Browser(server)
    rules = {"format": "swiss", "mode": "race", "rules": "modern beginner", "name": "Friday \u202e", "starts_in": 30}
    made = ann.ask("/api/tournaments", **rules)
    path = f"/api/tournaments/{made['card']['id']}"
    assert (made["card"]["name"], made["card"]["stage"], made["lines"]) == ("Friday", "coming", [])
    entry = {"path": "/api/tournaments/entry", "tournament": made["card"]["id"]}
    assert ann.ask(**entry, wants="in")["lines"][0]["is_me"] is True
    seen = ben.ask(**entry, wants="ready")
    assert [line.get("state", "") for line in seen["lines"]] == ["", "ready"]
    assert ben.ask(**entry, wants="out")["lines"][1]["state"] == "out"
    assert ben.ask(path)["lines"] == ben.ask(path)["lines"]
    listed = {one["id"]: one for one in ann.ask("/api/tournaments")}
    assert listed[made["card"]["id"]]["players"] == 2
    assert listed[made["card"]["id"]]["is_mine"] is True
    assert "key" not in json.dumps(seen)


@pytest.mark.parametrize(
    ("wrong", "status"),
    [
        ({"mode": "coop"}, 422),
        ({"mode": "arena"}, 422),
        ({"rules": "modern 1x1/5"}, 422),
        ({"format": "knockout"}, 422),
        ({"minutes": 100_000}, 422),
        ({"rules": "modern 200x200/900"}, 422),
    ],
)
def test_a_tournament_that_cannot_be_played_is_refused(server: Running, wrong: dict[str, object], status: int) -> None:
    terms = {"format": "races", "mode": "race", "rules": "modern beginner"} | wrong
    refused = Browser(server).send("/api/tournaments", **terms)
    assert refused.status_code in (status, 429)
    assert refused.json()["error"]


def test_there_is_no_result_before_the_end_and_no_tournament_without_one(server: Running) -> None:
    ann = Browser(server)
    made = ann.ask("/api/tournaments", format="races", mode="race", rules="modern beginner", starts_in=0)
    for path, status in ((f"/api/tournaments/{made['card']['id']}/file", 409), ("/api/tournaments/nothing", 404)):
        assert ann.send(path).status_code == status
