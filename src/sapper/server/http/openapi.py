"""The OpenAPI description of the API, from its structs."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from ... import __version__
from ..protocol import api_types


class _Operation(NamedTuple):
    method: str
    path: str
    summary: str
    answer: Any  # a type, or a media type for anything but JSON
    body: Any = None
    query: tuple[str, ...] = ()


_FILTERS = (
    *("level", "ruleset", "layout", "since", "until", "plain", "unpaused", "status", "player", "device"),
    *("source", "mine", "together"),
)
_IN_PATH = {"number": "integer", "party": "string", "round": "integer", "day": "string", "level": "string"}
OPERATIONS = (
    _Operation("get", "/api/me", "Who the player is; sets the cookie", api_types.Me),
    _Operation("get", "/api/rooms", "The player's rooms with a game in play", list[api_types.InPlay]),
    _Operation(
        "get",
        "/api/games",
        "Finished games, the newest first",
        list[api_types.Finished],
        query=("limit", "offset", "order", *_FILTERS),
    ),
    _Operation(
        "delete",
        "/api/games",
        "Delete the player's finished games, if they are as many as `count` says",
        api_types.Deleted,
        query=("count", *_FILTERS),
    ),
    _Operation("get", "/api/games/csv", "The player's finished games, a line for each", "text/csv", query=_FILTERS),
    _Operation("delete", "/api/games/{number}", "Delete a finished game of the player", api_types.Deleted),
    _Operation("get", "/api/games/{number}", "A finished game, with what was sealed", api_types.FinishedGame),
    _Operation(
        "get",
        "/api/games/{number}/replay",
        "Its replay as a file, in the format text, packed or rawvf",
        "text/plain",
        query=("format",),
    ),
    _Operation("get", "/api/games/{number}/picture", "How its board looked at the end", api_types.Picture),
    _Operation("get", "/api/games/{number}/board", "ZiNi and grade of its board", api_types.FinishedBoard),
    _Operation("get", "/api/games/{number}/proof", "The solution of its board, with reasons", api_types.Proof),
    _Operation(
        "get",
        "/api/games/{number}/review",
        "The verdict on each of its moves: as many as the time for an answer allows, and where the next part begins",
        api_types.GameReview,
        query=("from",),
    ),
    _Operation(
        "get",
        "/api/games/{number}/same-board",
        "Other finished games on the same minefield, the newest first",
        list[api_types.Finished],
    ),
    _Operation(
        "get",
        "/api/games/{number}/steps",
        "Its actions, with the cells that each changed: a part of them, and where the next part begins",
        api_types.Steps,
        query=("from", "limit"),
    ),
    _Operation(
        "post",
        "/api/replays/verify",
        "Whether a replay is consistent, and signed by this server",
        api_types.Verification,
        "application/octet-stream",
    ),
    _Operation(
        "post",
        "/api/replays/playable",
        "As much of a replay that does not add up as can be played",
        api_types.BrokenReplay,
        "application/octet-stream",
    ),
    _Operation("get", "/api/server-key", "The key that checks the signatures of this server", api_types.ServerKey),
    _Operation(
        "post",
        "/api/replays",
        "Import a replay of any format that is read; the name of its file helps where its content does not say",
        api_types.Imported,
        "application/octet-stream",
        query=("name",),
    ),
    _Operation("get", "/api/best-times", "The fastest wins", list[api_types.Best], query=("limit", *_FILTERS)),
    _Operation(
        "get",
        "/api/best-times/own",
        "The player's best time by each of the given rules",
        list[api_types.OwnBest],
        query=("rules",),
    ),
    _Operation("get", "/api/statistics", "The statistics of a history", api_types.Statistics, query=_FILTERS),
    _Operation(
        "get",
        "/api/statistics/charts",
        "The same with what charts of it show; `offset` is the time zone in minutes",
        api_types.Charts,
        query=("offset", *_FILTERS),
    ),
    _Operation("get", "/api/backup", "All finished games of the player in one file", "text/plain"),
    _Operation("post", "/api/backup", "Restore lines of such a file", api_types.Restored, "text/plain"),
    _Operation("get", "/api/parties", "The rooms of others that the player may enter", list[api_types.ListedParty]),
    _Operation("get", "/api/arenas/{party}/{round}", "The result of an arena, for sapper verify", "application/json"),
    _Operation("get", "/api/daily", "The boards of today, their tables, and the player's tries", api_types.Daily),
    _Operation("get", "/api/daily/{day}", "The same of another day", api_types.Daily),
    _Operation("get", "/api/daily/{day}/{level}", "The solution of a board whose day is over", api_types.DailySolution),
    _Operation("post", "/api/odds", "The odds of a position", api_types.Chances, api_types.Position),
    _Operation("post", "/api/hint", "A hint for a position", api_types.Hint, api_types.Position),
    _Operation("post", "/api/move", "The best move of a position", api_types.Move, api_types.Position),
    _Operation("post", "/api/analysis", "Everything about a position", api_types.Analysis, api_types.Position),
    _Operation("post", "/api/proof", "What can be deduced from a position", api_types.Next, api_types.Position),
    _Operation("post", "/api/arrangement", "A random minefield that fits", api_types.Arrangement, api_types.Position),
    _Operation(
        "post",
        "/api/position",
        "Read a position from a diagram, a board file or a replay",
        api_types.ReadPosition,
        "application/octet-stream",
        query=("name", "mines"),
    ),
    _Operation("get", "/api/settings-schema", "Settings, levels and rulesets", dict[str, Any]),
)


def describe() -> dict[str, Any]:
    """Return the OpenAPI document."""
    kinds = [api_types.Problem]
    for operation in OPERATIONS:
        kinds += [kind for kind in (operation.answer, operation.body) if kind is not None and not isinstance(kind, str)]
    schemas, components = msgspec.json.schema_components(kinds, ref_template="#/components/schemas/{name}")
    schema_of = dict(zip(map(repr, kinds), schemas, strict=True))
    paths: dict[str, Any] = {}
    for operation in OPERATIONS:
        described: dict[str, Any] = {
            "summary": operation.summary,
            "responses": {
                "200": {"description": operation.summary, "content": _content(operation.answer, schema_of)},
                "default": {"description": "What was wrong", "content": _content(api_types.Problem, schema_of)},
            },
        }
        parameters: list[dict[str, Any]] = [
            {"name": name, "in": "query", "schema": {"type": "string"}} for name in operation.query
        ]
        for name, kind in _IN_PATH.items():
            if f"{{{name}}}" in operation.path:
                parameters.append({"name": name, "in": "path", "required": True, "schema": {"type": kind}})
        if parameters:
            described["parameters"] = parameters
        if operation.body is not None:
            described["requestBody"] = {"required": True, "content": _content(operation.body, schema_of)}
        paths.setdefault(operation.path, {})[operation.method] = described
    return {
        "openapi": "3.1.0",
        "info": {"title": "Sapper", "version": __version__, "license": {"name": "MIT", "identifier": "MIT"}},
        "paths": paths,
        "components": {"schemas": components},
    }


def _content(kind: Any, schema_of: dict[str, Any]) -> dict[str, Any]:
    if isinstance(kind, str):
        return {kind: {"schema": {"type": "string"}}}
    return {"application/json": {"schema": schema_of[repr(kind)]}}
