"""The table of keys that the page's key rules are held to as well (tests/web/unit/input/key-rules.test.mjs)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from sapper.controls.keys import KeyMap, KeysError, spell_key

TABLE = json.loads((Path(__file__).parents[1] / "data" / "keys.json").read_text("utf-8"))


@pytest.mark.parametrize("case", TABLE["maps"], ids=lambda case: f"{case['profile']} {case['own']}")
def test_which_keys_may_be_bound(case: dict[str, Any]) -> None:
    if case["error"] is None:
        assert all(KeyMap(case["profile"], case["own"]).keys(name) == tuple(own) for name, own in case["own"].items())
        return
    with pytest.raises(KeysError) as caught:
        KeyMap(case["profile"], case["own"])
    error = case["error"]
    assert caught.value.action == error["action"]
    why = f"{error['other']} is the key for {error['owner']}" if "other" in error else "the vim profile counts"
    assert str(caught.value).startswith(f"{error['key']} cannot be the key for {error['action']}: {why}")


@pytest.mark.parametrize("case", TABLE["actions"], ids=lambda case: f"{case['profile']} {case['strokes']}")
def test_what_keys_do(case: dict[str, Any]) -> None:
    assert KeyMap(case["profile"]).action(*case["strokes"]) == case["action"]


@pytest.mark.parametrize(("text", "spelled"), TABLE["spellings"])
def test_the_spelling_of_keys(text: str, spelled: str | None) -> None:
    if spelled is not None:
        assert spell_key(text) == spelled
        return
    with pytest.raises(ValueError, match="is not a key"):
        spell_key(text)
