"""Races: the same board for everybody, each in a game of their own, and nothing of it for those who still play."""

from __future__ import annotations

import json
from base64 import b64decode
from typing import TYPE_CHECKING, Any

import pytest
from msgspec.structs import replace
from server.party_guests import (
    MINES,
    QUICK,
    RULES,
    Guest,
    eventually,
    game_of,
    guest,
    party_of,
    replica_of,
    run,
    three_mines,
)
from server.playground import Clock, open_lobby, settle

from sapper.board import CellState
from sapper.generator import NoBoard
from sapper.history.store import open_store
from sapper.layouts import layout_of
from sapper.rules import Grade
from sapper.server.parties.events import Score
from sapper.server.parties.modes import opening
from sapper.server.parties.modes.race import Race, ranked
from sapper.server.rooms.secrecy import is_sealed

if TYPE_CHECKING:
    from pathlib import Path

    from sapper import Rules
    from sapper.server.rooms.lobby import Lobby

Message = dict[str, Any]
SAFE = [cell for cell in range(64) if cell not in MINES]
OF_A_PLAYER = ("delta", "board", "over", "ghost", "review", "aimed", "shares")  # what says something about cells


async def racing(lobby: Lobby, *names: str, **terms: object) -> list[Guest]:
    """Return people whose race has begun, with the first square open."""
    guests = [await guest(lobby, name, address=f"the address of {name}") for name in names]
    await guests[0].host(mode="race", **terms)
    for other in guests[1:]:
        await other.join(guests[0].party)
    for one in guests:
        one.send("ready", n=2)
    for one in guests:
        one.game = (await one.board())["game"]
        await one.first_opening()
    await settle(lobby)
    return guests


async def win(one: Guest) -> Message:
    """Open every safe square, and return the last answer."""
    opened: Message = {}
    for cell in [cell for cell in range(64) if cell not in mines_of(one)]:
        if game_of(one).status.is_over:
            break
        opened = await one.play(one.game, "open", cell, 100 + cell)
    return opened


def mines_of(one: Guest) -> list[int]:
    replica = replica_of(one)
    assert replica.game.first is not None
    level = replica.rules.level
    return [level.index(*cell) for cell in replica.live.layout(replica.rules, replica.game.first).mines()]


async def progress(one: Guest, **wanted: object) -> Message:
    """Wait until a seat is so, and return its line."""
    while True:
        for line in (await one.until("progress"))["seats"]:
            if wanted.items() <= line.items():
                found: Message = line
                return found


def frames(one: Guest, *kinds: str) -> list[Message]:
    return [message for message in map(json.loads, one.frames) if message["t"] in kinds]


def test_the_result_of_a_race_is_stored_with_the_players_and_outlives_the_party(tmp_path: Path) -> None:
    async def body() -> None:
        async with open_lobby(tmp_path, limits=QUICK, layout=three_mines) as lobby:
            services = lobby.services
            ann, bob = await racing(lobby, "Ann", "Bob", hints=False)
            await bob.play(bob.game, "resign")
            await win(ann)
            await settle(lobby)
            party, key = ann.party, ann.connection.player.key
            await services.writer.run(lambda store: store.delete_parties([party]))
            (played,) = await services.reader.run(lambda store: store.finished_rounds_of(key, 9))
            assert (played.mode, played.number) == ("race", 1)
            assert played.objections == ("too fast",)  # the clock of this test stands still
            assert [(seat.name, seat.place, seat.status) for seat in played.seats] == [
                ("Ann", 1, "won"),
                ("Bob", 2, "abandoned"),
            ]
            replays = [seat.game_id for seat in played.seats if seat.game_id is not None]
            assert await services.reader.run(lambda store: all(store.replay(game) for game in replays))
            assert len(set(replays)) == 2

    run(body())


def test_a_move_is_shown_to_the_others_at_once_and_more_of_them_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, limits=QUICK, layout=three_mines) as lobby:
            ann, bob = await racing(lobby, "Ann", "Bob")
            mode = party_of(ann).rounds.mode
            assert isinstance(mode, Race)
            monkeypatch.setattr(Race, "tell", 1e6)
            mode.tell_now()
            before = len(frames(bob, "progress"))
            for cell in SAFE[:3]:
                await ann.play(ann.game, "flag", cell, 10 + cell)
            await settle(lobby)
            assert len(frames(bob, "progress")) == before  # something was sent a moment ago
            monkeypatch.setattr(Race, "tell", 0.0)
            mode.tell_now()
            await ann.play(ann.game, "clear", SAFE[0], 100)
            await eventually(lambda: len(frames(bob, "progress")) == before + 2)

    run(play())


