"""`sapper verify`: a board that is not the sealed one is found out."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest
from server.playground import Client, open_lobby

from sapper.cli import main
from sapper.history.store import open_store
from sapper.replay.model import Replay

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def played(tmp_path: Path) -> tuple[Path, dict[str, Any]]:
    """Play a game on a server, and return its replay as a file with the message about its end."""

    async def play() -> dict[str, Any]:
        async with open_lobby(tmp_path) as lobby:
            client = await Client(lobby).connect()
            await client.hello()
            game = (await client.new("modern beginner"))["game"]
            await client.play(game, "open", 0, 1)
            await client.play(game, "resign", None, 2)
            return await client.until("over")

    over = asyncio.run(play())
    with open_store(tmp_path / "games.db") as store:
        data = store.replay(over["finished_id"])
    assert data is not None
    file = tmp_path / "game.txt"
    file.write_text(Replay.unpack(data).to_text(), "utf-8")
    return file, over


def test_a_seal_that_fits_and_one_that_does_not(
    played: tuple[Path, dict[str, Any]], capsys: pytest.CaptureFixture[str]
) -> None:
    file, over = played
    digest, salt = over["digest"], over["salt"]
    assert main(["verify", str(file), "--digest", digest, "--salt", salt]) == 0
    assert "the seal fits" in capsys.readouterr().out
    wrong = ("0" if digest[0] != "0" else "1") + digest[1:]
    assert main(["verify", str(file), "--digest", wrong, "--salt", salt]) == 1
    assert main(["verify", str(file), "--digest", digest, "--salt", "00" * 16]) == 1
    assert "does NOT fit" in capsys.readouterr().out
    assert main(["verify", str(over["finished_id"]), "--data", str(file.parent), "--digest", digest]) == 0
    assert main(["verify", str(over["finished_id"]), "--data", str(file.parent)]) == 0
    assert digest in capsys.readouterr().out


def test_a_replay_that_cannot_be_verified_is_refused(
    played: tuple[Path, dict[str, Any]], capsys: pytest.CaptureFixture[str]
) -> None:
    file, over = played
    assert main(["verify", str(file)]) == 0
    file.write_text(file.read_text("utf-8").replace("resign", "resume"), "utf-8")
    assert main(["verify", str(file)]) == 1
    assert "refused" in capsys.readouterr().out
    for options in (["--digest", "00"], ["--salt", "zz"], ["--salt", "00"], ["--data", str(file.parent)]):
        assert main(["verify", "999999" if options[0] == "--data" else str(file), *options]) == 2
    assert over["finished_id"]
