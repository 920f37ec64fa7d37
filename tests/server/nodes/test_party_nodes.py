"""People of one room on different servers: every server shows the same, whatever fails between them."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest
from server.party_guests import RULES, Guest, game_of, guest, names, replica_of, run
from server.party_nodes import BusDown, Nodes, UnreliableBus, alike, cells_of, until

from sapper.action import Kind
from sapper.history.store.parties import PartyListing
from sapper.server.nodes.bus import LocalBus
from sapper.server.nodes.party_follower import PartyFollower
from sapper.server.nodes.presence import People
from sapper.server.nodes.room_follower import RoomFollower
from sapper.server.parties.events import Ended, Ready, Stage, Started, decode, encode
from sapper.server.parties.modes.coop import Coop
from sapper.server.rooms.secrecy import is_sealed

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from sapper.history.store import Listed
    from sapper.server.rooms.lobby import Lobby

    MakeBus = Callable[[list[LocalBus]], LocalBus]

BUSES: dict[str, MakeBus] = {
    "up": LocalBus,
    "down": BusDown,
    "unreliable": lambda hub: UnreliableBus(hub, Random(len(hub))),
}


@pytest.fixture(autouse=True)
def quick_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Look at all parties more often, so that tests of what no hint tells take less time."""
    monkeypatch.setattr(PartyFollower, "slowly", 0.3)


every_bus = pytest.mark.parametrize("bus", BUSES.values(), ids=BUSES)


async def listed(lobby: Lobby) -> list[Listed]:
    return await lobby.services.reader.run(lambda store: store.games())


def here(party: dict[str, object]) -> list[int]:
    return [seat["seat"] for seat in party["seats"] if seat.get("is_here")]  # type: ignore[attr-defined]


@every_bus
def test_every_server_shows_the_same_people_and_terms(tmp_path: Path, bus: MakeBus) -> None:
    async def play() -> None:
        async with Nodes(tmp_path, 3, bus) as nodes:
            ada, grace, alan = await nodes.guests("Ada", "Grace", "Alan")
            await ada.host(mode="race", seats=2)
            await grace.join(ada.party)
            await alan.join(ada.party)
            assert alan.seat is None
            party = await alike(nodes, ada.party, 3)
            assert (names(party), here(party), party["watching"]) == (["Ada", "Grace"], [0, 1], 1)
            assert (await ada.ask("choose", terms={"rules": RULES, "mode": "duel"}))["t"] == "done"
            assert (await alan.when(seq=party["seq"] + 1))["terms"]["mode"] == "duel"
            await grace.leave()
            party = await alike(nodes, ada.party, 3)
            assert here(party) == [0]

    run(play())


def test_hints_are_enough(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PartyFollower, "slowly", 3600.0)
    monkeypatch.setattr(RoomFollower, "slowly", 3600.0)

    async def play() -> None:
        async with Nodes(tmp_path, 2) as nodes:
            ada, grace = await start_round(nodes, "Ada", "Grace", mode="coop")
            await finish(ada)
            await grace.when(stage="waiting", round=1)
            await alike(nodes, ada.party, 2)

    run(play())


def test_the_people_of_a_server_that_stops_are_away_at_once(tmp_path: Path) -> None:
    async def play() -> None:
        async with Nodes(tmp_path, 2) as nodes:
            ada, grace = await nodes.guests("Ada", "Grace")
            await ada.host()
            await grace.join(ada.party)
            await alike(nodes, ada.party, 2)
            await nodes.lobbies[0].parties.close()
            party = nodes.lobbies[1].parties.get(ada.party)
            assert party is not None
            await until(lambda: 0 in party.people.away)

    run(play())


@every_bus
def test_whoever_moves_to_another_server_keeps_the_seat(tmp_path: Path, bus: MakeBus) -> None:
    async def play() -> None:
        async with Nodes(tmp_path, 2, bus) as nodes:
            ada, grace = await nodes.guests("Ada", "Grace")
            await ada.host()
            await grace.join(ada.party)
            await grace.leave()
            again = await nodes.come_back(grace, nodes.lobbies[0])
            assert again.seat == 1
            await until(lambda: nodes.lobbies[0].parties.follower.is_idle)
            for party in nodes.parties(ada.party):
                party.people.elsewhere = People()  # the time is over a moment before it is heard that she is there
                party.people.away[1] = 0.0
            await nodes.let_pass(1000)
            await until(lambda: not any(party.people.away for party in nodes.parties(ada.party)))
            assert here(await alike(nodes, ada.party, 2)) == [0, 1]
            assert not any("parted" in frame for frame in again.frames)

    run(play())


