"""A long history: what is listed, counted, signed and removed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from history.samples import RULES, SUMMARY, begin, entries

from sapper import Seed
from sapper.history.store import Filter, Played, Store, Summary

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

PLAIN = "modern 8x8/10 v1"


def summary(**fields: object) -> Summary:
    """Make the summary of a plain win."""
    usual: dict[str, object] = {
        "status": "won",
        "level": "8x8/10",
        "ruleset": "modern",
        "elapsed": 10_000,
        "ended_at": 1_700_000_000,
        "rules": PLAIN,
        "bbbv": 20,
    }
    return Summary(**(usual | fields))  # type: ignore[arg-type]


def add(store: Store, **fields: object) -> int:
    """Store a game that its replay identifies."""
    made = summary(**fields)
    replay = f"{len(store.played())} {made}".encode()
    game = store.add(replay, made, rules=RULES, seed=None, length=3, created_at=5, source="import")
    assert game is not None
    return game


def test_an_imported_game_is_stored_whole_and_once(store: Store) -> None:
    def again() -> int | None:
        return store.add(b"foreign", SUMMARY, rules=RULES, seed=None, length=7, created_at=5, source="import")

    game = again()
    assert game is not None
    stored = store.load(game)
    assert (stored.seed, stored.replay, stored.seq, stored.source) == (None, b"foreign", 7, "import")
    assert [listed.summary for listed in store.games()] == [SUMMARY]
    assert again() is None
    assert len(store.games()) == 1
    assert store.delete([game]) == 1
    assert again() is not None


def test_a_known_seed_is_stored(store: Store) -> None:
    seed = Seed.of("a")
    game = store.add(b"x", summary(known_board=True), rules=RULES, seed=seed, length=1, created_at=5, source="import")
    assert game is not None
    assert (store.load(game).seed, store.load(game).known_board) == (seed, True)


def test_a_signed_game_has_its_new_replay_and_no_other_changes(store: Store) -> None:
    first, second = add(store), add(store)
    assert store.replace_replay(first, b"signed", summary(name="Ann"))
    assert store.replay(first) == b"signed"
    assert [game.summary.name for game in store.games() if game.summary] == ["", "Ann"]
    unfinished = begin(store, count=1)
    assert not store.replace_replay(unfinished, b"signed", SUMMARY)
    assert not store.replace_replay(second + 9, b"signed", SUMMARY)


@pytest.mark.parametrize(
    ("only", "found"),
    [
        (Filter(), [1, 2, 3, 4, 5]),
        (Filter(level="30x16/99"), [2]),
        (Filter(level="8x8/10,30x16/99"), [1, 2, 3, 4, 5]),
        (Filter(level="32x16/99,30x16/99"), [2]),
        (Filter(level="30x16/9"), []),
        (Filter(ruleset="amiga"), [3]),
        (Filter(layout="no-guess"), [4, 5]),
        (Filter(layout="no-guess-pairs"), [5]),
        (Filter(layout="random"), [1, 2, 3]),
        (Filter(rules="modern 8x8/10 v1"), [1, 2, 3, 4, 5]),
        (Filter(rules="modern"), []),
        (Filter(since=300), [3, 4, 5]),
        (Filter(until=300), [1, 2]),
        (Filter(since=200, until=400), [2, 3]),
        (Filter(plain=True), [1, 3, 5]),
        (Filter(level="8x8/10", layout="no-guess", plain=True), [5]),
    ],
)
def test_a_filter_means_what_it_says(store: Store, only: Filter, found: list[int]) -> None:
    add(store, ended_at=100)
    add(store, ended_at=200, level="30x16/99", hints=1)
    add(store, ended_at=300, ruleset="amiga", pauses=1)
    add(store, ended_at=400, layout="no-guess", undone=1)
    add(store, ended_at=500, layout="no-guess-pairs")
    assert [game.id for game in store.played(only)] == found
    assert [game.id for game in store.games(only=only)] == found[::-1]
    assert [game.id for game in store.games(1, 1, only)] == found[::-1][1:2]


def test_a_history_is_in_the_order_of_its_games(store: Store) -> None:
    late = add(store, ended_at=900, elapsed=5, bbbv=7, solved=6, left=3, right=2, chords=1)
    early = add(store, ended_at=100, status="lost")
    assert store.played() == [
        Played(early, "lost", 10_000, 100, 20, 0, 0, False),
        Played(late, "won", 5, 900, 7, 6, 6, True),
    ]


@pytest.mark.parametrize(
    "fields",
    [
        {"status": "lost"},
        {"status": "abandoned"},
        {"hints": 1},
        {"undone": 1},
        {"practice": True},
        {"assisted": True},
        {"known_board": True},
    ],
)
def test_only_wins_without_an_objection_are_ranked(store: Store, fields: dict[str, object]) -> None:
    plain = add(store, elapsed=300)
    other = add(store, elapsed=100, **fields)
    assert [game.id for game in store.fastest(PLAIN)] == [plain]
    rest = [game.id for game in store.fastest(PLAIN, ranked=False)]
    assert rest == ([other] if "status" not in fields else [])
    assert bool(summary(**fields).remarks) == ("status" not in fields)


def test_the_fastest_come_first_and_of_equals_the_earlier(store: Store) -> None:
    games = [add(store, elapsed=elapsed, bbbv=bbbv) for elapsed, bbbv in ((300, 40), (100, 1), (200, 40), (200, 40))]
    assert [game.id for game in store.fastest(PLAIN)] == [games[1], games[2], games[3], games[0]]
    assert [game.id for game in store.fastest(PLAIN, least_bbbv=2, limit=1)] == [games[2]]
    assert [game.id for game in store.fastest(PLAIN, after=games[1])] == [games[2], games[3]]
    assert store.fastest("article") == []
    early, late = Filter(until=1_700_000_000), Filter(since=1_700_000_001)
    assert store.fastest(PLAIN, only=early) == store.fastest(PLAIN, only=late) == []


def test_what_was_played_is_listed_the_newest_first(store: Store) -> None:
    add(store, rules="a", level="1x2/1")
    add(store, rules="b", level="1x3/1")
    newest = add(store, rules="a", level="1x2/1")
    assert store.configurations() == [("a", "1x2/1", newest), ("b", "1x3/1", newest - 1)]
    assert store.configurations(Filter(level="1x3/1")) == [("b", "1x3/1", newest - 1)]


def test_what_is_deleted_is_gone_and_the_rest_stays(store: Store) -> None:
    playing, other = begin(store, "a", 3), begin(store, "b", 2)
    done, left = add(store), add(store)
    assert store.delete([playing, done, 99]) == 2
    assert [game.id for game in store.unfinished()] == [other]
    assert [game.id for game in store.games()] == [left]
    assert list(store.load(other).entries) == entries(0, 2)
    assert not store.append(playing, 3, entries(3, 1))
    assert store.append(other, 2, entries(2, 1))
    assert store.delete([]) == 0


def test_deleting_all_leaves_nothing_in_the_file(opener: Callable[[], Store], tmp_path: Path) -> None:
    store = opener()
    secret = "a name that nobody else has"
    for _ in range(3):
        add(store, name=secret)
    begin(store, count=4)
    assert store.delete_all() == 4
    assert (store.games(), store.unfinished(), store.played()) == ([], [], [])
    store.close()
    for file in tmp_path.iterdir():
        assert secret.encode() not in file.read_bytes()
    assert begin(opener(), count=1) == 1


def test_games_without_what_is_derived_are_noticed(store: Store) -> None:
    assert not store.is_stale()
    add(store)
    begin(store, count=1)
    assert not store.is_stale()
    connection = store._connection  # type: ignore[attr-defined]
    connection.execute("delete from summary")
    assert store.is_stale()
    assert store.rebuild(lambda replay: SUMMARY) == 1
    assert not store.is_stale()


def test_summaries_of_an_earlier_version_are_rebuilt(opener: Callable[[], Store]) -> None:
    store = opener()
    add(store)
    connection = store._connection  # type: ignore[attr-defined]
    connection.execute("drop table summary")
    connection.execute("create table summary (game_id integer primary key, status text not null)")
    connection.execute("insert into summary values (1, 'won')")
    store.close()
    again = opener()
    assert again.is_stale()
    assert again.rebuild(lambda replay: SUMMARY) == 1
    assert [game.summary for game in again.games()] == [SUMMARY]
