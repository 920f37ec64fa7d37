"""The round trip: how it is measured and shown, and how much of it is given back, whatever a client does."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from server.party_guests import QUICK, Guest, game_of, guest, let_pass, replica_of, run, three_mines
from server.party_nodes import Nodes
from server.playground import Clock, open_lobby, settle

from sapper.server.limits import Limits
from sapper.server.socket.lag import Lag

if TYPE_CHECKING:
    from sapper.server.rooms.lobby import Lobby

Message = dict[str, Any]
LIMIT = round(1000 * Limits().lag)
CLOCK = 60_000
delays = st.integers(0, 900)


def answer_pings(one: Guest, clock: Clock, *took: int) -> None:
    """Let a client answer the pings that it gets, each after some milliseconds."""
    for milliseconds in took:
        payload = one.pinged[-1]
        clock.time += milliseconds
        one.connection.take_pong(payload)


async def contest(lobby: Lobby, mode: str, *names: str, **terms: object) -> list[Guest]:
    """Return people whose round has begun, with the first square open."""
    guests = [await guest(lobby, name, address=f"the address of {name}") for name in names]
    await guests[0].host(mode=mode, **terms)
    for other in guests[1:]:
        await other.join(guests[0].party)
    for one in guests:
        one.send("ready", n=2)
    for one in guests:
        one.game = (await one.board())["game"]
        await one.first_opening()
    await settle(lobby)
    return guests


def safe_cells(one: Guest) -> list[int]:
    """Squares of the board of three mines that are safe and closed."""
    replica = replica_of(one)
    assert replica.game.first is not None
    level = replica.rules.level
    mines = [level.index(*cell) for cell in replica.live.layout(replica.rules, replica.game.first).mines()]
    return [cell for cell in range(level.cells) if cell not in mines and replica.game.board[level.cell(cell)] > 8]


@given(st.lists(st.tuples(delays, st.booleans()), max_size=12))
def test_the_least_of_all_answers_counts_and_no_answer_that_was_not_asked_for(answers: list[tuple[int, bool]]) -> None:
    lag, now, taken = Lag(), 0.0, []
    for took, is_right in answers:
        now += 5
        payload = lag.ask(now)
        if payload is not None:
            assert not lag.take(payload + b"?", now)  # before it could know what was asked
        now += took / 1000
        if is_right and payload is not None:
            assert lag.take(payload, now)
            assert not lag.take(payload, now)
            taken.append(took)
    assert abs(lag.least - min(taken, default=0)) <= 1
    assert lag.least <= min(taken, default=0)
    assert (lag.shown is None) == (not taken)


@settings(max_examples=12, deadline=None)
@given(
    pongs=st.lists(delays, max_size=3),
    turns=st.lists(st.tuples(st.integers(0, 3000), st.booleans()), min_size=1, max_size=8),
    mode=st.sampled_from(["race", "duel"]),
)
def test_no_client_gains_more_than_the_limit_or_than_its_shortest_answer_took(
    pongs: list[int], turns: list[tuple[int, bool]], mode: str
) -> None:
    async def play(folder: Path) -> None:
        clock = Clock()
        async with open_lobby(folder, limits=QUICK, layout=three_mines, clock=clock) as lobby:
            ada, grace = await contest(lobby, mode, "Ada", "Grace", clock=CLOCK // 1000, bonus=0)
            answer_pings(ada, clock, *pongs)
            most = min([LIMIT, *pongs]) if pongs else 0
            spent, moves, begun = 0, 0, game_of(ada).log[-1].at
            start = clock.time - (replica_of(ada).live.elapsed(clock.time) - begun)
            for number, (after, is_wild) in enumerate(turns, 10):
                if not (cells := safe_cells(ada)):
                    break
                before = clock.time
                clock.time += after
                if is_wild:  # what is refused gives nothing back, however often it is tried
                    for again in range(3):
                        await ada.play(ada.game, "open", 10**6, 100 * number + again)
                if (await ada.play(ada.game, "open", cells[0], number))["t"] != "delta":
                    break
                moves += 1
                spent += after if moves > 1 else clock.time - start
                if mode == "race":
                    assert spent - most <= game_of(ada).log[-1].at - begun <= spent
                    continue
                left = _left(ada)
                assert CLOCK - spent <= left <= CLOCK - spent + moves * most
                assert before <= clock.time
                await grace.play(grace.game, "open", safe_cells(grace)[0], number)
            assert replica_of(ada).live.elapsed(clock.time) >= game_of(ada).log[-1].at

    def _left(one: Guest) -> int:
        turns = [message for message in map(json.loads, one.frames) if message["t"] == "turn"]
        left: int = turns[-1]["clocks"]["0"]
        return left

    with tempfile.TemporaryDirectory() as folder:
        run(play(Path(folder)))


def test_equal_thoughts_on_a_near_and_a_far_line_take_equal_times(tmp_path: Path) -> None:
    async def play() -> None:
        clock = Clock()
        async with open_lobby(tmp_path, limits=QUICK, layout=three_mines, clock=clock) as lobby:
            near, far = await contest(lobby, "race", "Near", "Far")
            answer_pings(far, clock, 250, 200, 400)
            at = clock.time
            for number in range(3, 6):
                clock.time = at + 1000 * number
                await near.play(near.game, "open", safe_cells(near)[0], number)
                clock.time += 200
                await far.play(far.game, "open", safe_cells(far)[0], number)
            times = [[entry.at for entry in game_of(one).log[1:]] for one in (near, far)]
            assert times[0] == times[1]

    run(play())


def test_a_move_in_a_duel_counts_that_was_made_in_time_and_came_late(tmp_path: Path) -> None:
    async def play() -> None:
        clock = Clock()
        async with open_lobby(tmp_path, limits=QUICK, layout=three_mines, clock=clock) as lobby:
            ada, grace = await contest(lobby, "duel", "Ada", "Grace", clock=10, bonus=0)
            answer_pings(ada, clock, 200)
            clock.time += 9_900
            assert (await ada.play(ada.game, "open", safe_cells(ada)[0], 3))["at"] <= 10_000
            let_pass(lobby, clock, 10.1)  # Grace has no such line
            over = await grace.when(stage="waiting")
            assert [(score["seat"], score["place"]) for score in over["result"]] == [(0, 1), (1, 2)]

    run(play())


def test_a_round_trip_is_given_back_once_in_a_turn(tmp_path: Path) -> None:
    async def play() -> None:
        clock = Clock()
        async with open_lobby(tmp_path, limits=QUICK, layout=three_mines, clock=clock) as lobby:
            ada, _ = await contest(lobby, "duel", "Ada", "Grace", clock=60, bonus=0)
            answer_pings(ada, clock, 100)
            began = game_of(ada).log[-1].at
            clock.time += 1000
            await ada.play(ada.game, "open", _mines(ada)[0], 3)
            clock.time += 1000
            await ada.play(ada.game, "open", safe_cells(ada)[0], 9)  # still the same turn
            assert [entry.at - began for entry in game_of(ada).log[1:]] == [1000, 2000]  # 100 waited and given back

    run(play())


def _mines(one: Guest) -> list[int]:
    replica = replica_of(one)
    assert replica.game.first is not None
    level = replica.rules.level
    return [level.index(*cell) for cell in replica.live.layout(replica.rules, replica.game.first).mines()]


def test_a_ping_that_is_answered_between_two_rooms_holds_up_no_other(tmp_path: Path) -> None:
    async def play() -> None:
        clock = Clock()
        async with open_lobby(tmp_path, limits=QUICK, clock=clock) as lobby:
            ada = await guest(lobby, "Ada")
            await ada.host()
            await ada.ask("quit")
            answer_pings(ada, clock, 30)
            await ada.host()
            asked = len(ada.pinged)
            answer_pings(ada, clock, 20)
            assert len(ada.pinged) == asked + 1
            assert ada.connection.lag.least in (19, 20)

    run(play())


def test_everybody_in_a_room_sees_the_round_trip_of_each_on_two_servers(tmp_path: Path) -> None:
    async def play() -> None:
        async with Nodes(tmp_path, limits=replace(QUICK, grace=1000.0)) as nodes:
            (one, other), clock = nodes.lobbies, nodes.clock
            ada, grace = await guest(one, "Ada"), await guest(other, "Grace")
            await ada.host()
            await grace.join(ada.party)
            answer_pings(grace, clock, 7)
            answer_pings(ada, clock, 42, 41, 44)
            for viewer in (ada, grace):
                while (await viewer.until("pings"))["pings"] != {"0": 40, "1": 5}:
                    pass
            late = await guest(one)
            await late.join(ada.party, watch=True)
            assert (await late.until("pings"))["pings"] == {"0": 40, "1": 5}

    run(play())
