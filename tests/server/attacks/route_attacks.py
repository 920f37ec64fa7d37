"""Attacks by what players do: tournaments that many enter and leave, answers, games handed over, whole histories."""

from __future__ import annotations

import asyncio
import itertools
import json
import time
from functools import cache
from typing import TYPE_CHECKING

from server.attacks.request_attacks import TWO, asked
from server.attacks.wire import TROUBLE, Deadline, Outcome, ask

from sapper import Seed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from server.attacks.catalogue import Target

_GUESTS = 12  # of an address
_ANSWERS = 5000  # at once


async def _guest(port: int, address: str) -> str | None:
    """Return the header of a new player."""
    try:
        answer = await ask(port, address, "GET", "/api/me")
    except TROUBLE:
        return None
    token = answer.headers.get("set-cookie", "").partition(";")[0].partition("=")[2]
    return f"Authorization: Bearer {token}" if token else None


async def tournaments(server: Target, seconds: float) -> Outcome:
    """Make tournaments, and let guests of two addresses enter and leave them, and ask for tables, without end."""
    outcome, deadline = Outcome(), Deadline(seconds)

    async def send(address: str, guest: str, path: str, **body: object) -> bytes:
        data = json.dumps(body).encode() if body else b""
        outcome["sent"] += 1
        method = "POST" if body else "GET"
        answer = ask(server.port, address, method, path, data, headers=[guest])
        return await asked(outcome, answer)

    async def play(address: str, number: int) -> None:
        guest = await _guest(server.port, address)
        if guest is None:
            return
        kind = ("races", "swiss")[number % 2]
        rules = {"format": kind, "mode": "race", "rules": "modern beginner", "starts_in": 0, "turns": 15}
        made = json.loads(await send(address, guest, "/api/tournaments", **rules) or b"{}")
        id_ = made.get("card", {}).get("id", "none")
        for wants in itertools.cycle(("ready", "out", "in")):
            if not deadline:
                return
            await send(address, guest, "/api/tournaments/entry", tournament=id_, wants=wants)
            for path in (f"/api/tournaments/{id_}", "/api/tournaments", f"/api/tournaments/{id_}/file"):
                await send(address, guest, path)
            await asyncio.sleep(0.01)

    await asyncio.gather(*(play(address, number) for address in TWO for number in range(_GUESTS)))
    return outcome


@cache
def many_answers(part: int) -> bytes:
    """Return as many answers as one request may have."""
    answers = [
        {"subject": "puzzle", "item": f"{part}-{number}", "answered_at": number, "grade": 3, "elapsed": 900}
        for number in range(_ANSWERS)
    ]
    return json.dumps({"answers": answers}).encode()


async def answers(server: Target, seconds: float) -> Outcome:
    """Store as many answers as the server takes from two addresses, and ask for all of them again and again."""
    outcome, deadline = Outcome(), Deadline(seconds)

    async def learn(address: str) -> None:
        guest = await _guest(server.port, address)
        for turn in itertools.count():
            if not deadline or guest is None:
                return
            body = many_answers(turn) if turn < 3 else b'{"answers": []}'
            answer = ask(server.port, address, "POST", "/api/answers", body, headers=[guest])
            await asked(outcome, answer)
            outcome["sent"] += 1
            await asyncio.sleep(0.02)

    await asyncio.gather(*(learn(address) for address in TWO))
    return outcome


@cache
def endless_game(number: int) -> bytes:
    """Return a game of a megabyte that ends as it began: flags that are set and taken away."""
    now = int(time.time())
    marks = [{"kind": ("flag", "clear")[at % 2 == 0], "cell": 39_999, "at": at} for at in range(1, 16_000)]
    actions = [{"kind": "open", "cell": 0, "at": 0}, *marks, {"kind": "resign", "at": 16_000}]
    game = {"rules": "modern 200x200/8000", "seed": Seed.of(f"game {number}").text, "status": "abandoned"}
    return json.dumps(game | {"began_at": now - 100, "ended_at": now, "name": "x", "actions": actions}).encode()


async def handed_over(server: Target, seconds: float) -> Outcome:
    """Hand over games of a megabyte from two addresses, each on another board."""
    outcome, deadline = Outcome(), Deadline(seconds)
    games = itertools.count()

    async def give(address: str) -> None:
        for number in games:
            if not deadline:
                return
            body = await asyncio.to_thread(endless_game, number % 4)
            answer = ask(server.port, address, "POST", "/api/games/alone", body)
            await asked(outcome, answer)
            outcome["sent"] += 1
            await asyncio.sleep(0.02)

    await asyncio.gather(*(give(address) for address in TWO * 2))
    return outcome


async def histories(server: Target, seconds: float) -> Outcome:
    """Ask for luck, insights, positions to train and the path, from two addresses, again and again."""
    outcome, deadline = Outcome(), Deadline(seconds)

    def paths() -> Iterator[str]:
        return itertools.cycle(("/api/statistics/luck", "/api/trainer", "/api/insights?level=expert", "/api/path"))

    async def read(address: str) -> None:
        for path in paths():
            if not deadline:
                return
            await asked(outcome, ask(server.port, address, "GET", path))
            outcome["sent"] += 1
            await asyncio.sleep(0.01)

    await asyncio.gather(*(read(address) for address in TWO * 3))
    return outcome
