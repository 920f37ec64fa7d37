"""What a server stores beside the games: the player, the room, and the salts of the seals."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from history.samples import RULES, SUMMARY, begin, entries

from sapper import Seed
from sapper.history.store import StoreError
from sapper.history.store.rows import NewRound

if TYPE_CHECKING:
    from sapper.history.store import Store

ADA, BOB = b"a" * 16, b"b" * 16


def begin_round(store: Store, public_id: str, room: str = "r", player: bytes = ADA) -> int:
    return store.begin_round(
        RULES,
        Seed.of(public_id),
        NewRound(public_id=public_id, room=room, player=player, salt=public_id.encode(), created_at=5),
    )


def test_the_newest_game_of_a_room_is_found(store: Store) -> None:
    first, second = begin_round(store, "one"), begin_round(store, "two")
    begin_round(store, "three", room="elsewhere")
    found = store.last_round("r")
    assert found is not None
    assert (found.game, found.public_id, found.player, found.salt) == (second, "two", ADA, b"two")
    again = store.round(first)
    assert again is not None
    assert again.public_id == "one"
    assert store.last_round("nowhere") is None
    assert store.round(begin(store)) is None


def test_the_last_game_of_a_room_is_read_whole_if_it_is_short_and_only_for_its_player(store: Store) -> None:
    game = begin_round(store, "one")
    assert store.append(game, 0, entries(0, 3))
    short, long = store.last_game("r", ADA, 3), store.last_game("r", ADA, 2)
    assert short is not None
    assert long is not None
    assert (short.round_, short.rules, short.actions) == (store.round(game), RULES, 3)
    assert short.stored == store.load(game)
    assert (long.round_, long.rules, long.actions, long.stored) == (*short[:3], None)
    assert store.last_game("r", BOB, 3) is None
    assert store.last_game("nowhere", ADA, 3) is None


def test_the_last_game_of_a_room_may_be_finished(store: Store) -> None:
    game = begin_round(store, "one")
    assert store.append(game, 0, entries(0, 3))
    assert store.finish(game, 3, b"replay", SUMMARY)
    short, long = store.last_game("r", ADA, 3), store.last_game("r", ADA, 2)
    assert short is not None
    assert long is not None
    assert (short.actions, short.stored) == (3, store.load(game))
    assert (long.actions, long.stored) == (3, None)


def test_a_public_id_is_given_once_and_a_round_that_fails_leaves_no_game(store: Store) -> None:
    begin_round(store, "one")
    with pytest.raises(StoreError):
        begin_round(store, "one", room="other")
    assert len(store.unfinished()) == 1


def test_a_game_of_a_round_is_a_game_like_any_other(store: Store) -> None:
    game = begin_round(store, "one")
    assert store.append(game, 0, entries(0, 3))
    stored = store.load(game)
    assert (stored.seq, stored.seed, stored.source, stored.known_board) == (3, Seed.of("one"), "web", False)


def test_games_are_found_by_their_player(store: Store) -> None:
    finished, open_ = begin_round(store, "one"), begin_round(store, "two")
    others = begin_round(store, "three", player=BOB)
    for game in (finished, others):
        assert store.finish(game, 0, b"replay %d" % game, SUMMARY)
    assert store.append(open_, 0, entries(0, 3))
    [(found, game_in_play)] = store.rounds_in_play(ADA)
    assert found == store.round(open_)
    assert game_in_play == store.unfinished()[0]
    assert game_in_play.seq == 3
    assert [game.id for game in store.games_of(ADA)] == [finished]
    assert store.games_of(ADA, 5, 1) == []
    assert store.numbers_of(ADA) == {finished, open_}
    listed = store.finished(others)
    assert listed is not None
    assert (listed.id, listed.summary) == (others, SUMMARY)
    assert store.finished(open_) is None


def test_a_name_is_stored_and_changed(store: Store) -> None:
    assert store.name_of(ADA) == ""
    for name in ("Ada", "Ada L.", ""):
        store.set_name(ADA, name, created_at=1)
        assert store.name_of(ADA) == name


def test_a_deleted_game_takes_its_round_along(store: Store) -> None:
    game, other = begin_round(store, "one"), begin_round(store, "two")
    assert store.delete([game]) == 1
    assert store.round(game) is None
    assert store.round(other) is not None
    assert store.delete_all() == 1
    assert store.last_round("r") is None


def test_games_that_nobody_opens_are_found(store: Store) -> None:
    games = [begin_round(store, str(number)) for number in range(4)]  # at 5
    assert store.idle_rounds(5, 9) == []
    store.touch([games[1]], 30)
    store.touch([games[2]], 20)
    assert store.finish(games[3], 0, b"replay", SUMMARY)
    assert [found.game for found in store.idle_rounds(25, 9)] == [games[0], games[2]]
    assert [found.game for found in store.idle_rounds(99, 1)] == [games[0]]
    assert [found.game for found in store.surplus_rounds(ADA, 1, 9)] == [games[2], games[0]]
    assert [found.game for found in store.surplus_rounds(ADA, 3, 9)] == []
    assert store.surplus_rounds(BOB, 0, 9) == []


def test_an_unfinished_game_is_discarded_in_steps(store: Store) -> None:
    short, long, other = (begin_round(store, name, room=name) for name in ("short", "long", "other"))
    for game, count in ((short, 3), (long, 4500), (other, 2)):
        assert store.append(game, 0, entries(0, count))
    assert store.discard(short)
    assert store.last_round("short") is None
    assert not store.discard(long)
    assert list(store.load(long).entries) == entries(0, 2500)
    assert not store.append(long, 4500, entries(0, 1))
    assert not store.discard(long)
    assert store.discard(long)
    assert store.discard(long)
    assert [game.id for game in store.unfinished()] == [other]
    assert list(store.load(other).entries) == entries(0, 2)


def test_a_finished_game_is_not_discarded(store: Store) -> None:
    game = begin_round(store, "one")
    assert store.finish(game, 0, b"replay", SUMMARY)
    assert store.discard(game)
    assert store.replay(game) == b"replay"
    assert store.round(game) is not None