def test_three_race_and_the_result_has_who_won_who_lost_and_who_gave_up(tmp_path: Path) -> None:
    async def play() -> None:
        clock = Clock()
        async with open_lobby(tmp_path, limits=QUICK, layout=three_mines, clock=clock) as lobby:
            ada, grace, alan = await racing(lobby, "Ada", "Grace", "Alan")
            assert len({one.game for one in (ada, grace, alan)}) == 3
            assert len({replica_of(one).digest for one in (ada, grace, alan)}) == 1
            assert len({game_of(one).first for one in (ada, grace, alan)}) == 1
            clock.time += 2000
            assert (await grace.play(grace.game, "open", MINES[0], 2))["status"] == "lost"
            assert await progress(ada, seat=1, status="lost")
            assert (await alan.play(alan.game, "resign", n=2))["status"] == "abandoned"
            clock.time += 3000
            assert (await win(ada))["status"] == "won"
            party = await grace.when(stage="waiting")
            result = [(score["seat"], score["place"], score["status"], score["at"]) for score in party["result"]]
            assert result == [(0, 1, "won", 5000), (1, 2, "lost", 2000), (2, 3, "abandoned", 2000)]
            assert party["result"][0]["share"] == 1
            assert 0 < party["result"][1]["share"] < 1
            assert [seat.get("wins", 0) for seat in party["seats"]] == [1, 0, 0]
            assert party["match_winner"] == 0

    run(play())
    with open_store(tmp_path / "games.db") as store:
        games = store.games()
    assert {game.source for game in games} == {"race"}
    assert len(games) == 3


def test_an_opponents_cells_never_reach_somebody_who_still_plays(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, limits=QUICK, layout=three_mines) as lobby:
            ada, grace, alan = await racing(lobby, "Ada", "Grace", "Alan")
            await settle(lobby)
            before = len(grace.frames)
            ada.send("aim", x=1.5, y=2.5, mark=True)
            ada.send("help", game=ada.game, n=9, topic="hint")
            await ada.play(ada.game, "flag", MINES[0], 3)
            await ada.play(ada.game, "flag", MINES[0], 4)
            await alan.play(alan.game, "open", MINES[1], 3)
            await win(ada)
            line = await progress(grace, seat=0, status="won")
            assert set(line) <= {"seat", "status", "share", "at"}
            await settle(lobby)
            assert {json.loads(frame)["t"] for frame in grace.frames[before:]} == {"progress"}
            own = frames(grace, *OF_A_PLAYER)
            assert {message["game"] for message in own} == {grace.game}
            for other in (ada, alan):
                assert not any(other.game in frame for frame in grace.frames)
                assert not any(replica_of(other).seed.text in frame for frame in grace.frames)

    run(play())


def test_what_somebody_sees_does_not_depend_on_what_another_plays(tmp_path: Path) -> None:
    """Byte by byte, but for the progress: whatever Ada does, Grace is sent the same."""
    moves: list[list[tuple[str, int]]] = [
        [],
        [("flag", MINES[0]), ("flag", 0), ("clear", 0)],
        [("open", MINES[1])],
        [("open", cell) for cell in SAFE],
    ]

    async def play(folder: Path, of_ada: list[tuple[str, int]]) -> list[str]:
        async with open_lobby(folder, limits=QUICK, layout=three_mines) as lobby:
            ada, grace, _ = await racing(lobby, "Ada", "Grace", "Alan")
            begun = len(grace.frames)
            for n, (kind, cell) in enumerate(of_ada):
                await ada.play(ada.game, kind, cell, 50 + n)
            closed = next(cell for cell in SAFE if cell not in numbers(grace))
            await grace.play(grace.game, "flag", MINES[2], 3)
            await grace.play(grace.game, "open", closed, 4)
            await progress(grace, seat=1)
            await settle(lobby)
            tab = f'"{grace.connection.tab}"'  # which every client of this process names differently
            return [frame.replace(tab, "") for frame in grace.frames[begun:] if '"t":"progress"' not in frame]

    seen: list[list[str]] = []

    async def play_all() -> None:
        for number, of_ada in enumerate(moves):
            folder = tmp_path / str(number)
            folder.mkdir()
            seen.append(await play(folder, of_ada))

    run(play_all())
    assert len(seen[0]) == 2
    assert [*map(tuple, seen)] == [tuple(seen[0])] * len(seen)


