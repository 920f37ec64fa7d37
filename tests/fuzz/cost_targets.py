"""The cost of every reader, summary, statistic and API handler: linear in what was sent."""

from __future__ import annotations

import re
from array import array
from base64 import b64encode
from functools import cache, partial
from typing import TYPE_CHECKING, Any

import msgspec
from fuzz import client_targets, content_targets, reader_targets, server_targets
from fuzz.cost import ProcessorTime
from fuzz.target import Draw, Target, expect
from httpx import ASGITransport, AsyncClient
from server.typed_values import MESSAGES, largest

from sapper import Action, Game, GameError, Rules, Seed
from sapper.action import DEVICES, LogEntry
from sapper.analysis.metrics import measure_replay
from sapper.analysis.review import judge_moves
from sapper.errors import SapperError
from sapper.formats import read_replay, write_replay
from sapper.history import chart_series, statistics
from sapper.history.results import Results
from sapper.history.summary import summary_of
from sapper.replay import Replay
from sapper.replay.packed import body as packed_body
from sapper.replay.text import read_playable
from sapper.server.app import App
from sapper.server.http.endpoint import ENDPOINTS
from sapper.server.http.endpoints.replays import steps_of
from sapper.server.limits import Limits

if TYPE_CHECKING:
    from collections.abc import Callable

    from fuzz.cost import Measure

    from sapper.server.http.endpoint import Endpoint
    from sapper.server.rooms.lobby import Lobby

    Subject = Callable[[Draw, Measure], None]

BOARDS = ("modern 8x8/10", "modern 16x16/40 practice=on", "modern 30x16/99 questions=on", "modern 40x40/5 practice=on")
KINDS = ("open", "flag", "question", "clear", "chord", "hint", "undo", "redo", "pause", "resume")
PATTERN = 12  # actions that are repeated
ACTIONS = 1000  # of the shorter replay
JUDGED = 12  # the same where each move is analysed
GAMES = 2000  # of the shorter history
PIECES = 1000  # bytes that are put into the shorter text


# Replays


class Shape:
    """A game as the bytes of a fuzzer describe it: a board, and actions that are repeated."""

    def __init__(self, draw: Draw) -> None:
        self._rules = Rules.parse(draw.pick(BOARDS))
        self._players = 1 + draw.number(2)
        level = self._rules.level
        self._pattern = [
            LogEntry(
                Action(kind, draw.number(level.height - 1), draw.number(level.width - 1))
                if (kind := draw.pick(KINDS)) in KINDS[:5]
                else Action(kind),
                by=draw.number(self._players - 1),
                device=draw.pick(DEVICES),
            )
            for _ in range(1 + draw.number(PATTERN - 1))
        ]

    def replay(self, actions: int) -> Replay:
        """Return a replay with so many actions, fewer if the game ends."""
        seed = Seed.of("cost")
        game = Game(self._rules, seed)
        game.open(0, 0)
        for at in range(actions):
            entry = self._pattern[at % len(self._pattern)]
            if game.status.is_over:
                break
            expect((GameError,), partial(game.apply, entry._replace(at=at)))
        if not game.status.is_over:
            game.apply(LogEntry(Action("resign"), at=actions))
        return Replay.of(game, seed, players=["Ann", "Bob", "Cy"][: self._players])


def _of_replay(name: str, work: Callable[[Replay], Callable[[], object]], actions: int = ACTIONS) -> Subject:
    """Return a subject: `work` prepares a call for a replay."""

    def check(draw: Draw, measure: Measure) -> None:
        shape, least = Shape(draw), measure.shorter(actions)
        short, long = shape.replay(least), shape.replay(measure.growth * least)
        if len(short) < len(long) / 2:
            measure.check(name, _quiet(work(short)), _quiet(work(long)), len(packed_body(long)))

    return check


def _quiet(call: Callable[[], object]) -> Callable[[], object]:
    return lambda: expect((SapperError,), call)


