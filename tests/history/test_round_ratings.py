"""Ratings by rounds: a pure function of what is stored, and true to the strength of those who play."""

from __future__ import annotations

import json
from math import exp, log, sqrt
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from sapper.analysis.ratings import SCALE, Rating
from sapper.history.round_ratings import Pool, Standing, class_of, standings
from sapper.history.store.finished_rounds import FinishedRound, FinishedSeat
from sapper.history.store.parties import PartyListing
from sapper.modes import MODES
from sapper.rules import Rules

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sapper.history.store import Store

WAITING = PartyListing(is_public=True, stage="waiting")
RACE = MODES["race"].rules
POOL = Pool("race", "intermediate")
HOUR = 3_600_000


def key(number: int) -> bytes:
    return number.to_bytes(16)


def seat(number: int, player: bytes, place: int, **fields: Any) -> FinishedSeat:
    one = FinishedSeat(number, player, "", False, "", place, "won", 1.0, 9000, 0, None)
    return one._replace(**fields)


def played(
    number: int,
    seats: Sequence[FinishedSeat],
    *,
    mode: str = "race",
    rules: str = RACE,
    objections: tuple[str, ...] = (),
    at: int | None = None,
) -> FinishedRound:
    ended = number * HOUR if at is None else at
    terms = json.dumps({"mode": mode, "rules": rules})
    return FinishedRound(f"round {number}", "p", number, mode, terms, ended, ended, objections, tuple(seats), id=number)


def duel(number: int, winner: int, loser: int, **fields: Any) -> FinishedRound:
    return played(number, [seat(0, key(winner), 1), seat(1, key(loser), 2)], **fields)


def race_of(random: Random, number: int, players: list[int], strengths: list[float]) -> FinishedRound:
    """A race in which each shows the own strength and some luck: of two, one wins as often as Glicko-2 expects."""
    shown = {player: strengths[player] - SCALE * log(-log(random.random())) for player in players}
    order = sorted(players, key=lambda player: -shown[player])
    return played(number, [seat(at, key(player), at + 1) for at, player in enumerate(order)])


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_true_strengths_are_recovered_within_the_stated_deviation(seed: int) -> None:
    random = Random(seed)
    strengths = [random.gauss(1500, 200) for _ in range(60)]
    middle = sum(strengths) / len(strengths) - 1500
    strengths = [strength - middle for strength in strengths]  # a rating is relative to the others
    rounds = [
        race_of(random, number, random.sample(range(60), random.choice((2, 2, 3, 4))), strengths)
        for number in range(1, 2000)
    ]
    found = standings(rounds)
    errors = [(found[POOL, key(player)].rating, strengths[player]) for player in range(60)]
    apart = [abs(rating.value - true) / rating.deviation for rating, true in errors]
    assert sum(far <= 2 for far in apart) >= 0.95 * len(apart)
    assert sqrt(sum(far**2 for far in apart) / len(apart)) < 1
    assert all(rating.is_sure for rating, _ in errors)


def test_a_rating_is_provisional_until_enough_rounds_and_after_years_again() -> None:
    rounds = [duel(number, number % 2, (number + 1) % 2) for number in range(1, 30)]
    sure = [standings(rounds[:count])[POOL, key(0)].rating.is_sure for count in (1, 3, 29)]
    assert sure == [False, False, True]
    late = duel(99, 0, 1, at=29 * HOUR + 20 * 365 * 24 * HOUR)
    assert standings([*rounds, late])[POOL, key(0)].rating.deviation > 110


def test_what_is_unfair_or_not_comparable_is_not_rated() -> None:
    people = [seat(0, key(1), 1), seat(1, key(2), 2)]
    for one in (
        played(1, people, objections=("same address",)),
        played(1, people, objections=("too fast",)),
        played(1, people, objections=("help",)),
        played(1, people, mode="coop"),
        played(1, people, mode="arena"),
        played(1, people, rules="modern 9x9/1"),
        played(1, people, rules="nonsense"),
        played(1, [people[0], seat(1, key(2), 0)]),  # came late
        played(1, [people[0], seat(1, key(2), 2, is_bot=True)]),
        played(1, [seat(0, key(1), 1, is_bot=True), seat(1, key(2), 2, is_bot=True, strength="fast")]),
    ):
        assert standings([one]) == {}


def test_bots_are_rated_apart_and_change_nothing_for_people() -> None:
    bots = [seat(2, key(8), 1, is_bot=True), seat(3, key(9), 4, is_bot=True)]
    people = [seat(0, key(1), 2), seat(1, key(2), 3)]
    found = standings([played(1, [*people, *bots])])
    alone = standings([played(1, [people[0], people[1]])])
    assert {pool.is_bot for pool, _ in found} == {False, True}
    assert {where: one for where, one in found.items() if not where[0].is_bot} == alone
    assert standings([played(1, bots, objections=("alone",))]).keys() == {
        (Pool("race", "intermediate", is_bot=True), key(8)),
        (Pool("race", "intermediate", is_bot=True), key(9)),
    }


