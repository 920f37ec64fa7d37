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

from sapper.display.languages import ENGLISH, languages

ROOT = Path(__file__).parents[2]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
NAMES = [str(path.relative_to(ROOT)) for path in DOCUMENTS]
LINK = re.compile(r'\]\(([^)\s]+)\)|\bsrc="([^"]+)"')
CODE = re.compile(r"^ *```.*?^ *```|`[^`\n]+`", re.MULTILINE | re.DOTALL)
#: What is public in modules that need an extra.
ELSEWHERE = [
    "sapper.cluster.ClusterError",
    "sapper.cluster.DaskCluster",
    "sapper.env.parallel.SapperParallelEnv",
    "sapper.env.stable_baselines.SapperVecEnv",
]
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
    found, module = [], ""
    for page in ROOT.glob("docs/reference/*.md"):
        for kind, name in re.findall(r"^\.\. (currentmodule|auto\w+):: (\S+)$", page.read_text("utf-8"), re.MULTILINE):
            if kind == "currentmodule":
                module = name
            else:
                found.append(f"{module}.{name}")
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


def shape(document: Path) -> dict[str, list[str] | int]:
    """Return what a chapter has in common with its translations."""
    text = document.read_text("utf-8")
    code = re.findall(r"^```.*?^```", text, re.MULTILINE | re.DOTALL)
    text = re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)
    return {
        "headings": re.findall(r"^#+", text, re.MULTILINE),
        "items": len(re.findall(r"^ *(?:-|[0-9]+\.) ", text, re.MULTILINE)),
        "rows": [row.count("|") for row in re.findall(r"^\|.*", text, re.MULTILINE)],
        "lines of code": [block.count("\n") for block in code],
        "typed": sorted(re.findall(r"`((?:--|[a-z-]+=|sapper )[^`]*)`", text)),
        "links": sorted(target.rpartition("/")[2].partition("#")[0] for target in targets(document)),
    }


@pytest.mark.parametrize("language", languages())
def test_the_chapters_of_a_language_have_all_parts_of_the_english_ones(language: str) -> None:
    for document in ROOT.glob(f"docs/{language}/*.md"):
        assert shape(document) == shape(ROOT / "docs" / document.name), document


@pytest.mark.parametrize("language", languages())
def test_every_language_has_the_chapters_for_players(language: str) -> None:
    folder = ROOT / "docs" / ("" if language == ENGLISH else language)
    assert all((folder / f"{chapter}.md").exists() for chapter in ("rules", "controls", "no-guess", "together"))


def test_every_picture_is_in_a_document() -> None:
    shown = {(document.parent / target).resolve() for document in DOCUMENTS for target in targets(document)}
    pictures = {path for path in (ROOT / "docs/pictures").rglob("*") if path.is_file()}
    assert pictures - shown == set()


def test_the_reference_has_every_public_name_once() -> None:
    modules = ("sapper", "sapper.env", "sapper.client", "sapper.formats")
    public = [name for module in modules for name in public_names(module)] + ELSEWHERE
    assert Counter(described_names()) == Counter(public)


def test_every_block_of_python_is_checked_for_types(tmp_path: Path) -> None:
    """`make check` runs mypy and pyright over what this script writes."""
    subprocess.run([sys.executable, ROOT / "scripts/blocks", tmp_path], check=True)
    written = "".join(path.read_text("utf-8") for path in tmp_path.glob("*.py")).splitlines()
    documents = [ROOT / "README.md", *ROOT.glob("docs/*.md")]
    blocks = [
        block for path in documents for block in re.findall(r"^```python\n(.*?)^```", path.read_text(), re.M | re.S)
    ]
    for block in blocks:
        lines = block.splitlines()
        code = [line[4:] for line in lines if line.startswith((">>> ", "... "))] or lines
        assert {line for line in code if line} <= {*written}


def test_documents_install_only_what_can_be_installed_today() -> None:
    """Sapper is on no index: its first installation is from a checkout or a wheel."""
    commands = [
        (path.name, line)
        for path in DOCUMENTS
        for block in re.findall(r"^```\w*\n(.*?)^```", path.read_text("utf-8"), re.MULTILINE | re.DOTALL)
        for line in block.splitlines()
        if "pip install" in line
    ]
    assert commands
    allowed = re.compile(r"""pip install (\.|["']\.\[[\w,]+\]["']|dist/sapper-\*\.whl|'sapper\[gym\]'  )( |$)""")
    assert [command for command in commands if not allowed.search(command[1])] == []


def test_the_page_for_package_indexes_has_no_link_that_breaks_there() -> None:
    text = (ROOT / "docs/package.md").read_text("utf-8")
    assert targets(ROOT / "docs/package.md") == []
    assert "![" not in text
    assert "<img" not in text