def test_exactly_one_server_notes_that_somebody_has_left(tmp_path: Path) -> None:
    async def play() -> None:
        async with Nodes(tmp_path, 3) as nodes:
            ada, grace, alan, eve = await nodes.guests("Ada", "Grace", "Alan", "Eve")
            await ada.host()
            for one in (grace, alan, eve):
                await one.join(ada.party)
            await alike(nodes, ada.party, 3)
            await eve.leave()
            await nodes.let_pass(1000)
            await until(lambda: all(party.state.seats[3].has_left for party in nodes.parties(ada.party)))
            with nodes.store() as store:
                stored = store.party(ada.party)
                assert stored is not None
                events = [type(decode(event)).__name__ for event in stored.events]
            assert events.count("Stood") == 1
            assert names(await alike(nodes, ada.party, 3)) == ["Ada", "Grace", "Alan"]

    run(play())


@every_bus
def test_people_of_a_server_that_dies_are_gone_and_come_back_elsewhere(tmp_path: Path, bus: MakeBus) -> None:
    async def play() -> None:
        async with Nodes(tmp_path, 2, bus) as nodes:
            ada, grace = await nodes.guests("Ada", "Grace")
            await ada.host()
            await grace.join(ada.party)
            await alike(nodes, ada.party, 2)
            nodes.kill(nodes.lobbies[0])
            (party,) = nodes.parties(ada.party)
            assert here(await alike(nodes, ada.party, 1)) == [0, 1]
            await nodes.let_pass(14_000)
            again = await nodes.come_back(ada, nodes.lobbies[0])
            await nodes.let_pass(14_000)
            await until(lambda: not party.people.elsewhere)
            assert (again.seat, party.state.owner, here(await alike(nodes, ada.party, 1))) == (0, 0, [0, 1])

    run(play())


@every_bus
def test_the_room_passes_on_when_the_server_of_its_owner_dies(tmp_path: Path, bus: MakeBus) -> None:
    async def play() -> None:
        async with Nodes(tmp_path, 3, bus) as nodes:
            ada, grace, alan = await nodes.guests("Ada", "Grace", "Alan")
            await ada.host()
            await grace.join(ada.party)
            await alan.join(ada.party)
            await alike(nodes, ada.party, 3)
            nodes.kill(nodes.lobbies[0])
            await nodes.let_pass(16_000)
            await until(lambda: all(0 in party.people.away for party in nodes.parties(ada.party)))
            await nodes.let_pass(1000)
            assert (await grace.when(owner=1))["stage"] == "waiting"
            await alan.when(owner=1)
            assert names(await alike(nodes, ada.party, 2)) == ["Grace", "Alan"]

    run(play())


@every_bus
def test_somebody_who_is_removed_is_removed_on_every_server(tmp_path: Path, bus: MakeBus) -> None:
    async def play() -> None:
        async with Nodes(tmp_path, 2, bus) as nodes:
            ada, eve = await nodes.guests("Ada", "Eve")
            await ada.host()
            await eve.join(ada.party)
            tab = await guest(nodes.lobbies[0], player=eve.player)
            await tab.join(ada.party)
            assert (await ada.ask("kick", seat=1))["t"] == "done"
            for one in (eve, tab):
                assert "removed" in (await one.until("parted"))["why"]
                assert (await one.join(ada.party))["why"] == "You were removed from this room."

    run(play())


def test_a_room_closes_everywhere_when_the_last_one_has_left(tmp_path: Path) -> None:
    async def play() -> None:
        async with Nodes(tmp_path, 2) as nodes:
            ada, grace = await nodes.guests("Ada", "Grace")
            await ada.host()
            await grace.join(ada.party, watch=True)
            assert (await ada.ask("quit"))["t"] == "parted"
            assert (await grace.until("parted"))["why"] == "This room is closed."
            assert not nodes.parties(ada.party)
            assert "no such room" in (await grace.join(ada.party))["why"]

    run(play())


