"""What servers that share a store ask it: the newest games of rooms, what was added to them, and who goes on first."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import pytest
from history.samples import RULES, SUMMARY, entries

from sapper import Seed
from sapper.history.store import Append, MessageId, RoomWentOn, open_store
from sapper.history.store.rows import Head, NewRound

if TYPE_CHECKING:
    from sapper.history.store import Store

ADA = b"a" * 16


def begin_round(store: Store, public_id: str, room: str = "r", after: int | None = None) -> int:
    return store.begin_round(
        RULES, Seed.of(public_id), NewRound(public_id=public_id, room=room, player=ADA, created_at=5, after=after)
    )


def test_the_newest_game_of_each_room_says_how_far_it_is(store: Store) -> None:
    done, playing, new = begin_round(store, "a", "r1"), begin_round(store, "b", "r2"), begin_round(store, "c", "r3")
    assert store.append(done, 0, entries(0, 3))
    assert store.append(playing, 0, entries(0, 2))
    assert store.finish(done, 3, b"replay", SUMMARY)
    assert store.heads(["r1", "r2", "r3", "r4"]) == {
        "r1": Head(done, "a", 3, True),
        "r2": Head(playing, "b", 2, False),
        "r3": Head(new, "c", 0, False),
    }
    later = begin_round(store, "d", "r1")
    assert store.heads(["r1"]) == {"r1": Head(later, "d", 0, False)}
    assert store.heads([]) == {}


def test_what_was_added_to_games_is_read_at_once(store: Store) -> None:
    games = [begin_round(store, str(number), f"r{number}") for number in range(3)]
    ids = [MessageId("tab", number) for number in range(4)]
    assert store.append_many([Append(game, 0, entries(0, 4), ids, 70 + game) for game in games])
    found = store.entries_after([(games[0], 1), (games[1], 4), (games[2], 0), (10**6, 0)])
    assert sorted(found) == [games[0], games[2]]
    assert (list(found[games[0]].entries), list(found[games[0]].ids)) == (entries(1, 3), ids[1:])
    assert found[games[2]].played_at == 70 + games[2]
    assert len(found[games[2]].entries) == 4


def test_of_many_who_go_on_to_the_next_game_one_succeeds(where: str) -> None:
    with open_store(where) as store:
        first = begin_round(store, "first", after=0)
    begun: list[int | None] = []
    gate = threading.Barrier(4)

    def run(name: str) -> None:
        with open_store(where) as store:
            gate.wait()
            try:
                begun.append(begin_round(store, name, after=first))
            except RoomWentOn:
                begun.append(None)

    threads = [threading.Thread(target=run, args=(name,)) for name in "abcd"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    (second,) = [number for number in begun if number]
    assert len(begun) == 4
    with open_store(where) as store:
        assert store.heads(["r"])["r"].game == second
        assert len(store.unfinished()) == 2
        with pytest.raises(RoomWentOn):
            begin_round(store, "late", after=first)
