"""Hidden cells change nothing that is sent: two minefields that agree on what is revealed look exactly alike."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
from hypothesis import HealthCheck, Phase, assume, given, settings
from hypothesis import strategies as st
from server.playground import Client, Clock, Entropy, open_lobby, settle

from sapper import Action, Game, Rules, Seed, Status
from sapper.analysis.odds import arrangements
from sapper.errors import GameError
from sapper.layouts import fixed_layout
from sapper.minefield import Minefield
from sapper.server.api import make_api
from sapper.server.app import App
from sapper.server.health import make_health

if TYPE_CHECKING:
    from sapper.server.lobby import Lobby

ORIGIN = "http://test"
#: Metrics that differ from run to run.
CHANGING = re.compile("commit|job|process_|loop_lag|_bytes")
PATHS = (
    "/api/me",
    "/api/rooms",
    "/api/games",
    "/api/statistics",
    "/api/best-times",
    "/api/games/1",
    "/api/games/1/steps",
)


class Listener(logging.Handler):
    """Records every line of the log."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(re.sub(r"\d+ ms|0x[0-9a-f]+", "", self.format(record)))


async def _asked(lobby: Lobby, client: Client) -> list[str]:
    """Ask everything that can be asked over HTTP."""
    app = App(lobby.services, lobby, [ORIGIN], make_api())
    headers = {"cookie": f"sapper={client.player.token}", "host": "test"}
    answers = []
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url=ORIGIN, headers=headers) as web:
        for path in PATHS:
            answer = await web.get(path)
            answers.append(f"{path} {answer.status_code} {answer.text} {sorted(answer.headers.items())}")
    health = httpx.ASGITransport(app=make_health(lobby.services, lobby))
    async with httpx.AsyncClient(transport=health, base_url="http://localhost") as web:
        metrics = (await web.get("/metrics")).text
    answers.append("\n".join(line for line in metrics.splitlines() if not CHANGING.search(line)))
    return answers


async def record(field: Minefield, rules: Rules, script: list[dict[str, Any]], folder: Path) -> tuple[list[str], ...]:
    """Play a script on a minefield, and return everything that leaves the server."""
    clock, listener = Clock(), Listener()
    logger = logging.getLogger("sapper")
    logger.addHandler(listener)
    level, logger.level = logger.level, logging.DEBUG
    try:
        async with open_lobby(folder, clock=clock, entropy=Entropy(), layout=lambda *_: fixed_layout(field)) as lobby:
            client = await Client(lobby).connect()
            await client.hello(tab="t", name="Eve")
            board = await client.new(str(rules))
            for message in script:
                clock.time += 137
                client.send(**(message | {"game": board["game"]}))
                await settle(lobby)
            late = await Client(lobby, client.player).connect()
            await late.hello(tab="u", room=board["room"])
            await late.until("board")
            answers = await _asked(lobby, client)
            frames = [*client.frames, *late.frames]
    finally:
        logger.removeHandler(listener)
        logger.level = level
    return frames, answers, listener.lines


def _script(rules: Rules, field: Minefield, moves: list[tuple[str, int]]) -> tuple[list[dict[str, Any]], Game]:
    """Return the messages after which a game still goes on, and the game as it stands after them."""
    game = Game(rules, layout=fixed_layout(field))
    script: list[dict[str, Any]] = []
    for n, (kind, number) in enumerate(moves, 1):
        cell = number % rules.level.cells
        if kind in ("hint", "odds", "next", "why"):
            script.append({"t": "help", "n": n, "topic": kind, "cell": cell, "stage": number % 4 + 1})
            continue
        message: dict[str, Any] = {"t": "play", "n": n, "kind": kind}
        if kind in ("pause", "resume"):
            if game.status is (Status.PLAYING if kind == "pause" else Status.PAUSED):
                game.play(Action(kind))
            script.append(message)
            continue
        message["cell"] = cell
        trial = game.before(0)
        try:
            trial.play(Action(kind, *divmod(cell, rules.level.width)))
        except GameError:
            pass
        else:
            if trial.status.is_over:
                continue
            game = trial
        script.append(message)
    return script, game


NO_SHRINK = [Phase.explicit, Phase.reuse, Phase.generate]
KINDS = st.sampled_from(
    [
        "open",
        "open",
        "open",
        "flag",
        "flag",
        "chord",
        "clear",
        "question",
        "pause",
        "resume",
        "hint",
        "odds",
        "next",
        "why",
    ]
)


@settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much], phases=NO_SHRINK)
@given(
    level=st.sampled_from(["6x6/6", "9x9/14", "12x5/9", "70x65/700"]),
    choices=st.sampled_from(
        ["", "lives=3", "completion=both", "questions=on flood=sweep", "assists=flag-around", "loss=hit"]
    ),
    seed=st.integers(0, 10**6),
    moves=st.lists(st.tuples(KINDS, st.integers(0, 4549)), min_size=1, max_size=14),
)
def test_two_minefields_that_agree_on_what_is_revealed_look_alike(
    level: str, choices: str, seed: int, moves: list[tuple[str, int]]
) -> None:
    rules = Rules.parse(f"modern {level} {choices}")
    field = Minefield.lay(rules, seed, divmod(moves[0][1] % rules.level.cells, rules.level.width))
    script, game = _script(rules, field, moves)
    assume(not game.status.is_over)
    other = next((found for found in arrangements(game.board, seed, 8) if found != field), None)
    assume(other is not None)
    assert other is not None
    same, alike = _script(rules, other, moves)
    assume(same == script)  # by flags alone, a game may be won on one board and not on the other
    assert alike.board == game.board
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as two:
        first = asyncio.run(record(field, rules, script, Path(one)))
        second = asyncio.run(record(other, rules, script, Path(two)))
    for one_output, other_output in zip(first, second, strict=True):
        assert one_output == other_output


def test_a_leak_would_be_noticed(monkeypatch: Any) -> None:
    """The property above fails when a message carries something of the truth."""
    from sapper.server.replica import GameReplica

    message_of = GameReplica.message

    def leaks(self: GameReplica, *given: Any) -> Any:
        message = message_of(self, *given)
        truth = self.game._field
        message.hints = sum(truth.is_mine(cell) * cell for cell in range(self.rules.level.cells)) if truth else 0
        return message

    monkeypatch.setattr(GameReplica, "message", leaks)
    rules = Rules("9x9/14")
    field = Minefield.lay(rules, 1, (0, 0))
    script, game = _script(rules, field, [("open", 0)])
    other = next(found for found in arrangements(game.board, 1, 8) if found != field)
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as two:
        first = asyncio.run(record(field, rules, script, Path(one)))
        second = asyncio.run(record(other, rules, script, Path(two)))
    assert first != second


def test_nothing_before_the_end_holds_the_seed_or_the_salt(tmp_path: Path) -> None:
    async def play() -> tuple[list[str], dict[str, Any]]:
        async with open_lobby(tmp_path) as lobby:
            client = await Client(lobby).connect()
            await client.hello()
            game = (await client.new("modern expert"))["game"]
            await client.play(game, "open", 0, 1)
            client.send("help", game=game, n=2, topic="next")
            await client.until("next")
            frames = [*client.frames, *await _asked(lobby, client)]
            await client.play(game, "resign", None, 3)
            return frames, await client.until("over")

    frames, over = asyncio.run(play())
    seed = Seed.of(over["seed"])
    for secret in (over["seed"], over["salt"], seed.bits.hex(), json.dumps(over["mines"])):
        assert not [frame for frame in frames if secret in frame]