def test_a_server_unloads_a_room_that_only_others_are_in_and_the_room_stays(tmp_path: Path) -> None:
    async def play() -> None:
        async with Nodes(tmp_path, 2) as nodes:
            ada, grace = await nodes.guests("Ada", "Grace")
            await ada.host()
            await grace.join(ada.party)
            await alike(nodes, ada.party, 2)
            assert (await grace.ask("quit"))["t"] == "parted"
            await nodes.let_pass(11_000)
            await until(lambda: len(nodes.parties(ada.party)) == 1)
            assert names(await grace.join(ada.party)) == ["Ada", "Grace"]

    run(play())


# What is said


def test_what_is_said_and_pointed_at_reaches_every_server_once(tmp_path: Path) -> None:
    async def play() -> None:
        async with Nodes(tmp_path, 2) as nodes:
            ada, grace = await nodes.guests("Ada", "Grace")
            await ada.host()
            await grace.join(ada.party)
            ada.send("say", n=3, text="Hello \u202eGrace")
            line = (await grace.until("said"))["line"]
            assert (line["text"], line["name"], line["seat"]) == ("Hello Grace", "Ada", 0)
            ada.send("aim", x=1.5, y=2.5, mark=True)
            aimed = await grace.until("aimed")
            assert (aimed["seat"], aimed["x"], aimed["y"], aimed["mark"]) == (0, 1.5, 2.5, True)
            late = await guest(nodes.lobbies[1], "Late")
            late.send("join", n=1, party=ada.party)
            assert [one["text"] for one in (await late.until("entered"))["said"]] == ["Hello Grace"]
            bus = nodes.lobbies[0].services.bus
            heard: list[bytes] = []
            party = nodes.lobbies[1].parties.get(ada.party)
            assert party is not None
            hear = party.talk.hear

            def listen(payload: bytes) -> None:
                heard.append(payload)
                hear(payload)

            party.talk.hear = listen  # type: ignore[method-assign]
            ada.send("say", n=4, text="Again")
            await grace.until("said")
            bus.publish(f"party:{ada.party}", heard[0])  # a bus may carry it twice
            ada.send("say", n=5, text="Last")
            assert (await grace.until("said"))["line"]["text"] == "Last"

    run(play())


BAD = (
    b"x",
    b"{}",
    b"\xff",
    b'{"p":"line","id":"1","player":"x","at":1,"seat":7,"text":"nobody"}',
    b'{"p":"line","id":"2","player":"x","at":-1,"seat":0,"text":"when"}',
    b'{"p":"line","id":"3","player":"x","at":1,"seat":0,"text":"' + b"x" * 501 + b'"}',
    b'{"p":"line","id":"4","player":"x","at":1,"seat":0,"phrase":99}',
    b'{"p":"line","id":"5","player":"x","at":1,"seat":0}',
    b'{"p":"line","id":"6","player":"x","at":1,"seat":1,"text":"muted"}',
    b'{"p":"line","id":"7","player":"x","at":1,"seat":0,"text":"long"}' + b" " * 5000,
    b'{"p":"aim","seat":9,"x":1,"y":1}',
    b'{"p":"aim","seat":0,"x":1e300,"y":1}',
    b'{"p":"other"}',
)


def test_what_other_servers_send_is_checked_as_if_a_client_had_sent_it(tmp_path: Path) -> None:
    async def play() -> None:
        async with Nodes(tmp_path, 2) as nodes:
            ada, eve, grace = await nodes.guests("Ada", "Eve", "Grace")
            await ada.host()
            await eve.join(ada.party)
            await grace.join(ada.party)
            assert (await ada.ask("mute", seat=1))["t"] == "done"
            await alike(nodes, ada.party, 2)
            bus = nodes.lobbies[1].services.bus
            for payload in BAD:
                bus.publish(f"party:{ada.party}", payload)
            good = b'{"p":"line","id":"8","player":"x","at":1,"seat":0,"name":"Eve","text":"end"}'
            bus.publish(f"party:{ada.party}", good)
            line = (await grace.until("said", "aimed"))["line"]
            assert (line["text"], line["name"]) == ("end", "Ada")
            assert nodes.lobbies[0].services.counters.errors == 0

    run(play())


def test_nobody_says_more_by_being_connected_to_several_servers(tmp_path: Path) -> None:
    async def play() -> None:
        async with Nodes(tmp_path, 2) as nodes:
            ada, grace = await nodes.guests("Ada", "Grace")
            await ada.host()
            await grace.join(ada.party)
            other = await guest(nodes.lobbies[1], player=ada.player)
            await other.join(ada.party)
            burst = int(nodes.lobbies[0].services.limits.line_burst)
            for number in range(burst):
                ada.send("say", n=10 + number, text=f"line {number}")
            while (await other.until("said"))["line"]["text"] != f"line {burst - 1}":
                pass
            other.send("say", n=99, text="one more")
            assert (await other.until("refused"))["code"] == "limit"

    run(play())


