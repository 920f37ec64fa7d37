"""The OpenAPI description of the API, from the table of endpoints and the structs."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import msgspec

from ... import __version__
from ..protocol import api_types
from . import endpoints as endpoints  # completes the table
from .endpoint import ENDPOINTS

if TYPE_CHECKING:
    from .endpoint import Endpoint

_PARAMETER = re.compile(r"{(\w+)(:int)?}")


def describe() -> dict[str, Any]:
    """Return the OpenAPI document."""
    kinds = [api_types.Problem]
    for endpoint in ENDPOINTS:
        body = endpoint.body.kind if endpoint.body else None
        kinds += [kind for kind in (endpoint.answer, body) if kind is not None and not isinstance(kind, str)]
    schemas, components = msgspec.json.schema_components(kinds, ref_template="#/components/schemas/{name}")
    schema_of = dict(zip(map(repr, kinds), schemas, strict=True))
    paths: dict[str, Any] = {}
    for endpoint in ENDPOINTS:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint, schema_of)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Sapper", "version": __version__, "license": {"name": "MIT", "identifier": "MIT"}},
        "paths": paths,
        "components": {"schemas": components},
    }


def _operation(endpoint: Endpoint, schema_of: dict[str, Any]) -> dict[str, Any]:
    described: dict[str, Any] = {
        "summary": endpoint.summary,
        "responses": {
            "200": {"description": endpoint.summary, "content": _content(endpoint.answer, schema_of)},
            "default": {"description": "What was wrong", "content": _content(api_types.Problem, schema_of)},
        },
    }
    parameters: list[dict[str, Any]] = [
        {"name": name, "in": "query", "schema": {"type": "string"}} for name in endpoint.query
    ]
    for name, number in _PARAMETER.findall(endpoint.route):
        kind = "integer" if number else "string"
        parameters.append({"name": name, "in": "path", "required": True, "schema": {"type": kind}})
    if parameters:
        described["parameters"] = parameters
    if endpoint.body is not None:
        described["requestBody"] = {"required": True, "content": _content(endpoint.body.kind, schema_of)}
    return described


def _content(kind: Any, schema_of: dict[str, Any]) -> dict[str, Any]:
    if isinstance(kind, str):
        return {kind: {"schema": {"type": "string"}}}
    return {"application/json": {"schema": schema_of[repr(kind)]}}
