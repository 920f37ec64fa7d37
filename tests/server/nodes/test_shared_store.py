"""Servers on one PostgreSQL: the same players, games and signatures on each of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import httpx
import msgspec
import pytest
from server.http.test_api import finished
from server.messages import receive, send

from sapper.cli import main
from sapper.history.store import open_store
from sapper.server.protocol.game_messages import Hello

if TYPE_CHECKING:
    from pathlib import Path

    from server.conftest import Start

SECRET = "hunter2"


def test_two_servers_share_players_games_and_the_key(start: Start, postgres_url: str) -> None:
    url = postgres_url.replace("sapper@", f"sapper:{SECRET}@")
    first, second = start("--database", url), start("--database", url)
    assert httpx.get(f"{second.health}/readyz").text == "ready\n"
    number = finished(first)["finished_id"]
    text = httpx.get(f"{second.url}/api/games/{number}/replay").text
    assert httpx.post(f"{second.url}/api/replays/verify", content=text).json()["genuine"] is True
    me = httpx.get(f"{first.url}/api/me")
    headers = {"Cookie": f"sapper={me.cookies['sapper']}"}
    with second.connect(additional_headers=headers) as client:
        send(client, t="hello")
        assert receive(client, "welcome")["you"] == me.json()["id"]
    assert first.stop() == second.stop() == 0
    assert SECRET not in first.log + second.log
    assert not list(first.folder.glob("games.db*"))


@pytest.mark.parametrize("words", [("backup", "copy.zip"), ("restore", "copy.zip"), ("check",)])
def test_commands_on_files_name_the_tools_of_postgresql(
    words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main([*words, "--database", "postgresql://127.0.0.1:1/games"]) == 2
    assert "for PostgreSQL use pg_dump" in capsys.readouterr().err


def test_commands_read_the_address_from_the_environment(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SAPPER_DATABASE", postgres_url)
    assert main(["ban", "203.0.113.7", "--reason", "noise"]) == 0
    with open_store(postgres_url) as store:
        assert [ban.who for ban in store.bans()] == ["203.0.113.7"]
    for words in (["ban", "--list"], ["stats"], ["times"], ["replay", "list"], ["rebuild"]):
        assert main(words) == 0, capsys.readouterr().err


def test_an_address_that_is_none_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["web", "--database", f"mysql://ada:{SECRET}@here/games"]) == 2
    said = capsys.readouterr().err
    assert "postgresql://sapper@localhost/sapper" in said
    assert SECRET not in said


@pytest.mark.parametrize("field", ["tab", "room", "game"])
def test_nobody_sends_a_name_that_cannot_be_stored(field: str) -> None:
    for text in ("\0", "a\0", "\0\n", "a\n\0b"):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert({"t": "hello", field: text}, Hello)
    assert msgspec.convert({"t": "hello", field: "a\nb\n"}, Hello)
