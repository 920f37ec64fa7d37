"""`sapper verify`: a board that is not the sealed one is found out, and a result that the server did not sign."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest
from server.playground import KEY, Client, open_lobby

from sapper.cli import main
from sapper.history.store import open_store
from sapper.replay.model import Replay
from sapper.server.store.signer import Signer

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


def test_a_signature_makes_a_result_genuine(
    played: tuple[Path, dict[str, Any]], capsys: pytest.CaptureFixture[str]
) -> None:
    file, over = played
    key = Signer(KEY).public_key.hex()
    elsewhere = ["--data", str(file.parent / "elsewhere")]

    def verify(*options: str) -> tuple[int, str]:
        status = main(["verify", str(file), *options])
        return status, capsys.readouterr().out

    assert verify("--server-key", key.upper())[0] == 0
    assert f"signed by server {key}: genuine" in verify("--server-key", key)[1]
    status, out = verify(*elsewhere)
    assert (status, "genuine" in out, f"signed by server {key}" in out) == (0, False, True), "the key is not known"
    (file.parent / "server.key").write_bytes(KEY)
    assert "genuine" in verify("--data", str(file.parent))[1], "the key of the server that stores its games here"
    status, out = verify("--server-key", "00" * 32)
    assert (status, "NOT by the one" in out) == (1, True)
    for wrong in ("xy", "00"):
        assert verify("--server-key", wrong)[0] == 2

    forged = Replay.parse(file.read_text("utf-8"))
    file.write_text(forged.replace(players=["Eve"], signature=forged.signature).to_text(), "utf-8")
    status, out = verify(*elsewhere)
    assert (status, "consistent: given up" in out, "signature is WRONG" in out, "genuine" in out) == (
        1,
        True,
        True,
        False,
    )
    file.write_text(forged.replace().to_text(), "utf-8")
    status, out = verify(*elsewhere)
    assert (status, "not signed: the times could be invented" in out) == (0, True)
    assert verify("--server-key", key)[0] == 1, "the server with this key did not sign it"
    assert over["finished_id"]
