"""Attacks by messages of the protocol: boards that fill the memory, views that nobody reads, moves that cost much."""

from __future__ import annotations

import asyncio
import itertools
from math import isqrt
from typing import TYPE_CHECKING, Any, NamedTuple

from server.attacks.wire import TROUBLE, Deadline, Outcome, RawSocket, Refused, text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from server.attacks.catalogue import Target

_PACE = 1 / 38  # seconds between messages: just within the limit of a connection
#: Boards that fill the memory or take long to open: for a network all of them are too large.
GREEDY = (
    "modern 10000x10000/5000000",
    "modern 10000x10000/20000000",
    "modern 10000x5000/2500000",
    "modern 1x100000000/100",
    "modern 3x33000000/1",
)


class Game(NamedTuple):
    """A game that was prepared: who plays it, and where."""

    token: str
    room: str
    id: str


async def boards(server: Target, seconds: float) -> Outcome:
    """Thirty connections of five addresses start the largest games that there are, open them, and load them again."""
    outcome, deadline = Outcome(), Deadline(seconds)
    rooms: list[tuple[str, str]] = []  # with the player of each

    async def one(number: int) -> None:
        address = f"127.0.0.{2 + number % 5}"
        for turn in itertools.count():
            if not deadline:
                return
            socket = await _joined(server, address, outcome)
            if socket is None:
                await asyncio.sleep(0.1)
                continue
            try:
                largest = _largest((await socket.message("welcome", seconds=deadline.left))["most_cells"])
                rules = (*GREEDY, largest, largest)[(number + turn) % (len(GREEDY) + 2)]
                answer = await socket.start(rules, deadline.left)
                outcome["sent"] += 1
                if answer["t"] == "refused":
                    outcome[f"refused {answer['code']}"] += 1
                    await asyncio.sleep(0.1)
                    continue
                outcome["huge board" if rules in GREEDY else "board"] += 1
                rooms.append((socket.token, answer["room"]))
                socket.write(text("play", game=answer["game"], n=1, kind="open", cell=answer["width"] // 2))
                opened = await socket.message("delta", "refused", seconds=deadline.left)
                outcome[opened["t"] if opened["t"] == "delta" else f"refused {opened['code']}"] += 1
            except TROUBLE:
                outcome["late" if socket.code is None else f"closed {socket.code}"] += 1
            finally:
                socket.abort()
            await _again(server, address, rooms, outcome, deadline)

    await asyncio.gather(*(one(number) for number in range(30)))
    return outcome


def _largest(cells: int) -> str:
    side = max(isqrt(cells), 10)
    return f"modern {side}x{side}/{max(side * side // 20, 1)}"


async def _again(
    server: Target, address: str, rooms: list[tuple[str, str]], outcome: Outcome, deadline: Deadline
) -> None:
    """Come back to one of the rooms, so that it is loaded."""
    if not rooms or not deadline:
        return
    token, room = rooms[len(rooms) // 2]
    try:
        socket = await RawSocket.hello(server.port, address, token=token, room=room)
    except (*TROUBLE, Refused):
        return
    try:
        found = await socket.message("board", "refused", seconds=deadline.left)
        outcome["reloaded" if found["t"] == "board" else f"refused {found['code']}"] += 1
    except TROUBLE:
        outcome["late"] += 1
    finally:
        socket.abort()


async def _joined(server: Target, address: str, outcome: Outcome, **fields: str) -> RawSocket | None:
    try:
        return await RawSocket.hello(server.port, address, **fields)  # type: ignore[arg-type]
    except Refused as refused:
        outcome[f"status {refused.status}"] += 1
    except TROUBLE:
        outcome["no connection"] += 1
    return None


async def prepare_undo(server: Target, games: int = 6, moves: int = 3800) -> list[Game]:
    """Play some long practice games, quickly: the limits of messages have to be off."""

    async def play() -> Game:
        socket = await RawSocket.hello(server.port, "127.0.0.2", tab="undo")
        board = await socket.start("modern 100x100/1000 practice=on lives=99")
        for first in range(0, moves, 100):
            for n in range(first, first + 100):
                socket.write(text("play", game=board["game"], n=n + 1, kind="flag", cell=n))
            for _ in range(100):
                answer = await socket.message("delta", "refused")
                assert answer["t"] == "delta", answer
        socket.abort()
        return Game(socket.token, board["room"], board["game"])

    return list(await asyncio.gather(*(play() for _ in range(games))))


async def live_undo(server: Target, seconds: float, games: Iterable[Game]) -> Outcome:
    """Undo and redo in long games, within the limits of messages."""

    def move(n: int, game: Game) -> dict[str, Any]:
        return {"t": "play", "game": game.id, "n": 10_000 + n, "kind": "redo" if n % 4 == 3 else "undo"}

    outcome, deadline = Outcome(), Deadline(seconds)

    async def one(game: Game) -> None:
        socket = await _joined(server, "127.0.0.2", outcome, token=game.token, room=game.room, tab="undo")
        if socket is not None:
            await _paced(socket, lambda n: move(n, game), outcome, deadline)

    await asyncio.gather(*(one(game) for game in games))
    return outcome


async def refused_moves(server: Target, seconds: float) -> Outcome:
    """Eight connections play in a game that is not theirs."""
    play = {"t": "play", "game": "nothing", "kind": "open", "cell": 0}
    return await _everywhere(server, seconds, lambda n: play | {"n": n})


async def foreign_rooms(server: Target, seconds: float) -> Outcome:
    """Eight connections ask for a room of another player, and for one that does not exist."""
    victim = await RawSocket.hello(server.port, "127.0.0.3")
    room = (await victim.start("modern beginner"))["room"]
    try:
        return await _everywhere(server, seconds, lambda n: {"t": "hello", "room": room if n % 2 else f"nothing{n}"})
    finally:
        victim.abort()


async def _everywhere(server: Target, seconds: float, message: Callable[[int], dict[str, Any]]) -> Outcome:
    outcome, deadline = Outcome(), Deadline(seconds)

    async def one() -> None:
        while deadline:
            socket = await _joined(server, "127.0.0.2", outcome)
            if socket is None:
                await asyncio.sleep(0.1)
                continue
            try:
                await socket.start("modern beginner")
            except TROUBLE:
                outcome["cut"] += 1
                socket.abort()
                continue
            await _paced(socket, message, outcome, deadline)

    await asyncio.gather(*(one() for _ in range(8)))
    return outcome


async def _paced(
    socket: RawSocket, message: Callable[[int], dict[str, Any]], outcome: Outcome, deadline: Deadline
) -> None:
    """Send messages as fast as the limits allow, and count the answers."""

    async def count() -> None:
        while True:
            answer = await socket.message("delta", "refused", "board", seconds=600)
            outcome[f"refused {answer['code']}" if answer["t"] == "refused" else answer["t"]] += 1

    counting = asyncio.create_task(count())
    try:
        for n in itertools.count(1):
            if not deadline or counting.done():
                break
            fields = message(n)
            socket.write(text(fields.pop("t"), **fields))
            outcome["sent"] += 1
            await asyncio.sleep(_PACE)
    finally:
        counting.cancel()
        await asyncio.wait({counting})
        if socket.code is not None:
            outcome[f"closed {socket.code}"] += 1
        socket.abort()


async def views(server: Target, seconds: float) -> Outcome:
    """Ten connections look at another part of a large board all the time, and read nothing."""
    outcome, deadline = Outcome(), Deadline(seconds)

    async def one(number: int) -> None:
        while deadline:
            try:
                socket = await RawSocket.hello(server.port, f"127.0.0.{2 + number % 2}", 1 << 14)
            except (*TROUBLE, Refused):
                outcome["no connection"] += 1
                await asyncio.sleep(0.1)
                continue
            try:
                cells = (await socket.message("welcome"))["most_cells"]
                side = min(isqrt(cells), 1000)
                board = await socket.start(f"modern {side}x{side}/{side * side // 20}")
                if board["t"] == "refused":
                    outcome[f"refused {board['code']}"] += 1
                    await asyncio.sleep(0.2)
                    continue
                socket.write(text("play", game=board["game"], n=1, kind="open", cell=side * side // 2))
                await socket.message("delta", "refused")
                for turn in itertools.count():
                    if not deadline:
                        break
                    top, left = turn % 2 * (side // 2), turn // 2 % 2 * (side // 2)
                    view = {"game": board["game"], "top": top, "left": left, "height": 512, "width": 512}
                    socket.write(text("view", **view))
                    outcome["sent"] += 1
                    await socket.drain(max(deadline.left, 0.1))
                    await asyncio.sleep(_PACE)
            except TROUBLE:
                outcome["cut" if deadline else "late"] += 1
            finally:
                socket.abort()

    await asyncio.gather(*(one(number) for number in range(10)))
    return outcome