def test_whoever_has_lost_sees_the_mine_that_was_hit_and_everything_when_the_round_is_over(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, limits=QUICK, layout=three_mines) as lobby:
            ada, grace, alan = await racing(lobby, "Ada", "Grace", "Alan")
            await grace.play(grace.game, "flag", 0, 2)
            lost = await grace.play(grace.game, "open", MINES[0], 3)
            assert (lost["status"], lost["cells"]) == ("lost", [MINES[0], CellState.EXPLODED])
            over = await grace.until("over")
            assert without_remarks(over) == sealed(grace, "lost", seq=3)
            assert (await alan.play(alan.game, "resign", n=2))["status"] == "abandoned"
            assert without_remarks(await alan.until("over")) == sealed(alan, "abandoned", seq=2)
            grace.send("help", game=grace.game, n=4, topic="proof")
            assert "when the round is over" in (await grace.until("refused"))["why"]
            back = await guest(lobby, player=grace.player)
            await back.join(ada.party)
            board = await back.until("board")
            assert (board["cells"].count("*"), board["cells"].count("!")) == (0, 1)
            assert await back.until("over") == over
            await settle(lobby)
            assert not any('"review"' in frame for one in (grace, alan, back) for frame in one.frames)
            await win(ada)
            for one in (ada, grace, alan, back):
                while "sealed" in (over := await one.until("over")):
                    pass
                assert (over["mines"], over["seed"]) == (list(MINES), replica_of(one).seed.text)
                assert over["salt"] == replica_of(one).salt.hex()
            for one in (grace, back):
                board = frames(one, "board")[-1]
                assert (board["cells"].count("*"), board["cells"].count("!")) == (2, 1)
                assert (await one.until("review"))["game"] == grace.game
                ghosts = {ghost["seat"]: opened(ghost) for ghost in frames(one, "ghost")}
                assert ghosts == {0: set(SAFE), 1: numbers(grace), 2: numbers(alan)}

    run(play())


def without_remarks(over: Message) -> Message:
    """Return the end of a game without the remarks, which say nothing about the board."""
    return {name: value for name, value in over.items() if name not in ("remarks", "objections")}


def sealed(one: Guest, status: str, seq: int) -> Message:
    """Return what `over` says as long as others play the board."""
    replica = replica_of(one)
    at = replica.game.log[-1].at
    found = {"t": "over", "game": replica.id, "seq": seq, "status": status, "at": at, "digest": replica.digest}
    return found | {"configuration": str(replica.rules), "sealed": "round"}


def numbers(one: Guest) -> set[int]:
    return {cell for cell, value in enumerate(game_of(one).board.to_bytes()) if value <= 8}


def opened(ghost: Message) -> set[int]:
    bits = b64decode(ghost["cells"])
    return {cell for cell in range(64) if bits[cell >> 3] & 0x80 >> (cell & 7)}


def test_those_who_watch_see_shares_later_and_play_nothing(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, limits=replace(QUICK, watch_delay=0.05), layout=three_mines) as lobby:
            ada, grace = await racing(lobby, "Ada", "Grace")
            watcher, late = await guest(lobby, "Watcher"), await guest(lobby, "Late")
            await watcher.join(ada.party, watch=True)
            await late.join(ada.party)
            assert (watcher.seat, late.seat) == (None, 2)
            for one in (watcher, late):
                assert (await one.until("progress"))["round"] == 1
                assert (await one.play(ada.game, "open", 0))["code"] == "game"
            grace.send("say", n=8, text="open the corner")
            assert "only quick phrases" in (await grace.until("refused"))["why"]
            late.send("say", n=9, phrase=16)  # a face, for those who watch
            assert (await watcher.until("said"))["line"]["for_watchers"]
            ada.send("say", n=10, phrase=16)
            assert "for_watchers" not in (await grace.until("said"))["line"]
            await ada.play(ada.game, "open", MINES[0], 2)
            await progress(grace, seat=0, status="lost")
            for one in (watcher, late):
                await progress(one, seat=0, status="lost")
                assert not frames(one, "delta", "board", "over", "ghost")
            await grace.play(grace.game, "resign", n=2)
            await late.when(stage="waiting")
            assert {(await late.until("ghost"))["seat"] for _ in range(2)} == {0, 1}
            for one in (ada, grace, late):
                one.send("ready", n=3)
            await late.board()
            party = frames(late, "party")[-1]
            assert [seat.get("plays") for seat in party["seats"]] == [True] * 3
            await late.first_opening()

    run(play())


