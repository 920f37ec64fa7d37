"""What a terminal in a room says for longer than a moment: how long a race lasts, and what was missed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace
from server.conftest import Running
from tui.test_together import WIDE, connected, run, terminal

from sapper import Action, Kind
from sapper.client import Terms
from sapper.server.protocol.party_messages import Entered

if TYPE_CHECKING:
    from collections.abc import Iterator
    from contextlib import AsyncExitStack


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Hold one server whose rounds start soon, for all tests of this file."""
    running = Running(tmp_path_factory.mktemp("server"), "--limit", "countdown=0.1")
    yield running
    running.close()


def test_the_last_who_plays_reads_how_long_that_is_possible(server: Running) -> None:
    async def script(stack: AsyncExitStack) -> None:
        ada, grace = await connected(stack, server.url, "Ada"), await connected(stack, server.url, "Grace")
        party = await ada.host(Terms(mode="race", rules="modern beginner"))
        other = await grace.join(party.id)
        player = await stack.enter_async_context(terminal(ada, party, size=WIDE))
        await party.ready()
        await other.ready()
        await player.until(lambda: party.game is not None and party.game.board.opened > 0)
        assert other.game is not None
        await other.game.play(Action(Kind.RESIGN))
        await player.shows(r"(10:00|9:\d\d) left, then your game")

    run(script)


def test_a_player_who_was_away_reads_what_happened_until_the_next_round(server: Running) -> None:
    async def script(stack: AsyncExitStack) -> None:
        ada = await connected(stack, server.url, "Ada")
        party = await ada.host(Terms(rules="modern beginner", grace=120))
        player = await stack.enter_async_context(terminal(ada, party, size=WIDE))
        await player.shows(r"Absence\s+a seat waits 2 minutes")
        ada._receive(Entered(party=party.id, seat=0, n=0, away=120, missed="seat"))
        await party.choose(replace(party.terms, name="Here"))
        await player.sees("You were away for more than 2")

    run(script)