def test_a_shared_place_is_half_a_win_and_a_first_place_alone_a_win() -> None:
    draw = standings([played(1, [seat(0, key(1), 1), seat(1, key(2), 1)])])
    assert [one.rating.value for one in draw.values()] == [1500, 1500]
    assert [one.wins for one in draw.values()] == [0, 0]
    three = standings([played(1, [seat(0, key(1), 1), seat(1, key(2), 2), seat(2, key(3), 3)])])
    values = [three[POOL, key(player)].rating.value for player in (1, 2, 3)]
    assert values[0] > values[1] == 1500 > values[2]
    assert [one.wins for one in three.values()] == [1, 0, 0]


@pytest.mark.parametrize(
    ("mode", "rules", "level"),
    [
        ("race", "modern beginner", "beginner"),
        ("race", "modern 30x16/99 layout=no-guess", "expert"),
        ("race", "modern 16x16/41", None),
        ("duel", "modern 16x16/51", "intermediate"),
        ("duel", "modern 16x16/4", None),
        ("coop", "modern expert", None),
    ],
)
def test_the_class_of_a_board(mode: str, rules: str, level: str | None) -> None:
    assert class_of(MODES[mode], Rules.parse(rules)) == level


def test_the_chance_that_a_simulated_race_gives_is_that_of_the_formula() -> None:
    """The simulation itself: so the test above measures ratings, not another model."""
    random = Random(5)
    rounds = [race_of(random, number, [0, 1], [1600.0, 1500.0]) for number in range(1, 8000)]
    won = sum(one.seats[0].player == key(0) for one in rounds) / len(rounds)
    assert won == pytest.approx(1 / (1 + exp(-100 / SCALE)), abs=0.02)


# In the store


def store_rounds(store: Store, rounds: Sequence[FinishedRound]) -> None:
    assert store.begin_party("p", "CODE", [b"0"], WAITING, now=1)
    for seq, one in enumerate(rounds, 1):
        assert store.append_party("p", seq, [b"end"], WAITING, now=1, finished=one)


@pytest.fixture
def rounds() -> list[FinishedRound]:
    random = Random(4)
    return [
        race_of(random, number, random.sample(range(6), random.choice((2, 3))), [1300.0 + 80 * n for n in range(6)])
        for number in range(1, 40)
    ]


def stored(store: Store) -> dict[tuple[Pool, bytes], Standing]:
    return {(one.pool, one.player): one.standing for one in store.ratings_of([key(n) for n in range(6)])}


def test_stored_ratings_are_those_of_the_rounds_and_a_rebuild_gives_the_same(
    store: Store, rounds: list[FinishedRound]
) -> None:
    store_rounds(store, rounds)
    assert stored(store) == standings(store.finished_rounds())
    assert store.differing_ratings() == 0
    curves = {player: store.rating_curve(POOL, player, 99) for _, player in stored(store)}
    store.drop_ratings()
    assert stored(store) == {}
    assert store.has_unrated_rounds()
    while store.rate_rounds(7):
        pass
    assert stored(store) == standings(store.finished_rounds())
    assert {player: store.rating_curve(POOL, player, 99) for player in curves} == curves
    assert not store.has_unrated_rounds()


def test_a_rating_that_somebody_changed_is_found(store: Store, rounds: list[FinishedRound]) -> None:
    store_rounds(store, rounds[:5])
    player = rounds[0].seats[0].player
    with store._commit():
        store._database.run("update rating set value = value + 1 where player = $1", player)
    assert store.differing_ratings() == 1


def test_the_curve_and_the_gains_lead_from_1500_to_the_rating(store: Store, rounds: list[FinishedRound]) -> None:
    store_rounds(store, rounds)
    player = key(3)
    own = [one.id for one in store.finished_rounds_of(player, 99)]
    gains = store.rating_gains(own)
    assert 1500 + sum(gains[number, player] for number in own) == pytest.approx(
        store.rating_in(POOL, player).rating.value
    )
    curve = store.rating_curve(POOL, player, 3)
    assert [point.at for point in curve] == sorted(point.at for point in curve)
    assert curve[-1].value == store.rating_in(POOL, player).rating.value


def test_who_deletes_everything_has_no_rating_any_more_while_the_others_keep_theirs(
    store: Store, rounds: list[FinishedRound]
) -> None:
    store_rounds(store, rounds)
    before = stored(store)
    store.forget_player(key(2))
    left = {where: one for where, one in before.items() if where[1] != key(2)}
    assert stored(store) == left
    assert store.rating_in(POOL, key(2)) == Standing()
    assert store.differing_ratings() == 0
    in_play = duel(100, 2, 70)  # when the player deleted everything
    assert store.append_party("p", 1 + len(rounds), [b""], WAITING, now=1, finished=in_play)
    assert store.rating_in(POOL, key(2)) == Standing()
    assert store.rating_in(POOL, key(70)).rounds == 1
    assert store.finished_rounds_of(key(2), 9) == []
    assert store.differing_ratings() == 0


def test_the_best_of_a_pool_are_sure_and_in_order(store: Store) -> None:
    random = Random(1)
    store_rounds(store, [race_of(random, number, [0, 1, 2, 3], [1500.0] * 4) for number in range(1, 40)])
    best = store.best_ratings(POOL, 9, 110)
    values = [one.standing.rating.value for one in best]
    assert len(values) == 4
    assert values == sorted(values, reverse=True)
    assert store.best_ratings(POOL, 9, 1) == []


def test_a_new_rating_is_that_of_the_paper_before_any_result() -> None:
    assert Standing().rating == Rating(1500, 350, 0.06)
