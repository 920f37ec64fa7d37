"""The promises of every store, on any database."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import pytest
from history.samples import RULES, SUMMARY, begin, entries, entry, rebuilt
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from sapper import Action, Seed
from sapper.action import Kind, LogEntry
from sapper.history import rebuild
from sapper.history.store import Append, Listed, MessageId, Store, StoreError, Summary, open_store
from sapper.kernel_rules import KIND_CODES
from sapper.replay.errors import ReplayError

if TYPE_CHECKING:
    from collections.abc import Callable

BIG = 2**31 - 1


def test_a_new_game_has_no_actions(store: Store) -> None:
    game = store.create(RULES, Seed.of("a"), created_at=12, source="tui")
    stored = store.load(game)
    assert (stored.id, stored.rules, stored.seed, stored.created_at, stored.source) == (
        game,
        RULES,
        Seed.of("a"),
        12,
        "tui",
    )
    assert (stored.entries, stored.seq, stored.finished, stored.replay) == ((), 0, False, None)


def test_actions_come_back_in_order(store: Store) -> None:
    game = begin(store)
    assert store.append(game, 0, entries(0, 1))
    assert store.append(game, 1, entries(1, 5))
    assert store.append(game, 6, entries(6, 1))
    assert list(store.load(game).entries) == entries(0, 7)
    assert store.load(game).seq == 7


def test_methods_that_share_a_commit_change_everything_or_nothing_each(store: Store) -> None:
    game, other = begin(store), begin(store)
    with store.one_commit():
        assert store.append_many([Append(game, 0, entries(0, 2)), Append(other, 1, entries(0, 1))]) == [True, False]
        assert store.finish(game, 1, b"early", SUMMARY) is False
        with pytest.raises(ValueError, match="shorter"):
            store.append_many([Append(other, 0, entries(0, 3), [None])])
        assert store.append(game, 2, entries(2, 1))
    assert list(store.load(game).entries) == entries(0, 3)
    assert store.load(other).seq == 0
    assert store.append(game, 3, entries(3, 1))


coordinates = st.integers(0, BIG)
pointers = st.none() | st.tuples(*[st.floats(allow_nan=False)] * 2)
actions = st.one_of(
    st.builds(Action, st.sampled_from([kind for kind in Kind if kind.has_cell]), coordinates, coordinates),
    st.builds(Action, st.sampled_from([kind for kind in Kind if not kind.has_cell])),
)
any_entry = st.builds(
    LogEntry,
    actions,
    st.integers(0, 2**53),
    st.integers(0, BIG),
    st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=9),
    pointers,
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(log=st.lists(any_entry, max_size=20))
def test_actions_come_back_as_they_were(store: Store, log: list[LogEntry]) -> None:
    game = begin(store)
    assert store.append(game, 0, log)
    assert list(store.load(game).entries) == log
    for one in store.load(game).entries:
        assert type(one.action.kind) is Kind
        assert one.pointer is None or all(type(value) is float and not math.isnan(value) for value in one.pointer)


def test_a_writer_who_is_late_is_refused_and_changes_nothing(store: Store) -> None:
    game = begin(store, count=3)
    for expected in (0, 1, 2, 4, 5, -1):
        for count in (0, 1, 2, 5):
            assert not store.append(game, expected, entries(50, count))
    assert list(store.load(game).entries) == entries(0, 3)
    assert store.append(game, 3, entries(3, 1))


def test_nothing_can_be_appended_to_what_is_finished_or_not_there(store: Store) -> None:
    game = begin(store, count=2)
    assert store.finish(game, 2, b"replay", SUMMARY)
    for expected in (0, 1, 2):
        for count in (0, 1, 2):
            assert not store.append(game, expected, entries(9, count))
    assert not store.append(game + 1, 0, entries(0, 1))
    assert not store.append(game + 1, 0, [])
    assert store.load(game).entries == ()


def test_many_games_share_a_commit_and_one_refused_hinders_no_other(store: Store) -> None:
    first, second, third = (begin(store, seed, 2) for seed in "abc")
    batch = [
        Append(first, 2, entries(2, 3)),
        Append(second, 1, entries(9, 3)),
        Append(third, 2, entries(2, 1)),
        Append(99, 0, entries(0, 1)),
    ]
    assert store.append_many(batch) == [True, False, True, False]
    assert [store.load(game).seq for game in (first, second, third)] == [5, 2, 3]
    assert list(store.load(second).entries) == entries(0, 2)


def test_a_game_may_occur_twice_in_a_batch(store: Store) -> None:
    game = begin(store, count=1)
    batch = [Append(game, 1, entries(1, 2)), Append(game, 1, entries(7, 1)), Append(game, 3, entries(3, 1))]
    assert store.append_many(batch) == [True, False, True]
    assert list(store.load(game).entries) == entries(0, 4)
    assert store.append_many([]) == []


def test_a_batch_that_cannot_be_written_leaves_every_game_as_it_was(store: Store) -> None:
    first, second = begin(store, "a", 2), begin(store, "b", 2)
    spoilt = [*entries(2, 2), LogEntry(Action("open", 1, 1), 2**70)]
    with pytest.raises((OverflowError, StoreError)):
        store.append_many([Append(first, 2, entries(2, 2)), Append(second, 2, spoilt)])
    assert [list(store.load(game).entries) for game in (first, second)] == [entries(0, 2)] * 2
    assert store.append_many([Append(first, 2, entries(2, 1)), Append(second, 2, entries(2, 1))]) == [True, True]


def test_an_action_is_identified_by_its_message(store: Store) -> None:
    game = begin(store, count=1)
    first, second = MessageId("tab", 7), MessageId("other", 1)
    assert store.append_many([Append(game, 1, entries(1, 3), [first, None, second])]) == [True]
    stored = store.load(game)
    assert list(stored.entries) == entries(0, 4)
    assert stored.ids == (None, first, None, second)


@pytest.mark.parametrize("ids", [[MessageId("tab", 1)], [MessageId("tab", 1)] * 3])
def test_ids_are_as_many_as_actions(store: Store, ids: list[MessageId]) -> None:
    game = begin(store, count=1)
    with pytest.raises(ValueError, match="zip"):
        store.append_many([Append(game, 1, entries(1, 2), ids)])
    assert list(store.load(game).entries) == entries(0, 1)


def test_a_refused_append_leaves_no_ids(store: Store) -> None:
    game = begin(store, count=2)
    assert store.append_many([Append(game, 1, entries(1, 1), [MessageId("tab", 1)])]) == [False]
    assert store.load(game).ids == (None, None)


text = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=9)
any_id = st.none() | st.builds(MessageId, text, st.integers(0, 3) | st.integers(0, 2**53))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(ids=st.lists(any_id, max_size=12))
def test_a_finished_game_has_the_ids_of_its_last_actions(store: Store, ids: list[MessageId | None]) -> None:
    game = begin(store)
    assert store.append_many([Append(game, 0, entries(0, len(ids)), ids)]) == [True]
    assert store.load(game).ids == tuple(ids)
    assert store.finish(game, len(ids), b"replay", SUMMARY)
    assert store.load(game).ids == (tuple(ids) if any(ids) else ())


def test_a_long_finished_game_has_the_ids_of_its_last_256_actions(store: Store) -> None:
    ids = [None if number % 5 == 0 else MessageId(f"tab {number % 3}", number) for number in range(300)]
    game = begin(store)
    assert store.append_many([Append(game, 0, entries(0, 300), ids)]) == [True]
    assert store.finish(game, 300, b"replay", SUMMARY)
    stored = store.load(game)
    assert stored.seq == 300
    assert stored.ids == tuple(ids[-256:])
    assert store.delete([game]) == 1


def test_a_finished_game_is_its_replay(store: Store) -> None:
    game = begin(store, count=4)
    replay = bytes(range(256)) * 4
    assert store.replay(game) is None
    assert store.finish(game, 4, replay, SUMMARY)
    stored = store.load(game)
    assert (stored.finished, stored.replay, stored.entries, stored.seq) == (True, replay, (), 4)
    assert (stored.rules, stored.seed, stored.source) == (RULES, Seed.of("a"), "text")
    assert store.replay(game) == replay


def test_only_the_whole_game_can_be_finished_and_only_once(store: Store) -> None:
    game = begin(store, count=4)
    assert not store.finish(game, 3, b"short", SUMMARY)
    assert not store.finish(game, 5, b"long", SUMMARY)
    assert not store.finish(game + 1, 0, b"none", SUMMARY)
    assert list(store.load(game).entries) == entries(0, 4)
    assert store.finish(game, 4, b"whole", SUMMARY)
    assert not store.finish(game, 4, b"again", SUMMARY)
    assert not store.finish(game, 0, b"again", SUMMARY)
    assert store.replay(game) == b"whole"


def test_games_in_play_are_listed_newest_first(store: Store) -> None:
    games = [begin(store, seed, count) for count, seed in enumerate("abcd")]
    assert store.finish(games[1], 1, b"replay", SUMMARY)
    listed = store.unfinished()
    assert [(one.id, one.seq) for one in listed] == [(games[3], 3), (games[2], 2), (games[0], 0)]
    assert listed[0] == Listed(games[3], RULES, 3, 1_700_000_000_000, "text", False)


def test_finished_games_are_listed_newest_first_and_by_pages(store: Store) -> None:
    games = [begin(store, str(number), 1) for number in range(7)]
    for number, game in enumerate(games[:6]):
        assert store.finish(game, 1, b"replay", Summary("lost", "8x8/10", "amiga", number, 5, practice=True))
    pages = [store.games(limit=4), store.games(limit=4, offset=4), store.games(limit=4, offset=8)]
    assert [[one.id for one in page] for page in pages] == [games[5:1:-1], games[1::-1], []]
    assert pages[0][0] == Listed(
        games[5], RULES, 1, 1_700_000_000_000, "text", True, Summary("lost", "8x8/10", "amiga", 5, 5, practice=True)
    )
    summary = pages[0][0].summary
    assert summary is not None
    assert (summary.practice, summary.assisted) == (True, False)
    assert type(summary.practice) is bool


def test_nothing_listed_or_printed_reveals_the_mines(store: Store) -> None:
    game = begin(store, count=1)
    secret = Seed.of("a")
    for shown in (repr(store.unfinished()), repr(store.load(game)), repr(store)):
        assert secret.text not in shown
        assert repr(secret.bits) not in shown
    assert "seed" not in Listed.field_names()


def test_what_is_derived_is_rebuilt_from_the_replays(store: Store) -> None:
    games = [begin(store, str(number), 2) for number in range(3)]
    for game in games[:2]:
        assert store.finish(game, 2, b"replay %d" % game, SUMMARY)

    def summarise(replay: bytes) -> Summary:
        return Summary("lost", replay.decode(), "article", 1, 2)

    assert rebuilt(store, summarise) == 2
    levels = [one.summary.level for one in store.games() if one.summary]
    assert levels == [f"replay {games[1]}", f"replay {games[0]}"]
    assert list(store.load(games[2]).entries) == entries(0, 2)


def unsummarised(store: Store, count: int) -> list[int]:
    """Finish games and drop their summaries, as a new version does."""
    games = []
    for number in range(count):
        games.append(begin(store, str(number)))
        assert store.finish(games[-1], 0, b"replay %d" % number, SUMMARY)
    store.drop_summaries()
    return games


def test_summaries_that_are_missing_are_added_in_steps(store: Store) -> None:
    games = unsummarised(store, 5)
    assert (store.missing(), store.is_stale()) == (5, True)
    first = store.without_summary(0, 2)
    assert first == [(games[0], b"replay 0"), (games[1], b"replay 1")]
    store.summarise([(game, replay, SUMMARY) for game, replay in first])
    assert store.missing() == 3
    assert [game for game, _ in store.without_summary(0, 9)] == games[2:]
    assert [game for game, _ in store.without_summary(games[2], 9)] == games[3:]
    new = begin(store)
    assert store.finish(new, 0, b"new", SUMMARY)
    assert store.missing() == 3
    store.summarise([(game, replay, SUMMARY) for game, replay in store.without_summary(0, 9)])
    assert not store.is_stale()
    assert [game.summary for game in store.games()] == [SUMMARY] * 6


def test_a_game_that_changed_meanwhile_is_not_summarised_by_its_old_replay(store: Store) -> None:
    signed, deleted, done, left = unsummarised(store, 4)
    read = store.without_summary(0, 9)
    named = SUMMARY.replace(name="Ann")
    assert store.replace_replay(signed, b"signed", named)
    assert store.delete([deleted]) == 1
    store.summarise([(done, b"replay 2", named)])
    store.summarise([(game, replay, SUMMARY) for game, replay in read])
    found = {game.id: game.summary for game in store.games()}
    assert found == {signed: named, done: named, left: SUMMARY}


def test_a_rebuild_goes_on_where_the_last_one_was_killed(
    opener: Callable[[], Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[bytes] = []

    def summarise(replay: bytes) -> Summary:
        calls.append(replay)
        if replay == b"replay 3":
            raise ReplayError("this is no replay")
        return SUMMARY

    monkeypatch.setattr(rebuild, "summary_of_packed", summarise)
    monkeypatch.setattr(rebuild, "_STEP", 2)
    store = opener()
    unsummarised(store, 7)
    assert next(rebuild.summarise_missing(store)) == 2
    again = opener()
    assert list(rebuild.summarise_missing(again)) == [2, 4, 5]
    assert len(calls) == len(set(calls)) == 7
    assert again.missing() == 1


def test_a_rebuild_goes_on_past_a_damaged_replay_and_names_its_game(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = [begin(store, str(number)) for number in range(3)]
    for game in games:
        assert store.finish(game, 0, b"replay %d" % game, SUMMARY)

    def summarise(replay: bytes) -> Summary:
        if replay == b"replay %d" % games[1]:
            raise ReplayError("the digest does not match")
        return SUMMARY.replace(name="again")

    monkeypatch.setattr(rebuild, "summary_of_packed", summarise)
    unreadable: list[int] = []
    assert list(rebuild.rebuild(store, unreadable)) == [3]
    assert unreadable == [games[1]]
    assert [one.id for one in store.games() if one.summary and one.summary.name == "again"] == [games[2], games[0]]


def test_a_game_that_is_not_there_is_named(store: Store) -> None:
    with pytest.raises(StoreError, match="there is no game 7"):
        store.load(7)
    assert store.replay(7) is None


def test_what_is_stored_is_there_when_opened_again(opener: Callable[[], Store]) -> None:
    with opener() as store:
        game = begin(store, count=3)
        done = begin(store, "b", 1)
        assert store.finish(done, 1, b"replay", SUMMARY)
    with opener() as store:
        assert list(store.load(game).entries) == entries(0, 3)
        assert store.games()[0].summary == SUMMARY
        assert store.append(game, 3, entries(3, 1))


def test_of_two_who_play_the_same_game_one_is_refused(opener: Callable[[], Store]) -> None:
    one, other = opener(), opener()
    game = begin(one)
    for seq in range(0, 20, 2):
        assert one.append(game, seq, [entry(seq)])
        assert not other.append(game, seq, [entry(99)])
        assert not other.append_many([Append(game, seq, entries(98, 2))])[0]
        assert other.append(game, seq + 1, [entry(seq + 1)])
        assert not one.append(game, seq + 1, [entry(97)])
    assert list(one.load(game).entries) == entries(0, 20)
    assert list(other.load(game).entries) == entries(0, 20)


@pytest.mark.parametrize("count", [0, 1, 2])
def test_what_another_played_or_finished_is_noticed(opener: Callable[[], Store], count: int) -> None:
    one, other = opener(), opener()
    game = begin(one, count=2)
    assert other.append(game, 2, entries(2, 1))
    assert not one.append(game, 2, entries(9, count))
    assert one.append(game, 3, entries(3, 1))
    assert other.finish(game, 4, b"replay", SUMMARY)
    assert not one.append(game, 4, entries(9, count))
    assert not one.finish(game, 4, b"mine", SUMMARY)
    assert one.load(game).replay == b"replay"


def test_every_kind_of_action_has_the_code_it_is_stored_by() -> None:
    stored = ["open", "flag", "question", "clear", "chord", "pause", "resume", "resign", "hint", "undo", "redo"]
    stored += [f"completion-{how}" for how in ("clear", "mark", "both", "either")]
    assert {Kind(name): code for code, name in enumerate(stored)} == KIND_CODES


class TwoWriters(RuleBasedStateMachine):
    """Two programs do what they like to a few games; a dictionary of lists knows what must be there."""

    def __init__(self) -> None:
        import tempfile

        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.stores = [open_store(f"{self.folder.name}/games.db", patience=0.1) for _ in range(2)]
        self.logs: dict[int, list[LogEntry]] = {}
        self.replays: dict[int, bytes] = {}
        self.time = 0

    def fresh(self, count: int) -> list[LogEntry]:
        self.time += count
        return entries(self.time - count, count)

    @rule(who=st.integers(0, 1))
    def create(self, who: int) -> None:
        game = begin(self.stores[who])
        assert game not in self.logs
        self.logs[game] = []

    @precondition(lambda self: self.logs)
    @rule(
        data=st.data(),
        who=st.integers(0, 1),
        jobs=st.lists(st.tuples(st.integers(0, 3), st.integers(-1, 1) | st.just(0)), min_size=1, max_size=3),
    )
    def append(self, data: st.DataObject, who: int, jobs: list[tuple[int, int]]) -> None:
        batch, expected = [], []
        for count, off in jobs:
            game = data.draw(st.sampled_from(sorted(self.logs)))
            log, seq = self.fresh(count), len(self.logs[game]) + off
            batch.append(Append(game, seq, log))
            expected.append(off == 0 and game not in self.replays)
            if expected[-1]:
                self.logs[game] += log
        if len(batch) == 1:
            assert self.stores[who].append(game, seq, log) == expected[0]
        else:
            assert self.stores[who].append_many(batch) == expected

    @precondition(lambda self: self.logs)
    @rule(data=st.data(), who=st.integers(0, 1), off=st.integers(-1, 1) | st.just(0))
    def finish(self, data: st.DataObject, who: int, off: int) -> None:
        game = data.draw(st.sampled_from(sorted(self.logs)))
        replay = b"%d" % len(self.replays)
        done = self.stores[who].finish(game, len(self.logs[game]) + off, replay, SUMMARY)
        assert done == (off == 0 and game not in self.replays)
        if done:
            self.replays[game] = replay

    @rule(who=st.integers(0, 1))
    def rebuild(self, who: int) -> None:
        assert rebuilt(self.stores[who]) == len(self.replays)

    @invariant()
    def both_see_what_must_be_there(self) -> None:
        for store in self.stores:
            assert [one.id for one in store.unfinished()] == sorted(self.logs.keys() - self.replays, reverse=True)
            assert [one.id for one in store.games()] == sorted(self.replays, reverse=True)
            for game, log in self.logs.items():
                stored = store.load(game)
                assert (stored.seq, stored.replay) == (len(log), self.replays.get(game))
                assert list(stored.entries) == ([] if game in self.replays else log)

    def teardown(self) -> None:
        for store in self.stores:
            store.close()
        self.folder.cleanup()


TwoWriters.TestCase.settings = settings(max_examples=30, stateful_step_count=20, deadline=None)
test_two_writers_and_a_dictionary_agree = TwoWriters.TestCase
