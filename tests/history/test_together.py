"""Games that people played together: counted apart, and among the games of everybody who played them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from history.samples import RULES, entries

from sapper import Seed
from sapper.cli import main
from sapper.history import together
from sapper.history.best_times import best_times, standing
from sapper.history.store import OWN, Filter, Summary, open_store
from sapper.history.store.rows import NewRound
from sapper.modes import MODES

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

    from sapper.history.store import Store

ADA, BO, EVE = b"ada", b"bo", b"eve"


def won(store: Store, source: str, elapsed: int, player: bytes = ADA, others: tuple[bytes, ...] = ()) -> int:
    """Store a ranked win and return its number."""
    known = len(store.games(1000))
    game = store.begin_round(
        RULES,
        Seed.of(str(known)),
        NewRound(public_id=str(known), room=f"room {known}", player=player, created_at=known, source=source),
    )
    assert store.append(game, 0, entries(0, 1))
    summary = Summary("won", "30x16/99", "modern", elapsed, known, rules=RULES, device="mouse")
    assert store.finish(game, 1, f"replay {known}".encode(), summary, others)
    return game


def test_every_mode_is_a_source_and_can_be_asked_for() -> None:
    assert tuple(MODES) == together.TOGETHER
    assert set(together.CHOICES) == {"no", "yes", "all", together.WITHOUT_SERVER, *together.TOGETHER}
    assert [together.how_of(source) for source in ("web", "terminal", "import", "race")] == ["", "", "", "race"]


def test_statistics_and_best_times_are_of_games_alone_unless_others_are_asked_for(store: Store) -> None:
    alone, coop, race = won(store, "web", 50_000), won(store, "coop", 10_000), won(store, "race", 20_000)

    def numbers(choice: str) -> list[int]:
        return store.numbers(Filter(together=together.CHOICES[choice]))

    assert store.numbers(OWN) == numbers("no") == [alone]
    assert numbers("yes") == [coop, race]
    assert numbers("race") == [race]
    assert numbers("all") == [alone, coop, race]
    assert [len(store.results(Filter(together=how)).codes) for how in ("", "coop,race", None)] == [1, 2, 3]
    (own,), (both,) = best_times(store, OWN), best_times(store, Filter(together="coop,race"))
    assert [game.id for game in own.ranked] == [alone]
    assert [game.id for game in both.ranked] == [coop, race]
    assert [game.together for game in store.games()] == ["race", "coop", ""]


def test_a_game_is_compared_with_games_of_its_kind(store: Store) -> None:
    won(store, "web", 5_000)
    won(store, "race", 30_000)
    last = won(store, "race", 20_000)
    listed = store.finished(last)
    assert listed is not None
    assert listed.summary is not None
    found = standing(store, last, listed.summary, owner=ADA)
    assert found is not None
    assert (found.place, found.wins, found.best) == (1, 2, 30_000)


def test_everybody_finds_a_game_among_their_own_and_only_there(store: Store) -> None:
    alone = won(store, "web", 1_000, BO)
    coop = won(store, "coop", 2_000, ADA, (BO,))

    def of(player: bytes, how: str | None) -> list[int]:
        return store.numbers(Filter(owner=player, together=how))

    assert (of(ADA, None), of(BO, None), of(EVE, None)) == ([coop], [alone, coop], [])
    assert (of(BO, ""), of(BO, "coop"), of(ADA, "")) == ([alone], [coop], [])
    assert [len(lists.ranked) for lists in best_times(store, Filter(owner=BO, together="coop"))] == [1]
    assert [number for number, _ in store.replays_of(BO, 0, 1000)] == [alone, coop]
    assert store.players() == {ADA, BO}


def test_who_did_not_begin_a_game_deletes_it_only_for_themselves(store: Store) -> None:
    coop = won(store, "coop", 2_000, ADA, (BO, EVE))
    assert store.delete_own(BO, [coop]) == 1
    assert store.delete_own(BO, [coop]) == 0
    assert (store.numbers(Filter(owner=BO)), store.numbers(Filter(owner=EVE))) == ([], [coop])
    store.forget_player(EVE)
    assert store.numbers(Filter(owner=EVE)) == []
    assert store.delete_own(ADA, [coop]) == 1
    assert store.games() == []


def test_a_game_with_others_is_no_game_to_go_on_with_alone(store: Store) -> None:
    for source in ("web", "coop"):
        store.begin_round(
            RULES, Seed.of(source), NewRound(public_id=source, room=source, player=ADA, created_at=1, source=source)
        )
    assert [round_.room for round_, _ in store.rounds_in_play(ADA)] == ["web"]


def test_commands_count_games_with_others_only_when_asked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with open_store(tmp_path / "games.db") as opened:
        won(opened, "web", 50_000)
        won(opened, "coop", 10_000)

    def said(*words: str) -> str:
        assert main([*words, "--data", str(tmp_path)]) == 0
        return capsys.readouterr().out

    assert "50.00" in said("times")
    assert "10.00" not in said("times")
    assert "10.00" in said("times", "--together", "coop")
    assert said("times", "--together", "yes").splitlines()[-1].endswith("co-op")
    lines = said("stats", "--csv", "--together", "all").splitlines()
    assert [line.rpartition(",")[2] for line in lines] == ["together", "coop", ""]
    assert "(co-op)" in said("replay", "list")