def _posted(path: str, encode: Callable[[Replay], bytes]) -> Callable[[Replay], Callable[[], object]]:
    """Return the call that sends a replay to the API."""

    def prepare(replay: Replay) -> Callable[[], object]:
        content = encode(replay)
        return lambda: server_targets.http().lobbies.run(lambda lobby: _post(lobby, path, content))

    return prepare


async def _post(lobby: Lobby, path: str, content: bytes) -> None:
    app = App(lobby.services, lobby, [server_targets.ORIGIN], server_targets.http().api)
    async with AsyncClient(transport=ASGITransport(app), base_url=server_targets.ORIGIN) as web:
        answer = await web.post(path, content=content, headers={"origin": server_targets.ORIGIN})
    assert answer.status_code in (200, 422), answer.text


OF_REPLAYS: dict[str, Callable[[Replay], Callable[[], object]]] = {
    "summary": lambda replay: lambda: summary_of(replay),
    "metrics": lambda replay: lambda: measure_replay(replay),
    "pack": lambda replay: replay.pack,
    "unpack": lambda replay: partial(Replay.load, replay.pack()),
    "entries": lambda replay: lambda: list(replay.steps()),
    "write text": lambda replay: replay.to_text,
    "read text": lambda replay: partial(Replay.parse, replay.to_text()),
    "read in part": lambda replay: partial(read_playable, replay.to_text()),
    "write rawvf": lambda replay: partial(write_replay, replay, "rawvf"),
    "read rawvf": lambda replay: partial(read_replay, write_replay(replay, "rawvf"), "a.rawvf"),
    "names": lambda replay: partial(replay.with_player, "Dan", 0),
    "steps": lambda replay: partial(steps_of, replay, 0, len(replay), Limits(answer=1 << 30)),
    "verify a replay": _posted("/api/replays/verify", Replay.pack),
    "play a replay": _posted("/api/replays/playable", lambda replay: replay.to_text().encode()),
    "import a replay": _posted("/api/replays?name=a.sapper", Replay.pack),
    "restore a backup": _posted("/api/backup", lambda replay: b64encode(replay.pack())),
}


# Requests and messages of every kind