def test_people_are_told_once_that_the_chat_does_not_reach_everybody(tmp_path: Path) -> None:
    async def play() -> None:
        async with Nodes(tmp_path, 2) as nodes:
            ada, grace = await nodes.guests("Ada", "Grace")
            await ada.host()
            await grace.join(ada.party)
            await alike(nodes, ada.party, 2)
            for lobby in nodes.lobbies:
                lobby.services.bus.is_up = False
            assert "only some" in (await ada.until("said"))["line"]["text"]
            assert "only some" in (await grace.until("said"))["line"]["text"]
            for lobby in nodes.lobbies:
                lobby.services.bus.is_up = True
            assert "everybody" in (await ada.until("said"))["line"]["text"]

    run(play())


# Finding each other


async def match(one: Guest, mode: str = "race") -> None:
    one.send("match", n=1, terms={"rules": RULES, "mode": mode})
    await one.entered()


@every_bus
def test_two_who_want_to_play_at_once_on_different_servers_meet(tmp_path: Path, bus: MakeBus) -> None:
    async def play() -> None:
        async with Nodes(tmp_path, 3, bus) as nodes:
            people = await nodes.guests("Ada", "Grace", "Alan")
            for one in people:
                one.send("match", n=1, terms={"rules": RULES, "mode": "duel"})
            for one in people:
                await one.entered()
            rooms = sorted((sum(other.party == one.party for other in people) for one in people), reverse=True)
            assert rooms == [2, 2, 1]
            last = next(one for one in people if sum(other.party == one.party for other in people) == 1)
            eve = await guest(nodes.lobbies[0], "Eve")
            await match(eve, "duel")
            assert eve.party == last.party

    run(play())


def test_a_match_is_not_with_somebody_whose_server_died(tmp_path: Path) -> None:
    async def play() -> None:
        async with Nodes(tmp_path, 2) as nodes:
            gone, ada = await nodes.guests("Gone", "Ada")
            await match(gone)
            first, lobby = nodes.lobbies
            await until(lambda: first.parties.follower.is_idle)
            await lobby.parties.follower.look([])
            nodes.kill(first)
            await nodes.let_pass(16_000)
            await match(ada)
            assert ada.party != gone.party

    run(play())


@every_bus
def test_a_code_and_a_link_work_on_every_server(tmp_path: Path, bus: MakeBus) -> None:
    async def play() -> None:
        async with Nodes(tmp_path, 3, bus) as nodes:
            ada, grace, alan = await nodes.guests("Ada", "Grace", "Alan")
            code = (await ada.host())["code"]
            grace.send("join", n=1, code=code.lower())
            assert names(await grace.entered()) == ["Ada", "Grace"]
            assert names(await alan.join(ada.party)) == ["Ada", "Grace", "Alan"]

    run(play())


def test_public_rooms_of_all_servers_are_listed_as_long_as_somebody_is_there(tmp_path: Path) -> None:
    async def play() -> None:
        async with Nodes(tmp_path, 2) as nodes:
            ada, _ = await nodes.guests("Ada", "Grace")
            await ada.host(is_public=True)
            await until(lambda: nodes.lobbies[0].parties.follower.is_idle)
            (found,) = await nodes.lobbies[1].parties.list.read()
            assert (found.id, [seat.name for seat in found.state.present]) == (ada.party, ["Ada"])
            private = await guest(nodes.lobbies[0], "Eve")
            await private.host()
            nodes.kill(nodes.lobbies[0])
            await nodes.let_pass(20_000)
            assert not await nodes.lobbies[0].parties.list.read()
            assert nodes.lobbies[0].parties.get(ada.party) is None

    run(play())


def test_a_room_is_deleted_only_if_nobody_is_in_it_on_any_server(tmp_path: Path) -> None:
    async def play() -> None:
        async with Nodes(tmp_path, 2) as nodes:
            ada, _ = await nodes.guests("Ada", "Grace")
            await ada.host()
            await until(lambda: nodes.lobbies[0].parties.follower.is_idle)
            await nodes.let_pass(400 * 24 * 3600 * 1000)
            await nodes.lobbies[1].expiry.sweep()
            assert (await ada.ask("choose", terms={"rules": RULES, "mode": "duel"}))["t"] == "done"
            (party,) = nodes.parties(ada.party)
            assert party.state.stage is Stage.WAITING

    run(play())


