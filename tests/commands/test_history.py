"""`sapper times`, `sapper stats` and `sapper delete` on games that were really played."""

from __future__ import annotations

import csv
import io
import json
import sys
from typing import TYPE_CHECKING

import pytest
from command_line import run
from own_history import replays

from sapper import Rules, Seed
from sapper.history.best_times import change_custom_level
from sapper.history.recorder import Recorder, import_replay
from sapper.history.store import open_store
from sapper.history.summary import summary_of
from sapper.replay.model import Replay
from sapper.session import Session

if TYPE_CHECKING:
    from pathlib import Path

SAPPER = [sys.executable, "-m", "sapper"]
YEAR_2023 = 1_700_000_000


class Player:
    """Plays games of one closed cell, each as long as is asked."""

    def __init__(self, folder: Path) -> None:
        self.store = open_store(folder / "games.db")
        self.clock = 0
        self.date = YEAR_2023
        self.device = ""

    def play(self, elapsed: int, rules: str = "modern 3x1/1", *, hint: bool = False, lose: bool = False) -> None:
        recorder = Recorder(self.store, now=lambda: self.date, source="test", program="test", player="Ann")
        seeds = (Seed.of(number) for number in range(1000))
        session = Session(
            Rules.parse(f"{rules} first=any"),
            clock=lambda: self.clock,
            seeds=lambda: next(seeds),
            recorder=recorder,
            device=self.device,
        )
        while True:
            session.new()
            session.play("open", 0, 0)
            if session.game.status == "playing":
                break
        if hint:
            session.hint()
        self.clock += elapsed
        mine = session.game._truth.is_mine(1)
        session.play("open", 0, 1 if mine is lose else 2)
        assert session.game.status == ("lost" if lose else "won")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Holds three wins, a hinted win, a loss, and two games lost at the first click."""
    player = Player(tmp_path)
    for elapsed in (4321, 1999, 3000):
        player.play(elapsed)
    player.play(500, hint=True)
    player.play(700, lose=True)
    player.store.close()
    return tmp_path


def test_s4_9_best_times_are_listed_with_names_and_truncated(folder: Path) -> None:
    done = run("times", "--data", str(folder))
    assert done.returncode == 0
    title, heads, *rows = done.stdout.splitlines()
    assert title == "Custom, 3x1, 1 mine · Random · Modern · First click: Nothing"
    assert heads.split() == ["#", "name", "time", "3BV", "3BV/s", "eff.", "date", "game"]
    assert [row.split()[:3] for row in rows[:3]] == [["1", "Ann", "1.99"], ["2", "Ann", "3.00"], ["3", "Ann", "4.32"]]
    assert rows[3].split()[:3] == ["-", "Ann", "0.50"]
    assert rows[3].endswith("hinted")


def test_an_empty_list_says_whose_wins_there_are(tmp_path: Path) -> None:
    player = Player(tmp_path)
    player.play(50, "amiga 3x1/1")
    assert change_custom_level(player.store, Rules.parse("amiga 4x1/1")) == 50  # S4.5
    assert run("times", "--all", "--data", str(tmp_path)).stdout.startswith("earlier wins no longer count")
    player.device = "bot"
    player.play(50)
    player.store.close()
    assert run("times", "3x1/1", "--mode", "modern", "--data", str(tmp_path)).stdout == (
        "no game was won by a person yet: --device all lists those of bots\n"
    )


def test_best_times_of_one_mode_and_no_more_than_asked(folder: Path) -> None:
    player = Player(folder)
    player.play(50, "amiga 3x1/1")
    player.store.close()
    done = run("times", "3x1/1", "--mode", "modern", "--limit", "1", "--data", str(folder))
    assert [line.split()[0] for line in done.stdout.splitlines()[2:4]] == ["1", "-"]
    assert "Amiga" not in done.stdout
    assert run("times", "3x1/1", "--data", str(folder)).stdout.startswith("Custom, 3x1, 1 mine · Random · Amiga")
    assert run("times", "expert", "--data", str(folder)).stdout == "no matching game was won yet\n"
    assert run("times", "--ranking", "--data", str(folder)).stdout.startswith("no win is on a board that rankings")


def test_statistics_show_what_was_played(folder: Path) -> None:
    done = run("stats", "3x1/1", "--data", str(folder))
    assert done.returncode == 0
    assert "best 1.99 s, mean 3.10 s, median 3.00 s" in done.stdout
    assert "times of wins, in seconds" in done.stdout
    assert "in the order played, 2023-11-1" in done.stdout
    everything = run("stats", "--all", "--data", str(folder)).stdout
    assert "best 0.50 s" in everything
    assert everything.startswith("level")


def test_times_of_different_levels_are_not_combined(folder: Path) -> None:
    run("text", "--level", "2x1/1", "--data", str(folder), given="r A1\nq\n")
    figures = run("stats", "--data", str(folder)).stdout
    assert [line.split()[1] for line in figures.splitlines()[1:3]] == ["2x1/1", "3x1/1"]
    assert "wins " in figures
    assert "time of wins" not in figures
    assert "times of wins" not in figures


def test_statistics_as_json_and_csv_agree(folder: Path) -> None:
    figures = json.loads(run("stats", "--json", "--all", "--data", str(folder)).stdout)
    rows = list(csv.DictReader(io.StringIO(run("stats", "--csv", "--all", "--data", str(folder)).stdout)))
    assert figures["games"] == sum(row["status"] in ("won", "lost") for row in rows)
    assert figures["wins"] == sum(row["status"] == "won" for row in rows) == 4
    assert figures["best"] == min(int(row["elapsed"]) for row in rows if row["status"] == "won") == 500
    assert sum(part["count"] for part in figures["distribution"]) == 4
    assert {row["name"] for row in rows} == {"Ann"}
    plain = json.loads(run("stats", "--json", "--data", str(folder)).stdout)
    assert (plain["wins"], plain["best"]) == (3, 1999)


def test_skill_and_luck_add_up_by_level_and_as_data(tmp_path: Path) -> None:
    with open_store(tmp_path / "games.db") as store:
        for replay in replays(45):
            import_replay(store, replay, "solo")
    first = run("stats", "beginner", "--data", str(tmp_path)).stdout
    assert "games are not looked at yet: sapper stats --luck" in first
    shown = run("stats", "--luck", "--data", str(tmp_path))
    assert shown.returncode == 0
    assert shown.stderr == ""
    found = json.loads(run("stats", "--json", "--data", str(tmp_path)).stdout)["luck"]
    assert found["left"] == 0
    assert sum(one["games"] for one in found["levels"].values()) == found["all"]["games"]
    for one in (found["all"], *found["levels"].values(), *found["progress"]):
        assert one["start"] - one["given_away"] + one["luck"] == pytest.approx(one["won"])
    table = shown.stdout.partition("Skill and luck")[2].splitlines()
    (row,) = (line for line in table if line.startswith("All levels"))
    figures = [float(word.replace("\N{MINUS SIGN}", "-")) for word in row.replace("%", "").split()[2:]]
    assert figures[0] == found["all"]["games"]
    assert figures[1] + figures[2] + figures[3] == pytest.approx(figures[4])
    assert figures[4] == pytest.approx(found["all"]["won"] * 100, abs=0.05)
    assert "not looked at" not in shown.stdout


def test_statistics_of_a_period_or_mode(folder: Path) -> None:
    def wins(*arguments: str) -> int:
        figures = json.loads(run("stats", "--json", *arguments, "--data", str(folder)).stdout)
        return int(figures["wins"])

    assert wins("--since", "2023-01-01") == 3
    assert wins("--until", "2023-01-01") == 0
    assert wins("--since", "7d") == 0
    assert wins("--mode", "random") == wins("--mode", "modern") == 3
    assert wins("--mode", "no-guess") == wins("--mode", "amiga") == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["stats", "--mode", "easy"], "there is no mode 'easy': choose random, no-guess"),
        (["stats", "--since", "yesterday"], "'yesterday' is not a time: write a date"),
        (["stats", "--since", "2026-02-30"], "is not a time"),
        (["stats", "3x"], "WIDTHxHEIGHT/MINES"),
        (["times", "--limit", "0"], "--limit is a number from 1"),
        (["stats", "--csv", "--json"], "not allowed with"),
        (["delete"], "choose what to delete"),
        (["delete", "1", "--all"], "choose what to delete"),
        (["delete", "77"], "there is no game 77"),
        (["delete", "x"], "invalid int"),
    ],
)
def test_bad_questions_get_one_line(folder: Path, arguments: list[str], message: str) -> None:
    done = run(*arguments, "--data", str(folder))
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr
    assert done.stderr.count("\n") == 1


def test_nothing_is_deleted_without_a_yes(folder: Path) -> None:
    before = run("replay", "list", "--data", str(folder)).stdout
    for answer in ("", "y\n", "no\n"):
        done = run("delete", "--all", "--data", str(folder), given=answer)
        assert (done.returncode, done.stdout) == (1, "nothing was deleted\n")
        assert "for good? Type yes" in done.stderr
    assert run("replay", "list", "--data", str(folder)).stdout == before


def test_the_chosen_games_are_deleted(folder: Path) -> None:
    data = ["--data", str(folder)]
    fastest = run("times", *data).stdout.splitlines()[2].split()
    assert fastest[2] == "1.99"
    assert run("delete", fastest[-1], *data, given="yes\n").stdout == "deleted 1 game\n"
    assert run("times", *data).stdout.splitlines()[2].split()[2] == "3.00"
    assert run("delete", "--before", "2023-01-01", "--yes", *data).stdout == "there is nothing to delete\n"
    run("text", *data, given="f A1\nq\n")
    assert run("delete", "--level", "3x1/1", "--yes", *data).returncode == 0
    assert run("times", *data).stdout == "no game was won yet\n"
    assert "unfinished" in run("replay", "list", *data).stdout
    assert run("delete", "--all", "--yes", *data).stdout == "deleted 1 game\n"
    assert run("replay", "list", *data).stdout == "no game is stored yet\n"


def test_bots_and_imported_games_are_apart(folder: Path) -> None:
    replay = run("replay", "export", "1", str(folder / "game.txt"), "--data", str(folder))
    assert replay.returncode == 0, replay.stderr
    other = folder / "other"
    other.mkdir()
    assert run("replay", "import", str(folder / "game.txt"), "--data", str(other)).returncode == 0
    assert "no game" in run("times", "--data", str(other)).stdout
    assert "4.32" in run("times", "--data", str(other), "--source", "imported").stdout
    assert "4.32" in run("times", "--data", str(other), "--source", "all", "--player", "Ann").stdout
    assert "no game" in run("stats", "--data", str(other), "--source", "all", "--player", "Bob").stdout
    assert "no game" in run("stats", "--data", str(folder), "--device", "bot").stdout


def test_a_video_with_my_name_is_one_of_my_games(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run("replay", "export", "1", str(folder / "game.txt"), "--data", str(folder)).returncode == 0
    other = ("--data", str(folder / "other"))
    (folder / "other").mkdir()
    assert run("replay", "import", str(folder / "game.txt"), *other).returncode == 0
    monkeypatch.setenv("SAPPER_CONFIG", str(tmp_path))
    for name, is_mine in (("Ann", True), ("Bob", False)):
        (tmp_path / "settings.toml").write_text(f'[game]\nname = "{name}"\n')
        assert ("4.32" in run("times", *other).stdout) == is_mine
        assert ("games        1" in run("stats", *other).stdout) == is_mine
        assert "no game" in run("times", *other, "--source", "own").stdout
        assert "4.32" in run("times", *other, "--player", "Ann").stdout


def test_a_long_name_is_cut_with_a_sign(folder: Path) -> None:
    with open_store(folder / "games.db") as store:
        data = store.replay(1)
        assert data
        signed = Replay.unpack(data).with_player("Ada King of Lovelace")
        store.replace_replay(1, signed.pack(), summary_of(signed))
    assert "Ada King of…" in run("times", "--data", str(folder)).stdout


def test_an_unfinished_game_is_shown_without_its_mines(tmp_path: Path) -> None:
    talk = '{"action": "open", "row": 0, "col": 0}\n{"action": "flag", "row": 7, "col": 7}\n'
    assert run("text", "--json", "--level", "expert", "--data", str(tmp_path), given=talk).returncode == 0
    with open_store(tmp_path / "games.db") as store:
        (listed,) = store.unfinished()
        stored = store.load(listed.id)
    assert stored.seed
    shown = run("replay", "show", str(listed.id), "--data", str(tmp_path))
    board = run("replay", "export", str(listed.id), "--format", "board", "--data", str(tmp_path))
    assert (shown.returncode, board.returncode) == (0, 0)
    assert "0.000 open 0 0" in shown.stdout
    assert "paused at" in shown.stdout
    assert board.stdout.startswith("30x16/99\n0")
    for printed in (shown.stdout, board.stdout):
        assert "*" not in printed
        assert stored.seed.text not in printed
    for options in (["export", str(listed.id)], ["numbers", str(listed.id)]):
        refused = run("replay", *options, "--data", str(tmp_path))
        assert refused.returncode != 0
        assert "not finished" in refused.stderr