def _of_endpoint(one: Endpoint) -> Subject:
    """Return a subject: a request with a long query and a long body."""

    def prepare(size: int) -> Callable[[], object]:
        query = {name: "x" * (size // len(one.query)) for name in one.query}
        content = _body(one.body.kind, size) if one.body is not None else b""
        lobbies = server_targets.http().lobbies
        return lambda: lobbies.run(lambda lobby: _ask(lobby, one, query, content))

    def check(_: Draw, measure: Measure) -> None:
        least = measure.shorter(PIECES)
        longer = measure.growth * least
        measure.check(f"{one.method} {one.path}", prepare(least), prepare(longer), longer)

    return check


def _body(kind: Any, size: int) -> bytes:
    return b"x" * size if isinstance(kind, str) else msgspec.json.encode(largest(kind, size))


async def _ask(lobby: Lobby, one: Endpoint, query: dict[str, str], content: bytes) -> None:
    path = re.sub(r"{\w+:int}", "1", one.route).replace("{", "").replace("}", "")
    app = App(lobby.services, lobby, [server_targets.ORIGIN], server_targets.http().api)
    async with AsyncClient(transport=ASGITransport(app), base_url=server_targets.ORIGIN) as web:
        headers = {"origin": server_targets.ORIGIN}
        answer = await web.request(one.method, path, params=query, content=content, headers=headers)
    assert answer.status_code < 500, answer.text


def _of_message(tag: str) -> Subject:
    """Return a subject: a message whose texts and lists are long, to a game of one's own and to a party."""

    def check(_: Draw, measure: Measure) -> None:
        def send(size: int) -> Callable[[], object]:
            message = largest(MESSAGES[tag], size) | {"more": [0] * size}
            return lambda: server_targets.send_in_game_and_party(message)

        least = measure.shorter(PIECES)
        longer = measure.growth * least
        measure.check(f"message {tag}", send(least), send(longer), longer)

    return check


# Histories


@cache
def _history(codes: bytes, times: int, games: int) -> Results:
    numbers = range(games)
    elapsed = [1000 + number * 7919 % times for number in numbers]
    played = bytes(codes[number % len(codes)] % 3 for number in numbers)
    columns = [list(numbers), [10_000 * number for number in numbers], elapsed, *([[5] * games] * 3)]
    return Results(played, *(array("q", column) for column in columns))


STATISTICS: dict[str, Callable[[Results], object]] = {
    "figures": statistics.figures,
    "distribution": statistics.distribution,
    "progress": statistics.progress,
    "percentiles": statistics.percentiles,
    "newest wins": chart_series.newest_wins,
    "fastest wins": lambda history: chart_series.fastest_wins(history, 100),
    "survival": chart_series.survival,
    "days": lambda history: chart_series.days(history, 10_000 * len(history.id)),
}


def _of_history(name: str, work: Callable[[Results], object]) -> Subject:
    def check(draw: Draw, measure: Measure) -> None:
        times, codes, least = 1 + draw.number(100_000), draw.take(1 + draw.number(20)), measure.shorter(GAMES)
        short, long = _history(codes, times, least), _history(codes, times, measure.growth * least)
        measure.check(name, lambda: work(short), lambda: work(long), 8 * len(long.id))

    return check


# Texts and files


def _pumped(target: Target) -> Subject:
    """Return a subject: a piece of what the target begins with is repeated in its middle."""

    def check(draw: Draw, measure: Measure) -> None:
        seed = draw.pick(target.seeds())
        first, last = sorted((draw.number(len(seed)), draw.number(len(seed))))
        piece = seed[first:last][:200] or draw.take(1)

        def make(size: int) -> bytes:
            return seed[:last] + piece * (size // len(piece)) + seed[last:]

        least = measure.shorter(PIECES)
        short, long = make(least), make(measure.growth * least)
        measure.check(target.name, lambda: target.run(short), lambda: target.run(long), len(long))

    return check


READERS = [
    target
    for target in (*server_targets.TARGETS, *client_targets.TARGETS, *reader_targets.TARGETS)
    if target.name != "lobby"  # whose messages are the target `messages`, and a room has its own limits
]
SUBJECTS: dict[str, Subject] = {
    **{name: _of_replay(name, work) for name, work in OF_REPLAYS.items()},
    "review": _of_replay("review", lambda replay: lambda: list(judge_moves(replay)), JUDGED),
    **{name: _of_history(name, work) for name, work in STATISTICS.items()},
    **{f"{one.method} {one.path}": _of_endpoint(one) for one in ENDPOINTS},
    **{f"message {tag}": _of_message(tag) for tag in MESSAGES},
    **{f"{target.name} repeated": _pumped(target) for target in READERS},
    **content_targets.SUBJECTS,
}


def check(data: bytes, measure: Measure) -> None:
    """Let a measure compare what bytes describe: a subject, and its input."""
    draw = Draw(data)
    SUBJECTS[draw.pick(tuple(SUBJECTS))](draw, measure)


def seeds_of(name: str) -> bytes:
    """Return what begins with a subject: a long game with moves that change nothing, by every device in turn."""
    shape = bytes([0, 0, 4]) + b"".join(bytes([0, 0, 0, 0, device]) for device in (1, 2, 3, 4, 0))
    number, most = tuple(SUBJECTS).index(name), len(SUBJECTS) - 1
    return number.to_bytes((most.bit_length() + 7) // 8, "big") + shape


TARGETS = (
    Target(
        "cost",
        partial(check, measure=ProcessorTime()),
        lambda: [seeds_of(name) for name in SUBJECTS],
        longest=80,
        is_timed=True,
    ),
)
