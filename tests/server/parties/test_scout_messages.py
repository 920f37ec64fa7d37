"""Whatever a scout sends in a race or an arena, what it gets follows from what it has opened itself.

Two rounds have minefields that agree on every cell that the scout has opened, the mines that it hit included. It sends
the same messages in both, of every kind that there is, in any order, also after its own game has ended. It is sent the
same, byte by byte, and so is somebody who watches, and a stranger who asks over HTTP.
"""

from __future__ import annotations

import asyncio
import re
import tempfile
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, get_args

import pytest
from hypothesis import HealthCheck, Phase, assume, given, settings
from hypothesis import strategies as st
from server.parties.test_scout import FREE, Scout
from server.party_guests import guest, replica_of
from server.playground import Clock, Entropy, open_lobby, settle

from sapper import Game, Rules, Seed
from sapper.analysis.odds import arrangements
from sapper.board import Board, CellState
from sapper.daily import day_of
from sapper.layouts import FixedLayout, layout_of
from sapper.minefield import Minefield
from sapper.server.parties import ids
from sapper.server.parties.modes import arena, race
from sapper.server.protocol import game_messages

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sapper.layouts import Layout
    from sapper.server.rooms.lobby import Lobby

RULES = Rules.parse("modern 8x8/12 lives=2")
OTHER = "modern 9x9/10"  # of games beside the round
FIRST = 27
NO_SHRINK = [Phase.explicit, Phase.reuse, Phase.generate]
CELLS = st.integers(0, 63)
MOVES = st.sampled_from(["open"] * 3 + ["flag", "question", "clear", "chord", "resign", "pause", "hint", "undo"])
TERMS = {"mode": "coop", "rules": OTHER}
#: The fields of every message that there is, beside `n`. The game and the party are those of the round.
MESSAGES: dict[str, st.SearchStrategy[dict[str, Any]]] = {
    "hello": st.just({}),
    "new": st.just({"rules": OTHER}),
    "retry": st.just({}),
    "play": st.fixed_dictionaries({"kind": MOVES, "cell": CELLS}),
    "help": st.fixed_dictionaries(
        {"topic": st.sampled_from(["hint", "odds", "move", "next", "why", "proof"]), "cell": CELLS}
    ),
    "cancel": st.just({}),
    "view": st.just({"top": 0, "left": 0, "height": 8, "width": 8}),
    "rename": st.just({"name": "Eve"}),
    "ping": st.just({}),
    "leave": st.just({}),
    "host": st.just({"terms": TERMS}),
    "join": st.fixed_dictionaries({"watch": st.booleans(), "seq": st.integers(0, 5)}),
    "match": st.just({"terms": TERMS}),
    "quit": st.just({}),
    "stand": st.just({}),
    "ready": st.just({}),
    "start": st.just({}),
    "choose": st.just({"terms": TERMS}),
    "kick": st.just({"seat": 0}),
    "admit": st.just({"player": "A" * 16}),
    "hand": st.just({"seat": 0}),
    "solver": st.just({"strength": "fast"}),
    "mute": st.just({"seat": 0}),
    "say": st.fixed_dictionaries({"phrase": st.integers(0, 11)}),
    "aim": st.just({"x": 1.0, "y": 1.0, "mark": True}),
}
KINDS = {kind.__struct_config__.tag: kind for kind in get_args(game_messages.Inbound)}
Message = tuple[str, dict[str, Any]]
ONE = st.sampled_from(sorted(MESSAGES)).flatmap(lambda tag: MESSAGES[tag].map(lambda fields: (tag, fields)))
PLAY = MESSAGES["play"].map(lambda fields: ("play", fields))
SCRIPT = st.lists(st.one_of(PLAY, PLAY, ONE), min_size=1, max_size=12)


