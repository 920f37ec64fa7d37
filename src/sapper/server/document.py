"""Writes the part of docs/protocol.md that follows from `protocol.py`: `python -m sapper.server.document FILE`."""

from __future__ import annotations

import ast
import inspect
import sys
from pathlib import Path
from typing import get_args

from . import protocol

MARK = "<!-- What follows is written from protocol.py: python -m sapper.server.document docs/protocol.md -->\n"


def messages() -> str:
    """Describe every message: what it is for, and its fields."""
    source = inspect.getsource(protocol)
    classes = {node.name: node for node in ast.parse(source).body if isinstance(node, ast.ClassDef)}
    lines = source.splitlines()
    inbound = [kind.__name__ for kind in get_args(protocol.Inbound)]
    outbound = [kind.__name__ for kind in get_args(protocol.Outbound)]
    parts = [name for name in classes if name not in (*inbound, *outbound, "FromClient", "FromServer", "BadMessage")]
    out = ["## From the page to the server"]
    out += [_describe(classes[name], lines, tagged=True) for name in inbound]
    out += ["## From the server to the page"]
    out += [_describe(classes[name], lines, tagged=True) for name in outbound]
    out += ["## Parts of messages"]
    out += [_describe(classes[name], lines, tagged=False) for name in parts]
    out += ["## Words", _words(source)]
    return "\n\n".join(out) + "\n"


def _describe(node: ast.ClassDef, lines: list[str], *, tagged: bool) -> str:
    told = inspect.cleandoc(ast.get_docstring(node) or "")
    title = f"### `{node.name.lower()}`" if tagged else f"### {node.name}"
    fields = [item for item in node.body if isinstance(item, ast.AnnAssign)]
    if not fields:
        return f"{title}\n{told}"
    rows = ["| field | type | default | |", "|---|---|---|---|"]
    for item in fields:
        assert isinstance(item.target, ast.Name)
        kind = ast.unparse(item.annotation).replace("|", "\\|")
        default = "" if item.value is None else f"`{ast.unparse(item.value)}`"
        rows.append(f"| `{item.target.id}` | {kind} | {default} | {_comment(lines[item.lineno - 1])} |")
    return "\n".join([title, told, "", *rows])


def _comment(line: str) -> str:
    return line.partition("  # ")[2]


def _words(source: str) -> str:
    """List the aliases that fields use, with what each word means where that is said."""
    rows = []
    lines = source.splitlines()
    for node in ast.parse(source).body:
        if not isinstance(node, ast.Assign) or not isinstance(node.targets[0], ast.Name):
            continue
        name, value = node.targets[0].id, ast.unparse(node.value)
        if name == "Code":
            codes = [line.strip() for line in lines[node.lineno : (node.end_lineno or 0) - 1]]
            rows += ["- `Code`, why something is refused:"]
            rows += [f"  - `{code.partition(',')[0]}` {_comment('  ' + code[code.index(',') + 1 :])}" for code in codes]
        elif value.startswith(("Annotated", "Literal")):
            rows.append(f"- `{name}` is `{value}`")
    return "\n".join(rows)


def rewrite(text: str) -> str:
    """Put what the structs say behind the mark."""
    head, mark, _ = text.partition(MARK)
    return head + (mark or MARK) + "\n" + messages()


if __name__ == "__main__":
    page = Path(sys.argv[1])
    page.write_text(rewrite(page.read_text("utf-8")), "utf-8")
