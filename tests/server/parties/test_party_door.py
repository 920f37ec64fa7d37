"""Who may come into a room: its owner locks it, is asked first, refuses a person before they sit, and hands it on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from msgspec import to_builtins
from server.party_guests import PATIENT, RULES, Guest, guest, names, playing, run, three_mines
from server.party_nodes import Nodes, alike
from server.playground import open_lobby, settle

from sapper.server.nodes.party_follower import PartyFollower
from sapper.server.parties.events import Made, Sat, Terms, decode

if TYPE_CHECKING:
    from pathlib import Path

    from sapper.server.rooms.lobby import Lobby

Message = dict[str, Any]


async def change(owner: Guest, **terms: object) -> Message:
    """Let the owner change some of the terms."""
    party = owner.lobby.parties.get(owner.party)
    assert party is not None
    state = party.state.terms
    kept = {"mode": state.mode, "rules": state.rules, "is_public": state.is_public}
    return await owner.ask("choose", terms={**kept, **terms})


async def knock(lobby: Lobby, party: str, name: str, **fields: object) -> Guest:
    """Return a person who knocks."""
    person = await guest(lobby, name)
    person.send("join", n=1, party=party, **fields)
    assert (await person.until("knocking", "entered", "refused"))["t"] == "knocking"
    return person


def at_door(party: Message) -> list[str]:
    return [knock["name"] for knock in party.get("knocks", [])]


async def until_at_door(owner: Guest, *expected: str) -> dict[str, str]:
    """Wait until exactly these people knock, and return their public ids by name."""
    while True:
        party = await owner.until("party")
        if sorted(at_door(party)) == sorted(expected):
            return {knock["name"]: knock["player"] for knock in party.get("knocks", [])}


def test_nobody_new_comes_into_a_locked_room_and_those_who_had_a_seat_come_back(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, limits=PATIENT) as lobby:
            ada, grace = await guest(lobby, "Ada"), await guest(lobby, "Grace")
            await ada.host(is_public=True)
            await grace.join(ada.party)
            assert (await change(ada, entry="locked"))["t"] == "done"
            for fields in ({}, {"watch": True}):
                stranger = await guest(lobby, "Eve")
                refused = await stranger.join(ada.party, **fields)
                assert (refused["t"], refused["why"]) == ("refused", "This room is locked: nobody new may come in.")
            await grace.leave()
            again = await guest(lobby, player=grace.player)
            await again.join(ada.party)
            assert again.seat == 1
            await again.ask("quit")
            await again.join(ada.party)
            assert again.seat == 1
            assert (await change(ada, entry="open"))["t"] == "done"
            await stranger.join(ada.party)
            assert stranger.seat == 2

    run(play())


def test_a_removed_person_does_not_come_back_from_a_private_window(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, limits=PATIENT) as lobby:
            ada, eve = await guest(lobby, "Ada"), await guest(lobby, "Eve")
            await ada.host()
            await eve.join(ada.party)
            await ada.ask("kick", seat=1)
            await change(ada, entry="ask")
            private = await knock(lobby, ada.party, "Eve")
            ids = await until_at_door(ada, "Eve")
            assert (await ada.ask("admit", player=ids["Eve"], is_admitted=False))["t"] == "done"
            refused = await private.until("refused")
            assert (refused["n"], refused["why"]) == (1, "The owner of the room did not let you in.")
            assert (await private.join(ada.party))["why"] == "The owner of the room did not let you in."
            assert (await private.join(ada.party, watch=True))["why"] == "The owner of the room did not let you in."
            assert at_door(await alone(lobby, ada.party)) == []

    run(play())


def test_a_room_is_locked_in_the_middle_of_a_round_and_nobody_has_to_be_ready_again(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, limits=PATIENT, layout=three_mines) as lobby:
            (ada, grace), _ = await playing(lobby, "Ada", "Grace", mode="duel", best_of=3)
            assert (await change(ada, entry="locked", best_of=3))["t"] == "done"
            assert (await change(ada, entry="locked"))["why"] == "A game is in play."
            assert (await change(grace, entry="open"))["why"] == "Only the owner of the room can do this."
            await grace.ask("quit")
            await ada.when(stage="waiting")
            again = await guest(lobby, player=grace.player)
            await again.join(ada.party)
            await ada.ask("ready")
            await change(ada, entry="open", best_of=3)
            seat = (await alone(lobby, ada.party))["seats"][0]
            assert (seat["is_ready"], seat["wins"]) == (True, 1)

    run(play())


def test_the_owner_lets_somebody_in_who_knocks(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, limits=PATIENT) as lobby:
            ada = await guest(lobby, "Ada")
            party = await ada.host(entry="ask")
            eve = await knock(lobby, ada.party, "Eve")
            code = await guest(lobby, "Bob")
            code.send("join", n=4, code=party["code"], device="bot")
            ids = await until_at_door(ada, "Eve", "Bob")
            assert names(await alone(lobby, ada.party)) == ["Ada"]
            assert (await eve.ask("say", text="let me in"))["why"] == "You are in no room."
            await ada.ask("admit", player=ids["Eve"])
            assert (await eve.until("entered"))["seat"] == 1
            await until_at_door(ada, "Bob")
            await ada.ask("admit", player=ids["Bob"])
            entered = await code.until("entered")
            assert (entered["n"], entered["seat"]) == (4, 2)
            assert names(await alone(lobby, ada.party)) == ["Ada", "Eve", "Bob"]
            await eve.ask("quit")
            assert (await eve.join(ada.party))["t"] == "party"

    run(play())


async def alone(lobby: Lobby, party_id: str) -> Message:
    party = lobby.parties.get(party_id)
    assert party is not None
    message: Message = to_builtins(party.message())
    return message


@pytest.mark.parametrize("way", ["quit", "host", "new", "leave"])
def test_whoever_stops_waiting_does_not_knock_any_more(tmp_path: Path, way: str) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, limits=PATIENT) as lobby:
            ada = await guest(lobby, "Ada")
            await ada.host(entry="ask")
            eve = await knock(lobby, ada.party, "Eve")
            ids = await until_at_door(ada, "Eve")
            match way:
                case "quit":
                    assert (await eve.ask("quit"))["t"] == "parted"
                case "host":
                    await eve.host()
                case "new":
                    eve.send("new", n=2, rules=RULES)
                case "leave":
                    await eve.leave()
            await until_at_door(ada)
            assert (await ada.ask("admit", player=ids["Eve"]))["why"] == "This person is not waiting any more."

    run(play())


def test_an_open_door_lets_everybody_in_and_a_locked_or_closed_room_nobody(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, limits=PATIENT) as lobby:
            for entry, answer in (("open", "entered"), ("locked", "refused"), ("", "refused")):
                ada = await guest(lobby, "Ada")
                await ada.host(entry="ask")
                eve = await knock(lobby, ada.party, "Eve")
                await until_at_door(ada, "Eve")
                if entry:
                    await change(ada, entry=entry)
                else:
                    await ada.ask("quit")
                assert (await eve.until("entered", "refused"))["t"] == answer
                assert eve.connection.door is None
            await settle(lobby)

    run(play())


def test_only_the_owner_answers_a_knock_and_the_next_owner_does(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, limits=PATIENT) as lobby:
            ada, grace = await guest(lobby, "Ada"), await guest(lobby, "Grace")
            await ada.host()
            await grace.join(ada.party)
            await change(ada, entry="ask")
            eve = await knock(lobby, ada.party, "Eve")
            ids = await until_at_door(grace, "Eve")
            only = "Only the owner of the room can do this."
            assert (await grace.ask("admit", player=ids["Eve"]))["why"] == only
            assert (await grace.ask("hand", seat=1))["why"] == only
            assert (await ada.ask("hand", seat=1))["t"] == "done"
            assert (await ada.ask("admit", player=ids["Eve"]))["why"] == only
            assert (await grace.ask("admit", player=ids["Eve"]))["t"] == "done"
            assert (await eve.until("entered"))["seat"] == 2

    run(play())


def test_a_room_is_handed_on_to_a_person_who_sits_there(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, limits=PATIENT) as lobby:
            ada, bot = await guest(lobby, "Ada"), await guest(lobby, "Robot")
            await ada.host()
            await bot.join(ada.party, device="bot")
            assert (await ada.ask("hand", seat=5))["why"] == "There is nobody at this seat."
            assert (await ada.ask("hand", seat=1))["why"] == "A program cannot have a room."
            assert (await ada.ask("hand", seat=0))["t"] == "done"
            assert (await alone(lobby, ada.party))["owner"] == 0

    run(play())


def test_a_full_room_is_watched_without_knocking(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, limits=PATIENT) as lobby:
            ada = await guest(lobby, "Ada")
            await ada.host(entry="ask", seats=1)
            eve = await guest(lobby, "Eve")
            await eve.join(ada.party)
            assert (eve.party, eve.seat) == (ada.party, None)

    run(play())


def test_at_most_so_many_knock_at_once(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, limits=PATIENT) as lobby:
            ada = await guest(lobby, "Ada")
            await ada.host(entry="ask")
            people = [await knock(lobby, ada.party, f"Eve {number}") for number in range(16)]
            late = await guest(lobby, "Bob")
            why = "Too many people are waiting to come in. Try again later."
            assert (await late.join(ada.party))["why"] == why
            await people[0].ask("quit")
            await knock(lobby, ada.party, "Bob")

    run(play())


def test_somebody_at_the_door_may_say_who_they_are(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, limits=PATIENT) as lobby:
            ada = await guest(lobby, "Ada")
            await ada.host(entry="ask")
            eve = await knock(lobby, ada.party, "")
            await until_at_door(ada, "Guest")
            eve.send("rename", name="Eve")
            await until_at_door(ada, "Eve")

    run(play())


def test_a_quick_match_asks_nobody_and_finds_no_room_that_is_not_open(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, limits=PATIENT) as lobby:
            ada, grace = await guest(lobby, "Ada"), await guest(lobby, "Grace")
            ada.send("match", n=1, terms={"rules": RULES, "mode": "duel", "entry": "ask"})
            party = await ada.entered()
            assert party["terms"].get("entry", "open") == "open"
            await change(ada, entry="locked", rules=party["terms"]["rules"])
            grace.send("match", n=1, terms={"rules": RULES, "mode": "duel"})
            await grace.entered()
            assert grace.party != ada.party

    run(play())


def test_a_locked_room_is_not_listed_for_strangers(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, limits=PATIENT) as lobby:
            ada = await guest(lobby, "Ada")
            await ada.host(is_public=True)
            party = lobby.parties.get(ada.party)
            assert party is not None
            assert party.state.is_listed
            await change(ada, entry="locked")
            assert not party.state.is_listed

    run(play())


def test_a_knock_reaches_the_owner_on_another_server_and_the_answer_comes_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PartyFollower, "slowly", 0.3)

    async def play() -> None:
        async with Nodes(tmp_path, 2) as nodes:
            ada = await guest(nodes.lobbies[0], "Ada")
            await ada.host(entry="ask")
            eve = await knock(nodes.lobbies[1], ada.party, "Eve")
            mallory = await knock(nodes.lobbies[1], ada.party, "Mallory")
            ids = await until_at_door(ada, "Eve", "Mallory")
            assert at_door(await alike(nodes, ada.party, 2)) == at_door(await alone(nodes.lobbies[0], ada.party))
            await nodes.let_pass(60_000)
            assert nodes.lobbies[1].parties.get(ada.party) is not None
            await ada.ask("admit", player=ids["Eve"])
            await ada.ask("admit", player=ids["Mallory"], is_admitted=False)
            assert (await eve.until("entered"))["seat"] == 1
            assert (await mallory.until("refused"))["why"] == "The owner of the room did not let you in."
            party = await alike(nodes, ada.party, 2)
            assert (names(party), at_door(party)) == (["Ada", "Eve"], [])

    run(play())


def test_the_knocks_of_a_server_that_stops_are_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PartyFollower, "slowly", 0.3)

    async def play() -> None:
        async with Nodes(tmp_path, 2) as nodes:
            ada = await guest(nodes.lobbies[0], "Ada")
            await ada.host(entry="ask")
            await knock(nodes.lobbies[1], ada.party, "Eve")
            await until_at_door(ada, "Eve")
            await nodes.lobbies[1].parties.close()
            await until_at_door(ada)

    run(play())


def test_events_from_before_there_was_a_door_are_read() -> None:
    made = decode(b'{"e":"made","at":1,"terms":{"mode":"race"}}')
    assert isinstance(made, Made)
    assert made.terms == Terms(mode="race")
    assert isinstance(decode(b'{"e":"sat","at":1,"seat":0,"player":"ab"}'), Sat)
