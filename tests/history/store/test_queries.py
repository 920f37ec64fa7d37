"""A long history: what is listed, counted, signed and removed."""

from __future__ import annotations

import csv
import io
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest
from history.samples import RULES, SUMMARY, begin, entries, rebuilt
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sapper import Seed
from sapper.history import table
from sapper.history.results import results_of
from sapper.history.store import OWN, PEOPLE, Filter, Played, Store, Summary, open_store, queries
from sapper.history.store.databases.sqlite_database import to_sqlite
from sapper.history.store.filters import query
from sapper.history.store.rows import NewRound
from sapper.history.store.sql import Sql, Statement

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
        (Filter(not_level="30x16/99,9x9/10"), [1, 3, 4, 5]),
        (Filter(layout="no-guess"), [4, 5]),
        (Filter(layout="no-guess-pairs"), [5]),
        (Filter(layout="no-guess-full"), [4]),
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


owners = st.none() | st.sampled_from([b"one", b"two"])
summaries = st.builds(
    summary,
    status=st.sampled_from(["won", "lost", "abandoned"]),
    level=st.sampled_from(["8x8/10", "30x16/99"]),
    ruleset=st.sampled_from(["modern", "amiga"]),
    rules=st.sampled_from(["modern 8x8/10 v1", "modern 30x16/99 v1"]),
    layout=st.sampled_from(["random", "no-guess", "no-guess-pairs"]),
    device=st.sampled_from(["", "mouse", "bot"]),
    name=st.sampled_from(["", "Ann"]),
    elapsed=st.integers(0, 4),
    ended_at=st.integers(0, 5),
    bbbv=st.integers(0, 3),
    solved=st.integers(0, 3),
    left=st.integers(0, 3),
    hints=st.integers(0, 1),
    pauses=st.integers(0, 1),
)
filters = st.builds(
    Filter,
    level=st.sampled_from([None, "8x8/10", "8x8/10,30x16/99", "9x9/10"]),
    ruleset=st.sampled_from([None, "modern", "other"]),
    layout=st.sampled_from([None, "random", "no-guess", "No-Guess", "no-guess-full"]),
    rules=st.sampled_from([None, "modern 8x8/10 v1"]),
    since=st.none() | st.integers(0, 5),
    until=st.none() | st.integers(0, 5),
    plain=st.booleans(),
    status=st.sampled_from([None, "won"]),
    unpaused=st.booleans(),
    player=st.sampled_from([None, "Ann", ""]),
    device=st.sampled_from([None, "bot", PEOPLE]),
    imported=st.none() | st.booleans(),
    me=st.sampled_from([None, "Ann", "Bob"]),
    owner=owners,
)


def matches(only: Filter, made: Summary, owner: bytes | None, imported: bool) -> bool:
    return all(
        [
            only.level is None or made.level in only.level.split(","),
            only.not_level is None or made.level not in only.not_level.split(","),
            only.ruleset in (None, made.ruleset),
            only.layout is None
            or made.layout == only.layout.replace("-full", "")
            or (only.layout != "no-guess-full" and made.layout.startswith(only.layout.lower())),
            only.rules in (None, made.rules),
            only.since is None or made.ended_at >= only.since,
            only.until is None or made.ended_at < only.until,
            not only.plain or made.is_plain,
            only.status in (None, made.status),
            not only.unpaused or made.pauses == 0,
            only.player in (None, made.name),
            only.device is None or made.device in only.device.split(","),
            only.imported in (None, imported),
            only.me is None or not imported or made.name == only.me,
            only.owner in (None, owner),
        ]
    )


def check_answers(store: Store, games: list[tuple[Summary, bytes | None]], asked: list[Filter]) -> None:
    """Compare every answer of a store with what reading all of its games gives."""
    stored = {}
    for number, (made, owner) in enumerate(games):
        if owner is None:
            replay = b"%d" % number
            game = store.add(replay, made, rules=RULES, seed=None, length=1, created_at=5, source="import")
        else:
            game = store.begin_round(
                RULES, Seed.of("a"), NewRound(public_id=f"g{number}", room=f"r{number}", player=owner, created_at=5)
            )
            assert store.finish(game, 0, b"%d" % number, made)
        assert game is not None
        stored[game] = made, owner
    after, _, but, *_ = [*stored, 0, 0, 0]
    for only in [*asked, Filter(), OWN, *(OWN.replace(owner=owner) for owner in (b"one", b"three"))]:
        right = {game: made for game, (made, owner) in stored.items() if matches(only, made, owner, owner is None)}
        order = sorted(right, key=lambda game: (right[game].ended_at, game))
        played = store.played(only)
        assert [one.id for one in played] == order
        assert store.results(only) == results_of(played)
        assert [one.id for one in store.games(only=only)] == sorted(right, reverse=True)
        assert store.count(only) == len(right)
        newest = {(made.rules, made.level): game for game, made in sorted(right.items())}
        listed = sorted(((*key, game) for key, game in newest.items()), key=lambda one: -one[2])
        assert store.configurations(only) == listed
        times = {game: made.elapsed for game, made in right.items() if made.is_ranked and made.rules == PLAIN}
        fastest = sorted(times, key=lambda game: (times[game], game))
        assert [one.id for one in store.fastest(PLAIN, only=only, limit=50)] == fastest
        others = [time for game, time in times.items() if game > after and game != but]
        faster = sum(time <= 2 for time in others)
        best = min(others, default=None)
        assert store.ranked(PLAIN, 2, but=but, after=after, only=only) == (len(others), faster, best)


