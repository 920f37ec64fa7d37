"""Stand up and watch, and sit down again: nobody waits for an empty seat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from server.party_guests import PATIENT, guest, party_of, playing, run
from server.playground import open_lobby

from sapper.server.parties.events import Stage

if TYPE_CHECKING:
    from pathlib import Path


def test_a_player_stands_up_and_sits_down_again(tmp_path: Path) -> None:
    """The seat is free at once, and those who are ready begin without them."""

    async def play() -> None:
        async with open_lobby(tmp_path, limits=PATIENT) as lobby:
            people = [await guest(lobby, name, address=name) for name in ("Ada", "Bob", "Eve")]
            await people[0].host(mode="race")
            for one in people[1:]:
                await one.join(people[0].party)
            for one in people[:2]:
                one.send("ready", n=2)
            eve = people[2]
            eve.send("stand", n=3)
            assert (await eve.until("entered", "refused")).get("seat") is None
            party = await eve.when(stage="playing")
            assert [(seat["name"], seat.get("plays")) for seat in party["seats"] if not seat.get("has_left")] == [
                ("Ada", True),
                ("Bob", True),
            ]
            assert party["watching"] == 1
            await eve.join(eve.party)
            assert eve.seat == 2
            assert not party_of(eve).state.seats[2].has_left
            eve.send("stand", n=4)  # she does not play in the round
            assert (await eve.until("entered", "refused")).get("seat") is None

    run(play())


def test_a_player_of_the_round_and_the_last_person_remain_seated(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, limits=PATIENT) as lobby:
            (ada, _), _ = await playing(lobby, "Ada", "Bob", mode="race")
            assert "after it" in (await ada.ask("stand"))["why"]
            alone = await guest(lobby, "Eve", address="Eve")
            await alone.host(mode="race")
            assert "only person" in (await alone.ask("stand"))["why"]
            party = party_of(alone)
            await party.lobby.opponents.seat(party, "steady", "Eve")
            assert "only person" in (await alone.ask("stand"))["why"]
            assert party.state.stage is Stage.WAITING

    run(play())


def test_a_room_without_watchers_lets_nobody_stand_up(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, limits=PATIENT) as lobby:
            ada, bob = [await guest(lobby, name, address=name) for name in ("Ada", "Bob")]
            await ada.host(mode="race", can_watch=False)
            await bob.join(ada.party)
            assert (await bob.ask("stand"))["t"] == "refused"
            assert party_of(bob).state.seats[1].has_left is False

    run(play())