# Rounds


async def start_round(nodes: Nodes, *people: str, **terms: object) -> list[Guest]:
    """Return people, each at the next server, whose round has begun; `game` is the game that each plays."""
    guests = await nodes.guests(*people)
    await guests[0].host(**terms)
    for other in guests[1:]:
        await other.join(guests[0].party)
    for one in guests:
        one.send("ready", n=2)
    for one in guests:
        one.game = (await one.board())["game"]
    return guests


async def finish(one: Guest, *, wins: bool = True, n: int = 50) -> None:
    """Play a game of one's own to its end: every safe cell is opened, or a mine."""
    number = n
    if game_of(one).first is None:
        assert (await one.play(one.game, "open", 27, 40))["t"] == "delta"
    while True:
        safe, mines = cells_of(one)
        answer = await one.play(one.game, "open", safe[0] if wins else mines[0], number)
        assert answer["t"] == "delta"
        if answer["status"] in ("won", "lost"):
            return
        number += 1


def events_of(nodes: Nodes, party_id: str) -> list[object]:
    with nodes.store() as store:
        stored = store.party(party_id)
    assert stored is not None
    return [decode(event) for event in stored.events]


def count(nodes: Nodes, party_id: str, kind: type) -> int:
    return sum(isinstance(event, kind) for event in events_of(nodes, party_id))


@every_bus
def test_co_op_on_three_servers_has_one_board_and_one_result(tmp_path: Path, bus: MakeBus) -> None:
    async def play() -> None:
        async with Nodes(tmp_path, 3, bus) as nodes:
            ada, grace, alan = people = await start_round(nodes, "Ada", "Grace", "Alan", mode="coop")
            assert ada.game == grace.game == alan.game
            assert (await grace.play(ada.game, "open", 27, 10))["t"] == "delta"
            _, mines = cells_of(grace)
            for one, cell in zip(people, mines, strict=True):
                one.send("play", game=ada.game, kind="flag", cell=cell, n=20)
            await until(lambda: all(game_of(one).seq == 4 for one in people))
            await finish(grace)
            for one in people:
                await one.when(stage="waiting", round=1)
            party = await alike(nodes, ada.party, 3)
            assert [(score["seat"], score["status"]) for score in party["result"]] == [
                (0, "won"),
                (1, "won"),
                (2, "won"),
            ]
            assert [score["share"] for score in party["result"]] == [0, 1, 0]
            assert count(nodes, ada.party, Started) == count(nodes, ada.party, Ended) == 1
            await until(lambda: len({bytes(game_of(one).board.to_bytes()) for one in people}) == 1)
            modes = [party.rounds.mode for party in nodes.parties(ada.party)]
            assert [dict(mode.shares.opened) for mode in modes if isinstance(mode, Coop)] == 3 * [{1: 61}]

    run(play())


@every_bus
def test_a_race_on_two_servers_has_one_order(tmp_path: Path, bus: MakeBus) -> None:
    async def play() -> None:
        async with Nodes(tmp_path, 2, bus) as nodes:
            people = await start_round(nodes, "Ada", "Grace", "Alan", mode="race")
            ada, grace, alan = people
            for one in people:
                await one.first_opening()
                assert game_of(one).seq == 1  # one server has opened the first square, once
            await nodes.let_pass(5000)
            await finish(grace)
            await nodes.let_pass(5000)
            await finish(alan)
            progress = await ada.until("progress")
            while [seat["status"] for seat in progress["seats"]] != ["playing", "won", "won"]:
                progress = await ada.until("progress")
            await finish(ada, wins=False)
            for one in people:
                await one.when(stage="waiting", round=1)
            party = await alike(nodes, ada.party, 2)
            assert [(score["seat"], score["place"]) for score in party["result"]] == [(1, 1), (2, 2), (0, 3)]
            assert [score.get("status") for score in party["result"]] == ["won", "won", "lost"]
            assert party["seats"][1]["wins"] == 1
            assert count(nodes, ada.party, Ended) == 1

    run(play())


