"""The ranked tries at daily boards in the store: one for each player, day and level, whatever happens."""

from __future__ import annotations

import threading

import pytest
from history.samples import RULES, SUMMARY, begin, entry

from sapper import Seed
from sapper.daily import DailyBoard, daily_board
from sapper.history.store import Store, open_store
from sapper.history.store.daily import DailyCounts
from sapper.history.store.rows import NewRound

BOARD = daily_board("2026-11-16", "expert")
ADA, BEN, CAT = b"a" * 16, b"b" * 16, b"c" * 16


def start(store: Store, player: bytes = ADA, board: DailyBoard = BOARD) -> int | None:
    named = f"{board.day}{board.level}{player.hex()}"
    return store.begin_daily(
        board,
        entry(0),
        NewRound(public_id=named, room=f"r{named}", player=player, salt=b"s", created_at=5),
        played_at=5000,
    )


def finish(
    store: Store, game: int | None, elapsed: int = 1000, status: str = "won", hints: int = 0, device: str = ""
) -> None:
    assert game is not None
    summary = SUMMARY.replace(status=status, elapsed=elapsed, hints=hints, assisted=hints > 0, device=device)
    assert store.finish(game, 1, b"replay %d" % game, summary)


def test_a_try_begins_with_its_first_action_and_only_once(store: Store) -> None:
    game = start(store)
    assert game is not None
    assert start(store) is None
    assert [one.id for one in store.unfinished()] == [game]
    assert store.load(game).entries == (entry(0),)
    assert store.append(game, 1, [entry(1)])
    (tried,) = store.daily_tries(ADA)
    assert (tried.day, tried.level, tried.game, tried.in_play) == ("2026-11-16", "expert", game, True)
    assert tried.room == store.last_round(tried.room or "").room  # type: ignore[union-attr]


def test_of_many_who_begin_at_once_one_succeeds(where: str) -> None:
    open_store(where).close()
    begun: list[int | None] = []
    gate = threading.Barrier(4)

    def run() -> None:
        with open_store(where) as store:
            gate.wait()
            begun.append(start(store))

    threads = [threading.Thread(target=run) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(number is None for number in begun) == [False, True, True, True]
    with open_store(where) as store:
        assert len(store.unfinished()) == 1


def test_the_table_has_ranked_wins_only_the_fastest_first(store: Store) -> None:
    store.set_name(BEN, "Ben", created_at=1)
    finish(store, start(store, ADA), 3000)
    finish(store, start(store, BEN), 2000)
    finish(store, start(store, CAT), 1000, hints=1)
    finish(store, start(store, b"d" * 16), 500, status="lost")
    finish(store, start(store, b"e" * 16), 400, device="bot")
    start(store, b"f" * 16)
    table = store.daily_table(BOARD.day, BOARD.level, 10)
    assert [(one.name, one.elapsed) for one in table] == [("Ben", 2000), ("", 3000)]
    assert len(store.daily_table(BOARD.day, BOARD.level, 1)) == 1
    assert store.daily_place(store.daily_tries(ADA)[0]) == 2
    assert store.daily_place(store.daily_tries(BEN)[0]) == 1
    assert store.daily_times(BOARD.day, BOARD.level) == [2000, 3000]
    assert [one.ranked for one in store.daily_tries(CAT)] == [False]
    assert store.daily_tries(CAT)[0].is_solved
    assert store.daily_counts(BOARD.day, BOARD.level) == DailyCounts(played=5, solved=4, median=2000)
    assert store.daily_counts("2026-11-17", BOARD.level) == DailyCounts(0, 0, None)


def test_tries_are_listed_from_the_newest_day(store: Store) -> None:
    for day in ("2026-11-14", "2026-11-16", "2026-11-15"):
        start(store, ADA, daily_board(day, "beginner"))
    assert [one.day for one in store.daily_tries(ADA)] == ["2026-11-16", "2026-11-15", "2026-11-14"]
    assert [one.day for one in store.daily_tries(ADA, 1)] == ["2026-11-16"]


@pytest.mark.parametrize("way", ["delete", "discard"])
def test_a_try_stays_used_when_its_game_is_deleted(store: Store, way: str) -> None:
    game = start(store)
    assert game is not None
    _ = store.delete([game]) if way == "delete" else store.discard(game)
    (tried,) = store.daily_tries(ADA)
    assert (tried.game, tried.in_play) == (None, False)
    assert start(store) is None


def test_everything_goes_with_the_player_or_with_all_games(store: Store) -> None:
    finish(store, start(store, ADA))
    start(store, BEN)
    store.delete(sorted(store.numbers_of(ADA)))
    store.forget_player(ADA)
    assert (store.daily_tries(ADA), len(store.daily_tries(BEN))) == ([], 1)
    store.delete_all()
    assert store.daily_tries(BEN) == []


def test_a_game_of_this_machine_becomes_the_try(store: Store) -> None:
    first, second = begin(store), store.create(RULES, Seed.of("b"), created_at=3)
    assert store.claim_daily(BOARD, first)
    assert not store.claim_daily(BOARD, second)
    assert [one.game for one in store.daily_tries()] == [first]
