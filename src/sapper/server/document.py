"""Writes what follows from the structs of `protocol.py`.

`python -m sapper.server.document FILE` writes docs/protocol.md; `typescript()` types the messages for the page.
"""

from __future__ import annotations

import ast
import inspect
import json
import sys
from pathlib import Path
from typing import Any, get_args

from msgspec import inspect as types

from . import api_types, protocol

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


def typescript() -> str:
    """Return the messages, and the api_types that the page reads over HTTP, as TypeScript declarations."""
    inbound, outbound = get_args(protocol.Inbound), get_args(protocol.Outbound)
    structs: dict[type, types.StructType] = {}
    for kind in (*inbound, *outbound, api_types.Best, api_types.InPlay, api_types.Chances):
        _collect(types.type_info(kind), structs)
    out = ["// Written from sapper/server/protocol.py: python -m sapper.web.schema"]
    out += [_interface(struct) for struct in structs.values()]
    out += [f"export type {name} = {_union(kinds)};" for name, kinds in (("Inbound", inbound), ("Outbound", outbound))]
    return "\n\n".join(out) + "\n"


def _collect(info: types.Type, structs: dict[type, types.StructType]) -> None:
    """Add a struct and every struct that its fields use, those that are used first."""
    if isinstance(info, types.StructType):
        for field in info.fields:
            _collect(field.type, structs)
        structs[info.cls] = info
    for part in (*getattr(info, "types", ()), *filter(None, [getattr(info, "item_type", None)])):
        _collect(part, structs)


def _interface(struct: types.StructType) -> str:
    rows = [f"  {struct.tag_field}: {_spell_literal(struct.tag)};"] if struct.tag_field else []
    rows += [
        f"  {field.encode_name}{'' if field.required else '?'}: {_spell_type(field.type)};" for field in struct.fields
    ]
    return "\n".join([f"export interface {struct.cls.__name__} {{", *rows, "}"])


def _spell_type(info: types.Type) -> str:
    words = {
        types.StrType: "string",
        types.IntType: "number",
        types.FloatType: "number",
        types.BoolType: "boolean",
        types.NoneType: "null",
    }
    if isinstance(info, types.StructType):
        return info.cls.__name__
    if isinstance(info, types.LiteralType):
        return " | ".join(_spell_literal(value) for value in info.values)
    if isinstance(info, types.UnionType):
        return " | ".join(_spell_type(part) for part in info.types)
    if isinstance(info, types.ListType):
        item = _spell_type(info.item_type)
        return f"({item})[]" if " " in item else f"{item}[]"
    if isinstance(info, types.DictType):
        return f"Record<{_spell_type(info.key_type)}, {_spell_type(info.value_type)}>"
    return words[type(info)]


def _spell_literal(value: object) -> str:
    return json.dumps(value)


def _union(kinds: tuple[Any, ...]) -> str:
    return " | ".join(kind.__name__ for kind in kinds)


if __name__ == "__main__":
    page = Path(sys.argv[1])
    page.write_text(rewrite(page.read_text("utf-8")), "utf-8")
