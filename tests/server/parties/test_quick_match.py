"""Quick matches: whoever wants to play the same meets, at once or later, on one server and on several."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace
from server.party_guests import PATIENT, QUICK, RULES, Guest, eventually, guest, let_pass, run, three_mines
from server.party_nodes import Nodes, until
from server.playground import Clock, open_lobby, settle

from sapper.history.store.sql import placeholders

if TYPE_CHECKING:
    from contextlib import AbstractAsyncContextManager
    from pathlib import Path

    from sapper.history.store import Store
    from sapper.server.rooms.lobby import Lobby

Terms = Mapping[str, object]
RACE = {"rules": RULES, "mode": "race"}
DUEL = {"rules": RULES, "mode": "duel"}
RATED = {"rules": "modern beginner", "mode": "race"}


async def match(one: Guest, terms: Terms = RACE, **fields: object) -> None:
    """Ask for a quick match, and wait for the room."""
    one.send("match", n=1, terms=terms, **fields)
    await one.entered()


async def at_once(people: list[Guest], terms: Terms, random: Random | None = None) -> None:
    """Let everybody ask for a match at the same moment, or within five milliseconds."""

    async def ask(one: Guest) -> None:
        if random is not None:
            await asyncio.sleep(random.choice((0, 0.001, 0.003, 0.005)))
        await match(one, terms)

    await asyncio.gather(*map(ask, people))


def alone(people: list[Guest]) -> int:
    """Return how many are the only one in their room."""
    rooms = Counter(party_of(one) for one in people)
    return sum(count == 1 for count in rooms.values())


def party_of(one: Guest) -> str:
    """Return the room that somebody is in now."""
    party = one.connection.party
    assert party is not None
    return party.id


async def guests(lobby: Lobby, count: int) -> list[Guest]:
    return [await guest(lobby, f"P{number}") for number in range(count)]


# At once


@pytest.mark.parametrize("terms", [RACE, DUEL], ids=["race", "duel"])
def test_who_ask_at_once_meet_in_pairs_and_at_most_an_odd_one_is_alone(tmp_path: Path, terms: Terms) -> None:
    async def play() -> None:
        random = Random(7)
        async with open_lobby(tmp_path, limits=PATIENT, layout=three_mines) as lobby:
            for trial in range(8):
                people = await guests(lobby, 10 + trial % 2)
                await at_once(people, terms, random if trial else None)
                assert alone(people) == len(people) % 2
                for one in people:
                    one.send("quit", n=2)
                    await one.until("parted")

    run(play())


def test_two_who_ask_at_once_always_meet(tmp_path: Path) -> None:
    async def play() -> None:
        random = Random(3)
        async with open_lobby(tmp_path, limits=PATIENT, layout=three_mines) as lobby:
            for trial in range(20):
                people = await guests(lobby, 2)
                await at_once(people, RACE, random if trial % 2 else None)
                assert not alone(people)

    run(play())


def test_of_ten_who_ask_at_once_at_three_servers_at_most_one_stays_alone(tmp_path: Path) -> None:
    async def play() -> None:
        async with Nodes(tmp_path, 3) as nodes:
            people = await nodes.guests(*(f"P{number}" for number in range(10)))
            await at_once(people, DUEL, Random(5))
            await nodes.let_pass(5000)
            await until(lambda: alone(people) <= 1)

    run(play())


# Later


def test_two_who_wait_in_rooms_of_their_own_are_brought_together(tmp_path: Path) -> None:
    """One was away when the other came."""

    async def play() -> None:
        async with open_lobby(tmp_path, limits=PATIENT, layout=three_mines) as lobby:
            ada, alan = await guests(lobby, 2)
            await match(ada)
            first = ada.party
            await ada.leave()
            await match(alan)
            assert alan.party != first
            again = await guest(lobby, player=ada.player)
            await again.join(first)
            await eventually(lambda: party_of(again) == party_of(alan))
            for one in (again, alan):
                assert (await one.when(stage="playing"))["party"] == party_of(one)
            moved = again if party_of(again) != first else alan
            entered = await moved_to(moved)
            assert entered["party"] == party_of(again)
            await settle(lobby)
            assert [party.id for party in lobby.parties.in_memory] == [party_of(again)]

    run(play())


async def moved_to(one: Guest) -> dict[str, object]:
    """Return the last `entered` that somebody was sent without asking."""
    entered = [message for message in map(json.loads, one.frames) if message["t"] == "entered" and "n" not in message]
    return dict(entered[-1])


def test_people_who_wait_at_two_servers_are_brought_together(tmp_path: Path) -> None:
    async def play() -> None:
        async with Nodes(tmp_path, 2) as nodes:
            ada, alan = await nodes.guests("Ada", "Alan")
            await match(ada)
            await until(lambda: nodes.lobbies[0].parties.is_idle)
            store = nodes.store()
            store.end_match(ada.party)  # it is not found any more
            await match(alan)
            assert alan.party != ada.party
            await nodes.let_pass(5000)
            await until(lambda: party_of(ada) == party_of(alan))
            store.close()

    run(play())


def test_whoever_leaves_the_queue_is_not_matched(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, limits=PATIENT, layout=three_mines) as lobby:
            for leave in ("quit", "lost"):
                gone, ada = await guests(lobby, 2)
                await match(gone)
                if leave == "quit":
                    gone.send("quit", n=2)
                    await gone.until("parted")
                else:
                    await gone.leave()
                await match(ada)
                assert ada.party != gone.party
                ada.send("quit", n=2)
                await ada.until("parted")

    run(play())


def test_whoever_is_lost_while_a_seat_is_taken_for_them_has_none(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, limits=PATIENT, layout=three_mines) as lobby:
            ada, gone, alan = await guests(lobby, 3)
            await match(ada)
            gone.send("match", n=1, terms=RACE)
            await asyncio.sleep(0)
            await gone.leave()
            await settle(lobby)
            party = ada.connection.party
            assert party is not None
            assert [seat.name for seat in party.state.present] == ["P0"]
            assert not party.state.is_playing
            await match(alan)
            assert alan.party == ada.party

    run(play())


def test_a_quick_match_needs_two_seats(tmp_path: Path) -> None:
    """A room with one seat would be found by everybody, and let nobody in."""

    async def play() -> None:
        async with open_lobby(tmp_path, limits=PATIENT, layout=three_mines) as lobby:
            ada, alan = await guests(lobby, 2)
            await match(ada, {**RACE, "seats": 1})
            await match(alan, RACE)
            assert ada.party == alan.party

    run(play())


def test_a_room_whose_owner_chose_something_else_is_found_by_what_it_plays_now(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, limits=PATIENT, layout=three_mines) as lobby:
            ada, alan, eve = await guests(lobby, 3)
            await match(ada)
            assert (await ada.ask("choose", terms=DUEL))["t"] == "done"
            await match(alan)
            assert alan.party != ada.party
            await match(eve, DUEL)
            await eventually(lambda: party_of(eve) == party_of(ada))

    run(play())


# Ratings


@pytest.mark.parametrize(("seconds", "meet"), [(0, False), (10, False), (20, True)])
def test_the_range_of_ratings_widens_with_the_time_that_a_player_has_waited(
    tmp_path: Path, seconds: int, meet: bool
) -> None:
    async def play() -> None:
        clock = Clock()
        async with rated_lobby(tmp_path, clock) as lobby:
            weak, strong = await guests(lobby, 2)
            await rate(lobby, {weak: 1200, strong: 1700})  # 500 apart: 100 at once, 50 for the doubt, 20 a second
            await match(weak, RATED)
            clock.time += seconds * 1000
            await match(strong, RATED)
            assert (strong.party == weak.party) is meet

    run(play())


def test_of_several_who_wait_the_nearest_is_found(tmp_path: Path) -> None:
    async def play() -> None:
        async with rated_lobby(tmp_path, Clock()) as lobby:
            weak, strong, best, middle, new = await guests(lobby, 5)
            await rate(lobby, {weak: 1100, middle: 1590, strong: 1500, best: 2000})
            for one in (weak, strong, best):
                await match(one, RATED)
            assert len({party_of(one) for one in (weak, strong, best)}) == 3
            await match(middle, RATED)
            assert middle.party == strong.party
            await match(new, RATED)  # who is at 1500, but nothing is known of them: that is half of 350 points
            assert new.party not in (weak.party, best.party)

    run(play())


def test_two_who_were_too_far_apart_are_brought_together_once_they_have_waited(tmp_path: Path) -> None:
    async def play() -> None:
        clock = Clock()
        async with rated_lobby(tmp_path, clock) as lobby:
            weak, strong = await guests(lobby, 2)
            await rate(lobby, {weak: 1200, strong: 1700})
            for one in (weak, strong):
                await match(one, RATED)
            let_pass(lobby, clock, 10)
            await settle(lobby)
            assert alone([weak, strong]) == 2
            let_pass(lobby, clock, 10)
            await eventually(lambda: party_of(weak) == party_of(strong))

    run(play())


def test_who_finds_no_place_to_wait_at_plays_with_the_nearest(tmp_path: Path) -> None:
    async def play() -> None:
        async with rated_lobby(tmp_path, Clock()) as lobby:
            people = await guests(lobby, 9)
            await rate(lobby, {one: 400 * at for at, one in enumerate(people)})
            for one in people:
                await match(one, RATED)
            assert people[8].party == people[7].party
            assert alone(people) == 7

    run(play())


def rated_lobby(folder: Path, clock: Clock) -> AbstractAsyncContextManager[Lobby]:
    """Open a lobby whose times of day and clock are one, which stands still."""
    now = 1_800_000_000
    return open_lobby(
        folder, limits=PATIENT, clock=clock, now=lambda: now + clock.time // 1000, wall=lambda: now * 1000 + clock.time
    )


async def rate(lobby: Lobby, values: Mapping[Guest, float]) -> None:
    """Give players a rating of which 50 points are in doubt."""

    def note(store: Store) -> None:
        with store._commit():
            for one, value in values.items():
                row = ("race", "beginner", False, one.player.key, value, 50.0, 0.06, 20, 10, 0.0, 1)
                names = "mode, level, is_bot, player, value, deviation, volatility, rounds, wins, best, ended_at"
                store._database.run(f"insert into rating ({names}) values ({placeholders(len(row))})", *row)

    await lobby.services.writer.run(note)


# Bots


def test_a_bot_is_matched_with_a_person_only_with_consent(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, limits=PATIENT, layout=three_mines) as lobby:
            ada, bot, alan, other_bot = await guests(lobby, 4)
            await match(ada)
            await match(bot, device="bot")
            assert bot.party != ada.party
            refused = await bot_joins(bot, ada.party)
            assert (refused["t"], refused["why"]) == ("refused", "Only people play in this room.")
            await match(alan, bots=True)
            assert alan.party == ada.party  # people first
            await match(other_bot, device="bot")
            assert other_bot.party == bot.party  # bots among each other

    run(play())


async def bot_joins(bot: Guest, party: str) -> dict[str, object]:
    bot.send("join", n=9, party=party, device="bot")
    while (answer := await bot.until("entered", "refused")).get("n") != 9:
        pass
    return answer


def test_a_person_who_agreed_plays_with_a_bot_that_waits_or_comes(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, limits=PATIENT, layout=three_mines) as lobby:
            ada, first, alan, second, eve = await guests(lobby, 5)
            await match(first, device="bot")
            await match(ada, bots=True)
            party = await ada.when(stage="playing")
            assert ada.party == first.party
            assert [seat.get("device") for seat in party["seats"]] == ["bot", None]
            await match(alan, bots=True)
            await match(second, device="bot")
            assert second.party == alan.party
            await match(eve)
            assert eve.party not in (ada.party, alan.party)

    run(play())


def test_a_bot_is_marked_as_one_also_while_it_is_away(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, limits=PATIENT, layout=three_mines) as lobby:
            ada, bot = await guests(lobby, 2)
            await ada.host()
            await bot.join(ada.party, device="bot")
            await bot.leave()
            party = await ada.when(stage="waiting")
            while not any(seat.get("leaves_in") for seat in party["seats"]):
                party = await ada.when(stage="waiting")
            assert [seat.get("device") for seat in party["seats"]] == [None, "bot"]

    run(play())


def test_nobody_is_taken_to_another_room_while_they_leave(tmp_path: Path) -> None:
    """Somebody who waits leaves in the moment in which they are brought together with another one."""

    async def play() -> None:
        limits = replace(QUICK, grace=1000.0)
        async with open_lobby(tmp_path, limits=limits, layout=three_mines) as lobby:
            ada, alan = await guests(lobby, 2)
            await match(ada)
            await ada.leave()
            await match(alan)
            again = await guest(lobby, player=ada.player)
            await again.join(ada.party)
            again.send("quit", n=5)
            await again.until("parted")
            await settle(lobby)
            assert again.connection.party is None
            party = alan.connection.party
            assert party is not None
            assert len(party.state.present) == 1 or party.state.is_playing

    run(play())
