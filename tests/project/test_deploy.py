"""The files in deploy/ fit each other and the program; nginx itself is in tests/server/nodes/test_proxy.py."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from sapper.commands.parser import parser

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
UNITS = sorted((DEPLOY / "systemd").glob("*.service"))


def read(name: str) -> str:
    return (DEPLOY / name).read_text("utf-8")


def compose() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load(read("compose.yaml"))
    return found


def container_steps() -> list[tuple[str, str]]:
    """Return the instructions of the container file, each with its words on one line."""
    text = re.sub(r"^#.*\n", "", read("Containerfile"), flags=re.MULTILINE).replace("\\\n", " ")
    return [(line.split()[0], line.partition(" ")[2].strip()) for line in text.splitlines() if line]


def last_step(kind: str) -> str:
    return [words for step, words in container_steps() if step == kind][-1]


def check_options(words: list[str]) -> Any:
    """Parse a command line of the program as the program does."""
    assert words[0].rpartition("/")[2] == "sapper"
    return parser().parse_args(words[1:])


# The container


def test_what_the_container_copies_is_there() -> None:
    copied = [words for step, words in container_steps() if step == "COPY" and not words.startswith("--from")]
    ignored = read("Containerfile.dockerignore").splitlines()
    for words in copied:
        for name in words.split()[:-1]:
            assert (ROOT / name).exists()
            assert f"!{name}" in ignored


def test_the_container_starts_a_server_as_nobody_special() -> None:
    user = last_step("USER")
    assert re.fullmatch(r"[1-9]\d+:[1-9]\d+", user)
    options = check_options(json.loads(last_step("ENTRYPOINT")))
    data = last_step("VOLUME")
    assert f"SAPPER_DATA={data} " in last_step("ENV")
    assert f"--home-dir {data}" in read("Containerfile")
    assert {options.port, options.health_port} == set(map(int, last_step("EXPOSE").split()))
    assert f"127.0.0.1:{options.health_port}/healthz" in last_step("HEALTHCHECK")


def test_the_health_check_of_the_container_fails_without_a_server() -> None:
    command = json.loads(last_step("HEALTHCHECK").partition("CMD ")[2])
    code = command[2].replace(":9181", ":9")
    assert code != command[2]
    compile(code, "health check", "exec")
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, check=False).returncode == 1


# Compose


def test_the_servers_of_the_compose_file_are_read_only_and_alike() -> None:
    services = compose()["services"]
    servers = [service for service in services.values() if service.get("image") == "sapper"]
    assert len(servers) == 2
    for server in servers:
        assert server["read_only"] is True
        assert server["cap_drop"] == ["ALL"]
        assert server["security_opt"] == ["no-new-privileges:true"]
        assert "ports" not in server
        check_options([*json.loads(last_step("ENTRYPOINT")), *server["command"]])


def test_only_the_proxy_is_reached_from_outside_and_believed() -> None:
    services = compose()["services"]
    outside = {name: service["ports"] for name, service in services.items() if "ports" in service}
    assert outside == {"proxy": ["80:80", "443:443"], "grafana": ["127.0.0.1:3000:3000"]}
    address = services["proxy"]["networks"]["front"]["ipv4_address"]
    for name in ("sapper-a", "sapper-b"):
        command = services[name]["command"]
        assert command[command.index("--proxy") + 1] == address
    assert compose()["networks"]["back"]["internal"] is True


def test_passwords_are_in_no_file_and_on_no_command_line() -> None:
    for name, service in compose()["services"].items():
        assert "PASSWORD" not in str(service.get("command", "")), name
    assert re.search(r"^POSTGRES_PASSWORD=$", read("example.env"), re.MULTILINE)
    wanted = set(re.findall(r"\$\{(\w+)", read("compose.yaml")))
    assert wanted == set(re.findall(r"^(\w+)=", read("example.env"), re.MULTILINE))
    for unit in UNITS:
        assert "postgresql://" not in unit.read_text("utf-8")


def test_names_and_files_of_the_compose_file_exist() -> None:
    found = compose()
    services = found["services"]
    for service in services.values():
        for volume in service.get("volumes", []):
            source = volume.partition(":")[0]
            if source == "./tls":  # the host's certificate
                continue
            assert (DEPLOY / source).exists() if source.startswith(".") else source in found["volumes"]
    nodes = re.findall(r"server ([\w-]+):8181", read("nginx/nodes-compose.conf"))
    scraped = yaml.safe_load(read("prometheus.yml"))["scrape_configs"][0]["static_configs"][0]["targets"]
    servers = [name for name, service in services.items() if service.get("image") == "sapper"]
    assert nodes == servers == [services[name]["hostname"] for name in servers]
    assert scraped == [f"{name}:9181" for name in servers]


# Boards and alerts


def test_the_board_of_grafana_shows_each_panel_once() -> None:
    board = json.loads(read("grafana/sapper.json"))
    panels = board["panels"]
    assert len({panel["id"] for panel in panels}) == len(panels)
    places = {(panel["gridPos"]["x"], panel["gridPos"]["y"]) for panel in panels}
    assert len(places) == len(panels)
    for panel in panels:
        assert panel["type"] == "row" or all(target["expr"] for target in panel["targets"])


def test_alerts_have_a_name_and_a_sentence() -> None:
    rules = [rule for group in yaml.safe_load(read("alerts.yml"))["groups"] for rule in group["rules"]]
    assert len({rule["alert"] for rule in rules}) == len(rules) >= 10
    assert all(rule["annotations"]["summary"] for rule in rules)


# Units


def settings(unit: Path) -> dict[str, str]:
    text = unit.read_text("utf-8").replace("\\\n", " ")
    return dict(line.split("=", 1) for line in text.splitlines() if "=" in line and not line.startswith("#"))


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_a_unit_starts_a_server_that_may_write_to_its_folder_only(unit: Path) -> None:
    found = settings(unit)
    words = [word.replace("%i", "1").replace("%H", "host") for word in shlex.split(found["ExecStart"])]
    options = check_options(words)
    if "StateDirectory" in found:
        assert str(options.data) == f"/var/lib/{found['StateDirectory']}"
    assert (options.port, options.health_port) == (8181, 9181)
    assert found["ProtectSystem"] == "strict"
    assert found["NoNewPrivileges"] == found["ProtectHome"] == "yes"
    assert found["CapabilityBoundingSet"] == ""
    assert found["User"] not in ("", "root")


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="this machine has no systemd")
def test_systemd_finds_no_fault_in_the_units(tmp_path: Path) -> None:
    for unit in UNITS:
        text = unit.read_text("utf-8").replace("/opt/sapper/bin/sapper", "/bin/true")
        (tmp_path / unit.name).write_text(text, "utf-8")
    copies = [str(tmp_path / unit.name) for unit in UNITS]
    environment = os.environ | {"SYSTEMD_LOG_LEVEL": "warning"}
    found = subprocess.run(
        ["systemd-analyze", "verify", *copies], capture_output=True, text=True, env=environment, check=False
    )
    assert (found.returncode, found.stderr) == (0, "")
