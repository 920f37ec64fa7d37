"""Parties: people who play one board together, come, go, come back, and agree on what is played."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace
from server.party_guests import (
    MINES,
    QUICK,
    RULES,
    game_of,
    guest,
    names,
    playing,
    replica_of,
    room_of,
    run,
    three_mines,
)
from server.playground import Clock, open_lobby, settle

from sapper.history.store import open_store

if TYPE_CHECKING:
    from pathlib import Path


def test_two_play_one_board_to_its_end_and_it_is_stored_who_did_what(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, limits=QUICK, layout=three_mines) as lobby:
            (ada, grace), game = await playing(lobby, "Ada", "Grace")
            delta = await ada.play(game, "flag", 9, 10)
            assert (delta.get("by", 0), delta["cells"]) == (0, [9, 10])
            assert (await grace.until("delta"))["seq"] == 1
            delta = await grace.play(game, "open", 7, 10)
            assert delta["by"] == 1
            for cell in {0, 1, 8, 63} | set(range(64)) - set(MINES):
                answer = await ada.play(game, "open", cell, 100 + cell)
                if answer["t"] == "refused":
                    break
            party = await grace.when(stage="waiting")
            assert [score["status"] for score in party["result"]] == ["won", "won"]
            assert sum(score["share"] for score in party["result"]) == pytest.approx(1)
            over = next(frame for frame in reversed(ada.frames) if '"t":"over"' in frame)
            assert '"won"' in over
            assert {entry.by for entry in game_of(ada).log} == {0, 1}

    run(play())
    with open_store(tmp_path / "games.db") as store:
        (listed,) = store.games()
    assert listed.source == "coop"


def test_whoever_comes_late_plays_on_and_learns_who_did_what(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, limits=QUICK, layout=three_mines) as lobby:
            (ada,), game = await playing(lobby, "Ada")
            await ada.play(game, "flag", 9, 10)
            await ada.play(game, "open", 7, 11)
            late = await guest(lobby, "Late")
            await late.join(ada.party)
            board, shares = await late.until("board"), await late.until("shares")
            assert board["seq"] == shares["seq"] == 2
            assert shares["flags"] == {"9": 0}
            assert shares["opened"]["0"] == sum(cell.isdigit() for cell in board["cells"])
            assert (await late.play(game, "flag", 36, 10))["by"] == 1

    run(play())


def test_a_round_waits_for_everybody_unless_the_owner_starts_it(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, limits=QUICK, layout=three_mines) as lobby:
            ada, grace = await guest(lobby, "Ada"), await guest(lobby, "Grace")
            await ada.host()
            await grace.join(ada.party)
            assert (await ada.ask("ready"))["t"] == "done"
            assert (await ada.ask("ready", is_ready=False))["t"] == "done"
            assert "owner" in (await grace.ask("start"))["why"]
            assert (await ada.ask("start"))["t"] == "done"
            await grace.board()

    run(play())


def test_nobody_plays_before_the_countdown_is_over_and_nobody_who_watches(tmp_path: Path) -> None:
    async def play() -> None:
        clock = Clock()
        limits = replace(QUICK, countdown=0.02)
        async with open_lobby(tmp_path, limits=limits, layout=three_mines, clock=clock) as lobby:
            ada, watcher = await guest(lobby, "Ada"), await guest(lobby, "Watcher")
            await ada.host()
            await watcher.join(ada.party, watch=True)
            assert watcher.seat is None
            ada.send("ready", n=2)
            game = (await ada.until("board"))["game"]
            assert "not started" in (await ada.play(game, "open", 7))["why"]
            clock.time += 1000
            await ada.when(starts_in=None)
            assert (await ada.play(game, "open", 7, 2))["t"] == "delta"
            assert "watching" in (await watcher.play(game, "open", 0))["why"]
            for kind in ("pause", "undo", "completion-both"):
                assert (await ada.play(game, kind, n=3))["t"] == "refused"
            ada.send("new", n=9, rules=RULES)
            assert (await ada.until("refused"))["code"] == "room"
            ada.send("help", game=game, n=4, topic="hint")
            assert "no help" in (await ada.until("refused"))["why"]

    run(play())


def test_own_lives_are_used_up_alone_and_the_game_ends_with_the_last(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, limits=QUICK, layout=three_mines) as lobby:
            (ada, grace), game = await playing(lobby, "Ada", "Grace", lives="own")
            await ada.play(game, "open", 7, 1)
            assert (await ada.play(game, "open", 9, 2))["lives"] == 1
            assert "no lives" in (await ada.play(game, "open", 0, 3))["why"]
            assert (await grace.play(game, "open", 36, 9))["status"] == "lost"
            party = await ada.when(stage="waiting")
            assert {score["status"] for score in party["result"]} == {"lost"}

    run(play())


def test_two_mines_at_once_cost_somebody_with_one_life_only_one(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, limits=QUICK, layout=three_mines) as lobby:
            (ada, grace), game = await playing(lobby, "Ada", "Grace", lives="own")
            await grace.play(game, "open", 7, 1)
            for n, cell in enumerate((9, 36), 2):
                ada.send("play", game=game, kind="open", cell=cell, n=n)
            await settle(lobby)
            assert "no lives" in (await ada.until("refused"))["why"]
            assert (await grace.play(game, "flag", 36, 9))["lives"] == 1

    run(play())


def test_a_seat_waits_for_somebody_who_is_gone_and_then_becomes_free(tmp_path: Path) -> None:
    async def play() -> None:
        clock = Clock()
        async with open_lobby(tmp_path, limits=QUICK, layout=three_mines, clock=clock) as lobby:
            (ada, grace), game = await playing(lobby, "Ada", "Grace")
            await grace.play(game, "flag", 9, 10)
            await grace.leave()
            party = await ada.when()
            while "leaves_in" not in party["seats"][1]:
                party = await ada.when()
            again = await guest(lobby, player=grace.player)
            await again.join(ada.party, game=game, seq=0)
            assert again.seat == 1
            assert (await again.until("delta", "board"))["t"] == "delta"  # what was missed, and nothing else
            await again.leave()
            clock.time += 60_000
            while len(names(party)) == 2:
                party = await ada.when()
            assert names(party) == ["Ada"]
            back = await guest(lobby, player=grace.player)
            await back.join(ada.party)
            assert back.seat == 1

    run(play())


def test_the_room_passes_on_when_the_owner_leaves_and_closes_after_the_last(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, limits=QUICK, layout=three_mines) as lobby:
            ada, grace = await guest(lobby, "Ada"), await guest(lobby, "Grace")
            await ada.host()
            await grace.join(ada.party)
            assert (await ada.ask("quit"))["t"] == "parted"
            await grace.when(owner=1)
            assert (await grace.ask("quit"))["t"] == "parted"
            await settle(lobby)
            assert lobby.parties.in_memory == []
            assert (await ada.join(ada.party))["code"] == "room"

    run(play())


def test_the_owner_removes_and_mutes(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, limits=QUICK, layout=three_mines) as lobby:
            ada, grace = await guest(lobby, "Ada"), await guest(lobby, "Grace")
            await ada.host()
            await grace.join(ada.party)
            assert (await grace.ask("kick", seat=0))["t"] == "refused"
            await ada.ask("mute", seat=1)
            grace.send("say", n=3, text="hello")
            assert "muted" in (await grace.until("refused"))["why"]
            await ada.ask("kick", seat=1)
            assert "removed" in (await grace.until("parted"))["why"]
            assert "removed" in (await grace.join(ada.party))["why"]
            assert "removed" in (await grace.join(ada.party, watch=True))["why"]

    run(play())


def test_what_is_said_is_tidied_bounded_and_not_stored(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, limits=QUICK, layout=three_mines) as lobby:
            ada, grace = await guest(lobby, "Ada"), await guest(lobby, "Grace")
            await ada.host(name="\u202eFriday\x1b[31m\u200b field")
            party = await grace.join(ada.party)
            assert party["terms"]["name"] == "Friday[31m field"
            grace.send("say", n=3, text="a\u202e\x1b\u200bb" + "c" * 490)
            line = (await ada.until("said"))["line"]
            assert line["text"] == "ab" + "c" * 198
            grace.send("say", n=4, phrase=2)
            assert (await ada.until("said"))["line"]["phrase"] == 2
            grace.send("say", n=5, text="\u200b")
            assert (await grace.until("refused"))["code"] == "message"
            for n in range(20):
                grace.send("say", n=10 + n, text="again")
            assert "too much" in (await grace.until("refused"))["why"]
            late = await guest(lobby)
            late.send("join", n=1, party=ada.party)
            assert (await late.until("entered"))["said"][0] == line

    run(play())
    assert b"ccccccc" not in (tmp_path / "games.db").read_bytes()


def test_a_code_works_while_the_room_waits_and_wrong_ones_are_limited(tmp_path: Path) -> None:
    async def play() -> None:
        clock = Clock()
        async with open_lobby(tmp_path, limits=QUICK, layout=three_mines, clock=clock) as lobby:
            ada, grace, eve = [await guest(lobby, name) for name in ("Ada", "Grace", "Eve")]
            code = (await ada.host())["code"]
            assert len(code) == 8
            assert code.isalpha()
            grace.send("join", n=1, code=f"{code[:4].lower()}-{code[4:]}")
            assert names(await grace.entered()) == ["Ada", "Grace"]
            await ada.ask("start")
            assert "code" not in await grace.when(stage="playing")
            eve.send("join", n=1, code=code)
            assert (await eve.entered())["code"] == "room"
            for _ in range(20):
                eve.send("join", n=1, code="ABCDEFGH")
            while (await eve.until("refused"))["code"] != "limit":
                pass
            eve.send("join", n=2, party=ada.party)  # the link still works
            assert (await eve.until("entered"))["seat"] == 2

    run(play())


def test_a_quick_match_brings_two_together_and_starts_by_itself(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, limits=QUICK, layout=three_mines) as lobby:
            ada, grace, other = [await guest(lobby, name) for name in ("Ada", "Grace", "Other")]
            ada.send("match", n=1, terms={"rules": RULES})
            await ada.entered()
            other.send("match", n=1, terms={"rules": "modern beginner"})
            await other.entered()
            grace.send("match", n=1, terms={"rules": RULES})
            await grace.entered()
            assert ada.party == grace.party != other.party
            assert (await ada.board())["game"] == (await grace.board())["game"]

    run(play())


def test_ten_people_play_and_everybody_sees_every_move(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, limits=QUICK, layout=three_mines) as lobby:
            guests, game = await playing(lobby, *(f"P{number}" for number in range(10)))
            for n, one in enumerate(guests):
                one.send("play", game=game, kind="flag", cell=n, n=20)
            for one in guests:
                seen = [(await one.until("delta")).get("by", 0) for _ in guests]
                assert sorted(seen) == list(range(10))

    run(play())


def test_two_who_open_one_square_at_once_get_one_answer_each(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, limits=QUICK, layout=three_mines) as lobby:
            (ada, grace), game = await playing(lobby, "Ada", "Grace")
            ada.send("play", game=game, kind="open", cell=0, n=20)
            grace.send("play", game=game, kind="open", cell=0, n=20)
            answers = [(await one.until("delta", "refused")) for one in (ada, grace)]
            assert answers[0]["cells"] == [0, 1]
            await settle(lobby)
            assert [entry.by for entry in game_of(ada).log] in ([0, 1], [0])

    run(play())


def test_a_round_goes_on_after_the_server_stopped(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, limits=QUICK, layout=three_mines) as lobby:
            (ada, grace), game = await playing(lobby, "Ada", "Grace", lives="own")
            await ada.play(game, "open", 7, 10)
            await grace.play(game, "open", 9, 10)
            party = ada.party
        async with open_lobby(tmp_path, limits=replace(QUICK, grace=1000), layout=three_mines) as lobby:
            ada = await guest(lobby, player=ada.player)
            await ada.join(party, game=game, seq=1)
            assert ada.seat == 0
            delta = await ada.until("delta")
            assert (delta["seq"], delta["by"]) == (2, 1)
            assert (await ada.until("shares"))["hits"] == {"1": 1}
            grace = await guest(lobby, player=grace.player)
            await grace.join(party, game=game, seq=2)
            assert "no lives" in (await grace.play(game, "open", 0, 11))["why"]
            assert (await ada.play(game, "flag", 36, 12))["t"] == "delta"

    run(play())


def test_a_round_that_was_only_started_goes_on_with_the_same_game(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, limits=QUICK, layout=three_mines) as lobby:
            (ada,), game = await playing(lobby, "Ada")
            digest = replica_of(ada).digest
            party, player = ada.party, ada.player
        async with open_lobby(tmp_path, limits=QUICK, layout=three_mines) as lobby:
            ada = await guest(lobby, player=player)
            await ada.join(party)
            board = await ada.until("board")
            assert board["game"] == game
            assert board["digest"] == digest

    run(play())


def test_pointers_are_passed_on_to_the_others_only(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, limits=QUICK, layout=three_mines) as lobby:
            (ada, grace), _ = await playing(lobby, "Ada", "Grace")
            ada.send("aim", x=1.5, y=2.5, mark=True)
            ada.send("aim", x=3.5, y=2.5)
            assert await grace.until("aimed") == {"t": "aimed", "seat": 0, "x": 1.5, "y": 2.5, "mark": True}
            await settle(lobby)
            assert not any('"aimed"' in frame for frame in ada.frames)

    run(play())


def test_rooms_of_a_party_cannot_be_opened_as_a_game_of_ones_own(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, limits=QUICK, layout=three_mines) as lobby:
            (ada,), game = await playing(lobby, "Ada")
            await ada.play(game, "open", 7, 10)
            room = room_of(ada).id
            other = await guest(lobby, player=ada.player)
            other.send("hello", room=room)
            assert (await other.until("refused"))["code"] == "room"

    run(play())
