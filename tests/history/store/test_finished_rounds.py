"""Finished rounds in the store: written with the end of a round, once, and kept for the other players."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sapper.history.store.finished_rounds import FinishedRound, FinishedSeat, forgotten
from sapper.history.store.parties import PartyListing

if TYPE_CHECKING:
    from sapper.history.store import Store

WAITING = PartyListing(is_public=True, stage="waiting")
ADA, EVE, BOB = b"a" * 16, b"e" * 16, b"b" * 16


def seat(number: int, player: bytes, place: int) -> FinishedSeat:
    return FinishedSeat(number, player, player[:1].decode(), False, "", place, "won", 0.5, 9000 + place, 3, None)


def played(number: int, *players: bytes, objections: tuple[str, ...] = ()) -> FinishedRound:
    seats = tuple(seat(at, player, at + 1) for at, player in enumerate(players))
    return FinishedRound(f"round {number}", "p", number, "race", "{}", number, number + 9, objections, seats)


def with_rounds(store: Store, *rounds: FinishedRound) -> Store:
    assert store.begin_party("p", "CODE", [b"0"], WAITING, now=1)
    for seq, one in enumerate(rounds, 1):
        assert store.append_party("p", seq, [b"end"], WAITING, now=1, finished=one)
    return store


def test_a_round_is_read_as_it_was_stored(store: Store) -> None:
    stored = played(1, ADA, EVE, objections=("help", "same address"))
    with_rounds(store, stored)
    found = store.finished_round("round 1")
    assert found is not None
    assert found._replace(id=0) == stored
    assert store.finished_round_of("p", 1) == found
    assert store.finished_round("round 2") is None
    assert store.finished_round_of("p", 2) is None


def test_of_two_servers_that_end_a_round_one_stores_it(store: Store) -> None:
    with_rounds(store, played(1, ADA, EVE))
    assert not store.append_party("p", 1, [b"end"], WAITING, now=1, finished=played(1, EVE, ADA))
    assert [one.seats[0].player for one in store.finished_rounds()] == [ADA]


def test_the_rounds_of_a_player_come_newest_first_and_in_pages(store: Store) -> None:
    with_rounds(store, played(1, ADA, EVE), played(2, EVE, BOB), played(3, ADA, BOB), played(4, BOB, ADA))
    newest = store.finished_rounds_of(ADA, 2)
    assert [one.number for one in newest] == [4, 3]
    assert [one.number for one in store.finished_rounds_of(ADA, 2, before=newest[-1].id)] == [1]
    assert [one.number for one in store.finished_rounds()] == [1, 2, 3, 4]
    assert [one.number for one in store.finished_rounds(after=newest[-1].id)] == [4]


def test_the_rounds_outlive_their_party(store: Store) -> None:
    with_rounds(store, played(1, ADA, EVE))
    store.delete_parties(["p"])
    assert [one.number for one in store.finished_rounds_of(EVE, 9)] == [1]


def test_a_player_who_deletes_everything_is_in_no_round_and_the_others_keep_their_results(store: Store) -> None:
    with_rounds(store, played(1, ADA, EVE))
    store.forget_player(ADA)
    assert store.finished_rounds_of(ADA, 9) == []
    (left,) = store.finished_rounds_of(EVE, 9)
    assert [(one.player, one.name, one.place) for one in left.seats] == [
        (forgotten(ADA, left.id), "", 1),
        (EVE, "e", 2),
    ]
