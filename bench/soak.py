"""The server under every attack, under ten minutes of mixed load, under kills and faults: what another player notices.

make soak, or PYTHONPATH=tests .venv/bin/python -P bench/soak.py [--help]
(-P, because `server` is a folder of tests here, not bench/server.py.)

The server has the first core; eight players, who are measured, and the attackers, who give way to the players, have
the last one. A player's p99 may be 50 ms, a turn of the event loop too, the server's memory may reach its ceiling,
/healthz answers within 0.2 s, SIGTERM ends the server within 2 s while the attack goes on. `quiet` is no attack: its
figures are the noise of the machine. "Before" is the same measurement of the server before it was made to hold.

Then servers end again and again while clients play, one on SQLite and two on PostgreSQL and Redis, and all faults of
`tests/server/cluster_faults.py` happen in turn. Every acknowledged move has to be in the log once, and everybody has to
see what the log makes.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from urllib.request import urlopen

from server.attacks.catalogue import ATTACKS, BY_NAME, QUIET, finished_games
from server.attacks.watch import CEILING, Report, Watch, percentile, run_module
from server.cluster import survive, wrong
from server.cluster_faults import FAULTS, Cluster
from server.conftest import Running
from server.resending import OPTIONS, ResendingClient, check, play_across, until_answered

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Iterator, Mapping
    from typing import Any

    from server.attacks.catalogue import Attack

CORES = sorted(os.sched_getaffinity(0))
GAMES = 100_000  # in the history that reports are made of
P99 = 50.0  # ms
HEALTH = 200.0  # ms until /healthz answers
ATTACKED = 8  # players under one attack
STOP = 2.0  # s
TURN = (
    50.0  # ms of the processor that the event loop may take until it gets to what is new, with all that waits before it
)
LOG = 64.0  # kB
PARTS = ("attacks", "mixed", "kills", "node-kills", "faults")
PLAYERS = 60
RATE = 5.0  # moves of each player in a second
MOVES_MIXED_BEFORE = "p50 3.3, p99 7.0, p99.9 10.8, max 76 ms, memory 46 to 50 MB, without any attack"
KILLS_BEFORE = "94 of 95 moves that were logged and not acknowledged at a kill were logged twice, 34 of 35 at a SIGTERM"


class Before(NamedTuple):
    """The figures of the server before: p99 and the longest wait of a player in ms, memory in MB, seconds to stop."""

    p99: float
    longest: float
    peak: float
    stop: float


# With --seconds 12 on two cores with other work on both; the memory of small replays is of one request alone.
BEFORE = {
    "pongs": Before(16592, 16592, 48, 0.2),
    "continuations": Before(12373, 12373, 63, 3.0),
    "pings": Before(3346, 3421, 77, 0.3),
    "bursts": Before(6257, 6465, 70, 0.3),
    "handshakes": Before(72, 87, 48, 0.3),
    "idle-sockets": Before(3730, 3831, 52, 0.4),
    "slow-headers": Before(27, 31, 42, 0.3),
    "invalid-text": Before(40, 49, 45, 0.3),
    "boards": Before(10556, 10556, 4595, 11.8),
    "views": Before(49, 58, 115, 3.3),
    "live-undo": Before(8, 18, 59, 0.2),
    "refused-moves": Before(11, 13, 42, 0.2),
    "foreign-rooms": Before(264, 351, 42, 0.3),
    "small-replays": Before(3902, 3972, 5495, 1.4),
    "undo-replays": Before(1141, 1252, 71, 0.4),
    "long-names": Before(826, 927, 252, 1.5),
    "solver": Before(148, 212, 572, 0.5),
    "diagrams": Before(167, 173, 80, 0.3),
    "dropped-reports": Before(1003, 1204, 100, 60.0),
    "aborted-posts": Before(19, 22, 42, 0.2),
    "smuggling": Before(8, 13, 42, 1.3),
    "long-paths": Before(56, 58, 42, 0.3),
    "tiny-chunks": Before(4632, 5430, 49, 0.6),
    "endless-chunks": Before(29142, 29142, 50, 0.3),  # no move was answered: the visits
    "many-headers": Before(708, 758, 62, 0.9),
    "split-heads": Before(314, 333, 48, 0.6),
    "unwanted-bodies": Before(3397, 3490, 73, 0.6),
}


def started(folder: Path, *options: str, files: int | None = None) -> Running:
    """Start a server on the first core."""
    server = Running(folder, *options, files=files)
    for thread in Path(f"/proc/{server.process.pid}/task").iterdir():
        os.sched_setaffinity(int(thread.name), {CORES[0]})
    return server


class Attacker:
    """An attack in a process of its own, which gives way to the players on the same core."""

    def __init__(self, attack: Attack, port: int, seconds: float) -> None:
        self._process = run_module("server.attacks.attacker", attack.name, port, seconds)
        os.setpriority(os.PRIO_PROCESS, self._process.pid, 10)
        assert self._process.stdout is not None
        if self._process.stdout.readline() != "ready\n":
            raise RuntimeError(f"{attack.name} could not be prepared")

    def begin(self) -> None:
        """Begin to attack."""
        assert self._process.stdin is not None
        self._process.stdin.write("\n")
        self._process.stdin.flush()

    def outcome(self, seconds: float) -> dict[str, int]:
        """Wait for the end of the attack, and return what happened."""
        try:
            out, _ = self._process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.communicate()
            return {"killed": 1}
        found: dict[str, int] = json.loads(out or "{}")
        return found


def under(attack: Attack, seconds: float) -> Iterator[str]:
    """Attack a server during play; print a row of the table, and return the problems found."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        if attack.fill is not None:
            attack.fill(folder / "games.db", GAMES)
        server = started(folder, *attack.options, files=attack.files)
        try:
            attacker = Attacker(attack, server.port, seconds + 5)
            with Watch(server.port, server.process.pid, ATTACKED) as watch:
                time.sleep(1)
                watch.report()
                watch.reset()
                attacker.begin()
                health = longest_health(server, seconds)
                report = watch.report()
                stop = seconds_to_stop(server)
            outcome = attacker.outcome(60)
            log = len(server.log) / 1024
        finally:
            server.close()
    yield from judged(attack.name, report, stop, log, health, server.held)
    show_holds(server)
    print(f"{'':18}{', '.join(f'{what} {count}' for what, count in sorted(outcome.items()))}", flush=True)


