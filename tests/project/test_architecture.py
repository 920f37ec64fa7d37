"""The architecture: what may import what, and what `import sapper` costs."""

from __future__ import annotations

import ast
import builtins
import json
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

import sapper
from sapper import _kernel
from sapper.modes import MODES
from sapper.modes.tournaments import FORMATS

PACKAGE = Path(sapper.__file__).parent

# What everything may import: small types, and the catalogue, which turns the phrase of an error into words.
CATALOGUE = {
    "errors",
    "value",
    "coordinates",
    "phrase",
    "display/languages",
    "display/plurals",
    "display/wording",
    "display/phrases",
    "display/chances",
}
# The flat modules: the game itself, and the midend on top of it. Every other tier is a folder.
GAME = {
    "buffers",
    "extras",
    "interrupt",
    "whole_file",
    "seed",
    "rules",
    "minefield",
    "layouts",
    "generator",
    "calendar_days",
    "daily",
    "board",
    "action",
    "kernel_rules",
    "legal_moves",
    "fair_guess",
    "game",
    "shares",
}
MIDEND = {"screen_session", "clock", "live_game", "session", "daily_game"}

# Each tier and the tiers it may import. What is not drawn here is not allowed.
DRIVERS = {"history": {"asyncpg"}}  # what the library loads when a store needs it
LIBRARY = {"game", "modes", "replay", "analysis", "history", "learn"}
SHARED = {"session", "controls", "display", "formats"}
ARROWS: dict[str, set[str]] = {
    "catalogue": set(),
    "game": set(),
    "modes": {"game"},
    "replay": {"game", "modes"},
    "analysis": {"game", "modes", "replay"},
    "history": {"game", "modes", "replay", "analysis"},
    "learn": {"game", "replay", "analysis", "history"},
    "controls": {"game"},
    "display": {"game"},
    "formats": {"game", "replay", "analysis", "controls"},
    "session": LIBRARY,
    "machine": LIBRARY | {"controls"},
    "cluster": {"game", "analysis"},
    "text": LIBRARY | SHARED | {"client", "server"},
    "tui": LIBRARY | SHARED | {"client", "server"},
    "server": LIBRARY | SHARED,
    "web": {"game", "modes", "learn", "controls", "display", "server"},
    "client": {"game", "modes", "analysis", "session", "display", "server"},
    "env": {"game", "analysis"},
    "commands": LIBRARY | SHARED | {"machine", "cluster", "text", "tui", "server", "client"},
    "cli": {"game", "commands"},
}
# The folders of the page, and those that each may import. Types may come from anywhere: they are not in what is sent.
PAGE = PACKAGE / "web" / "src"
_BOARD = {"ui", "themes", "board"}
_PARTS = _BOARD | {"input", "net"}
_PLAY = _PARTS | {"play", "play/new-game", "play/seed", "play/advice", "play/end"}
PAGE_ARROWS: dict[str, set[str]] = {
    "ui": set(),
    "themes": {"ui"},
    "board": {"ui", "themes"},
    "engine": set(),
    "local": {"ui", "board", "engine"},
    "input": _BOARD,
    "net": _BOARD | {"local"},
    **dict.fromkeys(("play/new-game", "play/seed", "play/advice"), _PARTS),
    "play/end": _PARTS | {"play/new-game", "play/seed"},
    "play": _PLAY,
    **dict.fromkeys(
        ("home", "together", "replay", "analysis", "daily", "learn", "people", "statistics", "settings"), _PLAY
    ),
}
PAGE_ARROWS["learn"] |= {"local"}  # what it asks about positions, and the steps, are also the server's in the page
_PAGES = {*PAGE_ARROWS}
PAGE_ARROWS |= {
    **dict.fromkeys(("app/help", "app/palette", "app/offline"), _PAGES),
    "app/shell": _PAGES | {"app/help", "app/palette"},
}
PAGE_ARROWS["app"] = {*PAGE_ARROWS}
SHARED_BY_THE_PAGE = {"state.ts", "modes.ts", "protocol.ts", "types.ts"}
_PAGE_IMPORT = re.compile(r'^import (?!type\b)[^"]*?"([^"]+)"|\bimport\("([^"]+)"\)(?!\.[A-Z])', re.MULTILINE)
# Each folder of the kernel and those that it may include.
KERNEL_ARROWS: dict[str, set[str]] = {
    "support": {"board"},  # the index of a cell
    "board": {"support"},
    "odds": {"board", "support"},
    "deduction": {"odds", "board", "support"},
    "metrics": {"board", "support"},
    "strategy": {"odds", "board", "support"},
    "generator": {"deduction", "odds", "board", "support"},
    "play": {"generator", "metrics", "strategy", "odds", "board", "support"},
    "wasm": {"play", "generator", "metrics", "strategy", "deduction", "odds", "board", "support"},
    "bindings": {"play", "generator", "metrics", "strategy", "deduction", "odds", "board", "support"},
}
_MODE = f'"(?:{"|".join([*MODES, *FORMATS])})"'
_ASKS_FOR_A_MODE = re.compile(rf"[!=]==? {_MODE}|{_MODE} [!=]==? |case {_MODE}|\\[{_MODE}(?:, {_MODE})*\\]\\.includes")
MAY_NAME_A_MODE = {
    "env/parallel.py",
    "server/parties/events.py",
    "commands/playing/host.py",
}  # as a kind of its own, or as a default
LARGE_FOLDERS = {"src/sapper"}  # it is what `import sapper` means
CLOCKS_AND_ENTROPY = {"time", "datetime", "random", "secrets", "socket"}
READ_THE_MACHINE = {"machine", "cluster", "text", "tui", "server", "client", "commands"}
HEAVY = ("numpy", "asyncio", "textual", "starlette", "msgspec", "typing", "dataclasses", "re", "inspect")


