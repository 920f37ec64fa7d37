"""Clients that attack: another player notices nothing that matters, and memory and log stay small.

How fast the player is answered is measured by `make soak`, not here: it depends on the machine.
"""

from __future__ import annotations

import asyncio
import json
import signal
import sys
import time
from functools import partial
from typing import TYPE_CHECKING

import httpx
import pytest
from server.attacks import catalogue, game_attacks, http_attacks, request_attacks, socket_attacks
from server.attacks.watch import CEILING, Watch, memory
from server.attacks.wire import RawSocket, Refused, ask
from waiting import PATIENCE

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from server.attacks.catalogue import Attack
    from server.attacks.watch import Report
    from server.attacks.wire import Outcome
    from server.conftest import Running, Start

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc and uses many loopback addresses")

SECONDS = 1.0
MOVES = 6  # of the player, answered, before the server is judged
LOG = 64 * 1024  # bytes
GIVEN_BACK = 64.0  # MB that a server may hold on to after an attack
GAMES = 3000  # finished ones, for reports to take long


def lighter(attack: Attack) -> Attack:
    """Return an attack that takes less time to prepare."""
    match attack.name:
        case "idle-sockets":
            return attack._replace(run=partial(socket_attacks.idle_sockets, count=1000))
        case "live-undo":
            return attack._replace(prepare=partial(game_attacks.prepare_undo, moves=800))
        case "small-replays":
            return attack._replace(run=partial(request_attacks.small_replays, turns=100))
        case "long-names":
            return attack._replace(run=partial(request_attacks.long_names, count=2))
        case "endless-chunks":
            return attack._replace(run=partial(http_attacks.endless_chunks, count=200_000))
    return attack


ATTACKS = {attack.name: lighter(attack) for attack in catalogue.ATTACKS}


def begin(start: Start, folder: Path, attack: Attack, *options: str) -> Running:
    """Start the server that an attack needs."""
    if attack.fill is not None:
        attack.fill(folder / "games.db", GAMES)
    return start(*attack.options, *options)


def endure(server: Running, attack: Attack, seconds: float = SECONDS) -> tuple[Outcome, Report]:
    """Attack a server while somebody plays; check what holds for every attack, and return what happened."""

    async def run() -> tuple[Outcome, Report]:
        prepared = None if attack.prepare is None else await attack.prepare(server)
        watch = await asyncio.to_thread(Watch, server.port, server.process.pid)
        with watch:
            outcome = await attack(server, seconds, prepared)
            return outcome, await asyncio.to_thread(watch.report, MOVES)

    outcome, report = asyncio.run(run())
    assert report.failures == [], "the player was disturbed"
    assert report.unanswered == 0
    assert len(report.moves) >= MOVES
    assert report.turned_away == [], "a visitor was turned away"
    assert report.peak < CEILING
    assert len(server.log) < LOG, server.log[:2000]
    assert "sapper_errors_total 0.0" in httpx.get(server.health + "/metrics").text
    return outcome, report


def counts(outcome: Outcome, *starts: str) -> int:
    return sum(count for what, count in outcome.items() if what.startswith(starts))


def closed_for(*codes: int) -> Callable[[Outcome], None]:
    """Return a check: the attackers were closed, with one of the codes, or cut off; none was left alone."""

    def check(outcome: Outcome) -> None:
        assert counts(outcome, "closed", "cut", "status 429") >= 4, outcome
        assert counts(outcome, "closed") == sum(outcome[f"closed {code}"] for code in codes), outcome

    return check


def refused_with(*statuses: int) -> Callable[[Outcome], None]:
    """Return a check: some requests were refused, and none had another status."""

    def check(outcome: Outcome) -> None:
        assert counts(outcome, "status") == sum(outcome[f"status {status}"] for status in statuses), outcome
        assert any(outcome[f"status {status}"] for status in statuses), outcome

    return check


