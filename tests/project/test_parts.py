"""What a run says of the parts that a machine does not have."""

from __future__ import annotations

import pytest
from parts import PARTS, Part, install_missing, need, not_run

CHROMIUM = PARTS["chromium"]


def test_nothing_is_said_where_nothing_is_missing() -> None:
    assert not_run([]) == ""
    assert not_run(["skipped for another reason"]) == ""


def test_tests_that_were_not_run_are_counted_in_one_line() -> None:
    line = not_run([f"Skipped: {CHROMIUM.missing}"] * 3 + ["another reason"])
    assert line.startswith("3 tests not run, there is no Chromium: ")
    assert "\n" not in line


@pytest.mark.parametrize(("ci", "outcome"), [("", pytest.skip.Exception), ("true", pytest.fail.Exception)])
def test_a_missing_part_skips_and_fails_where_a_run_decides(
    monkeypatch: pytest.MonkeyPatch, ci: str, outcome: type[BaseException]
) -> None:
    monkeypatch.setenv("CI", ci)
    monkeypatch.setitem(PARTS, "lamp", Part("lamp", lambda: None, (), "buy one"))
    with pytest.raises(outcome, match="there is no lamp: buy one"):
        need("lamp")


def test_a_part_that_is_there_is_returned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PARTS, "lamp", Part("lamp", lambda: "/usr/bin/lamp", (), "buy one"))
    assert need("lamp") == "/usr/bin/lamp"


@pytest.mark.parametrize(("best", "tried"), [(None, 1), ("/usr/bin/better-lamp", 0)])
def test_the_best_kind_of_a_part_is_installed_also_where_another_does(
    monkeypatch: pytest.MonkeyPatch, best: str | None, tried: int
) -> None:
    tries: list[bool] = []

    def install() -> bool:
        tries.append(True)
        return True

    for name in tuple(PARTS):
        monkeypatch.delitem(PARTS, name)
    monkeypatch.setitem(PARTS, "lamp", Part("lamp", lambda: "/usr/bin/lamp", (install,), "buy one", lambda: best))
    install_missing()
    assert len(tries) == tried
