"""A server whose database is deleted, moved or replaced acknowledges no move."""

from __future__ import annotations

import asyncio
import os
import sys
from typing import TYPE_CHECKING

import pytest
from server.playground import Client, open_lobby

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.skipif(sys.platform == "win32", reason="there an open file cannot be moved or deleted")
def test_no_move_is_acknowledged_until_the_file_is_back(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path) as lobby:
            client = await Client(lobby).connect()
            await client.hello()
            board = await client.new("modern expert")
            assert (await client.play(board["game"], "flag", 0, 1))["t"] == "delta"
            os.rename(tmp_path / "games.db", tmp_path / "away.db")
            for n in (2, 3):
                refused = await client.play(board["game"], "flag", n, n)
                assert (refused["t"], refused["code"]) == ("refused", "store")
            other = await Client(lobby).connect()
            await other.hello()
            begun = await other.new("modern beginner")
            refused = await other.play(begun["game"], "open", 3, 1)
            assert (refused["t"], refused["code"]) == ("refused", "store")
            os.rename(tmp_path / "away.db", tmp_path / "games.db")
            assert (await client.play(board["game"], "flag", 4, 4))["t"] == "delta"
            assert (await other.play(begun["game"], "open", 3, 2))["t"] == "delta"

    asyncio.run(play())