def sources() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


def tier(path: Path) -> str:
    within = path.relative_to(PACKAGE)
    if within.as_posix().removesuffix(".py") in CATALOGUE:
        return "catalogue"
    name = within.parts[0].removesuffix(".py")
    return "game" if name in GAME | {"_kernel"} else "session" if name in MIDEND else name


def imports(path: Path) -> tuple[set[str], set[str]]:
    """The tiers and the outside modules that a file imports."""
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
                is_module = target.exists() or target.with_suffix(".py").exists() or name == "_kernel"
                if package != PACKAGE or is_module:  # the root itself gives only the version
                    inside.add(tier(target))
    return inside, outside


@pytest.mark.parametrize("path", sources(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_follow_the_arrows(path: Path) -> None:
    inside, outside = imports(path)
    here = tier(path)
    if here in ("__init__", "__main__"):
        return
    assert here in ARROWS, f"draw the arrows of {here} in the design first"
    assert inside - {here, "catalogue"} <= ARROWS[here]
    third_party = {name.split(".")[0] for name in outside} - set(sys.stdlib_module_names)
    if here in LIBRARY:
        assert third_party <= DRIVERS.get(here, set())
    if here not in READ_THE_MACHINE:
        assert not outside & CLOCKS_AND_ENTROPY


def test_no_tier_imports_one_that_imports_it() -> None:
    def below(name: str) -> set[str]:
        return ARROWS[name].union(*(below(other) for other in ARROWS[name]))

    assert not [name for name in ARROWS if name in below(name)]


def test_the_store_knows_nothing_of_what_moves_it_or_reads_it() -> None:
    for path in sorted((PACKAGE / "history" / "store").glob("*.py")):
        found = re.findall(r"^ *from \.\.(?:(\w+)[\w.]*)? import (\w+)", path.read_text("utf-8"), re.MULTILINE)
        assert {module or name for module, name in found} <= {"summary", "results", "together", "identity"}, path.name


def page_folder(path: Path) -> str:
    """The folder of a module, or the part of one that has arrows of its own."""
    first, *rest = path.relative_to(PAGE).parts
    return inner if (inner := "/".join([first, *rest[:1]])) in PAGE_ARROWS else first


def page_imports(source: str) -> list[str]:
    """The modules that a module of the page imports, at once or later, without those that give types alone."""
    return [at_once or later for at_once, later in _PAGE_IMPORT.findall(source)]


@pytest.mark.parametrize("folder", sorted(PAGE_ARROWS))
def test_folders_of_the_page_follow_the_arrows(folder: str) -> None:
    for path in sorted(path for path in (PAGE / folder).rglob("*.ts") if page_folder(path) == folder):
        targets = [(path.parent / name).resolve() for name in page_imports(path.read_text("utf-8"))]
        folders = {page_folder(target) for target in targets} - SHARED_BY_THE_PAGE
        assert folders <= PAGE_ARROWS[folder] | {folder}, path.relative_to(PAGE)


def test_the_arrows_of_the_page_are_all_drawn_and_have_no_circle() -> None:
    assert {page_folder(path) for path in PAGE.rglob("*.ts")} == {*PAGE_ARROWS} | SHARED_BY_THE_PAGE | {"sw.ts"}
    assert page_imports((PAGE / "state.ts").read_text("utf-8")) == ["./modes.ts"]
    order = list(PAGE_ARROWS)
    for folder, below in PAGE_ARROWS.items():
        assert below <= {*order[: order.index(folder)], *({folder} & {"play", "app"})}


def test_imports_of_the_page_are_found() -> None:
    source = """import type { A } from "../net/a.ts";
import { b } from "../ui/b.ts";
import {
  c,
} from "./c.ts";
const d = await import("../play/d.ts");
let e: typeof import("../app/e.ts");
"""
    assert page_imports(source) == ["../ui/b.ts", "./c.ts", "../play/d.ts", "../app/e.ts"]


def test_the_kernel_includes_only_what_its_arrows_allow() -> None:
    kernel = PACKAGE.parents[1] / "kernel"
    for path in sorted(kernel.glob("*/*")):
        included = set(re.findall(r'#include "(\w+)/', path.read_text("utf-8"))) - {path.parent.name}
        assert included <= KERNEL_ARROWS[path.parent.name], path


def test_the_kernel_knows_nothing_of_python_beyond_its_bindings() -> None:
    kernel = PACKAGE.parents[1] / "kernel"
    for path in sorted(kernel.glob("*/*")):
        text = path.read_text("utf-8")
        if path.parent.name != "bindings":
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


def test_a_star_import_hides_no_standard_name() -> None:
    standard = set(sys.stdlib_module_names) | set(dir(builtins))
    assert not standard & set(sapper.__all__)
    assert not [name for name in sapper.__all__ if not hasattr(sapper, name)]
    assert set(sapper.__all__) <= set(dir(sapper))


def code() -> dict[str, str]:
    """The text of every source that is written by hand, by its path in the package."""
    files = [*sources(), *(path for ending in ("ts", "css") for path in PAGE.rglob(f"*.{ending}"))]
    texts = {str(path.relative_to(PACKAGE)): path.read_text("utf-8") for path in files}
    return {path: text for path, text in texts.items() if not text.startswith("// Written from ")}


def test_nothing_asks_for_the_name_of_a_way_to_play_together() -> None:
    assert [path for path, text in code().items() if "/modes/" not in path and _ASKS_FOR_A_MODE.search(text)] == []
    assert _ASKS_FOR_A_MODE.search('if (terms.mode === "duel") return')


@pytest.mark.parametrize("mode", MODES)
def test_only_the_files_of_a_mode_have_its_name(mode: str) -> None:
    named = {path for path, text in code().items() if re.search(rf"[\"'`/]{mode}(?:\.ts)?[\"'`]", text)}
    own = {path for path in named if re.search(rf"\bmodes/{mode}\b", path)}
    assert named - own <= MAY_NAME_A_MODE
    assert f"modes/{mode}.py" in own


def test_a_mode_is_named_in_six_files_at_most() -> None:
    named = [path for path, text in code().items() if "duel" in path + text.lower()]
    assert len(named) <= 6, named


def test_a_folder_has_files_that_one_can_overlook() -> None:
    root = PACKAGE.parents[1]
    paths = [path for folder in (PACKAGE, root / "tests") for path in folder.rglob("*.*")]
    files = Counter(
        str(path.parent.relative_to(root)) for path in paths if path.suffix in (".py", ".ts", ".css", ".mjs")
    )
    assert {folder for folder, count in files.items() if count > 25} == LARGE_FOLDERS
