"""Two seats of one address in a contest: neither result is ranked, and the player is told why."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from server.parties.test_race import mines_of
from server.party_guests import PATIENT, Guest, guest, replica_of, run
from server.party_nodes import Nodes
from server.playground import Clock, open_lobby, settle

from sapper.history.best_times import best_times
from sapper.history.rebuild import rebuild
from sapper.history.store import Filter, open_store
from sapper.replay.model import Replay
from sapper.server.http.cookies import Guests
from sapper.server.parties.modes import arena
from sapper.server.socket.networks import network_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from sapper.history.store import Summary
    from sapper.server.rooms.lobby import Lobby

Message = dict[str, Any]
HAND = 100  # milliseconds from square to square
TWO, ONE = ("192.0.2.1", "192.0.2.2"), ("192.0.2.1", "192.0.2.1")


@pytest.fixture(autouse=True)
def _no_break(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arena, "_BREAK", 0.0)


async def contest(lobbies: Sequence[Lobby], addresses: Sequence[str], **terms: object) -> list[Guest]:
    """Return people whose round has begun, each at an address and at the next server."""
    guests = [
        await guest(lobbies[number % len(lobbies)], f"Guest {number}", address=address)
        for number, address in enumerate(addresses)
    ]
    await guests[0].host(rules="modern 8x8/10", **terms)
    for other in guests[1:]:
        await other.join(guests[0].party)
    for one in guests:
        one.send("ready", n=2)
    for one in guests:
        one.game = (await one.board())["game"]
    return guests


async def win(one: Guest) -> Message:
    """Open every safe square at the speed of a hand, and return the end."""
    if one.connection.party and one.connection.party.state.terms.mode == "coop":
        await one.play(one.game, "open", 0, 99)
    await one.first_opening()
    replica, clock = replica_of(one), one.lobby.services.clock
    for cell in range(64):
        if replica.game.status.is_over:
            break
        if cell not in mines_of(one):
            clock.time += HAND  # type: ignore[attr-defined]
            await one.play(replica.id, "open", cell, 100 + cell)
    return await one.until("over")


def wins(folder: Path) -> list[Summary]:
    with open_store(folder / "games.db") as store:
        return [game.summary for game in store.games() if game.summary and game.summary.status == "won"]


@pytest.mark.parametrize(("addresses", "objections"), [(TWO, []), (ONE, ["same address"])], ids=["two", "one"])
def test_a_race_is_ranked_between_addresses_only(
    tmp_path: Path, addresses: tuple[str, str], objections: list[str]
) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, limits=PATIENT, clock=Clock()) as lobby:
            ada, grace = await contest([lobby], addresses, mode="race")
            await grace.play(grace.game, "resign", n=5)
            over = await win(ada)
            assert over["status"] == "won"
            assert over.get("objections", []) == objections
            await settle(lobby)

    run(play())
    with open_store(tmp_path / "games.db") as store:
        for _ in range(2):
            (times,) = best_times(store, Filter(together="race"))
            listed = times.others if objections else times.ranked
            assert [list(game.summary.unranked_because) for game in listed if game.summary] == [objections]
            assert bool(times.ranked) is not bool(objections)
            list(rebuild(store, []))


def test_the_remark_is_in_the_signed_replay(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, limits=PATIENT, clock=Clock()) as lobby:
            ada, grace = await contest([lobby], ONE, mode="race")
            await win(ada)
            await grace.play(grace.game, "resign", n=5)
            await settle(lobby)
            with open_store(tmp_path / "games.db") as store:
                replays = [store.replay(game.id) for game in store.games()]
            for data in replays:
                assert data is not None
                replay = Replay.unpack(data)
                assert replay.same_address
                assert lobby.services.signer.has_signed(replay)
                assert Replay.parse(replay.to_text()) == replay
                assert not lobby.services.signer.has_signed(replay.replace(same_address=False))

    run(play())


@pytest.mark.parametrize("mode", ["coop", "duel"])
def test_a_common_board_may_be_played_at_one_address(tmp_path: Path, mode: str) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, limits=PATIENT, clock=Clock()) as lobby:
            ada, _ = await contest([lobby], ONE, mode=mode)
            if mode == "coop":
                assert (await win(ada)).get("objections", []) == []
            else:
                await ada.play(ada.game, "resign", n=5)
                assert (await ada.until("over")).get("objections", []) == []

    run(play())


def test_one_network_of_ipv6_is_one_address(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, limits=PATIENT, clock=Clock()) as lobby:
            addresses = ("2001:db8:1:2::7", "2001:db8:1:2:ffff::1", "2001:db8:1:3::7")
            ada, grace, alan = await contest([lobby], addresses, mode="race")
            assert (await win(ada))["objections"] == (await win(grace))["objections"] == ["same address"]
            assert (await win(alan)).get("objections", []) == []

    run(play())


def test_who_has_left_the_round_counts_and_who_left_before_it_does_not(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, limits=PATIENT, clock=Clock()) as lobby:
            ada, grace, alan = await contest([lobby], ("a", "a", "b"), mode="race")
            await grace.ask("quit")
            assert (await win(ada))["objections"] == ["same address"]
            await win(alan)
            for one in (ada, alan):
                await one.when(stage="waiting")
                one.send("ready", n=3)
            for one in (ada, alan):
                one.game = (await one.board())["game"]
            assert (await win(ada)).get("objections", []) == []

    run(play())


def test_who_comes_late_to_an_arena_from_the_address_of_another_is_not_ranked(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, limits=PATIENT, clock=Clock()) as lobby:
            ada, alan = await contest([lobby], ("a", "b"), mode="arena", boards=2)
            first = await win(ada)
            assert first.get("objections", []) == [], "nobody else was here"
            await ada.ask("quit")
            late = await guest(lobby, "Late", address="a")
            await late.join(alan.party)
            late.game = (await late.until("board"))["game"]
            assert "same address" in (await win(late))["objections"]
            assert (await win(alan)).get("objections", []) == []

    run(play())


def test_people_on_two_servers_are_compared(tmp_path: Path) -> None:
    async def play() -> None:
        async with Nodes(tmp_path, 2) as nodes:
            ada, grace = await contest(nodes.lobbies, ONE, mode="race")
            assert ada.lobby is not grace.lobby
            await win(ada)
            await win(grace)
            for lobby in nodes.lobbies:
                await settle(lobby)

    run(play())
    assert [one.unranked_because for one in wins(tmp_path)] == [("same address",)] * 2


def test_a_server_that_starts_again_in_the_middle_of_a_round_remembers(tmp_path: Path) -> None:
    async def play() -> None:
        clock = Clock()
        async with open_lobby(tmp_path, limits=PATIENT, clock=clock) as lobby:
            ada, _ = await contest([lobby], ONE, mode="race")
            await ada.first_opening()
            await settle(lobby)
        async with open_lobby(tmp_path, limits=PATIENT, clock=clock) as lobby:
            again = await guest(lobby, player=ada.player, address="from elsewhere now")
            await again.join(ada.party)
            again.game = (await again.until("board"))["game"]
            assert (await win(again))["objections"] == ["same address"]

    run(play())


def test_the_store_has_no_address(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, limits=PATIENT, clock=Clock()) as lobby:
            await contest([lobby], ONE, mode="race")
            await settle(lobby)

    run(play())
    for file in tmp_path.iterdir():
        assert ONE[0].encode() not in file.read_bytes(), file


@pytest.mark.parametrize(
    ("one", "other", "is_one"),
    [
        ("192.0.2.1", "192.0.2.1", True),
        ("192.0.2.1", "192.0.2.2", False),
        ("192.0.2.1", "::ffff:192.0.2.1", True),
        ("2001:db8::1", "2001:db8:0:0:1::", True),
        ("2001:db8::1", "2001:db8:0:1::1", False),
        ("2001:DB8::1", "2001:db8::2", True),
        ("", "", True),
        ("socket", "192.0.2.1", False),
    ],
)
def test_addresses_of_one_network(one: str, other: str, is_one: bool) -> None:
    assert (network_of(one) == network_of(other)) is is_one
    guests, others = Guests(bytes(32), bytes), Guests(bytes([1]) * 32, bytes)
    assert (guests.network_mark(one) == guests.network_mark(other)) is is_one
    assert guests.network_mark(one) != others.network_mark(one), "without the key it says nothing"
