"""Series on a Dask cluster: two workers on loopback, one of which is killed in the middle; what a player reads."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from contextlib import ExitStack
from itertools import count
from typing import TYPE_CHECKING

import pytest
from workers import choose_far_cell

from sapper import Rules, __version__, simulate
from sapper.analysis.evaluation import evaluate
from sapper.analysis.policies import PolicyError
from sapper.analysis.shards import LostShard, gather
from sapper.cli import main
from sapper.cluster import ClusterError, DaskCluster

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator
    from pathlib import Path
    from typing import Any

pytestmark = pytest.mark.filterwarnings("ignore")  # of Dask, about itself

RULES = Rules("8x8/10")
HERE = os.path.dirname(__file__)


class Dask:
    """A scheduler and workers, each a process of its own."""

    def __init__(self, stack: ExitStack) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self._stack = stack
        self.address = f"tcp://127.0.0.1:{port}"
        self.scheduler = self._start("scheduler", "--host", "127.0.0.1", "--port", str(port))
        self.workers: list[subprocess.Popen[bytes]] = []

    def add_worker(self, *options: str) -> None:
        self.workers.append(
            self._start("worker", self.address, "--nthreads", "1", "--no-nanny", "--death-timeout", "60", *options)
        )

    def wait_for_workers(self) -> None:
        from distributed import Client

        count = sum(worker.poll() is None for worker in self.workers)
        with Client(self.address, timeout=120, set_as_default=False) as client:
            client.wait_for_workers(count, timeout=120)

    def _start(self, name: str, *options: str) -> subprocess.Popen[bytes]:
        module = f"distributed.cli.dask_{name}"
        path = os.pathsep.join([HERE, *filter(None, sys.path)])  # workers import what the tests import
        process = subprocess.Popen(
            [sys.executable, "-m", module, *options, "--no-dashboard"],
            env={**os.environ, "PYTHONPATH": path},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self._stack.callback(process.wait)
        self._stack.callback(process.kill)
        return process


def two_workers() -> Iterator[Dask]:
    with ExitStack() as stack:
        dask = Dask(stack)
        dask.add_worker()
        dask.add_worker()
        dask.wait_for_workers()
        yield dask


#: One cluster for all tests, in whichever order they run, and one for each test that kills a part of it.
dask = pytest.fixture(two_workers, scope="module")
mortal = pytest.fixture(two_workers)


@pytest.fixture(autouse=True)
def _patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sapper.cluster._TIMEOUT", 120)  # for a busy machine


@pytest.fixture(scope="module")
def cluster(dask: Dask) -> Iterator[DaskCluster]:
    with DaskCluster(dask.address, timeout=120) as cluster:
        yield cluster


@pytest.mark.parametrize("weighted", [False, True])
def test_a_series_is_that_of_one_machine(cluster: DaskCluster, weighted: bool) -> None:
    here = simulate(RULES, 2500, "same", "fast", weighted=weighted)
    assert simulate(RULES, 2500, "same", "fast", weighted=weighted, cluster=cluster) == here


def test_the_workers_count_their_processor_time(cluster: DaskCluster) -> None:
    there = simulate(RULES, 100, 1, "fast", cluster=cluster, clock=cluster.clock)
    assert there.cpu_seconds > 0
    assert there.seconds > 0


def without_times(out: str) -> object:
    answer = json.loads(out)
    for result in answer.get("results", [answer]):
        for name in ("games_per_second", "cpu_ms_per_game"):
            result.pop(name, None)
    return answer


def test_the_commands_print_what_they_print_on_one_machine(
    dask: Dask, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "mine.py"
    file.write_text("def last(board):\n    return list(board.closed())[-1]\n")
    small = ["--level", "8x8/10", "--seed", "rain", "--json"]
    for command in (
        ["simulate", *small, "--games", "1500", "--strength", "fast"],
        ["evaluate", f"{file}:last", *small, "--games", "100"],
    ):
        assert main(command) == 0
        here = capsys.readouterr().out
        assert main([*command, "--dask", dask.address]) == 0
        assert without_times(capsys.readouterr().out) == without_times(here)


def test_errors_of_a_policy_come_back(cluster: DaskCluster) -> None:
    with pytest.raises(PolicyError, match="which is off the 8x8 board"):
        evaluate(choose_far_cell, RULES, 100, 1, cluster=cluster)


def refusal(capsys: pytest.CaptureFixture[str], *options: str) -> str:
    assert main(["simulate", "--games", "10", *options]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    return err


@pytest.mark.parametrize(
    "address", ["tcp://127.0.0.1:9", "127.0.0.1", "tcp://127.0.0.1:x", "nowhere://127.0.0.1:1", ""]
)
def test_an_address_where_nothing_can_listen_is_refused_in_one_sentence_before_dask_is_asked(
    monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    import distributed

    def patient(*arguments: object, **options: object) -> None:
        raise AssertionError("Dask would try for ten seconds")

    monkeypatch.setattr(distributed, "Client", patient)
    with pytest.raises(ClusterError, match=f"^there is no Dask scheduler at {address}: [^\n]+$"):
        DaskCluster(address)


def test_threads_and_a_cluster_exclude_each_other(capsys: pytest.CaptureFixture[str]) -> None:
    assert "give one of the two" in refusal(capsys, "--threads", "2", "--dask", "tcp://127.0.0.1:9")


def test_an_interrupt_leaves_the_shards_before_the_first_that_is_missing() -> None:
    ended = []

    def shards() -> Generator[tuple[int, str]]:
        try:
            yield from [(0, "a"), (10, "b"), (30, "d")]
            raise KeyboardInterrupt
        finally:
            ended.append(True)

    assert gather(shards(), 50, 10, None, interruptible=True) == ["a", "b"]
    with pytest.raises(KeyboardInterrupt):
        gather(shards(), 50, 10, None)
    assert ended == [True, True]


def test_an_interrupt_cancels_the_shards(cluster: DaskCluster, monkeypatch: pytest.MonkeyPatch) -> None:
    ended: list[int] = []
    play = cluster.play

    def noted(*arguments: Any) -> Generator[tuple[int, Any]]:
        for first, result in play(*arguments):
            ended.append(first)
            yield first, result

    def progress(done: int) -> None:
        if done >= 2048 and 0 in ended:  # what was played before the first shard has ended does not count
            raise KeyboardInterrupt

    monkeypatch.setattr(cluster, "play", noted)
    series = simulate(RULES, 10**9, "long", "safest", cluster=cluster, progress=progress)
    assert series.games == next(games for games in count(1024, 1024) if games not in ended)
    assert series == simulate(RULES, series.games, "long", "safest")
    assert not cluster._client.futures
    while any(cluster._client.processing().values()):
        time.sleep(0.05)  # what was being played ends; what waited is gone


def test_a_worker_that_is_killed_in_the_middle_changes_nothing(mortal: Dask) -> None:
    seen: list[int] = []
    first = mortal.workers[0]

    with DaskCluster(mortal.address, timeout=120) as cluster:

        def kill_one(done: int) -> None:
            if first.poll() is None and all(cluster._client.processing().values()):  # both are playing
                first.send_signal(signal.SIGKILL)
                first.wait()
            seen.append(done)

        there = evaluate("random", RULES, 1500, "killed", cluster=cluster, progress=kill_one)
        assert first.poll() == -signal.SIGKILL
        assert there == evaluate("random", RULES, 1500, "killed")
        assert len(seen) > 2
        assert seen[-1] == 1500
        assert len(cluster._client.nthreads()) == 1


def test_a_worker_without_sapper_is_refused(dask: Dask, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "preload.py"
    file.write_text("import sys; sys.modules['sapper'] = None")
    dask.add_worker("--preload", str(file))
    try:
        dask.wait_for_workers()
        assert "has no Sapper that can play with this one" in refusal(capsys, "--dask", dask.address)
    finally:
        dask.workers[-1].kill()
        dask.workers[-1].wait()


@pytest.mark.parametrize(
    ("found", "sentence"),
    [
        (("0.0.9", ""), r"has sapper 0\.0\.9, and this machine"),
        ((__version__, "0123"), "has another kernel: it plays other games"),
    ],
)
def test_a_worker_that_would_play_other_games_is_refused(
    cluster: DaskCluster, monkeypatch: pytest.MonkeyPatch, found: tuple[str, str], sentence: str
) -> None:
    monkeypatch.setattr(cluster._client, "run", lambda *_, **__: {"tcp://other": found})
    with pytest.raises(ClusterError, match=rf"^the Dask worker tcp://other {sentence}[^\n]*$"):
        cluster._check()


def test_a_worker_that_joins_later_is_checked_as_well(cluster: DaskCluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sapper.cluster.identity", lambda: ("0.0.9", ""))  # what the workers expect then
    with pytest.raises(
        ClusterError, match=f"joined with sapper {re.escape(__version__)} or a kernel that plays other games"
    ):
        simulate(RULES, 10, 1, "safest", cluster=cluster)


def test_games_that_end_every_worker_are_given_up(cluster: DaskCluster, monkeypatch: pytest.MonkeyPatch) -> None:
    from distributed import Future, KilledWorker

    def killed(future: object) -> None:
        raise KilledWorker("task", None, 3)

    monkeypatch.setattr(Future, "result", killed)
    with pytest.raises(LostShard, match=r"^several Dask workers ended while they played games 0 to 9$"):
        simulate(RULES, 10, 1, cluster=cluster)
    with pytest.raises(PolicyError, match="ended before its games did"):
        evaluate("random", RULES, 10, 1, cluster=cluster)


def test_a_scheduler_that_ends_is_named(mortal: Dask) -> None:
    def kill(done: int) -> None:
        mortal.scheduler.kill()

    why = f"the Dask scheduler at {re.escape(mortal.address)} ended before the games did"
    with DaskCluster(mortal.address, timeout=120) as cluster, pytest.raises(ClusterError, match=why):
        simulate(RULES, 10**9, 1, "safest", cluster=cluster, progress=kill)


def test_nothing_of_dask_is_imported_unless_asked_for() -> None:
    script = (
        "import sys; from sapper.cli import main; main(['simulate', '--games', '1']);"
        "sys.exit(any(name in sys.modules for name in ('dask', 'distributed', 'sapper.cluster')))"
    )
    subprocess.run([sys.executable, "-c", script], check=True, capture_output=True)
