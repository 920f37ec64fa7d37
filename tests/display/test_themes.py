"""The token file: every theme has every token, and what fewer colours make of them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sapper.controls.settings import ThemeChoice
from sapper.display import themes

FILE = json.loads(Path(themes.__file__).with_name("themes.json").read_text("utf-8"))


def luminance(colour: str) -> float:
    parts = [part / 255 for part in themes.rgb(colour)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_the_settings_name_the_themes() -> None:
    assert {theme.value for theme in ThemeChoice} == {"system", *themes.names()}


@pytest.mark.parametrize("name", themes.names())
def test_every_token_is_a_colour(name: str) -> None:
    theme = themes.theme(name)
    single = [
        token
        for token in FILE["tokens"]
        if token not in ("ansi", "style", "hidden", "number", "hint", "cursor", "players")
    ]
    nested = [f"hidden.{part}" for part in ("face", "light", "dark", "hover", "pressed")]
    nested += [f"hint.{part}" for part in ("reason", "safe", "mine")] + ["cursor.ring", "cursor.gap"]
    nested += [f"{list_}.{number}" for list_ in ("number", "players") for number in range(1, 9)]
    for token in single + nested:
        assert len(themes.rgb(theme[token])) == 3


@pytest.mark.parametrize("name", themes.names())
def test_numbers_can_be_read(name: str) -> None:
    theme = themes.theme(name)
    assert min(contrast(theme[f"number.{number}"], theme["open"]) for number in range(1, 9)) >= 4.5
    assert contrast(theme["text"], theme["page"]) >= 4.5
    assert contrast(theme["flag"], theme["hidden.face"]) >= 3


def test_what_does_not_exist_is_told() -> None:
    with pytest.raises(themes.ThemeError, match="choose classic"):
        themes.theme("pink")
    with pytest.raises(themes.ThemeError, match=r"no colour 'number\.9'"):
        themes.theme("dark")["number.9"]
    assert themes.theme("dark").ansi("page") is None


def test_fewer_colours() -> None:
    assert themes.nearest_256("#808080") == 244
    assert themes.nearest_16("#000000") == "black"
    assert themes.mix("#102030", "#304050", 0.25) == "#182838"
