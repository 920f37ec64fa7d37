"""`sapper daily`: one ranked try on this machine, then practice, and the boards of earlier days."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING

import command_line
import pytest

from sapper.action import Kind
from sapper.daily import GRADES, daily_board, day_of
from sapper.daily_game import DailyStart, next_level, own_streak, start_daily
from sapper.generator import generate
from sapper.history.recorder import Recorder
from sapper.history.store import GameInUse, open_store
from sapper.rules import Rules
from sapper.seed import Seed
from sapper.session import Session

if TYPE_CHECKING:
    from pathlib import Path
    from subprocess import CompletedProcess

DAY = 24 * 3600
NOON = 1_800_014_400


def run(folder: Path, *arguments: str, given: str = "") -> CompletedProcess[str]:
    return command_line.run("daily", *arguments, "--data", folder, given=given)


class Player:
    """A player at a terminal: a session on a store, with a calendar that the test changes."""

    def __init__(self, folder: Path) -> None:
        self.now = NOON
        self.time = 0  # milliseconds
        self.store = open_store(folder / "games.db")
        self.recorder = Recorder(self.store, now=lambda: self.now, source="text", program="test")
        self.session = Session(
            Rules(), clock=lambda: self.time, seeds=lambda: Seed.of("usual"), recorder=self.recorder, device="text"
        )

    @property
    def today(self) -> str:
        return day_of(self.now)

    def start(self, level: str = "beginner", day: str = "") -> DailyStart:
        return start_daily(self.session, daily_board(day or self.today, level), self.today)

    def finish(self, level: str = "beginner", *, lose: bool = False) -> None:
        board = daily_board(self.today, level)
        field = generate(board.rules.level, board.first, board.seed, GRADES[level]).minefield
        for index in range(board.rules.level.cells):
            row, col = board.rules.level.cell(index)
            if field.is_mine(row, col) == lose and not self.session.game.status.is_over:
                self.time += 100
                self.session.play(Kind.OPEN, row, col)


def test_the_first_game_is_the_try_and_the_next_one_is_practice(tmp_path: Path) -> None:
    ada = Player(tmp_path)
    assert ada.start() is DailyStart.RANKED
    assert ada.session.game.first == daily_board(ada.today, "beginner").first
    ada.finish()
    assert ada.recorder.finished is not None
    assert ada.recorder.finished.summary.is_ranked
    assert ada.start() is DailyStart.PRACTICE
    ada.finish()
    assert ada.recorder.finished.summary.unranked_because == ("known board",)
    (tried,) = ada.store.daily_tries()
    assert (tried.is_solved, tried.ranked) == (True, True)
    assert ada.session.rules == Rules(), "the usual rules stay those of the next game"


def test_a_try_that_another_window_claims_first_is_practice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ada = Player(tmp_path)
    monkeypatch.setattr(type(ada.store), "claim_daily", lambda store, board, game: False)
    assert ada.start() is DailyStart.PRACTICE
    ada.finish()
    assert ada.recorder.finished is not None
    assert ada.recorder.finished.summary.unranked_because == ("known board",)


def test_a_try_that_was_left_goes_on(tmp_path: Path) -> None:
    ada = Player(tmp_path)
    ada.start()
    ada.session.stop_clock()
    ada.recorder.close()
    again = Player(tmp_path)
    assert next_level(again.store, again.today) == "beginner"
    assert again.start() is DailyStart.RESUMED
    again.session.toggle_pause()
    again.finish()
    assert again.store.daily_tries()[0].is_solved
    assert next_level(again.store, again.today) == "intermediate"


def test_a_try_in_another_window_is_not_taken_from_it(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "sapper", "daily", "expert", "--json", "--data", str(tmp_path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None
        json.loads(other.stdout.readline())
        with open_store(tmp_path / "games.db") as store:
            (day,) = {one.day for one in store.daily_tries()}
        ada = Player(tmp_path)
        with pytest.raises(GameInUse):
            start_daily(ada.session, daily_board(day, "expert"), day)
        other.stdin.close()  # type: ignore[union-attr]


def test_a_streak_counts_days_with_a_solved_try(tmp_path: Path) -> None:
    ada = Player(tmp_path)
    for lose in (False, False, True):
        ada.start()
        ada.finish(lose=lose)
        ada.now += DAY
    found = own_streak(ada.store, day_of(ada.now - DAY))
    assert (found.now, found.best) == (2, 2)
    assert own_streak(ada.store, ada.today).now == 0


def test_a_board_of_an_earlier_day_is_practice(tmp_path: Path) -> None:
    ada = Player(tmp_path)
    assert ada.start(day="2026-11-01") is DailyStart.PAST
    assert ada.store.daily_tries() == []


def test_the_command_plays_the_board_and_lists_the_day(tmp_path: Path) -> None:
    played = run(tmp_path, "intermediate", "--text", given="quit\n")
    assert played.returncode == 0, played.stderr
    assert "This is your ranked try." in played.stdout
    board = daily_board(day_of_output(played.stdout), "intermediate")
    field = generate(board.rules.level, board.first, board.seed, GRADES["intermediate"]).minefield
    shown = [
        line.split() for line in played.stdout.splitlines() if line[:2].strip().isdecimal() and len(line.split()) > 17
    ]
    row, col = board.first
    assert shown[row][col + 1] == str(field.number(row, col))
    listed = run(tmp_path, "--list").stdout.splitlines()
    assert listed[1].endswith("Your ranked try is in play.")
    assert listed[0].endswith("not yet")
    assert listed[-1] == "Streak: 0 days, best 0."
    assert "Your ranked try is in play." in run(tmp_path, "--text", given="quit\n").stdout


def day_of_output(text: str) -> str:
    return text.partition("Daily board of ")[2].partition(",")[0]


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("hard",), "choose beginner, intermediate, expert"),
        (("--date", "2026-02-30"), "is not a day"),
        (("--date", "9999-01-01"), "has not begun yet"),
    ],
)
def test_what_cannot_be_played_is_refused_in_one_sentence(tmp_path: Path, arguments: tuple[str, ...], why: str) -> None:
    refused = run(tmp_path, *arguments)
    assert (refused.returncode, refused.stdout) == (2, "")
    assert why in refused.stderr
    assert len(refused.stderr.splitlines()) == 1
