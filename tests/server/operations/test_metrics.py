"""Metrics by the conventions of Prometheus, read by its own parsers; what boards, alerts and documents name exists."""

from __future__ import annotations

import json
import re
import socket
from pathlib import Path
from typing import TYPE_CHECKING, get_args

import httpx
import pytest
from prometheus_client.openmetrics import parser as openmetrics
from prometheus_client.parser import text_string_to_metric_families
from server.conftest import Running
from waiting import PATIENCE

from sapper.server.protocol.game_messages import Code

if TYPE_CHECKING:
    from collections.abc import Iterator

    from prometheus_client import Metric

ROOT = Path(__file__).parents[3]
OPEN_METRICS = "application/openmetrics-text; version=1.0.0"
NAME = re.compile(r"\b(?:sapper|process)_[a-z_]+\b")
UNITS = {"seconds", "bytes", "actions"}
NO_BASE_UNITS = {"ms", "milliseconds", "minutes", "hours", "kb", "kilobytes", "mb", "percent"}
KINDS = {"counter", "gauge", "histogram"}


class Scrape:
    """A server that was played on, and what it exposes."""

    def __init__(self, server: Running) -> None:
        self.server = server
        with server.connect() as client:
            client.send('{"t":"hello","tab":"t"}')
            client.send('{"t":"new","n":0,"rules":"modern beginner"}')
            while (board := json.loads(client.recv(PATIENCE)))["t"] != "board":
                pass
            for n, kind in enumerate(("flag", "clear", "flag", "nonsense", "undo"), 1):
                client.send(json.dumps({"t": "play", "game": board["game"], "n": n, "kind": kind, "cell": 3}))
            while json.loads(client.recv(PATIENCE)).get("n") != 5:
                pass
            httpx.get(server.url + "/api/me")
            self.text = httpx.get(server.health + "/metrics").text
        self.families = {found.name: found for found in text_string_to_metric_families(self.text)}

    def value(self, name: str, **labels: str) -> float:
        samples = [sample for family in self.families.values() for sample in family.samples if sample.name == name]
        (found,) = [sample.value for sample in samples if labels.items() <= sample.labels.items()]
        return float(found)

    @property
    def names(self) -> set[str]:
        return {sample.name for family in self.families.values() for sample in family.samples}


@pytest.fixture(scope="module")
def scrape(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scrape]:
    server = Running(tmp_path_factory.mktemp("metrics"), "--node", "node-7", "--health-host", "0.0.0.0")
    yield Scrape(server)
    server.close()


def test_names_follow_the_conventions(scrape: Scrape) -> None:
    assert len(scrape.families) > 30
    for family in scrape.families.values():
        check_names(family)


def check_names(family: Metric) -> None:
    name = family.name
    assert re.fullmatch(r"(sapper|process)_[a-z]+(_[a-z]+)*", name)
    assert family.documentation, f"{name} has no description"
    assert family.type in KINDS, name
    assert not name.endswith(("_total", "_count", "_sum", "_bucket"))
    assert not NO_BASE_UNITS & set(name.split("_")), f"{name} is not in a base unit"
    if family.type == "histogram":
        assert name.rpartition("_")[2] in UNITS, f"{name} has no unit"
    for sample in family.samples:
        assert family.type != "counter" or sample.name == f"{name}_total"
        assert not any(label in name.split("_") for label in sample.labels), f"{name} repeats a label"


def test_open_metrics_are_offered_too(scrape: Scrape) -> None:
    answer = httpx.get(scrape.server.health + "/metrics", headers={"accept": OPEN_METRICS})
    assert answer.headers["content-type"].startswith(OPEN_METRICS)
    families = openmetrics.text_string_to_metric_families(answer.text)  # type: ignore[no-untyped-call]
    found = {family.name for family in families}
    assert found == {name.removesuffix("_info") for name in scrape.families}


def test_what_was_played_is_counted(scrape: Scrape) -> None:
    assert scrape.value("sapper_moves_total") == 3
    assert scrape.value("sapper_commit_actions_sum") == 3
    assert scrape.value("sapper_commit_actions_count") == scrape.value("sapper_commit_seconds_count")
    assert scrape.value("sapper_acknowledge_seconds_count") == 3
    assert scrape.value("sapper_request_seconds_count") == scrape.value("sapper_requests_total", status="200") == 1
    assert scrape.value("sapper_connections") == scrape.value("sapper_rooms") == 1
    assert scrape.value("sapper_parties") == 0
    assert scrape.value("sapper_store_up") == 1
    assert scrape.value("sapper_refused_total", code="message") == 1
    assert scrape.value("sapper_refused_total", code="rules") == 1
    for code in get_args(Code):
        assert scrape.value("sapper_refused_total", code=code) >= 0
    assert scrape.value("sapper_server_info", node="node-7", program="sapper") == 1


@pytest.mark.parametrize("name", ["deploy/grafana/sapper.json", "deploy/alerts.yml", "docs/operations.md"])
def test_every_metric_that_is_named_exists(scrape: Scrape, name: str) -> None:
    text = (ROOT / name).read_text("utf-8")
    named = set(NAME.findall(text))
    assert len(named) >= 10
    endings = {"counter": "_total", "histogram": ""}
    families = {f"{family.name}{endings.get(family.type, '')}" for family in scrape.families.values()}
    assert named - scrape.names - families == set()


def test_the_health_port_answers_to_the_machine_by_name_and_address(scrape: Scrape) -> None:
    for host in (socket.gethostname(), "127.0.0.9"):
        assert httpx.get(scrape.server.health + "/healthz", headers={"host": f"{host}:9"}).text == "alive\n"
    assert httpx.get(scrape.server.health + "/healthz", headers={"host": "evil.example"}).status_code == 421
