"""`make audit` fails for a known vulnerability, and for nothing else: a build without a network is not broken by it."""

from __future__ import annotations

import importlib.util
import json
from importlib.machinery import SourceFileLoader
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from types import ModuleType

SCRIPT = Path(__file__).parents[2] / "scripts" / "audit"
FAULT = {"id": "PYSEC-1", "fix_versions": ["2.0"]}
KNOWN: list[dict[str, Any]] = [{"name": "a", "version": "1.0", "vulns": []}]
BAD: list[dict[str, Any]] = [*KNOWN, {"name": "b", "version": "1.0", "vulns": [FAULT]}]
SKIPPED: list[dict[str, Any]] = [{"name": "a", "skip_reason": "not found"}]


@pytest.fixture
def audit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Load the script, in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    loader = SourceFileLoader("audit", str(SCRIPT))
    spec = importlib.util.spec_from_loader("audit", loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    return module


def pretend(folder: Path, monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    """Put another pip-audit before the real one."""
    place = folder / "fake" / "pip_audit"
    place.mkdir(parents=True)
    (place / "__init__.py").touch()
    (place / "__main__.py").write_text(f"import sys\n{code}\n", "utf-8")
    monkeypatch.setenv("PYTHONPATH", str(place.parent))


@pytest.mark.parametrize(
    ("found", "status", "said"),
    [
        (KNOWN, 0, "none of 1 packages has a known vulnerability"),
        (BAD, 1, "b 1.0: PYSEC-1, fixed in 2.0"),
        (SKIPPED, 0, "nothing was compared"),
        ([*KNOWN, *SKIPPED], 0, "1 are unknown to the index"),
    ],
)
def test_a_known_vulnerability_fails(
    audit: ModuleType,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    found: list[dict[str, Any]],
    status: int,
    said: str,
) -> None:
    answer = json.dumps({"dependencies": found})
    pretend(tmp_path, monkeypatch, f"open(sys.argv[sys.argv.index('--output') + 1], 'w').write({answer!r})")
    assert audit.main() == status
    assert said in "".join(capsys.readouterr())


@pytest.mark.parametrize("code", ["sys.exit('ConnectionError: no route')", "import time; time.sleep(60)"])
def test_an_index_that_does_not_answer_is_said_in_one_line(
    audit: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], code: str
) -> None:
    pretend(tmp_path, monkeypatch, code)
    monkeypatch.setattr(audit, "SECONDS", 2)
    assert audit.main() == 0
    said = capsys.readouterr().out
    assert "nothing was compared" in said
    assert said.count("\n") == 1


def test_everything_that_a_server_needs_is_compared(audit: ModuleType) -> None:
    found = audit.installed("sapper")
    assert {"textual", "starlette", "uvicorn", "h11", "websockets", "msgspec", "rich"} <= found.keys()
    assert not {"pytest", "mypy", "ruff", "sapper"} & found.keys()
