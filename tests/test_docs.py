"""The documents: all are in the navigation of the site, links lead somewhere, the reference has every public name."""

from __future__ import annotations

import ast
import re
import runpy
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
NAMES = [str(path.relative_to(ROOT)) for path in DOCUMENTS]
LINK = re.compile(r'\]\(([^)\s]+)\)|\bsrc="([^"]+)"')
CODE = re.compile(r"^ *```.*?^ *```|`[^`\n]+`", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)


def prose(document: Path) -> str:
    return CODE.sub(lambda code: "" if "\n" in code[0] else code[0].strip("`"), document.read_text("utf-8"))


def anchors(document: Path) -> set[str]:
    return {re.sub(r"[^\w\- ]", "", title).lower().replace(" ", "-") for title in HEADING.findall(prose(document))}


def targets(document: Path) -> list[str]:
    text = CODE.sub("", document.read_text("utf-8"))
    return [target for pair in LINK.findall(text) for target in pair if target and "://" not in target]


def public_names(module: str) -> list[str]:
    tree = ast.parse((ROOT / "src" / module.replace(".", "/") / "__init__.py").read_text("utf-8"))
    for node in tree.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            return [f"{module}.{name}" for name in ast.literal_eval(node.value)]
    raise AssertionError(f"{module} has no __all__")


def described_names() -> list[str]:
    found = []
    for page in ROOT.glob("docs/reference/*.md"):
        text = page.read_text("utf-8")
        module = re.findall(r"^\.\. currentmodule:: (\S+)$", text, re.MULTILINE)
        found += [f"{module[0]}.{name}" for name in re.findall(r"^\.\. auto\w+:: (\S+)$", text, re.MULTILINE)]
    return found


def test_the_navigation_has_every_document_once() -> None:
    navigation = runpy.run_path(str(ROOT / "docs/conf.py"))["NAVIGATION"]
    listed = ["README.md", *(f"{name}.md" for names in navigation.values() for name in names)]
    below = re.findall(r"^(reference/\w+)$", (ROOT / "docs/reference.md").read_text("utf-8"), re.MULTILINE)
    listed += [f"docs/{name}.md" for name in below]
    assert Counter(listed) == Counter(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_links_and_pictures_lead_somewhere(name: str) -> None:
    document = ROOT / name
    for target in targets(document):
        path, _, anchor = target.partition("#")
        there = document.parent / path if path else document
        assert there.exists(), f"{name} links to {target}"
        assert not anchor or anchor in anchors(there), f"{name} links to {target}"


def test_every_picture_is_in_a_document() -> None:
    shown = {(document.parent / target).resolve() for document in DOCUMENTS for target in targets(document)}
    assert {path for path in (ROOT / "docs/pictures").iterdir() if path not in shown} == set()


def test_the_reference_has_every_public_name_once() -> None:
    public = [name for module in ("sapper", "sapper.env", "sapper.client") for name in public_names(module)]
    assert Counter(described_names()) == Counter(public)


def test_the_documented_bots_pass_a_strict_type_checker(tmp_path: Path) -> None:
    blocks = {
        "evaluate": re.findall(
            r"^```python\n(from sapper import .*?)^```", (ROOT / "docs/evaluate.md").read_text(), re.M | re.S
        ),
        "api": [bot_of_the_guide()],
    }
    for name, code in blocks.items():
        (tmp_path / f"{name}.py").write_text("\n".join(code))
    words = [sys.executable, "-m", "mypy", "--strict", "--config-file=", f"--cache-dir={tmp_path}", str(tmp_path)]
    checked = subprocess.run(words, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout


def bot_of_the_guide() -> str:
    """Return the code of the section about a bot in docs/api.md, and what it imports before."""
    guide = (ROOT / "docs/api.md").read_text("utf-8")
    section = guide.partition("## 2. A bot\n")[2].partition("\n## ")[0]
    code = [line[4:] for line in section.splitlines() if line.startswith((">>> ", "... "))]
    return "\n".join(["from sapper import Game", *code, ""])
