"""Best times: what is ranked, apart from what, and what the Amiga forgets."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sapper import Rules
from sapper.history.best_times import Standing, best_time, best_times, change_custom_level, standing
from sapper.history.store import OWN, Filter, Summary
from sapper.history.summary import configuration

if TYPE_CHECKING:
    from sapper.history.store import Store


def win(
    store: Store, rules: str, elapsed: int, *, source: str = "test", owner: bytes | None = None, **fields: object
) -> int:
    """Store a won game of some rules."""
    played = Rules.parse(rules)
    usual: dict[str, object] = {"status": "won", "bbbv": 150, "name": "Ann", "layout": played.layout}
    made = Summary(
        level=str(played.level),
        ruleset=played.ruleset,
        elapsed=elapsed,
        ended_at=1_700_000_000,
        rules=configuration(played),
        **(usual | fields),  # type: ignore[arg-type]
    )
    replay = f"{len(store.played())} {made}".encode()
    game = store.add(
        replay,
        made,
        rules=rules,
        seed=None,
        length=1,
        created_at=1,
        source=source,
        owner=owner,
        public_id=str(made.elapsed) if owner else "",
    )
    assert game is not None
    return game


def ranked(store: Store, rules: str, *, ranking_style: bool = False) -> list[int]:
    lists = best_times(store, Filter(rules=configuration(Rules.parse(rules))), ranking_style=ranking_style)
    return [game.summary.elapsed for one in lists for game in one.ranked if game.summary]


def test_s4_9_each_level_has_its_own_list_the_fastest_first(store: Store) -> None:
    for elapsed in (5000, 3000, 4000):
        win(store, "modern 8x8/10", elapsed)
    win(store, "modern 16x16/40", 60_000)
    assert ranked(store, "modern 8x8/10") == [3000, 4000, 5000]
    assert ranked(store, "modern 16x16/40") == [60_000]
    assert [str(one.rules.level) for one in best_times(store)] == ["16x16/40", "8x8/10"]
    assert best_time(store, configuration(Rules.parse("modern 8x8/10"))) == 3000
    assert best_time(store, configuration(Rules.parse("modern 9x9/10"))) is None


@pytest.mark.parametrize(
    "other",
    [
        "modern 9x9/10",
        "modern 8x8/9",
        "modern 8x8/10 layout=no-guess",
        "modern 8x8/10 completion=both",
        "modern 8x8/10 lives=2",
        "official 8x8/10",
        "amiga 8x8/10",
    ],
)
def test_c1_c14_times_of_another_configuration_or_mode_are_apart(store: Store, other: str) -> None:
    win(store, "modern 8x8/10", 5000)
    win(store, other, 100)
    assert ranked(store, "modern 8x8/10") == [5000]
    assert ranked(store, other) == [100]


def test_question_marks_do_not_make_another_list(store: Store) -> None:
    win(store, "official 8x8/10", 5000)
    win(store, "official 8x8/10 questions=on", 4000)
    assert ranked(store, "official 8x8/10") == [4000, 5000]


def test_unranked_wins_are_shown_as_what_they_are(store: Store) -> None:
    win(store, "modern 8x8/10", 5000)
    win(store, "modern 8x8/10", 900, hints=2, assisted=True, pauses=1)
    win(store, "modern 8x8/10", 800, known_board=True)
    win(store, "modern 8x8/10", 10, status="lost")
    (one,) = best_times(store)
    assert [game.summary.elapsed for game in one.ranked if game.summary] == [5000]
    assert [game.summary.remarks for game in one.others if game.summary] == [("known board",), ("hinted", "paused")]


def test_a_paused_win_stays_ranked_and_can_be_filtered_out(store: Store) -> None:
    win(store, "modern 8x8/10", 5000)
    win(store, "modern 8x8/10", 3000, pauses=2)
    (one,) = best_times(store)
    assert [game.summary.remarks for game in one.ranked if game.summary] == [("paused",), ()]
    (one,) = best_times(store, Filter(unpaused=True))
    assert [game.summary.elapsed for game in one.ranked if game.summary] == [5000]
    assert len(store.played(Filter(unpaused=True))) == store.count(Filter(unpaused=True)) == 1


def test_people_bots_and_imported_games_have_lists_of_their_own(store: Store) -> None:
    win(store, "modern 8x8/10", 5000, device="mouse")
    win(store, "modern 8x8/10", 6000, device="key", name="Bea")
    win(store, "modern 8x8/10", 10, device="bot")
    win(store, "modern 8x8/10", 900, source="import")

    def times(**fields: object) -> list[int]:
        lists = best_times(store, OWN.replace(**fields))
        return [game.summary.elapsed for one in lists for game in one.ranked if game.summary]

    assert times() == [5000, 6000]
    assert times(device="bot") == [10]
    assert times(device="key") == times(player="Bea") == [6000]
    assert times(imported=True) == [900]
    assert times(imported=None, device=None) == [10, 900, 5000, 6000]
    assert best_time(store, configuration(Rules.parse("modern 8x8/10"))) == 5000
    standings = {}
    for listed in store.games():
        assert listed.summary is not None
        standings[listed.summary.elapsed] = standing(store, listed.id, listed.summary)
    assert standings[6000] == Standing(2, 2, 5000)
    assert standings[10] == Standing(1, 1, None)


def test_ranking_style_asks_for_enough_3bv_on_the_three_levels(store: Store) -> None:
    for rules, least in (("official 8x8/10", 2), ("official 16x16/40", 30), ("official 30x16/99", 100)):
        win(store, rules, 1000, bbbv=least - 1)
        win(store, rules, 2000, bbbv=least)
        assert ranked(store, rules) == [1000, 2000]
        assert ranked(store, rules, ranking_style=True) == [2000]
    win(store, "official 9x9/10", 1000)
    assert ranked(store, "official 9x9/10", ranking_style=True) == []


def test_s4_5_the_amiga_forgets_the_custom_record_when_its_settings_change(store: Store) -> None:
    win(store, "amiga 20x20/40", 5000)
    win(store, "amiga 8x8/10", 700)
    assert ranked(store, "amiga 20x20/40") == [5000], "a level of the menu is no change of the custom settings"
    win(store, "modern 20x20/41", 100)
    assert ranked(store, "amiga 20x20/40") == [5000], "nor is a game by other rules"
    win(store, "amiga 20x20/41", 6000, status="lost")
    assert ranked(store, "amiga 20x20/40") == []
    assert best_time(store, configuration(Rules.parse("amiga 20x20/40"))) is None
    win(store, "amiga 20x20/40", 9000)
    assert ranked(store, "amiga 20x20/40") == [9000]
    assert ranked(store, "amiga 8x8/10") == [700]
    assert ranked(store, "modern 20x20/41") == [100]


def test_s4_5_each_player_of_a_server_forgets_a_custom_record_alone(store: Store) -> None:
    def seen(viewer: bytes) -> list[int]:
        lists = best_times(store, viewer=viewer)
        return [game.summary.elapsed for one in lists for game in (*one.ranked, *one.others) if game.summary]

    for player, elapsed in ((b"Ann", 5000), (b"Bob", 6000)):
        change_custom_level(store, Rules.parse("amiga 5x4/2"), owner=player)
        win(store, "amiga 5x4/2", elapsed, owner=player)
        win(store, "modern 8x8/10", elapsed + 1, owner=player)
    assert (seen(b"Ann"), seen(b"Bob")) == ([5001, 6001, 5000], [5001, 6001, 6000])
    assert change_custom_level(store, Rules.parse("amiga 6x4/2"), owner=b"Ann") == 5000
    assert (seen(b"Ann"), seen(b"Bob")) == ([5001, 6001], [5001, 6001, 6000])


def test_s4_5_the_custom_record_is_forgotten_at_the_change_and_stays_so(store: Store) -> None:
    small, large = Rules.parse("amiga 20x20/40"), Rules.parse("amiga 20x20/41")
    assert change_custom_level(store, small) is None
    win(store, "amiga 20x20/40", 5000)
    assert change_custom_level(store, small) is None, "a new game of the same size is no change"
    assert change_custom_level(store, Rules.parse("amiga 8x8/10")) is None
    assert change_custom_level(store, Rules.parse("modern 20x20/41")) is None
    assert change_custom_level(store, small, owner=b"another player") is None
    assert ranked(store, "amiga 20x20/40") == [5000]
    assert change_custom_level(store, large) == 5000
    assert ranked(store, "amiga 20x20/40") == []
    assert change_custom_level(store, small) is None, "there was no win of the other size"
    assert ranked(store, "amiga 20x20/40") == []
    win(store, "amiga 20x20/40", 6000)
    assert ranked(store, "amiga 20x20/40") == [6000]


def test_a_new_win_gets_its_standing(store: Store) -> None:
    games = [win(store, "modern 8x8/10", elapsed) for elapsed in (5000, 3000, 4000)]
    win(store, "modern 8x8/10", 10, hints=1)
    standings = {}
    for listed in store.games():
        if listed.id in games and listed.summary:
            standings[listed.id] = standing(store, listed.id, listed.summary)
    first = standings[games[1]]
    assert first
    assert (first.place, first.wins, first.best) == (1, 3, 4000)
    last = standings[games[0]]
    assert last
    assert (last.place, last.best) == (3, 3000)
    hinted = store.games()[0]
    assert hinted.summary
    assert standing(store, hinted.id, hinted.summary) is None