def small_answers(outcome: Outcome) -> None:
    assert outcome["largest"] < 4 << 20, outcome
    assert not outcome["status 500"], outcome


def in_small_parts(outcome: Outcome) -> None:
    """Some requests were carried out; no answer has much more than a megabyte."""
    assert outcome["status 200"] > 0, outcome
    assert outcome["largest"] <= 5 << 18, outcome
    assert not outcome["status 500"], outcome


def all_answered(outcome: Outcome) -> None:
    small_answers(outcome)
    assert not outcome["late"], outcome


def only_refused(code: str) -> Callable[[Outcome], None]:
    def check(outcome: Outcome) -> None:
        assert outcome[f"refused {code}"] > 10, outcome
        assert counts(outcome, "refused") == outcome[f"refused {code}"], outcome
        assert counts(outcome, "closed") == 0, outcome

    return check


def handshakes_limited(outcome: Outcome) -> None:
    assert outcome["status 429"] + outcome["cut"] > 0, outcome


def boards_limited(outcome: Outcome) -> None:
    assert outcome["refused limit"] > 0, outcome
    assert outcome["huge board"] == 0, outcome


def rooms_limited(outcome: Outcome) -> None:
    assert outcome["entered"] > 0, outcome
    assert not outcome["refused store"], outcome


def changes_limited(outcome: Outcome) -> None:
    assert outcome["refused limit"] > 0, outcome
    assert outcome["closed 1008"] == 0, outcome


def moves_answered(outcome: Outcome) -> None:
    assert outcome["delta"] > 10, outcome


def nothing_smuggled(outcome: Outcome) -> None:
    assert counts(outcome, "accepted", "open") == 0, outcome
    assert outcome["without headers"] == 0, outcome
    refused_with(400)(outcome)


def not_found(outcome: Outcome) -> None:
    refused_with(404)(outcome)
    assert outcome["without headers"] == 0


def turned_down(*statuses: int) -> Callable[[Outcome], None]:
    """Return a check: no request was carried out, and those that were answered have one of the statuses, or 429."""

    def check(outcome: Outcome) -> None:
        assert counts(outcome, "status") == sum(outcome[f"status {status}"] for status in (*statuses, 429)), outcome
        assert any(outcome[f"status {status}"] for status in statuses), outcome

    return check


def paid_for(outcome: Outcome) -> None:
    """A head in 12,000 pieces is more than a connection may send at once."""
    assert outcome["status 200"] == 0, outcome
    anything(outcome)


def anything(outcome: Outcome) -> None:
    assert outcome["sent"] > 0, outcome


CHECKS: dict[str, Callable[[Outcome], None]] = {
    "pongs": closed_for(1008),
    "continuations": closed_for(1008, 1009),
    "pings": anything,
    "bursts": closed_for(1008),
    "handshakes": handshakes_limited,
    "invalid-text": closed_for(1007, 1008),
    "boards": boards_limited,
    "views": anything,
    "live-undo": moves_answered,
    "refused-moves": only_refused("game"),
    "foreign-rooms": only_refused("room"),
    "open-rooms": rooms_limited,
    "crowd": changes_limited,
    "small-replays": all_answered,
    "undo-replays": small_answers,
    "long-names": small_answers,
    "solver": small_answers,
    "diagrams": small_answers,
    "dropped-reports": anything,
    "aborted-posts": anything,
    "smuggling": nothing_smuggled,
    "long-paths": not_found,
    "tournaments": in_small_parts,
    "answers": in_small_parts,
    "handed-over": in_small_parts,
    "histories": in_small_parts,
    "tiny-chunks": turned_down(411),
    "endless-chunks": turned_down(411),
    "many-headers": turned_down(431),
    "split-heads": paid_for,
    "unwanted-bodies": turned_down(413),
}


@pytest.mark.parametrize("name", CHECKS)
def test_others_play_on_under(name: str, start: Start, tmp_path: Path) -> None:
    attack = ATTACKS[name]
    seconds = 3 * SECONDS if name == "crowd" else SECONDS  # it has to send more than an address may
    outcome, _ = endure(begin(start, tmp_path, attack), attack, seconds)
    CHECKS[name](outcome)


