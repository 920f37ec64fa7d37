"""Hidden cells change nothing that is sent: two minefields that agree on what is revealed look exactly alike."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import tempfile
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from hypothesis import HealthCheck, Phase, assume, given, settings
from hypothesis import strategies as st
from server.playground import Client, Clock, Entropy, open_lobby, settle

from sapper import Action, Game, Rules, Seed, Status
from sapper.analysis.odds import arrangements
from sapper.daily import GRADES, daily_board, day_of
from sapper.errors import GameError
from sapper.layouts import FixedLayout, layout_of
from sapper.minefield import Minefield
from sapper.server.app import App
from sapper.server.http.routes import make_api
from sapper.server.operations.health import make_health
from sapper.server.rooms import daily_rooms, secrecy

if TYPE_CHECKING:
    from sapper.layouts import Layout
    from sapper.server.rooms.lobby import Lobby

ORIGIN = "http://test"
NOW = 1_800_000_000  # by the clock of the playground
api = cache(make_api)
#: Metrics that differ from run to run.
CHANGING = re.compile("commit|job|process_|loop_lag|_bytes")
PATHS = (
    "/api/me",
    "/api/rooms",
    "/api/games",
    "/api/games/csv",
    "/api/statistics",
    "/api/statistics/charts",
    "/api/best-times",
    "/api/best-times/own?rules=modern+beginner",
    "/api/backup",
    "/api/daily",
    *(f"/api/daily/{{today}}/{level}" for level in GRADES),
    "/api/games/{game}",
    "/api/games/{game}/steps",
    "/api/games/{game}/replay",
    "/api/games/{game}/picture",
    "/api/games/{game}/board",
    "/api/games/{game}/proof",
    "/api/games/{game}/review",
    "/api/games/{game}/same-board",
)
ADVICE = ("odds", "hint", "move", "analysis", "proof", "arrangement")


class Listener(logging.Handler):
    """Records every line of the log."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(re.sub(r"\d+ ms|0x[0-9a-f]+", "", self.format(record)))


async def _asked(lobby: Lobby, client: Client, diagram: str | None = None, game: int = 1) -> list[str]:
    """Ask everything that can be asked over HTTP about a game in play, and about the board of a diagram."""
    app = App(lobby.services, lobby, [ORIGIN], api())
    headers = {"cookie": f"sapper={client.player.token}", "host": "test", "origin": ORIGIN}
    answers = []
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url=ORIGIN, headers=headers) as web:
        if diagram is not None:
            body = {"board": diagram}
            answers.extend([_written(await web.post(f"/api/{topic}", json=body)) for topic in ADVICE])
            answers.append(_written(await web.post("/api/position", content=diagram)))
        today = daily_rooms.today(lobby.services)
        answers.extend([_written(await web.get(path.format(game=game, today=today))) for path in PATHS])
    health = httpx.ASGITransport(app=make_health(lobby.services, lobby))
    async with httpx.AsyncClient(transport=health, base_url="http://localhost") as web:
        metrics = (await web.get("/metrics")).text
    answers.append("\n".join(line for line in metrics.splitlines() if not CHANGING.search(line)))
    return answers


def _written(answer: httpx.Response) -> str:
    return f"{answer.url} {answer.status_code} {answer.text} {sorted(answer.headers.items())}"


def _diagram(board: dict[str, Any]) -> str | None:
    """Return what a `board` message shows, None if it has no cells."""
    if board.get("cells") is None:
        return None
    width, height = board["width"], board["height"]
    cells = board["cells"] if len(board["cells"]) > 1 else board["cells"] * width * height
    rows = [cells[start : start + width] for start in range(0, len(cells), width)]
    return "\n".join([f"{width}x{height}/{board['mines']}", *rows])


async def record(
    field: Minefield, new: dict[str, Any], script: list[dict[str, Any]], folder: Path
) -> tuple[list[str], ...]:
    """Play a script on a minefield, and return everything that leaves the server."""

    def layout(rules: Rules, seed: Seed) -> Layout:
        return FixedLayout(field) if rules.level == field.level else layout_of(rules, seed)

    clock, listener = Clock(), Listener()
    logger = logging.getLogger("sapper")
    logger.addHandler(listener)
    level, logger.level = logger.level, logging.DEBUG
    try:
        async with open_lobby(folder, clock=clock, entropy=Entropy(), layout=layout) as lobby:
            client = await Client(lobby).connect()
            await client.hello(tab="t", name="Eve")
            board = await client.new(**new)
            for message in script:
                clock.time += 137
                client.send(**(message | {"game": board["game"]}))
                await settle(lobby)
            late = await Client(lobby, client.player).connect()
            await late.hello(tab="u", room=board["room"])
            shown = await late.until("board")
            other = await Client(lobby, client.player).connect()
            await other.hello(tab="v")
            refused = await other.new(shown["rules"], moment={"game": 1, "actions": 1})
            assert (refused["t"], refused["code"]) == ("refused", "game")
            answers = await _asked(lobby, client, _diagram(shown))
            await settle(lobby)
            frames = [*client.frames, *late.frames, *other.frames]
    finally:
        logger.removeHandler(listener)
        logger.level = level
    return frames, answers, listener.lines