def longest_health(server: Running, seconds: float) -> float:
    """Ask for /healthz ten times a second, and return how long the slowest answer took, in ms."""
    longest, end = 0.0, time.perf_counter() + seconds
    while (began := time.perf_counter()) < end:
        with urlopen(f"{server.health}/healthz", timeout=60) as answer:
            answer.read()
        took = time.perf_counter() - began
        longest = max(longest, took * 1000)
        time.sleep(max(0.1 - took, 0.0))
    return longest


def show_holds(server: Running) -> None:
    """Print how long calls held the interpreter of the server, and how long its event loop left new work waiting."""
    held = server.held
    if held:
        times = ", ".join(f"{name} {held[name]:.0f}" for name in ("p50", "p99", "p99.9", "longest"))
        print(f"{'':18}the interpreter was held {times} ms, {held['holds']} times over 10 ms: {held['where']}")
        print(f"{'':18}the longest turn took {held['turn']} ms, {held['slow turns']} of {held['turns']} over 10 ms")


def seconds_to_stop(server: Running) -> float:
    """Send SIGTERM, and return how long the server takes to end."""
    began = time.perf_counter()
    server.process.send_signal(signal.SIGTERM)
    try:
        server.process.wait(60)
    except subprocess.TimeoutExpired:
        server.process.kill()
    return time.perf_counter() - began


