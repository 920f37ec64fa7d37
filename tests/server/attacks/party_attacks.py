"""Attacks on parties: rooms that are opened and left all the time, and a crowd that never stops to change things."""

from __future__ import annotations

import asyncio
import itertools
from typing import TYPE_CHECKING

from server.attacks.wire import TROUBLE, Deadline, Outcome, RawSocket, Refused, stopped, text
from waiting import PATIENCE

if TYPE_CHECKING:
    from server.attacks.catalogue import Target

_PACE = 1 / 38  # seconds between messages: just within the limit of a connection
_ADDRESS_PACE = 1 / 390  # the same for an address
_TERMS = {"rules": "modern 8x8/10", "seats": 16, "is_public": True}


async def open_rooms(server: Target, seconds: float) -> Outcome:
    """Thirty connections of five addresses open a room, start a round, and quit, drop or open another one."""
    outcome, deadline = Outcome(), Deadline(seconds)

    async def one(number: int) -> None:
        address = f"127.0.0.{2 + number % 5}"
        while deadline:
            socket = await _joined(server, address, outcome)
            if socket is None:
                await asyncio.sleep(0.1)
                continue
            try:
                for turn in range(number % 3, number % 3 + 6):
                    socket.write(text("host", n=turn, terms=_TERMS | {"mode": ("coop", "arena", "race")[turn % 3]}))
                    answer = await socket.message("entered", "refused", seconds=deadline.left)
                    outcome[answer["t"] if answer["t"] == "entered" else f"refused {answer['code']}"] += 1
                    socket.write(text("start", n=turn))
                    if turn % 2:
                        socket.write(text("quit", n=turn))
                    await asyncio.sleep(_PACE)
            except TROUBLE:
                outcome["late" if socket.code is None else f"closed {socket.code}"] += 1
            finally:
                socket.abort()

    await asyncio.gather(*(one(number) for number in range(30)))
    return outcome


async def crowd(server: Target, seconds: float) -> Outcome:
    """Sixteen people and fourteen who watch, at two addresses, change, point and talk as fast as they may.

    They go on until they were refused: a busy machine takes its time to read more than an address may send.
    """
    outcome, deadline, last = Outcome(), Deadline(seconds), Deadline(seconds + PATIENCE)
    owner = await RawSocket.hello(server.port, "127.0.0.2")
    answer = {"t": "refused"}
    while answer["t"] == "refused":  # while the rooms of an attack before count
        if not deadline:
            return outcome
        owner.write(text("host", n=0, terms=_TERMS))
        answer = await owner.message("entered", "refused")
        await asyncio.sleep(_PACE)
    party = answer["party"]

    async def read(socket: RawSocket) -> None:
        while True:
            answer = await socket.message("party", "refused", "said", "aimed", seconds=600)
            outcome[f"refused {answer['code']}" if answer["t"] == "refused" else answer["t"]] += 1

    async def one(number: int) -> None:
        socket = owner if not number else await _joined(server, f"127.0.0.{2 + number % 2}", outcome)
        if socket is None:
            return
        socket.write(text("join", n=0, party=party, watch=number > 15))
        reading = asyncio.create_task(read(socket))
        try:
            for n in itertools.count(1):
                is_enough = not deadline and (outcome["refused limit"] or not last)
                if is_enough or reading.done():
                    break
                messages = (
                    text("aim", x=n % 8, y=1, mark=True),
                    text("ready", n=n, is_ready=bool(n % 2)),
                    text("rename", name=f"Eve {n}"),
                    text("say", n=n, text="again and again"),
                    text("choose", n=n, terms=_TERMS | {"name": str(n)}),
                    text("join", n=n, party=party, watch=bool(n % 2)),
                )
                socket.write(messages[n % len(messages)])
                outcome["sent"] += 1
                await asyncio.sleep(_ADDRESS_PACE * 15)
        finally:
            await stopped([reading])
            outcome[f"closed {socket.code}"] += socket.code is not None
            socket.abort()

    await asyncio.gather(*(one(number) for number in range(30)))
    return outcome


async def _joined(server: Target, address: str, outcome: Outcome) -> RawSocket | None:
    """Return a connection that said hello, None if there is none to be had."""
    try:
        return await RawSocket.hello(server.port, address)
    except Refused as refused:
        outcome[f"status {refused.status}"] += 1
    except TROUBLE:
        outcome["no connection"] += 1
    return None
