"""A finished round as a file: the result follows from the replays, and nothing in it can be changed unnoticed."""

from __future__ import annotations

import json

import pytest

from sapper import Game, Rules, Seed
from sapper.action import Action, Kind, LogEntry
from sapper.analysis.rounds import (
    RoundError,
    RoundFile,
    RoundGame,
    RoundPlayer,
    RoundResult,
    is_round,
    story_of,
)
from sapper.layouts import layout_of
from sapper.modes.duel import duel_rules
from sapper.replay import ed25519
from sapper.replay.model import Replay

RULES = Rules.parse("modern 8x8/10")
SEED = Seed.of("a round")
SECRET = bytes(range(32))
MINES = sorted(layout_of(RULES, SEED)(RULES, (0, 0)).mines())


def played(times: list[int], *, end: str = "won", rules: Rules = RULES) -> Replay:
    """Return a game that opens a closed safe square at each time, and then wins at the last, or hits a mine."""
    game = Game(rules, SEED)
    game.apply(LogEntry(Action(Kind.OPEN, 0, 0), 0))
    safe = [(row, col) for row in range(8) for col in range(8) if (row, col) not in MINES]
    for at in times:
        cell = next(cell for cell in safe if game.board[cell] > 8)
        game.apply(LogEntry(Action(Kind.OPEN, *cell), at))
    if end == "lost":
        game.apply(LogEntry(Action(Kind.OPEN, *MINES[0]), times[-1]))
    elif end == "abandoned":
        game.apply(LogEntry(Action(Kind.RESIGN), times[-1]))
    else:
        for cell in safe:
            if not game.status.is_over and game.board[cell] > 8:
                game.apply(LogEntry(Action(Kind.OPEN, *cell), times[-1]))
    return Replay.of(game, SEED)


def race() -> RoundFile:
    games = [
        played([3000, 6000, 20_000]),
        played([1000, 5000, 5500, 9000], end="lost"),
        played([2000], end="abandoned"),
    ]
    shares = [1.0, 0.0, 0.0]
    for seat in (1, 2):
        game = games[seat].after(len(games[seat]))
        shares[seat] = round(game.board.opened / 54, 4)
    return RoundFile(
        id="a-round",
        mode_name="race",
        clock=120,
        bonus=5,
        started_at=1_700_000_000_000,
        ended_at=1_700_000_020_000,
        players=tuple(RoundPlayer(seat, name) for seat, name in enumerate(("Ada", "Bob", "Cid"))),
        games=tuple(RoundGame((seat,), 0, game) for seat, game in enumerate(games)),
        result=(
            RoundResult(0, 1, "won", shares[0], 20_000, 0),
            RoundResult(1, 2, "lost", shares[1], 9000, 0),
            RoundResult(2, 3, "abandoned", shares[2], 2000, 0),
        ),
    )


def test_the_replays_of_a_race_give_its_result() -> None:
    assert race().problems() == []


def test_a_round_reads_back_from_its_file_and_knows_its_signer() -> None:
    signed = race().signed(SECRET)
    data = signed.dump().encode()
    assert is_round(data)
    read = RoundFile.load(data)
    assert read == signed
    assert read.signer == ed25519.public_key(SECRET)


@pytest.mark.parametrize("field", ["id", "mode", "clock", "started_at", "players", "result"])
def test_whatever_is_changed_in_a_signed_round_breaks_the_signature(field: str) -> None:
    given = json.loads(race().signed(SECRET).dump())
    changes = {"id": "b", "mode": "coop", "clock": 1, "started_at": 5}
    if field in changes:
        given[field] = changes[field]
    else:
        given[field][0], given[field][1] = given[field][1], given[field][0]
    assert RoundFile.load(json.dumps(given).encode()).signer is None


def test_a_result_that_the_replays_do_not_give_is_named() -> None:
    wrong = race()
    better = RoundResult(1, 1, "lost", wrong.result[1].share, 9000, 0)
    found = wrong.replace(result=(wrong.result[0], better, wrong.result[2])).problems()
    assert [str(problem) for problem in found] == ["the replays give another result for Bob"]


def test_a_missing_game_and_another_board_are_named() -> None:
    whole = race()
    assert [str(one) for one in whole.replace(games=whole.games[:2]).problems()] == ["the game of Cid is missing"]
    other = Game(RULES, Seed.of("another"))
    other.apply(LogEntry(Action(Kind.OPEN, 0, 0), 0))
    other.apply(LogEntry(Action(Kind.RESIGN), 2000))
    games = (*whole.games[:2], RoundGame((2,), 0, Replay.of(other, Seed.of("another"))))
    assert "Cid did not play the board of the others" in map(str, whole.replace(games=games).problems())


@pytest.mark.parametrize("data", [b"{}", b"[]", b"sapper", b'{"format": "sapper round 1", "mode": "chess"}', b"\xff"])
def test_what_is_no_round_is_refused(data: bytes) -> None:
    with pytest.raises(RoundError):
        RoundFile.load(data)


def test_leads_are_those_that_last_a_second_and_end_with_a_player_who_is_out() -> None:
    story = story_of(race())
    # Bob 1000-9000 (Ada and Bob are level from time to time, which changes nothing), then Ada, who is alone.
    assert [(event.at, event.seat) for event in story.leads] == [(1000, 1), (9000, 0)]
    assert story.leader_at(500) is None
    assert story.leader_at(8999) == 1
    ends = {event.seat: (event.kind, event.at, event.place) for event in story.events if event.kind != "lead"}
    assert ends == {0: ("won", 20_000, 1), 1: ("lost", 9000, 2), 2: ("abandoned", 2000, 3)}
    assert story.share_at(0, 30_000) == 1


def duel() -> RoundFile:
    rules = duel_rules(Rules.parse("modern 8x8/10"))
    game = Game(rules, SEED)
    game.apply(LogEntry(Action(Kind.OPEN, 0, 0), 0, by=1))
    at = 0
    for number, cell in enumerate(MINES[:6]):
        at += 1000
        game.apply(LogEntry(Action(Kind.OPEN, *cell), at, by=0))
        assert number < 6
    game.apply(LogEntry(Action(Kind.RESIGN), at, by=1))
    return RoundFile(
        id="a-duel",
        mode_name="duel",
        clock=120,
        bonus=5,
        started_at=0,
        ended_at=at,
        players=(RoundPlayer(0, "Ada"), RoundPlayer(1, "Bob")),
        games=(RoundGame((0, 1), 0, Replay.of(game, SEED)),),
        result=(RoundResult(0, 1, "won", 0.0, at, 6), RoundResult(1, 2, "lost", 0.0, at, 0)),
    )


def test_the_replay_of_a_duel_gives_its_result_and_who_found_mines_when() -> None:
    whole = duel()
    assert whole.problems() == []
    story = story_of(whole)
    assert [(event.at, event.seat) for event in story.leads] == [(1000, 0)]
    assert story.share_at(0, 3000) == pytest.approx(0.3)
    assert story.share_at(1, 6000) == 0