histories = {
    "games": st.lists(st.tuples(summaries, owners), max_size=25),
    "asked": st.lists(filters, min_size=1, max_size=10),
}


@settings(deadline=None, max_examples=60)
@given(**histories)
def test_every_question_is_answered_as_by_reading_all_games(
    games: list[tuple[Summary, bytes | None]], asked: list[Filter]
) -> None:
    with open_store(":memory:") as store:
        check_answers(store, games, asked)


@settings(deadline=None, max_examples=10, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(**histories)
def test_postgresql_answers_every_question_too(
    postgres_url: str, games: list[tuple[Summary, bytes | None]], asked: list[Filter]
) -> None:
    with open_store(postgres_url) as store:
        store.delete_all()
        check_answers(store, games, asked)


def plan(path: Path, template: Statement, only: Filter, *values: object) -> str:
    """Return how a query is answered."""
    text, given = query(template.sqlite if isinstance(template, Sql) else template, only, *values)
    with closing(sqlite3.connect(path)) as connection:
        return " ".join(row[3] for row in connection.execute(f"explain query plan {to_sqlite(text)}", given))


@pytest.mark.parametrize(
    ("template", "only", "values", "index"),
    [
        (queries.RESULTS, OWN, (), "SCAN summary USING COVERING INDEX summary_history"),
        (queries.RESULTS, OWN.replace(level="8x8/10", layout="no-guess", plain=True, unpaused=True), (), "COVERING"),
        (
            queries.RESULTS,
            OWN.replace(owner=b"one"),
            (),
            "SEARCH summary USING COVERING INDEX summary_own_history (owner=?)",
        ),
        (queries.FINISHED_MATCHING, OWN.replace(owner=b"one"), (1, 1), "summary_own_history (owner=?"),
        (queries.FASTEST, OWN, (PLAIN, True, 0, 0, 1), "summary_times (rules=? AND ranked=?)"),
        (
            queries.FASTEST,
            OWN.replace(owner=b"one"),
            (PLAIN, True, 0, 0, 1),
            "summary_own_times (owner=? AND rules=? AND ranked=?)",
        ),
        (queries.RANKED, OWN, (1, PLAIN, 0, 1), "summary_times (rules=? AND ranked=?"),
        (
            queries.RANKED,
            OWN.replace(owner=b"one"),
            (1, PLAIN, 0, 1),
            "summary_own_times (owner=? AND rules=? AND ranked=?",
        ),
        (queries.CONFIGURATIONS, OWN, (), "summary_rules (rules>?)"),
        (queries.OWN_CONFIGURATIONS, OWN.replace(owner=b"one"), (b"one", b"one"), "summary_owner (owner=?"),
    ],
)
def test_reports_read_an_index(
    tmp_path: Path, template: Statement, only: Filter, values: tuple[object, ...], index: str
) -> None:
    open_store(tmp_path / "games.db").close()
    found = plan(tmp_path / "games.db", template, only, *values)
    assert index in found, found


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
    assert len(opener().load(begin(opener(), count=1)).entries) == 1


def test_no_name_in_a_table_is_a_formula(store: Store) -> None:
    for name in ("=1+1", "@x", "-5", "Ann"):
        add(store, name=name)
    lines = list(csv.DictReader(io.StringIO(table.header() + table.rows(store.games()))))
    assert [line["name"] for line in lines] == ["Ann", "'-5", "'@x", "'=1+1"]


def test_games_without_what_is_derived_are_noticed(store: Store) -> None:
    assert not store.is_stale()
    add(store)
    begin(store, count=1)
    assert not store.is_stale()
    store._database.run("delete from summary")
    assert store.is_stale()
    assert rebuilt(store) == 1
    assert not store.is_stale()


def test_summaries_of_an_earlier_version_are_rebuilt(opener: Callable[[], Store]) -> None:
    store = opener()
    game = add(store)
    store._database.run("drop table summary")
    store._database.run("create table summary (game_id integer primary key, status text not null)")
    store._database.run("insert into summary values ($1, 'won')", game)
    store.close()
    again = opener()
    assert again.is_stale()
    assert rebuilt(again) == 1
    assert [game.summary for game in again.games()] == [SUMMARY]
