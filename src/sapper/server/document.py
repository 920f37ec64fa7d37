"""Writes the part of docs/protocol.md that follows from `protocol.py`: `python -m sapper.server.document FILE`."""

from __future__ import annotations

import ast
import inspect
import sys
import textwrap
from pathlib import Path
from typing import get_args

from msgspec import Struct

from . import api_types, protocol

MARK = "<!-- Generated from protocol.py by: python -m sapper.server.document docs/protocol.md -->\n"
PARTS = (api_types.Cells, api_types.Conclusion, protocol.Metrics, protocol.Standing)


def messages() -> str:
    """Return a description of every message: what it is for, and its fields."""
    source = inspect.getsource(protocol)
    inbound, outbound = get_args(protocol.Inbound), get_args(protocol.Outbound)
    out = ["## From the client to the server"]
    out += [_describe(kind, tagged=True) for kind in inbound]
    out += ["## From the server to the client"]
    out += [_describe(kind, tagged=True) for kind in outbound]
    out += ["## Parts of messages"]
    out += [_describe(kind, tagged=False) for kind in PARTS]
    out += ["## Types of fields", _words(source)]
    return "\n\n".join(out) + "\n"


def _describe(kind: type, *, tagged: bool) -> str:
    text = "\n\n".join(_wrapped(part) for part in inspect.cleandoc(kind.__doc__ or "").split("\n\n"))
    title = f"### `{kind.__name__.lower()}`" if tagged else f"### {kind.__name__}"
    fields = _fields(kind)
    if not fields:
        return f"{title}\n{text}"
    return "\n".join([title, text, "", "| field | type | default | |", "|---|---|---|---|", *fields])


def _fields(kind: type) -> list[str]:
    """Return a row for each field of a struct: its own first, then those that it shares with the HTTP API."""
    rows = []
    for base in kind.__mro__[: kind.__mro__.index(Struct)]:
        source = inspect.getsource(base)
        lines = source.splitlines()
        (node,) = ast.parse(source).body
        assert isinstance(node, ast.ClassDef)
        for item in node.body:
            if isinstance(item, ast.AnnAssign) and isinstance(item.target, ast.Name):
                words = ast.unparse(item.annotation).replace("|", "\\|")
                default = "" if item.value is None else f"`{ast.unparse(item.value)}`"
                rows.append(f"| `{item.target.id}` | {words} | {default} | {_comment(lines[item.lineno - 1])} |")
    return rows


def _wrapped(text: str, indent: str = "") -> str:
    return textwrap.fill(" ".join(text.split()), 100, subsequent_indent=indent, break_on_hyphens=False)


def _comment(line: str) -> str:
    return line.partition("  # ")[2]


def _words(source: str) -> str:
    """Return a list of the types that fields use."""
    rows = []
    lines = source.splitlines()
    for node in ast.parse(source).body:
        if not isinstance(node, ast.Assign) or not isinstance(node.targets[0], ast.Name):
            continue
        name, value = node.targets[0].id, ast.unparse(node.value)
        if name == "Code":
            codes = [line.strip() for line in lines[node.lineno : (node.end_lineno or 0) - 1]]
            rows += ["- `Code` is why a request is refused:"]
            rows += [f"  - `{code.partition(',')[0]}` {_comment('  ' + code[code.index(',') + 1 :])}" for code in codes]
        elif value.startswith(("Annotated", "Literal")):
            rows.append(_wrapped(f"- `{name}` is `{value}`", "  "))
    return "\n".join(rows)


def rewrite(text: str) -> str:
    """Return a document whose part after the mark is generated."""
    head, mark, _ = text.partition(MARK)
    return head + (mark or MARK) + "\n" + messages()


if __name__ == "__main__":
    page = Path(sys.argv[1])
    page.write_text(rewrite(page.read_text("utf-8")), "utf-8")