def test_nobody_reads_a_game_of_a_race_on_any_server_while_others_play_its_board(tmp_path: Path) -> None:
    async def play() -> None:
        async with Nodes(tmp_path, 3) as nodes:
            ada, grace = people = await start_round(nodes, "Ada", "Grace", mode="race")
            for one in people:
                await one.first_opening()
            await finish(ada)
            await ada.until("over")
            number = replica_of(ada).finished_id
            assert number is not None
            for lobby in nodes.lobbies:
                assert await is_sealed(lobby.services, number)
                assert [game.id for game in await listed(lobby)] == []
            await finish(grace)
            await ada.when(stage="waiting", round=1)
            for lobby in nodes.lobbies:
                assert not await is_sealed(lobby.services, number)
                assert number in [game.id for game in await listed(lobby)]

    run(play())


@every_bus
def test_a_duel_on_two_servers_is_played_in_turns(tmp_path: Path, bus: MakeBus) -> None:
    async def play() -> None:
        async with Nodes(tmp_path, 2, bus) as nodes:
            ada, grace = people = await start_round(nodes, "Ada", "Grace", mode="duel", rules="modern 8x8/7")
            for one in people:
                await one.first_opening()
            safe, mines = cells_of(ada)
            assert (await grace.play(ada.game, "open", mines[0], 10))["why"] == "It is not your turn."
            assert (await ada.play(ada.game, "open", safe[0], 11))["t"] == "delta"
            await until(lambda: game_of(grace).seq == 2)
            for number, mine in enumerate(mines[:4], 12):
                assert (await grace.play(ada.game, "open", mine, number))["t"] == "delta"
            for one in people:
                await one.when(stage="waiting", round=1)
            party = await alike(nodes, ada.party, 2)
            assert (party["result"][0]["seat"], party["result"][0]["points"]) == (1, 4)
            await until(lambda: game_of(ada).status.is_over)
            kinds = [entry.action.kind for entry in game_of(ada).log]
            assert kinds.count(Kind.RESIGN) == 1  # of the loser, by one of the servers
            assert count(nodes, ada.party, Ended) == 1

    run(play())


def test_a_move_that_lost_to_another_server_is_checked_again(tmp_path: Path) -> None:
    async def play() -> None:
        async with Nodes(tmp_path, 2) as nodes:
            ada, grace = people = await start_round(nodes, "Ada", "Grace", mode="duel", rules="modern 8x8/7")
            for one in people:
                await one.first_opening()
            tab = await nodes.come_back(ada, nodes.lobbies[1])
            await tab.until("board")
            closed, _ = cells_of(ada)
            ada.send("play", game=ada.game, kind="open", cell=closed[0], n=10)
            tab.send("play", game=ada.game, kind="open", cell=closed[1], n=11)
            answers = [await ada.until("delta", "refused"), await tab.until("delta", "refused")]
            while "n" not in answers[1]:
                answers[1] = await tab.until("delta", "refused")
            await until(lambda: game_of(ada).seq == game_of(grace).seq == 2)

    run(play())


def test_time_that_is_over_is_over_once(tmp_path: Path) -> None:
    async def play() -> None:
        async with Nodes(tmp_path, 3, BusDown) as nodes:
            people = await start_round(nodes, "Ada", "Grace", mode="duel", clock=10)
            for one in people:
                await one.first_opening()
            await nodes.let_pass(11_000)
            for one in people:
                await one.when(stage="waiting", round=1)
            party = await alike(nodes, people[0].party, 2)
            assert [score["seat"] for score in party["result"]] == [1, 0]
            assert [entry.action.kind for entry in game_of(people[0]).log].count(Kind.RESIGN) == 1

    run(play())


def test_an_arena_on_two_servers_counts_every_board(tmp_path: Path) -> None:
    async def play() -> None:
        async with Nodes(tmp_path, 2) as nodes:
            ada, grace = people = await start_round(nodes, "Ada", "Grace", mode="arena", boards=2, minutes=1)
            for one in people:
                await one.first_opening()
            await finish(ada)
            ada.game = (await ada.until("board"))["game"]
            await ada.first_opening()
            await finish(ada, n=200)
            await finish(grace, wins=False)
            await nodes.let_pass(61_000)
            for one in people:
                await one.when(stage="waiting", round=1)
            party = await alike(nodes, ada.party, 2)
            first, second = party["result"]
            assert (first["seat"], first["place"], second["seat"], second.get("points", 0)) == (0, 1, 1, 0)
            assert first["points"] > 0
            assert count(nodes, ada.party, Ended) == 1

    run(play())


