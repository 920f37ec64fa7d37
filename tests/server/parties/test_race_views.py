"""What somebody in a race or an arena sees follows from the rules, the public events and the own cells alone.

Two races have different minefields, which agree on what one player has revealed, and a different opponent, who opens
other cells and sets other flags but is as far at every moment. The player gets the same messages, byte by byte, and
so does somebody who watches.
"""

from __future__ import annotations

import asyncio
import itertools
import re
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest
from hypothesis import HealthCheck, Phase, assume, given, settings
from hypothesis import strategies as st
from server.party_guests import QUICK, guest
from server.playground import Clock, Entropy, open_lobby, settle

from sapper import Action, Game, Rules
from sapper.analysis.odds import arrangements
from sapper.layouts import FixedLayout
from sapper.minefield import Minefield
from sapper.server.parties import ids
from sapper.server.parties.modes import arena, race

if TYPE_CHECKING:
    from collections.abc import Iterator

RULES = Rules.parse("modern 8x8/12 lives=3")
FIRST = 27
NO_SHRINK = [Phase.explicit, Phase.reuse, Phase.generate]


class Step(NamedTuple):
    """A move of the player or of the opponent."""

    is_opponent: bool
    kind: str
    cell: int


@pytest.fixture(autouse=True, scope="module")
def told_at_once() -> Iterator[None]:
    """Let the first cell be known, and let everybody hear of a move before the next one."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ids, "drawn_cell", lambda *_: FIRST)
        patch.setattr(race.Race, "tell", 0)
        patch.setattr(arena.Arena, "tell", 0)
        yield


def begun(field: Minefield) -> Game:
    game = Game(RULES, layout=FixedLayout(field))
    game.open(*RULES.level.cell(FIRST))
    return game


def own_moves(field: Minefield, wanted: list[tuple[str, int]]) -> tuple[list[tuple[str, int]], Game]:
    """The moves of the player after which the game still goes on, and the game."""
    game, moves = begun(field), []
    for kind, cell in wanted:
        trial = game.before(0)
        trial.play(Action(kind, *RULES.level.cell(cell)))
        if not trial.status.is_over:
            game = trial
            moves.append((kind, cell))
    return moves, game


def opponents_moves(field: Minefield, wanted: list[tuple[str, int]]) -> list[tuple[str, int]] | None:
    """Moves of an opponent: each opens one number that is closed, or marks any closed cell."""
    game, moves = begun(field), []
    mines = {RULES.level.index(*cell) for cell in field.mines()}
    for kind, number in wanted:
        shown = game.board.to_bytes()
        closed = [cell for cell in range(RULES.level.cells) if shown[cell] == 9]
        if kind == "open":
            closed = [cell for cell in closed if cell not in mines and _number(field, cell)]
        if not closed or game.status.is_over:
            return None
        cell = closed[number % len(closed)]
        game.play(Action(kind, *RULES.level.cell(cell)))
        moves.append((kind, cell))
    return None if game.status.is_over else moves


def _number(field: Minefield, cell: int) -> int:
    row, col = RULES.level.cell(cell)
    around = [(row + down, col + right) for down in (-1, 0, 1) for right in (-1, 0, 1)]
    mines = set(field.mines())
    return sum(place in mines for place in around)


def in_turn(own: list[tuple[str, int]], others: list[tuple[str, int]]) -> list[Step]:
    steps: list[Step] = []
    for number in range(max(len(own), len(others))):
        steps += [Step(True, *move) for move in others[number : number + 1]]
        steps += [Step(False, *move) for move in own[number : number + 1]]
    return steps


async def record(mode: str, field: Minefield, steps: list[Step], folder: Path) -> list[list[str]]:
    """Play a race and return what the player was sent, somebody who watches, and somebody who comes late."""
    clock = Clock()
    made = open_lobby(folder, limits=QUICK, clock=clock, entropy=Entropy(), layout=lambda *_: FixedLayout(field))
    async with made as lobby:
        ada, bo, watcher = [await guest(lobby, name) for name in ("Ada", "Bo", "Watcher")]
        await ada.host(mode=mode, rules=str(RULES))
        await bo.join(ada.party)
        await watcher.join(ada.party, watch=True)
        for one in (ada, bo):
            one.send("ready", n=2)
            await settle(lobby)
        games = [(await one.board())["game"] for one in (ada, bo)]
        for one in (ada, bo):
            await one.until("delta")
        await _told(lobby)
        for n, step in enumerate(steps, 10):
            clock.time += 10
            player = bo if step.is_opponent else ada
            player.send("play", game=games[step.is_opponent], kind=step.kind, cell=step.cell, n=n)
            await _told(lobby)
        late = await guest(lobby, "Late")
        await late.join(ada.party, watch=mode == "arena")  # where it would get boards of its own
        await _told(lobby)
        again = await guest(lobby, player=ada.player)
        await again.join(ada.party)
        await _told(lobby)
        assert not any('"ghost"' in frame for one in (ada, watcher, late, again) for frame in one.frames)
        return [_comparable(one.frames) for one in (ada, watcher, late, again)]


async def _told(lobby: object) -> None:
    """Wait until a move is answered and everybody has heard of it."""
    for _ in range(3):
        await settle(lobby)  # type: ignore[arg-type]
        await asyncio.sleep(0.001)


def _comparable(frames: list[str]) -> list[str]:
    """Return frames without the names of tabs, which the tests number through, and without what depends on commits.

    The first squares of both players share a commit or not, so that progress at the start comes once or twice.
    """
    plain = [re.sub('"tab":"[^"]*"', "", frame) for frame in frames]
    started = [frame for frame in plain if not ('"t":"progress"' in frame and '"status":"ready"' in frame)]
    return [frame for frame, _ in itertools.groupby(started)]


def run(field: Minefield, steps: list[Step], mode: str = "race") -> list[list[str]]:
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(record(mode, field, steps, Path(folder)))


OWN = st.lists(st.tuples(st.sampled_from(["open", "open", "flag", "chord"]), st.integers(0, 63)), max_size=6)
KINDS = st.lists(st.sampled_from(["open", "open", "flag"]), min_size=1, max_size=6)


@settings(max_examples=25, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much], phases=NO_SHRINK)
@given(mode=st.sampled_from(["race", "arena"]), seed=st.integers(0, 10**6), own=OWN, kinds=KINDS, data=st.data())
def test_another_minefield_and_another_opponent_who_is_as_far_look_alike(
    mode: str, seed: int, own: list[tuple[str, int]], kinds: list[str], data: st.DataObject
) -> None:
    field = Minefield.lay(RULES, seed, RULES.level.cell(FIRST))
    moves, game = own_moves(field, own)
    other = next((found for found in arrangements(game.board, seed, 8) if found != field), field)
    assume(own_moves(other, own)[0] == moves)
    numbers = st.lists(st.integers(0, 63), min_size=len(kinds), max_size=len(kinds))
    opponents = [opponents_moves(board, list(zip(kinds, data.draw(numbers), strict=True))) for board in (field, other)]
    first, second = opponents
    assume(first is not None and second is not None)
    assert first is not None
    assert second is not None
    seen = [run(board, in_turn(moves, theirs), mode) for board, theirs in ((field, first), (other, second))]
    for one, another in zip(*seen, strict=True):
        assert one == another


def test_what_is_sent_would_differ_if_it_told_which_cells_are_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """The property above fails when the public progress says more than it should."""
    from sapper.server.parties.modes.race import Race

    honest = Race.progress

    def leaks(self: Race) -> object:
        lines = honest(self)
        for line in lines:
            shown = self._replicas[line.seat].game.board.to_bytes()
            line.board = sum(cell for cell, value in enumerate(shown) if value <= 8)
        return lines

    field = Minefield.lay(RULES, 5, RULES.level.cell(FIRST))
    cells = [cell for kind, cell in opponents_moves(field, [("open", 0), ("open", 20), ("open", 3)]) or []]
    races = [[Step(True, "open", cells[0])], [Step(True, "open", cells[-1])]]
    assert run(field, races[0]) == run(field, races[1])
    monkeypatch.setattr(Race, "progress", leaks)
    assert run(field, races[0]) != run(field, races[1])
