"""Writes the parts of the documents that follow from the messages, the table of endpoints and the limits.

`python -m sapper.server.protocol.document docs/protocol.md docs/server.md` writes the generated parts of both;
`typescript()` types the messages for the page.
"""

from __future__ import annotations

import ast
import inspect
import json
import sys
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args, get_type_hints

from msgspec import Struct
from msgspec import inspect as types
from msgspec.structs import fields as struct_fields

from ...modes import MODES
from ..http import endpoints as endpoints  # completes the table
from ..http.endpoint import ENDPOINTS, FILTERS, Endpoint
from ..http.static import SCREENS
from ..limits import Limits
from ..parties import events
from . import api_types, game_messages, message, party_messages

if TYPE_CHECKING:
    from collections.abc import Callable

MARK = "<!-- Generated from protocol.py by: python -m sapper.server.protocol.document docs/protocol.md -->\n"
LIMITS_MARK = "<!-- Generated from limits.py by: python -m sapper.server.protocol.document docs/server.md -->\n"
ENDPOINTS_MARK = "<!-- Generated from endpoints by: python -m sapper.server.protocol.document docs/protocol.md -->\n"
END_MARK = "<!-- End of the generated part -->\n"
PARTS = (
    message.Phrase,
    game_messages.Moment,
    api_types.Cells,
    api_types.Conclusion,
    game_messages.Metrics,
    game_messages.Standing,
    events.Terms,
    party_messages.SeatRating,
    party_messages.PartySeat,
    events.Score,
    party_messages.Line,
    party_messages.SeatProgress,
)
READ_BY_THE_PAGE = (
    api_types.Me,
    api_types.RecoveryCode,
    api_types.LinkCode,
    api_types.PlayerPage,
    api_types.PeopleMet,
    api_types.NewReport,
    api_types.Tournament,
    api_types.Best,
    api_types.OwnBest,
    api_types.InPlay,
    api_types.Chances,
    api_types.FinishedGame,
    api_types.FinishedBoard,
    api_types.Steps,
    api_types.GameReview,
    api_types.Picture,
    api_types.PlayedRound,
    api_types.ListedRound,
    api_types.Track,
    api_types.Report,
    api_types.Imported,
    api_types.BrokenReplay,
    api_types.Daily,
    api_types.Seasons,
    api_types.DailySolution,
    api_types.Charts,
    api_types.Luck,
    api_types.Restored,
    api_types.ListedParty,
    api_types.LearnAnswers,
    api_types.Training,
    api_types.Insights,
    api_types.OwnPath,
)


def messages() -> str:
    """Return a description of every message: what it is for, and its fields."""
    source = "\n".join(map(inspect.getsource, (message, game_messages, events, party_messages)))
    inbound, outbound = get_args(game_messages.Inbound), get_args(game_messages.Outbound)
    out = ["## From the client to the server"]
    out += [_describe(kind, tagged=True) for kind in inbound]
    out += ["## From the server to the client"]
    out += [_describe(kind, tagged=True) for kind in outbound]
    out += ["## Parts of messages"]
    out += [_describe(kind, tagged=False) for kind in PARTS]
    out += ["## Types of fields", _words(source)]
    return "\n\n".join(out) + "\n"


def limits() -> str:
    """Return a table of the limits of the server, for docs/server.md."""
    rows = ["| limit | default | |", "|---|---|---|"]
    reasons = get_type_hints(Limits, include_extras=True)
    for field in struct_fields(Limits):
        name, reason = field.name.replace("_", "-"), reasons[field.name].__metadata__[0]
        rows += [f"| `{name}` | {field.default:,} | {reason} |"]
    return "\n".join(rows) + "\n"


def endpoint_table() -> str:
    """Return a table of everything that is served over HTTP, for docs/protocol.md."""
    screens = ", ".join(f"`{path}`" for path in SCREENS)
    rows = ["| route | |", "|---|---|", f"| `GET` {screens} | The page; it shows what its address names |"]
    rows += ["| `GET /assets/...`, `/themes.json` | The files of the page, the themes |"]
    for endpoint in sorted(ENDPOINTS, key=lambda one: (one.path, one.method)):
        rows += [f"| {_call(endpoint)} | {endpoint.summary} |"]
    return "\n".join(rows) + "\n"


def _call(endpoint: Endpoint) -> str:
    """Return the request of an endpoint, with the parameters of its query."""
    own = "&".join(f"{name}=" for name in endpoint.query if name not in FILTERS)
    filters = " with filters" if set(FILTERS) <= set(endpoint.query) else ""
    return f"`{endpoint.method} {endpoint.path}{'?' + own if own else ''}`{filters}"


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
    rows = [_wrapped(f"- `ModeName` is one of {', '.join(MODES)}")]
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
    """Return a document with its generated parts as they should be."""
    text = _replace(text, LIMITS_MARK, limits)
    text = _replace(text, ENDPOINTS_MARK, endpoint_table)
    head, mark, _ = text.partition(MARK)
    return f"{head}{mark}\n{messages()}" if mark else text


def _replace(text: str, start: str, part: Callable[[], str]) -> str:
    """Return a document with a new part between a mark and the next end mark, or as it is without that mark."""
    head, mark, rest = text.partition(start)
    return f"{head}{mark}\n{part()}\n{END_MARK}{rest.partition(END_MARK)[2]}" if mark else text


def typescript() -> str:
    """Return the messages, and the api_types that the page reads over HTTP, as TypeScript declarations."""
    inbound, outbound = get_args(game_messages.Inbound), get_args(game_messages.Outbound)
    structs: dict[type, types.StructType] = {}
    for kind in (*inbound, *outbound, *READ_BY_THE_PAGE):
        _collect(types.type_info(kind), structs)
    out = ["// Written from sapper/server/protocol/game_messages.py: python -m sapper.web.schema"]
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
        types.AnyType: "unknown",
    }
    if isinstance(info, types.StructType):
        return info.cls.__name__
    if isinstance(info, types.LiteralType):
        return " | ".join(_spell_literal(value) for value in info.values)
    if isinstance(info, types.EnumType):
        return " | ".join(_spell_literal(member.value) for member in info.cls)
    if isinstance(info, types.UnionType):
        return " | ".join(_spell_type(part) for part in info.types)
    if isinstance(info, types.ListType):
        item = _spell_type(info.item_type)
        return f"({item})[]" if " " in item else f"{item}[]"
    if isinstance(info, types.TupleType):
        return f"[{', '.join(map(_spell_type, info.item_types))}]"
    if isinstance(info, types.DictType):
        return f"Record<{_spell_type(info.key_type)}, {_spell_type(info.value_type)}>"
    return words[type(info)]


def _spell_literal(value: object) -> str:
    return json.dumps(value)


def _union(kinds: tuple[Any, ...]) -> str:
    return " | ".join(kind.__name__ for kind in kinds)


if __name__ == "__main__":
    for page in map(Path, sys.argv[1:]):
        page.write_text(rewrite(page.read_text("utf-8")), "utf-8")