@every_bus
@pytest.mark.parametrize("mode", ["coop", "race", "duel"])
def test_a_round_goes_on_when_the_server_of_its_owner_dies(tmp_path: Path, bus: MakeBus, mode: str) -> None:
    async def play() -> None:
        async with Nodes(tmp_path, 2, bus) as nodes:
            ada, grace = people = await start_round(nodes, "Ada", "Grace", mode=mode)
            if mode != "coop":
                for one in people:
                    await one.first_opening()
            nodes.kill(nodes.lobbies[0])
            again = await nodes.come_back(ada, nodes.lobbies[0])
            assert again.seat == 0
            assert (await again.until("board"))["game"] == ada.game
            again.game = ada.game
            if mode == "duel":
                assert (await again.play(ada.game, "resign", n=30))["t"] == "delta"
            else:
                await finish(again)
            if mode == "race":
                await finish(grace, wins=False)
            party = await grace.when(stage="waiting", round=1)
            assert party["result"][0]["seat"] == (1 if mode == "duel" else 0)

    run(play())


def test_a_round_starts_although_the_server_of_the_last_one_to_be_ready_died(tmp_path: Path) -> None:
    async def play() -> None:
        async with Nodes(tmp_path, 2) as nodes:
            ada, grace = await nodes.guests("Ada", "Grace")
            await ada.host()
            await grace.join(ada.party)
            await alike(nodes, ada.party, 2)
            nodes.kill(nodes.lobbies[0])
            with nodes.store() as store:
                ready = [encode(Ready(at=1, seat=seat, is_ready=True)) for seat in (0, 1)]
                assert store.append_party(ada.party, 3, ready, PartyListing(is_public=False, stage="waiting"), now=1)
            assert (await grace.board())["t"] == "board"

    run(play())


def test_a_round_begins_where_the_server_that_started_it_died_at_once(tmp_path: Path) -> None:
    async def play() -> None:
        async with Nodes(tmp_path, 2) as nodes:
            ada, grace = await nodes.guests("Ada", "Grace")
            await ada.host(mode="race")
            await grace.join(ada.party)
            await alike(nodes, ada.party, 2)
            ada.send("ready", n=2)
            grace.send("ready", n=2)
            await until(lambda: any(isinstance(event, Started) for event in events_of(nodes, ada.party)))
            nodes.kill(nodes.lobbies[0])
            grace.game = (await grace.board())["game"]
            await grace.first_opening()
            await finish(grace)
            again = await nodes.come_back(ada, nodes.lobbies[0])
            await until(lambda: game_of(again).first is not None)

    run(play())


def test_a_no_guess_board_of_a_race_is_found_on_every_server(tmp_path: Path) -> None:
    async def play() -> None:
        async with Nodes(tmp_path, 2) as nodes:
            people = await start_round(nodes, "Ada", "Grace", mode="race", rules="modern beginner layout=no-guess")
            for one in people:
                await one.first_opening()
            await finish(people[1])
            await finish(people[0], wins=False)
            assert [score["seat"] for score in (await people[0].when(stage="waiting"))["result"]] == [1, 0]

    run(play())


def test_servers_on_postgresql_play_a_race_and_a_duel_together(tmp_path: Path, postgres_url: str) -> None:
    async def play() -> None:
        async with Nodes(tmp_path, 2, database=postgres_url) as nodes:
            ada, grace = people = await nodes.guests("Ada", "Grace")
            for one in people:
                one.send("match", n=1, terms={"rules": RULES, "mode": "race"})
            for one in people:
                await one.entered()
            for one in people:
                one.game = (await one.board())["game"]
                await one.first_opening()
            assert ada.party == grace.party
            await finish(ada)
            await finish(grace, wins=False)
            for one in people:
                await one.when(stage="waiting", round=1)
            party = await alike(nodes, ada.party, 2)
            assert [score["status"] for score in party["result"]] == ["won", "lost"]
            owner = ada if party["owner"] == ada.seat else grace
            assert (await owner.ask("choose", terms={"rules": RULES, "mode": "duel"}))["t"] == "done"
            for one in people:
                one.send("ready", n=90)
            for one in people:
                one.game = (await one.board())["game"]
                await one.first_opening()
            assert (await grace.play(grace.game, "resign", n=91))["t"] == "delta"
            assert (await ada.when(stage="waiting", round=2))["result"][0]["seat"] == ada.seat

    run(play())
