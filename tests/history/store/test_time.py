"""What the store knows of time: how far clocks are, when games were played and open, since when a service is up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from history.samples import begin, entries
from history.store.test_rounds import begin_round

from sapper.history.store import Append

if TYPE_CHECKING:
    from collections.abc import Callable

    from sapper.history.store import Store

PATIENCE = 15_000


def test_an_append_says_when_it_was_played_and_the_last_one_counts(store: Store) -> None:
    game, other = begin_round(store, "one"), begin_round(store, "two")
    assert store.load(game).played_at is None
    assert store.append_many([Append(game, 0, entries(0, 3), played_at=700), Append(other, 0, entries(0, 1))])
    assert store.append_many([Append(game, 3, entries(3, 1), played_at=900)])
    assert store.append_many([Append(game, 3, entries(3, 1), played_at=999)]) == [False]
    assert (store.load(game).played_at, store.load(other).played_at) == (900, None)
    local = begin(store)
    assert store.append(local, 0, entries(0, 1))
    assert store.load(local).played_at is None


def test_a_clock_is_noted_in_a_game_in_play(store: Store) -> None:
    game, other = begin(store), begin(store)
    store.note_clock(game, 4200)
    assert (store.load(game).clock, store.load(other).clock) == (4200, 0)


def test_a_game_was_open_when_it_was_last_played_or_noted(store: Store) -> None:
    game, other = begin_round(store, "one"), begin_round(store, "two")
    assert store.last_open(game) == 0
    assert store.last_open(99) == 0
    assert store.append_many([Append(game, 0, entries(0, 1), played_at=700)])
    assert store.last_open(game) == 700
    store.note_open([game], 800)
    assert (store.last_open(game), store.last_open(other)) == (800, 0)
    assert (store.load(game).open_at, store.load(other).open_at) == (800, 0)


def test_a_service_is_up_since_its_first_server_while_one_of_them_is(opener: Callable[[], Store]) -> None:
    first, second = opener(), opener()
    assert first.join_service(1_000_000, PATIENCE) == 1_000_000
    assert first.stay_in_service(1_012_000) == 1_000_000
    assert second.join_service(1_026_000, PATIENCE) == 1_000_000
    assert second.stay_in_service(1_030_000) == 1_000_000
    assert first.join_service(1_045_001, PATIENCE) == 1_045_001
    assert second.stay_in_service(1_046_000) == 1_045_001
    # The clock was set back: what is noted lies in the future, and says nothing.
    assert first.join_service(500_000, PATIENCE) == 500_000
