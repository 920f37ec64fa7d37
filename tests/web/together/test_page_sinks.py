"""The page never makes code or markup from text: where names and chat are shown, they stay text."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

WEB = Path(__file__).parents[3] / "src" / "sapper" / "web"
FILES = sorted([*(WEB / "src").rglob("*.ts"), *WEB.glob("*.html")])
SINKS = re.compile(
    r"""innerHTML|outerHTML|insertAdjacentHTML|createContextualFragment|DOMParser|parseFromString|setHTML|srcdoc
    |document\s*\.\s*(?:write|writeln|domain)\b|\beval\s*\(|\bnew\s+Function\b|\bFunction\s*\(
    |set(?:Timeout|Interval)\s*\(\s*["'`]|setAttribute\s*\(\s*["'`](?:on|style\b|src\b|href\b)
    |\bjavascript\s*:|\bon\w+\s*=\s*["'][^"']*\(|importScripts|dangerouslySet|\bpostMessage\s*\([^)]*["']\*["']""",
    re.VERBOSE,
)
#: What is made of our own files and names only, or only read.
ALLOWED = {
    ("src/ui/dom.ts", "DOMParser"): "the sheet of icons, which is our own file",
    ("src/ui/dom.ts", "parseFromString"): "the same",
    ("src/ui/dom.ts", 'setAttribute("href'): "the name of an icon",
    ("src/statistics/page.ts", 'setAttribute("href'): "a path of our own with a query",
    ("src/replay/panel.ts", "outerHTML"): "read, to see whether something changed",
}


def sinks(text: str) -> list[str]:
    return [found[0] for found in SINKS.finditer(re.sub(r"(?m)^\s*(//|\*|/\*).*$", "", text))]


def test_no_module_makes_code_or_markup_from_text() -> None:
    found = {(str(file.relative_to(WEB)), sink) for file in FILES for sink in sinks(file.read_text("utf-8"))}
    assert len(FILES) > 50
    assert found == set(ALLOWED)


@pytest.mark.parametrize(
    "line",
    [
        "place.innerHTML = name;",
        "place.insertAdjacentHTML('beforeend', name);",
        "eval(name);",
        "setTimeout('alert(1)', 5);",
        "place.setAttribute('onclick', name);",
        '<a onclick="go()">',
        "link.href = 'javascript:alert(1)';",
        "document.write(name);",
        "new Function(name)();",
    ],
)
def test_such_a_line_would_be_noticed(line: str) -> None:
    assert sinks(line)
