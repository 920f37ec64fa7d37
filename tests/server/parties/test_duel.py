"""Duels: two players find mines in turn, with clocks, and the server knows who has won."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from msgspec.structs import replace
from server.party_guests import MINES, QUICK, Guest, game_of, guest, playing, replica_of, room_of, run, three_mines
from server.playground import Clock, open_lobby, settle

from sapper.action import Action, Kind
from sapper.history.store import open_store
from sapper.layouts import FixedLayout
from sapper.minefield import Minefield
from sapper.modes.duel import duel_of
from sapper.replay.model import Replay
from sapper.server.rooms.inbox import Own

if TYPE_CHECKING:
    from pathlib import Path

    from sapper import Rules, Seed
    from sapper.server.rooms.lobby import Lobby

Message = dict[str, Any]


def two_mines(_rules: Rules, _seed: Seed) -> Any:
    return FixedLayout(Minefield.from_mines(8, 8, [(1, 1), (6, 6)]))


async def dueling(lobby: Lobby, **terms: object) -> tuple[Guest, Guest]:
    """Return two people whose duel has begun; the first one is to move."""
    ada, grace = await guest(lobby, "Ada"), await guest(lobby, "Grace")
    await ada.host(mode="duel", **terms)
    await grace.join(ada.party)
    await begin(lobby, ada, grace)
    return ada, grace


async def begin(lobby: Lobby, *guests: Guest) -> None:
    for one in guests:
        one.send("ready", n=2)
    for one in guests:
        one.game = (await one.board())["game"]
        await one.first_opening()
    await settle(lobby)


async def turn(one: Guest, **wanted: object) -> Message:
    """Wait for the state of the duel to be so."""
    while True:
        message = await one.until("turn")
        if all(message.get(name) == value for name, value in wanted.items()):
            return message


def closed_safe(one: Guest) -> list[int]:
    """Safe squares that are still closed."""
    replica = replica_of(one)
    assert replica.game.first is not None
    level = replica.rules.level
    mines = [level.index(*cell) for cell in replica.live.layout(replica.rules, replica.game.first).mines()]
    return [cell for cell in range(level.cells) if cell not in mines and replica.game.board[level.cell(cell)] > 8]


def test_a_duel_to_a_majority_with_turns_points_and_a_replay_that_says_the_same(tmp_path: Path) -> None:
    async def play() -> None:
        clock = Clock()
        async with open_lobby(tmp_path, limits=QUICK, layout=three_mines, clock=clock) as lobby:
            ada, grace = await dueling(lobby, clock=60, bonus=5)
            assert (await turn(ada, seq=1))["seat"] == 0
            watcher = await guest(lobby)
            await watcher.join(ada.party, watch=True)
            assert "opened" not in await watcher.until("shares")  # the first square is nobody's
            assert "not your turn" in (await grace.play(grace.game, "open", MINES[0], 2))["why"]
            clock.time += 10_000
            safe = closed_safe(ada)[0]
            assert (await ada.play(ada.game, "open", safe, 3))["t"] == "delta"
            now = await turn(grace, seq=2)
            assert (now["seat"], now["points"], now["clocks"]) == (1, {"0": 0, "1": 0}, {"0": 55_000, "1": 60_000})
            clock.time += 1000
            assert (await grace.play(grace.game, "open", MINES[0], 3))["status"] == "playing"
            now = await turn(ada, seq=3)
            assert (now["seat"], now["points"], now["clocks"]) == (1, {"0": 0, "1": 1}, {"0": 55_000, "1": 59_000})
            assert "open already" in (await grace.play(grace.game, "open", MINES[0], 4))["why"]
            for kind in ("flag", "chord", "pause"):
                assert (await grace.play(grace.game, kind, 20 if kind != "pause" else None, n=5))["t"] == "refused"
            grace.send("help", game=grace.game, n=6, topic="hint")
            assert "no help" in (await grace.until("refused"))["why"]
            await grace.play(grace.game, "open", MINES[1], 7)
            over = await turn(ada, winner=1)
            assert over["points"] == {"0": 0, "1": 2}
            party = await ada.when(stage="waiting")
            result = [(score["seat"], score["place"], score["status"]) for score in party["result"]]
            assert result == [(1, 1, "won"), (0, 2, "lost")]
            assert [score.get("points", 0) for score in party["result"]] == [2, 0]
            assert party["match_winner"] == 1

    run(play())
    with open_store(tmp_path / "games.db") as store:
        (listed,) = store.games()
        data = store.replay(listed.id)
    assert listed.source == "duel"
    assert data is not None


def test_the_other_one_begins_the_next_round(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, limits=QUICK, layout=three_mines) as lobby:
            ada, grace = await dueling(lobby)
            await ada.play(ada.game, "resign", n=3)
            party = await ada.when(stage="waiting")
            assert [(score["seat"], score["status"]) for score in party["result"]] == [(1, "won"), (0, "abandoned")]
            await begin(lobby, ada, grace)
            assert "not your turn" in (await ada.play(ada.game, "open", MINES[0], 4))["why"]
            assert (await grace.play(grace.game, "open", MINES[0], 4))["t"] == "delta"

    run(play())


def test_two_moves_that_arrive_together_are_one_turn(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, limits=QUICK, layout=three_mines) as lobby:
            ada, _ = await dueling(lobby)
            before, safe = game_of(ada).seq, closed_safe(ada)
            ada.send("play", game=ada.game, kind="open", cell=safe[0], n=20)
            ada.send("play", game=ada.game, kind="open", cell=MINES[0], n=21)
            assert "not your turn" in (await ada.until("refused"))["why"]
            await settle(lobby)
            assert game_of(ada).seq == before + 1

    run(play())


def test_half_of_the_mines_each_is_a_draw(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, limits=QUICK, layout=two_mines) as lobby:
            ada, grace = await dueling(lobby, rules="modern 8x8/2")
            await ada.play(ada.game, "open", 9, 3)
            await ada.play(ada.game, "open", closed_safe(ada)[0], 4)
            await grace.play(grace.game, "open", 54, 5)
            party = await ada.when(stage="waiting")
            assert [(score["place"], score["status"], score["points"]) for score in party["result"]] == [
                (1, "drawn", 1),
                (1, "drawn", 1),
            ]
            assert "match_winner" not in party
            assert not any("wins" in seat for seat in party["seats"])

    run(play())


def test_whose_time_is_over_has_lost(tmp_path: Path) -> None:
    async def play() -> None:
        clock = Clock()
        async with open_lobby(tmp_path, limits=QUICK, layout=three_mines, clock=clock) as lobby:
            ada, grace = await dueling(lobby, clock=10, bonus=0)
            clock.time += 9_950
            await ada.play(ada.game, "open", MINES[0], 3)
            assert (await turn(grace, seq=2))["clocks"] == {"0": 50, "1": 10_000}
            clock.time += 50
            refused = await ada.play(ada.game, "open", MINES[1], 4)
            assert refused["t"] == "refused"  # before the server gives up for her, and after
            party = await grace.when(stage="waiting")
            assert [(score["seat"], score["status"]) for score in party["result"]] == [(1, "won"), (0, "abandoned")]

    run(play())


def test_a_move_that_came_before_the_end_of_the_clock_counts(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, limits=QUICK, layout=three_mines) as lobby:
            ada, grace = await dueling(lobby)
            seq = game_of(ada).seq
            ada.send("play", game=ada.game, kind="open", cell=closed_safe(ada)[0], n=20)
            room_of(ada).post(None, Own(Action(Kind.RESIGN), 0, seq))  # as the server does for an empty clock
            assert (await turn(grace, seq=seq + 1))["seat"] == 1
            await settle(lobby)
            assert not game_of(ada).status.is_over

    run(play())


def test_whoever_leaves_a_duel_has_lost_it(tmp_path: Path) -> None:
    async def play() -> None:
        clock = Clock()
        async with open_lobby(tmp_path, limits=QUICK, layout=three_mines, clock=clock) as lobby:
            ada, grace = await dueling(lobby)
            watcher = await guest(lobby, "Watcher")
            await watcher.join(ada.party)
            assert watcher.seat is None
            assert (await watcher.until("shares"))["game"] == ada.game
            assert (await watcher.until("turn"))["seat"] == 0
            assert "watching" in (await watcher.play(ada.game, "open", MINES[0], 3))["why"]
            await grace.leave()
            await settle(lobby)
            clock.time += 100
            party = await ada.when(stage="waiting")
            assert [(score["seat"], score["status"]) for score in party["result"]] == [(0, "won"), (1, "abandoned")]

    run(play())


@pytest.mark.parametrize("days", [0, 3])
def test_a_duel_goes_on_after_the_server_stopped(tmp_path: Path, days: int) -> None:
    async def play() -> None:
        clock = Clock()
        async with open_lobby(tmp_path, limits=QUICK, layout=three_mines, clock=clock) as lobby:
            ada, grace = await dueling(lobby, clock=100, bonus=2)
            clock.time += 7000
            await ada.play(ada.game, "open", MINES[0], 3)
            clock.time += 1000
            await ada.play(ada.game, "open", closed_safe(ada)[0], 4)
        clock.time += 500_000
        limits, later = replace(QUICK, grace=1000), 1_800_000_000 + days * 86_400
        async with open_lobby(tmp_path, limits=limits, layout=three_mines, clock=clock, now=lambda: later) as lobby:
            back = await guest(lobby, player=grace.player)
            await back.join(grace.party)
            assert (await back.until("shares"))["found"] == {str(MINES[0]): 0}
            now = await turn(back)
            assert (now["seat"], now["points"]) == (1, {"0": 1, "1": 0})
            assert now["clocks"] == {"0": 94_000, "1": 100_000}
            kinds = [entry.action.kind for entry in game_of(back).log]
            assert kinds[3:] == (["pause", "resume"] if days else []), "after days the log says what did not count"
            await back.play(grace.game, "open", MINES[1], 5)
            await back.play(grace.game, "open", MINES[2], 6)
            party = await back.when(stage="waiting")
            assert [score["points"] for score in party["result"]] == [2, 1]
            score = duel_of(game_of(back), 100_000, 2000)
            assert score is not None
            assert (score.winner, score.points, score.clocks()) == (1, {0: 1, 1: 2}, {0: 94_000, 1: 100_000})

    run(play())


def test_a_no_guess_duel_and_terms_that_cannot_be_played(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, limits=QUICK) as lobby:
            ada, _ = await dueling(lobby, rules="modern beginner layout=no-guess")
            assert game_of(ada).rules.lives == 11
            number = replica_of(ada).number
            await ada.play(ada.game, "resign", n=3)
            await ada.when(stage="waiting")
            assert number is not None
            data = await lobby.services.reader.run(lambda store: store.replay(number))
            assert data is not None
            replay = Replay.unpack(data)
            replay.verify()
            score = duel_of(replay.after(len(replay)))
            assert score is not None
            assert score.winner == 1
            eve = await guest(lobby, "Eve")
            judged = "modern 16x16/51 guessing=punished"
            assert "no guesses" in (await eve.host(mode="duel", rules=judged))["why"]
            assert "one mine" in (await eve.host(mode="duel", rules="modern 8x8/0"))["why"]
            assert "at most 4096" in (await eve.host(mode="duel", rules="modern 100x100/900"))["why"]

    run(play())


def test_those_who_watch_a_duel_talk_among_themselves(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, limits=QUICK, layout=three_mines) as lobby:
            (ada, grace), game = await playing(lobby, "Ada", "Grace", mode="duel")
            eve, mallory = await guest(lobby, "Eve"), await guest(lobby, "Mallory")
            for one in (eve, mallory):
                await one.join(ada.party, watch=True)
            eve.send("say", n=3, text="mine at C3")
            eve.send("say", n=4, phrase=5)
            for one in (eve, mallory):
                line = (await one.until("said"))["line"]
                assert (line["text"], line["for_watchers"]) == ("mine at C3", True)
            ada.send("say", n=3, text="Good luck")
            for one in (ada, grace, eve, mallory):
                while (line := (await one.until("said"))["line"]).get("text") != "Good luck":
                    pass
                assert "for_watchers" not in line
            back, late = await guest(lobby, player=grace.player), await guest(lobby, "Late")
            await back.join(ada.party)
            await late.join(ada.party, watch=True)
            for one in (ada, grace, back):
                assert not any("C3" in frame or '"phrase"' in frame for frame in one.frames)
            assert any("C3" in frame for frame in late.frames)
            await grace.play(game, "resign", n=5)
            await eve.when(stage="waiting")
            eve.send("say", n=9, text="Well played")
            assert (await ada.until("said"))["line"]["text"] == "Well played"

    run(play())
