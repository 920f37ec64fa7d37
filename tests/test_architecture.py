"""The floor plan: what may import what, and what `import sapper` costs."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest

import sapper
from sapper import _kernel

PACKAGE = Path(sapper.__file__).parent

# Each room and the rooms it may import. Whatever is not drawn here is not allowed.
GAME = {"errors", "record", "coordinates", "seed", "rules", "field", "generator", "board", "action", "game", "_kernel"}
CORE = GAME | {"solver", "reasoning", "hints", "proof", "simulation", "packing", "replay", "metrics"}
CONTROLS = {"keys", "settings", "gestures"}
ARROWS: dict[str, set[str]] = {
    "errors": set(),
    "record": set(),
    "coordinates": set(),
    "seed": {"record"},
    "rules": {"errors", "record"},
    "board": {"_kernel", "errors", "rules"},
    "field": {"_kernel", "rules", "seed"},
    "generator": {"_kernel", "record", "rules", "seed", "field"},
    "action": {"errors", "record"},
    "game": GAME - {"game", "coordinates", "errors"},
    "packing": {"errors", "rules", "action"},
    "replay": GAME | {"packing"},
    "solver": {"_kernel", "errors", "record", "coordinates", "seed", "rules", "field", "board"},
    "reasoning": {"_kernel", "record", "coordinates", "rules", "board"},
    "hints": {"_kernel", "record", "coordinates", "field", "board", "solver", "reasoning"},
    "proof": GAME | {"reasoning"},
    "simulation": {"_kernel", "record", "rules", "seed", "solver"},
    "keys": {"errors", "record"},
    "settings": {"errors", "record", "rules", "keys"},
    "settings_file": {"settings"},
    "gestures": {"board", "action", "rules", "settings"},
    "formats": CORE | CONTROLS,
    "paths": set(),
    "store": {"errors", "record", "seed", "action"},
    "charts": set(),
    "seal": {"rules", "seed"},
    "metrics": {"_kernel", "action", "board", "field", "game", "record", "replay", "rules"},
    "review": {"action", "board", "errors", "game", "metrics", "record", "replay", "rules", "solver"},
    "records": {"record", "rules", "store"},
    "statistics": {"record", "simulation", "store"},
    "keeper": CORE | {"store"},
    "session": CORE | CONTROLS | {"keeper"},
    "text": CORE | {"records", "session", "settings", "keeper", "store", "paths", "commands", "__init__"},
    "themes": {"errors"},
    "tui": CORE
    | CONTROLS
    | {"session", "keeper", "store", "records", "statistics", "charts", "formats", "review"}
    | {"paths", "settings_file", "themes", "text", "commands", "__init__"},
    "commands": CORE
    | {"formats", "seal", "paths", "settings", "store", "keeper", "records", "statistics", "charts"}
    | {"settings_file", "text", "tui", "__init__"},
    "server": CORE
    | {"formats", "seal", "settings", "store", "paths", "keeper", "records", "statistics", "commands", "__init__"},
    "web": {"keys", "rules", "server", "settings"},
    "cli": {"errors", "text", "tui", "server", "commands", "__init__"},
    "__main__": {"cli"},
    "__init__": CORE,
}
CLOCKS_AND_ENTROPY = {"time", "datetime", "random", "secrets", "socket"}
FRONT_ENDS = {"text", "tui", "server", "commands", "cli", "__main__", "simulation"}  # a simulation times itself
HEAVY = ("numpy", "asyncio", "textual", "starlette", "msgspec", "typing", "dataclasses", "re", "inspect")


def sources() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


def room(path: Path) -> str:
    parts = path.relative_to(PACKAGE).parts
    return parts[0].removesuffix(".py")


def imports(path: Path) -> tuple[set[str], set[str]]:
    """The rooms and the outside modules that a file imports."""
    inside: set[str] = set()
    outside: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            outside.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            outside.add(node.module or "")
        elif isinstance(node, ast.ImportFrom):
            package = path.parent
            for _ in range(node.level - 1):
                package = package.parent
            for name in [node.module] if node.module else [alias.name for alias in node.names]:
                target = package.joinpath(*name.split("."))
                if package == PACKAGE and not (target.exists() or target.with_suffix(".py").exists()):
                    target = PACKAGE / ("_kernel" if name == "_kernel" else "__init__")
                inside.add(target.relative_to(PACKAGE).parts[0])
    return inside, outside


@pytest.mark.parametrize("path", sources(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_follow_the_arrows(path: Path) -> None:
    inside, outside = imports(path)
    here = room(path)
    assert here in ARROWS, f"draw the arrows of {here} in the design first"
    assert inside - {here} <= ARROWS[here]
    third_party = {name.split(".")[0] for name in outside} - set(sys.stdlib_module_names)
    if here in CORE:
        assert not third_party
    if here not in FRONT_ENDS:
        assert not outside & CLOCKS_AND_ENTROPY


def test_the_kernel_knows_nothing_of_python_beyond_its_bindings() -> None:
    kernel = PACKAGE.parents[1] / "kernel"
    for path in sorted(kernel.iterdir()):
        text = path.read_text("utf-8")
        if not path.name.startswith("bindings"):
            assert "nanobind" not in text
            assert "Python.h" not in text
        for banned in ("<iostream>", "<fstream>", "<chrono>", "<random>", "std::rand"):
            assert banned not in text, f"{path.name} uses {banned}"


def test_importing_sapper_loads_little() -> None:
    script = f"""
import os, sys  # what every interpreter loads
from importlib.machinery import ExtensionFileLoader, ModuleSpec
sys.path[:0] = [{str(PACKAGE.parent)!r}]
loader = ExtensionFileLoader("sapper._kernel", {_kernel.__file__!r})
kernel = loader.create_module(ModuleSpec("sapper._kernel", loader, origin={_kernel.__file__!r}))
loader.exec_module(kernel)
sys.modules["sapper._kernel"] = kernel
before = set(sys.modules)
import sapper
loaded = sorted(set(sys.modules) - before)
import json
print(json.dumps(loaded))
"""
    command = [sys.executable, "-I", "-S", "-c", script]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    loaded = json.loads(done.stdout)
    assert not [name for name in loaded if name.split(".")[0] in HEAVY]
    others = [name for name in loaded if not name.startswith("sapper")]
    assert len(others) <= 13, others


def test_the_types_are_published() -> None:
    assert (PACKAGE / "py.typed").exists()