def judged(
    name: str, report: Report, stop: float, log: float, health: float = 0.0, held: Mapping[str, Any] | None = None
) -> Iterator[str]:
    p50, p99, longest = (percentile(report.moves, share) for share in (0.5, 0.99, 1.0))
    problems = []
    if p99 > P99:
        problems.append("p99")
    if report.peak > CEILING:
        problems.append("memory")
    if stop > STOP:
        problems.append("stop")
    if health > HEALTH:
        problems.append("health")
    if log > LOG:
        problems.append("log")
    if (held or {}).get("turn", 0) > TURN:
        problems.append("turn")
    if report.failures or report.unanswered:
        problems.append("player disturbed")
    if report.turned_away:
        problems.append("visitors turned away")
    before = BEFORE.get(name)
    was = f"{before.p99:.0f}, {before.longest:.0f}, {before.peak:.0f}, {before.stop:.1f}" if before else "-"
    memory = f"{report.before:.0f} {report.peak:.0f} {report.after:.0f}"
    print(
        f"{name:18}{p50:8.1f}{p99:9.1f}{longest:9.1f}{percentile(report.visits, 1.0):10.0f}  {memory:>15}{log:9.0f}"
        f"{health:8.0f}{stop:7.1f}  {was:>24}  {', '.join(problems) or 'ok'}"
    )
    for trouble in (report.failures[:1], report.turned_away[:1]):
        for text in trouble:
            print(f"{'':18}{text}")
    if problems:
        yield name


def attacks(names: list[str], seconds: float) -> list[str]:
    print(f"the players' moves in ms (p99 at most {P99:.0f}), memory in MB (at most {CEILING:.0f}),")
    print("log in kB, /healthz in ms, stop in s")
    print(
        f"{'attack':18}{'p50':>8}{'p99':>9}{'longest':>9}{'visit':>10}  {'before peak now':>15}{'log':>9}"
        f"{'health':>8}{'stop':>7}  {'before: p99 max MB stop':>24}"
    )
    return [failed for name in names for failed in under(BY_NAME[name], seconds)]


def mixed(minutes: float, seconds: float) -> list[str]:
    """Sixty players for some minutes, with one attack after another."""
    present = [attack for attack in ATTACKS if not attack.options]
    print(f"\n{PLAYERS} players, {PLAYERS * RATE:.0f} moves/s, {minutes:g} min, one attack after another")
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        finished_games(folder / "games.db", GAMES)
        server = started(folder)
        reports = []
        try:
            with Watch(server.port, server.process.pid, PLAYERS, RATE) as watch:
                end = time.monotonic() + minutes * 60
                turn = 0
                while time.monotonic() < end:
                    attack = present[turn % len(present)]
                    turn += 1
                    attacker = Attacker(attack, server.port, seconds)
                    attacker.begin()
                    outcome = attacker.outcome(seconds + 60)
                    report = watch.report()
                    reports.append(report)
                    show_part(attack.name, report)
                    if "killed" in outcome:
                        print(f"{'':18}the attack did not end by itself")
                stop = seconds_to_stop(server)
            log = len(server.log) / 1024
        finally:
            server.close()
    whole = Report(
        moves=[took for report in reports for took in report.moves],
        visits=[took for report in reports for took in report.visits],
        failures=[failure for report in reports for failure in report.failures],
        turned_away=[failure for report in reports for failure in report.turned_away],
        unanswered=sum(report.unanswered for report in reports),
        before=reports[0].before,
        peak=max(report.peak for report in reports),
        after=reports[-1].after,
    )
    print(f"p99.9 {percentile(whole.moves, 0.999):.1f} ms of {len(whole.moves)} moves; before: {MOVES_MIXED_BEFORE}")
    show_holds(server)
    return list(judged("mixed", whole, stop, log, held=server.held))


def show_part(name: str, report: Report) -> None:
    p50, p99, longest = (percentile(report.moves, share) for share in (0.5, 0.99, 1.0))
    trouble = [*report.failures[:1], *report.turned_away[:1]]
    print(f"  {name:16}{p50:8.1f}{p99:9.1f}{longest:9.1f}{'':12}{report.after:15.0f}  {' '.join(trouble)}", flush=True)