def test_the_owner_may_let_those_who_watch_wait_longer(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, limits=replace(QUICK, watch_delay=0.0), layout=three_mines) as lobby:
            ada, grace = await racing(lobby, "Ada", "Grace", watch_delay=600)
            watcher = await guest(lobby, "Watcher")
            await watcher.join(ada.party, watch=True)
            await ada.play(ada.game, "open", MINES[0], 2)
            await progress(grace, seat=0, status="lost")
            await settle(lobby)
            lines = [line for shown in frames(watcher, "progress") for line in shown["seats"]]
            assert lines == [{"seat": seat, "status": "playing"} for seat in (0, 1)]
            await win(grace)
            await progress(watcher, seat=0, status="lost")

    run(play())


def test_the_others_have_some_time_after_the_first_win(tmp_path: Path) -> None:
    async def play() -> None:
        clock = Clock()
        limits = replace(QUICK, race_rest=0.05)
        async with open_lobby(tmp_path, limits=limits, layout=three_mines, clock=clock) as lobby:
            ada, grace = await racing(lobby, "Ada", "Grace")
            clock.time += 1000
            await win(ada)
            await progress(grace, seat=0, status="won")
            assert not game_of(grace).status.is_over
            clock.time += 60
            party = await ada.when(stage="waiting")
            assert [score["status"] for score in party["result"]] == ["won", "abandoned"]

    run(play())


def test_whoever_leaves_has_given_up_also_before_the_first_move(tmp_path: Path) -> None:
    async def play() -> None:
        clock = Clock()
        limits = replace(QUICK, countdown=0.02, grace=0.02)
        async with open_lobby(tmp_path, limits=limits, layout=three_mines, clock=clock) as lobby:
            ada, grace, alan = [await guest(lobby, name) for name in ("Ada", "Grace", "Alan")]
            await ada.host(mode="race")
            await grace.join(ada.party)
            await alan.join(ada.party)
            for one in (ada, grace, alan):
                one.send("ready", n=2)
            ada.game = (await ada.until("board"))["game"]
            begun = [party for party in frames(ada, "party") if party["stage"] == "playing"]
            assert (begun or [await ada.when(stage="playing")])[0]["starts_in"] == 20
            assert (await grace.ask("quit"))["t"] == "parted"
            clock.time += 100
            await progress(ada, seat=1, status="abandoned")
            await alan.leave()
            await settle(lobby)
            clock.time += 100
            await progress(ada, seat=2, status="abandoned")
            await win(ada)
            party = await ada.when(stage="waiting")
            places = [(score["seat"], score["place"], score["status"]) for score in party["result"]]
            assert places == [(0, 1, "won"), (1, 2, "abandoned"), (2, 2, "abandoned")]

    run(play())


@pytest.mark.parametrize("rules", ["modern beginner", "modern beginner layout=no-guess"])
def test_a_race_goes_on_after_the_server_stopped(tmp_path: Path, rules: str) -> None:
    async def play() -> None:
        clock = Clock()
        async with open_lobby(tmp_path, limits=QUICK, clock=clock) as lobby:
            ada, grace, alan = await racing(lobby, "Ada", "Grace", "Alan", rules=rules)
            mines = mines_of(ada)
            clock.time += 4000
            await grace.play(grace.game, "open", mines[0], 2)
            clock.time += 4000
            await ada.play(ada.game, "flag", mines[0], 2)
        limits = replace(QUICK, grace=1000)
        async with open_lobby(tmp_path, limits=limits, clock=clock) as lobby:
            again = []
            for one in (ada, grace, alan):
                back = await guest(lobby, player=one.player)
                await back.join(one.party, game=one.game, seq=1)
                back.game, back.seat = one.game, one.seat
                again.append(back)
            ada, grace, alan = again
            assert [entry.action.kind for entry in game_of(ada).log] == ["open", "flag"]
            assert [entry.action.kind for entry in game_of(alan).log] == ["open"]
            line = await progress(alan, seat=1)
            assert (line["status"], line["at"]) == ("lost", 4000)
            clock.time += 1000
            assert (await alan.play(alan.game, "flag", mines[1], 5))["at"] == 9000
            await win(alan)
            await ada.play(ada.game, "resign", n=9)
            party = await ada.when(stage="waiting")
            assert [score["seat"] for score in party["result"]] == [2, 1, 0]

    run(play())


def test_a_race_that_was_only_started_is_opened_by_the_next_server(tmp_path: Path) -> None:
    async def play() -> None:
        clock = Clock()
        limits = replace(QUICK, countdown=1000)
        async with open_lobby(tmp_path, limits=limits, layout=three_mines, clock=clock) as lobby:
            ada, grace = await guest(lobby, "Ada"), await guest(lobby, "Grace")
            await ada.host(mode="race")
            await grace.join(ada.party)
            for one in (ada, grace):
                one.send("ready", n=2)
            game = (await ada.until("board"))["game"]
        async with open_lobby(tmp_path, limits=QUICK, layout=three_mines, now=lambda: 1_800_002_000) as lobby:
            ada = await guest(lobby, player=ada.player)
            await ada.join(grace.party)
            assert (await ada.until("board"))["game"] == game
            await ada.first_opening()

    run(play())


