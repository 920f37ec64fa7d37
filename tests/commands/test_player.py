"""`sapper player`: the terminal and another device are one player."""

from __future__ import annotations

import io
import json
import re
from typing import TYPE_CHECKING

import httpx
import pytest
from server.conftest import Running

from sapper.cli import main

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture(autouse=True)
def own_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SAPPER_CONFIG", str(tmp_path))


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    running = Running(tmp_path)
    yield running
    running.close()


def test_a_terminal_becomes_the_player_of_a_browser_and_back(
    server: Running, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def run(*words: str, data: str = "a") -> str:
        assert main(["player", "--server", server.url, "--data", str(tmp_path / data), *words]) == 0
        return capsys.readouterr().out

    with httpx.Client(base_url=server.url, headers={"origin": server.url}) as web:
        identity = web.get("/api/me").json()["id"]
        web.post("/api/me/name", json={"name": "Ada"})
        link = web.post("/api/me/link").json()
        assert f"You are Ada on {server.url}, player {identity}." in run("--as", link["code"])
        assert "Eve" in run("--rename", "Eve")
        assert web.get("/api/me").json()["name"] == "Eve"
        code = re.search(r"code is (\S+)\. ", run("--code"))
        assert code is not None
        assert web.get("/api/me").json()["has_code"] is True
        assert f"player {identity}" in run("--as", code[1], data="b")
        shown = run("--link")
        assert "█▀▀" in shown or "██▄" in shown
        address = re.search(r"http://\S+/link#(\S+) ", shown)
        assert address is not None
        assert web.post("/api/me/restore", json={"code": address[1]}).status_code == 200
        assert "signed out" in run("--sign-out")
        assert f"player {identity}" in run("--people")
        assert f"player {identity}" in run()
        stored = json.loads((tmp_path / "a" / "servers.json").read_text("utf-8"))
        assert server.url in stored["last"]


def test_everything_is_saved_and_then_deleted(
    server: Running, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def run(*words: str) -> str:
        main(["player", "--server", server.url, "--data", str(tmp_path / "a"), *words])
        return capsys.readouterr().out

    identity = re.search(r"player (\w+)\.", run("--rename", "Ada"))
    assert identity is not None
    file = tmp_path / "me.jsonl"
    assert "with 0 games" in run("--export", str(file))
    head = json.loads(file.read_text("utf-8").splitlines()[0])["player"]
    assert (head["id"], head["name"]) == (identity[1], "Ada")
    assert main(["player", "--server", server.url, "--data", str(tmp_path / "a"), "--export", str(file)]) != 0
    assert "cannot be written" in capsys.readouterr().err
    monkeypatch.setattr("sys.stdin", io.StringIO("no\n"))
    assert "nothing was deleted" in run("--delete")
    assert f"player {identity[1]}" in run()
    monkeypatch.setattr("sys.stdin", io.StringIO("yes\n"))
    assert "Everything is deleted." in run("--delete")
    assert identity[1] not in run()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--as", "7KQX-2MPD"), "This code is wrong, used up or too old."),
        (("--code", "--link"), "choose one of"),
    ],
)
def test_mistakes_get_a_sentence(
    server: Running, tmp_path: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], said: str
) -> None:
    assert main(["player", "--server", server.url, "--data", str(tmp_path), *words]) != 0
    error = capsys.readouterr().err
    assert said in error
    assert "Traceback" not in error


def test_a_server_that_is_not_there_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["player", "--server", "http://127.0.0.1:9", "--data", str(tmp_path)]) != 0
    assert "127.0.0.1:9" in capsys.readouterr().err