@pytest.fixture(autouse=True, scope="module")
def known() -> Iterator[None]:
    """Let the first cell be known, and let everybody hear of a move before the next one."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ids, "drawn_cell", lambda *_: FIRST)
        patch.setattr(race.Race, "tell", 0)
        patch.setattr(arena.Arena, "tell", 0)
        patch.setattr(arena, "_BREAK", 0.0)
        yield


def test_every_kind_of_message_is_sent() -> None:
    assert set(MESSAGES) == set(KINDS)


async def record(mode: str, field: Minefield, script: list[Message], folder: Path) -> tuple[list[list[str]], Board]:
    """Play a round and return what everybody who scouts was sent, and what the scout has opened."""

    def layout(rules: Rules, seed: Seed) -> Layout:
        return FixedLayout(field) if rules == RULES else layout_of(rules, seed)

    async with open_lobby(folder, limits=FREE, clock=Clock(), entropy=Entropy(), layout=layout) as lobby:
        ada, eve, watcher = [await guest(lobby, name) for name in ("Ada", "Eve", "Watcher")]
        await ada.host(mode=mode, rules=str(RULES), **({"boards": 1} if mode == "arena" else {}))
        await eve.join(ada.party)
        await watcher.join(ada.party, watch=True)
        for one in (ada, eve):
            one.send("ready", n=2)
            await settle(lobby)
        for one in (ada, eve):
            await one.board()
            await one.until("delta")
        await told(lobby)
        replica = replica_of(eve)
        for n, (tag, fields) in enumerate(script, 10):
            numbered = {"n": n} if "n" in KINDS[tag].__struct_fields__ else {}
            eve.send(tag, **numbered, **_addressed(tag, fields, replica.id, ada.party))
            await told(lobby)
        scout = Scout(SimpleNamespace(lobbies=[lobby]), day_of(lobby.services.now()))  # type: ignore[arg-type]
        scout.party = ada.party
        await scout.read_everything()
        again = await guest(lobby, player=eve.player)
        await again.join(ada.party)
        await told(lobby)
        assert not replica_of(ada).game.status.is_over
        answers = [re.sub(rb"[\d.]+e?[-+\d]*", b"", answer).decode() for answer in scout.answers[:-1]]
        return [*(_seen(one.frames) for one in (eve, watcher, again)), answers], replica.game.board.copy()


def _seen(frames: list[str]) -> list[str]:
    """Return what somebody was sent, without names of tabs; of the reports of how far all are, the last one.

    They come between the others when their time has come.
    """
    frames = [re.sub('"tab":"[^"]*"', "", frame) for frame in frames]
    reports = [frame for frame in frames if '"t":"progress"' in frame]
    return [*(frame for frame in frames if frame not in reports), *reports[-1:]]


async def told(lobby: Lobby) -> None:
    """Wait until a message is answered and everybody has heard of it."""
    for _ in range(3):
        await settle(lobby)
        await asyncio.sleep(0.001)


def _addressed(tag: str, fields: dict[str, Any], game: str, party: str) -> dict[str, Any]:
    """Return the fields of a message about the round."""
    if tag in ("play", "help", "view"):
        fields = fields | {"game": game}
    if fields.get("kind") in ("resign", "pause", "undo", "hint"):
        fields = {name: value for name, value in fields.items() if name != "cell"}
    return fields | {"party": party, "game": game} if tag == "join" else fields


def played(mode: str, field: Minefield, script: list[Message]) -> tuple[list[list[str]], Board]:
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(record(mode, field, script, Path(folder)))


def another(field: Minefield, seen: Board, seed: int) -> Minefield | None:
    """Return another minefield that looks the same where the scout has opened it, None if there is none."""
    marks = bytes.maketrans(bytes([CellState.FLAG, CellState.QUESTION]), bytes([CellState.HIDDEN] * 2))
    board = Board.from_bytes(seen.level, seen.to_bytes().translate(marks))
    return next((found for found in arrangements(board, seed, 8) if found != field), None)


@pytest.mark.long
@settings(max_examples=20, suppress_health_check=list(HealthCheck), phases=NO_SHRINK, deadline=None)
@given(mode=st.sampled_from(["race", "arena"]), seed=st.integers(0, 10**6), script=SCRIPT)
def test_what_a_scout_gets_follows_from_what_it_has_opened(mode: str, seed: int, script: list[Message]) -> None:
    field = Minefield.lay(RULES, seed, RULES.level.cell(FIRST))
    first, seen = played(mode, field, script)
    other = another(field, seen, seed)
    assume(other is not None)
    assert other is not None
    second, _ = played(mode, other, script)
    for one, two in zip(first, second, strict=True):
        assert one == two


def test_a_loss_that_shows_more_than_the_hit_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The property fails where a round seals nothing."""
    from sapper.server.parties.modes.contest import Contest

    field = Minefield.lay(RULES, 5, RULES.level.cell(FIRST))
    mines = [RULES.level.index(*cell) for cell in field.mines()]
    script: list[Message] = [("play", {"kind": "open", "cell": cell}) for cell in mines[:2]]
    game = Game(RULES, layout=FixedLayout(field), conceals=True)
    for cell in (FIRST, *mines[:2]):
        game.open(*RULES.level.cell(cell))
    other = another(field, game.board, 1)
    assert other is not None
    assert played("race", field, script) == played("race", other, script)
    monkeypatch.setattr(Contest, "seal", None)
    assert played("race", field, script)[0] != played("race", other, script)[0]
