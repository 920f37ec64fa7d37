"""`sapper tournament`: the list of a server, a new tournament, its table, and a race line by line."""

from __future__ import annotations

import io
import re
from contextlib import closing
from typing import TYPE_CHECKING, Any, cast

import pytest
from command_line import run
from server.conftest import Running

from sapper.commands.playing import tournament
from sapper.server.protocol.api_types import Tournament, TournamentCard, TournamentLine

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with closing(Running(tmp_path_factory.mktemp("server"))) as running:
        yield running


class Told:
    """A tournament whose looks are told in advance; notes what the player wanted."""

    def __init__(self, *looks: Tournament) -> None:
        self.looks = list(looks)
        self.wanted: list[str] = []

    async def find(self, _id: str) -> Tournament:
        """Return the next look, the last one again and again."""
        return self.looks.pop(0) if len(self.looks) > 1 else self.looks[0]

    async def enter(self, id_: str, wants: str) -> Tournament:
        """Note a wish, and return the next look."""
        self.wanted.append(wants)
        return await self.find(id_)


def look(stage: str, state: str = "", party: str = "") -> Tournament:
    card = TournamentCard("t", "Friday", "races", "race", "modern beginner", "", 100, 20, 5, stage, 1)
    me = TournamentLine(1, "p", "Ada", 2, 1, [2], state=state, is_me=True)
    return Tournament(card, 99_000, 1_300_000, 1, 1, [me], [], party)


def test_a_player_is_ready_for_each_race_plays_it_and_stops(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("time.sleep", lambda _: None)
    monkeypatch.setattr("sys.stdin", io.StringIO("\nq\n"))
    first, second = look("playing", "playing", "room-1"), look("playing", "playing", "room-2")
    told = Told(look("coming"), look("playing"), look("playing", "ready"), first, first, look("playing"), second)
    told.looks += [look("playing", "ready"), second, second]
    races = list(tournament._races(cast("Any", told), "t"))
    assert races == ["room-1", "room-2"]
    assert told.wanted[0] == "in"
    assert told.wanted.count("ready") >= 1
    assert "Waiting for others" in capsys.readouterr().out


def test_nothing_is_played_in_a_tournament_that_is_over() -> None:
    told = Told(look("over"))
    assert list(tournament._races(cast("Any", told), "t")) == []


def of(player: str, folder: Path) -> dict[str, str]:
    (folder / player).mkdir(exist_ok=True)
    return {"SAPPER_DATA": str(folder / player), "SAPPER_CONFIG": str(folder / player)}


def test_a_tournament_is_made_listed_and_shown(server: Running, tmp_path: Path) -> None:
    ada = of("ada", tmp_path)
    made = run("tournament", server.url, "--new", "swiss", "--title", "Friday", "--rounds", "3", env=ada)
    link = re.search(r"http\S+/tournament/\S+", made.stdout)
    assert (made.returncode, link is not None) == (0, True), made.stderr
    assert re.search(r"Friday: Race, modern 16x16/40 v1 layout=no-guess, 3 rounds; begins in [45]:\d\d\n", made.stdout)
    listed = run("tournament", server.url, env=ada).stdout
    assert re.search(rf"Friday .*3 rounds; open\n *{re.escape(link[0]) if link else ''}", listed)
    shown = run("tournament", link[0] if link else "", env=of("ben", tmp_path))
    assert shown.stdout.startswith("Friday: Race")


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--play",), "Which tournament?"),
        (("--new", "swiss", "--minutes", "0"), ""),
        (("--new", "races", "--rules", "modern 1x1/5"), ""),
    ],
)
def test_what_cannot_be_played_is_refused_in_one_line(
    server: Running, tmp_path: Path, words: tuple[str, ...], why: str
) -> None:
    refused = run("tournament", server.url, *words, env=of("ada", tmp_path))
    assert refused.returncode == 2
    assert len(refused.stderr.splitlines()) <= 2
    assert why in refused.stderr


def test_a_tournament_that_is_not_there_is_named(server: Running, tmp_path: Path) -> None:
    refused = run("tournament", f"{server.url}/tournament/nothing", env=of("ada", tmp_path))
    assert (refused.returncode, "There is no such tournament." in refused.stderr) == (2, True)