def people() -> list[ResendingClient]:
    return [ResendingClient(number, f"127.0.0.{2 + number // 20}") for number in range(PLAYERS)]


def ends(count: int) -> list[signal.Signals]:
    return [signal.SIGTERM if number % 3 == 2 else signal.SIGKILL for number in range(count)]


def kills(count: int) -> list[str]:
    """Kill servers again and again; clients send every unanswered move again."""
    clients = people()
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as place:
        begin = lambda: started(Path(place), *OPTIONS)  # noqa: E731
        folder = asyncio.run(play_across(begin, clients, ends(count), moves=(300, 3000)))
        found = check(folder / "games.db", clients)
    print(f"\n{count} ends, two of three by kill -9, {PLAYERS} players, {time.monotonic() - began:.0f} s")
    print(f"before: {KILLS_BEFORE}")
    return ["kills"] if shown(found) else []


def node_kills(count: int) -> list[str]:
    """End one of two servers on PostgreSQL and Redis again and again, while clients change between them."""
    clients, luck = people(), random.Random(1)
    began = time.monotonic()
    with clustered() as cluster:

        async def disturb() -> None:
            for number in ends(count):
                await until_answered(clients, luck.randint(100, 1000))
                await asyncio.to_thread(cluster.restart, luck.choice("ab"), number)

        found = asyncio.run(survive(cluster.nodes, clients, disturb))
    print(
        f"\n{count} ends of two servers, two of three by kill -9, {PLAYERS} players, {time.monotonic() - began:.0f} s"
    )
    return ["node-kills"] if shown(found) else []


def faults(minutes: float) -> list[str]:
    """Let everything under two servers fail in turn."""
    print(f"\nfaults under two servers, {PLAYERS} players, {minutes:g} min")
    failed: list[str] = []
    end = time.monotonic() + minutes * 60
    with clustered() as cluster:
        for fault in itertools.cycle(FAULTS):
            if time.monotonic() > end:
                return failed
            clients, began = people(), time.monotonic()
            found = asyncio.run(survive(cluster.nodes, clients, lambda: fault(cluster, clients)))  # noqa: B023
            print(f"{fault.__name__:26}{time.monotonic() - began:6.1f} s  ", end="")
            if shown(found):
                failed.append(fault.__name__)
    return failed


@contextmanager
def clustered() -> Iterator[Cluster]:
    """Start two servers on all cores, with PostgreSQL and Redis."""
    os.sched_setaffinity(0, CORES)
    with tempfile.TemporaryDirectory() as place:
        cluster = Cluster(Path(place))
        try:
            yield cluster
        finally:
            cluster.close()


def shown(found: Counter[str]) -> bool:
    """Print what was found, and return whether something is wrong."""
    print(", ".join(f"{name} {number}" for name, number in found.items()), flush=True)
    return bool(wrong(found))


def main() -> int:
    names = [attack.name for attack in (QUIET, *ATTACKS)]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=20, help="of each attack")
    parser.add_argument("--minutes", type=float, default=10, help="of mixed load")
    parser.add_argument("--kills", type=int, default=200, help="ends of servers under load, on each store")
    parser.add_argument("--fault-minutes", type=float, default=10, help="of faults under two servers")
    parser.add_argument("--only", nargs="+", choices=[*names, *PARTS], metavar="NAME", help=f"also {', '.join(PARTS)}")
    options = parser.parse_args()
    only = set(options.only or PARTS)
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    os.sched_setaffinity(0, {CORES[-1]})
    failed = []
    if chosen := [name for name in names if name in only or "attacks" in only]:
        failed += attacks(chosen, options.seconds)
    if "mixed" in only:
        failed += mixed(options.minutes, options.seconds)
    if "kills" in only:
        failed += kills(options.kills)
    if "node-kills" in only:
        failed += node_kills(options.kills)
    if "faults" in only:
        failed += faults(options.fault_minutes)
    print(f"\nfailed: {', '.join(failed)}" if failed else "\neverything held")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