def test_the_board_of_a_no_guess_race_is_searched_for_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    searches: list[int] = []

    def counted(*given: Any) -> Any:
        searches.append(1)
        return layout_of(*given)

    monkeypatch.setattr(opening, "layout_of", counted)

    async def play() -> None:
        async with open_lobby(tmp_path, limits=QUICK) as lobby:
            guests = await racing(lobby, "Ada", "Grace", "Alan", rules="modern beginner layout=no-guess")
            assert len({game_of(one).board.to_bytes() for one in guests}) == 1
            assert all(game_of(one).first is not None for one in guests)
            for one in guests:
                await one.play(one.game, "resign", n=3)
            await guests[0].when(stage="waiting")
            assert len({game_of(one).minefield for one in guests}) == 1

    run(play())
    assert searches == [1]


def test_a_race_without_a_board_ends_with_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_board(*_: object) -> Any:
        def layout(rules: Rules, _: object) -> Any:
            raise NoBoard(rules.level, Grade.FULL, exactly=False)

        return layout

    monkeypatch.setattr(opening, "layout_of", no_board)

    async def play() -> None:
        async with open_lobby(tmp_path, limits=QUICK) as lobby:
            ada, grace = await guest(lobby, "Ada"), await guest(lobby, "Grace")
            await ada.host(mode="race", rules="modern beginner layout=no-guess")
            await grace.join(ada.party)
            for one in (ada, grace):
                one.send("ready", n=2)
            refused = await grace.until("refused")
            assert refused["code"] == "no-board"
            assert refused["why"].startswith("No 8x8/10 board that the grade full solves without a guess was found")
            await settle(lobby)
            assert lobby.rooms == {}
            assert (await ada.ask("ready"))["t"] == "done"

    run(play())


def test_a_rematch_unloads_the_games_before_it_and_best_of_counts(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, limits=QUICK, layout=three_mines) as lobby:
            ada, grace = await racing(lobby, "Ada", "Grace", best_of=3)
            for round_ in (1, 2):
                await win(ada)
                await grace.play(grace.game, "resign", n=3)
                party = await ada.when(stage="waiting")
                assert party["seats"][0]["wins"] == round_
                assert party.get("match_winner") == (0 if round_ == 2 else None)
                for one in (ada, grace):
                    one.send("ready", n=3 + round_)
                for one in (ada, grace):
                    one.game = (await one.board())["game"]
                    await one.first_opening()
                await settle(lobby)
                assert len(lobby.rooms) == 2

    run(play())


def test_nobody_goes_on_from_a_game_while_others_play_its_board(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, limits=QUICK, layout=three_mines) as lobby:
            ada, grace = await racing(lobby, "Ada", "Grace")
            await grace.play(grace.game, "open", MINES[0], 2)
            assert "finished_id" not in await grace.until("over")
            number = replica_of(grace).finished_id or 0
            assert await is_sealed(lobby.services, number)
            eve = await guest(lobby, "Eve")
            eve.send("new", n=4, rules=RULES, moment={"game": number, "actions": 1})
            assert "Others still play" in (await eve.until("refused"))["why"]
            await ada.play(ada.game, "resign", n=2)
            await ada.when(stage="waiting")
            assert not await is_sealed(lobby.services, number)

    run(play())


def test_equal_results_share_a_place() -> None:
    scores = [
        Score(seat=0, place=0, status="abandoned", share=0.9),
        Score(seat=1, place=0, status="lost", share=0.2, at=5),
        Score(seat=2, place=0, status="won", share=1, at=700),
        Score(seat=3, place=0, status="won", share=1, at=700),
        Score(seat=4, place=0, status="lost", share=0.5, at=9),
        Score(seat=5, place=0, status="won", share=1, at=701),
    ]
    assert [(score.seat, score.place) for score in ranked(scores)] == [(2, 1), (3, 1), (5, 3), (4, 4), (1, 5), (0, 6)]


def test_the_board_of_a_race_is_small_enough_to_be_shown(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, limits=QUICK) as lobby:
            ada = await guest(lobby, "Ada")
            assert "at most 4096" in (await ada.host(mode="race", rules="modern 100x100/1500"))["why"]

    run(play())