@pytest.mark.parametrize("name", ["pings", "boards", "solver", "long-names"])
def test_memory_comes_back_after(name: str, start: Start) -> None:
    server = start("--limit", "idle=1")
    before = memory(server.process.pid)
    asyncio.run(ATTACKS[name](server, SECONDS))
    deadline = time.monotonic() + PATIENCE
    while (now := memory(server.process.pid)) > before + GIVEN_BACK:
        assert time.monotonic() < deadline, f"{before:.0f} MB before, {now:.0f} MB after"
        time.sleep(0.1)


def test_every_attack_is_tried() -> None:
    assert {*CHECKS, "idle-sockets", "slow-headers"} == set(ATTACKS)


def test_idle_sockets_leave_descriptors_for_players(start: Start) -> None:
    endure(start(files=300), ATTACKS["idle-sockets"])


def test_requests_that_never_end_are_cut_off_and_others_served(start: Start) -> None:
    outcome, _ = endure(start("--limit", "header=0.5"), ATTACKS["slow-headers"])
    assert outcome["cut"] > 60, outcome


@pytest.mark.parametrize("name", ["undo-replays", "solver"])
def test_the_solver_answers_others_after(name: str, start: Start) -> None:
    """Work that nobody waits for any more does not hold the threads."""
    attack = ATTACKS[name]
    server = start()
    position = json.dumps({"board": "3x1/1\n.1."}).encode()

    async def run() -> int:
        await attack(server, SECONDS)
        return (await ask(server.port, "127.0.0.9", "POST", "/api/hint", position)).status

    assert asyncio.run(run()) == 200


@pytest.mark.parametrize(
    "name",
    [
        *("pongs", "pings", "boards", "undo-replays", "solver", "dropped-reports"),
        *("tiny-chunks", "endless-chunks", "many-headers", "split-heads", "unwanted-bodies"),
    ],
)
def test_sigterm_ends_the_server_under(name: str, start: Start, tmp_path: Path) -> None:
    """The attack lasts until the server has ended."""
    attack = ATTACKS[name]
    server = begin(start, tmp_path, attack)

    async def run() -> int:
        with await asyncio.to_thread(Watch, server.port, server.process.pid) as watch:
            attacking = asyncio.create_task(attack(server, 2 * PATIENCE))
            assert len((await asyncio.to_thread(watch.report, MOVES)).moves) >= MOVES
            server.process.send_signal(signal.SIGTERM)
            status = await asyncio.to_thread(server.process.wait, PATIENCE)
            attacking.cancel()
            await asyncio.gather(attacking, return_exceptions=True)
            return status

    assert asyncio.run(run()) == 0


def test_a_proxy_may_have_many_sockets(start: Start) -> None:
    """The limit of sockets is for clients: behind a proxy all of them come from one address."""
    server = start("--proxy", "127.0.0.1")

    async def run() -> None:
        headers = [f"X-Forwarded-For: 10.0.0.{number}" for number in range(100)]
        answers = await asyncio.gather(
            *(ask(server.port, "127.0.0.1", "GET", "/api/me", headers=[header]) for header in headers)
        )
        assert [answer.status for answer in answers] == [200] * 100

    asyncio.run(run())


def test_handshakes_come_back_with_time(start: Start) -> None:
    """An address that knocked too often is let in again after a while."""
    server = start()

    async def run() -> None:
        await ATTACKS["handshakes"](server, SECONDS)
        async with asyncio.timeout(60):
            while True:
                try:
                    socket = await RawSocket.hello(server.port, "127.0.0.2")
                    await socket.message("welcome")
                    socket.abort()
                    return
                except (Refused, OSError, EOFError):
                    await asyncio.sleep(0.2)

    asyncio.run(run())
