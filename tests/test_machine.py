"""Where files are: an argument first, then the environment, then the usual folder of the system."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from sapper import machine
from sapper.cli import main

if TYPE_CHECKING:
    from collections.abc import Callable

FOLDERS = [(machine.data_folder, "SAPPER_DATA"), (machine.config_folder, "SAPPER_CONFIG")]
each_folder = pytest.mark.parametrize(("folder", "variable"), FOLDERS)


@each_folder
def test_an_argument_overrides_the_environment(
    folder: Callable[..., Path], variable: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(variable, "/from/environment")
    assert folder("/given") == folder(Path("/given")) == Path("/given")
    assert folder() == Path("/from/environment")
    assert folder("~/games") == Path.home() / "games"


@each_folder
def test_the_usual_folder_is_used_when_nothing_is_chosen(
    folder: Callable[..., Path], variable: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(variable, raising=False)
    usual = folder()
    assert usual.is_absolute()
    assert "sapper" in usual.parts
    monkeypatch.setenv(variable, "")
    assert folder() == usual


def test_files_are_in_their_folders(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SAPPER_DATA", "/data")
    monkeypatch.setenv("SAPPER_CONFIG", "/config")
    assert machine.database() == Path("/data/games.db")
    assert machine.database("/other") == Path("/other/games.db")
    assert machine.settings_file() == Path("/config/settings.toml")
    assert machine.settings_file("/other") == Path("/other/settings.toml")


def test_a_chosen_folder_needs_no_look_at_the_system() -> None:
    script = "import sys; from sapper import machine; machine.database('x'); assert 'platformdirs' not in sys.modules"
    subprocess.run([sys.executable, "-c", script], check=True)


def test_without_platformdirs_there_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "platformdirs", None)
    monkeypatch.delenv("SAPPER_DATA", raising=False)
    monkeypatch.delenv("SAPPER_CONFIG", raising=False)
    assert main(["times"]) == 2
    assert main(["text"]) == 2
    said = capsys.readouterr().err.splitlines()
    assert [line.startswith("sapper: platformdirs, which knows the folders") for line in said] == [True, True]