def _script(rules: Rules, field: Minefield, moves: list[tuple[str, int]]) -> tuple[list[dict[str, Any]], Game]:
    """Return the messages after which a game still goes on, and the game as it stands after them."""
    game = Game(rules, layout=FixedLayout(field))
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
        first = asyncio.run(record(field, {"rules": str(rules)}, script, Path(one)))
        second = asyncio.run(record(other, {"rules": str(rules)}, script, Path(two)))
    for one_output, other_output in zip(first, second, strict=True):
        assert one_output == other_output


@pytest.mark.parametrize("level", GRADES)
def test_a_daily_try_in_play_shows_nothing_but_its_open_cells(level: str) -> None:
    """Its board is no secret, but the server is not who gives it away."""
    board = daily_board(day_of(NOW), level)
    rules, first = board.rules, board.rules.level.index(*board.first)
    field = layout_of(rules, board.seed)(rules, board.first)
    moves = [("open", first), ("hint", 0), ("odds", 0), ("next", 0), ("flag", first), ("pause", 0), ("resume", 0)]
    script, game = _script(rules, field, moves)
    other = next(found for found in arrangements(game.board, 1, 8) if found != field)
    new = {"rules": "", "daily": level}
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as two:
        first_output = asyncio.run(record(field, new, script[1:], Path(one)))
        second_output = asyncio.run(record(other, new, script[1:], Path(two)))
    assert first_output == second_output
    assert not [line for output in first_output for line in output if board.seed.text in line]


def test_a_leak_would_be_noticed(monkeypatch: Any) -> None:
    """The property above fails when a message carries something of the truth."""
    from sapper.server.rooms.replica import GameReplica

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
        first = asyncio.run(record(field, {"rules": str(rules)}, script, Path(one)))
        second = asyncio.run(record(other, {"rules": str(rules)}, script, Path(two)))
    assert first != second


def _secrets(over: dict[str, Any]) -> list[str]:
    """Return what only the end of a game may show."""
    return [over["seed"], over["salt"], Seed.of(over["seed"]).bits.hex(), json.dumps(over["mines"])]


@pytest.mark.parametrize("new", [{"rules": "modern expert"}, {"rules": "", "daily": "expert"}])
def test_nothing_before_the_end_holds_the_seed_or_the_salt(tmp_path: Path, new: dict[str, Any]) -> None:
    now = NOW

    async def play() -> tuple[list[str], dict[str, Any]]:
        nonlocal now
        async with open_lobby(tmp_path, now=lambda: now) as lobby:
            client = await Client(lobby).connect()
            await client.hello()
            game = (await client.new(**new))["game"]
            await client.play(game, "open", 0, 1)
            client.send("help", game=game, n=2, topic="next")
            await client.until("next")
            frames = [*client.frames, *await _asked(lobby, client)]
            await client.play(game, "resign", None, 3)
            over = await client.until("over")
            if "sealed" in over:  # a daily board: its end is when the day is over
                frames = [*client.frames, *await _asked(lobby, client)]
                now += 24 * 3600
                await secrecy.open_day(lobby)
                over = await client.until("over")
            return frames, over

    frames, over = asyncio.run(play())
    for secret in _secrets(over):
        assert not [frame for frame in frames if secret in frame]


def test_a_game_from_a_moment_of_another_shows_no_seed_salt_or_mine_before_its_end(tmp_path: Path) -> None:
    """The board is known to whoever looks up the other game, but this game does not tell it."""

    async def play() -> tuple[list[str], list[str], dict[str, Any]]:
        async with open_lobby(tmp_path) as lobby:
            client = await Client(lobby).connect()
            await client.hello()
            game = (await client.new("modern expert"))["game"]
            await client.play(game, "open", 0, 1)
            await client.play(game, "resign", None, 2)
            await client.until("over")
            other = await Client(lobby).connect()
            await other.hello()
            board = await other.new("modern expert", moment={"game": 1, "actions": 1})
            assert (board["seq"], board["known_board"]) == (1, True)
            other.send("help", game=board["game"], n=1, topic="odds")
            await other.until("odds")
            frames, answers = list(other.frames), await _asked(lobby, other, _diagram(board), game=2)
            await other.play(board["game"], "resign", None, 2)
            return frames, answers, await other.until("over")

    frames, answers, over = asyncio.run(play())
    for secret in _secrets(over):
        assert not [line for line in [*frames, *answers] if secret in line]
