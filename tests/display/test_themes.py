"""The token file: every theme has every token, and what fewer colours make of them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sapper.controls.settings import ThemeChoice
from sapper.display import themes
from sapper.web.schema import schema

CHOSEN = json.loads(Path(themes.__file__).with_name("colours_256.json").read_text("utf-8"))
FILE = json.loads(Path(themes.__file__).with_name("themes.json").read_text("utf-8"))


def luminance(colour: str) -> float:
    parts = [part / 255 for part in themes.rgb(colour)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_the_settings_name_the_themes() -> None:
    assert {theme.value for theme in ThemeChoice} == {"system", "terminal", *themes.names()}


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


SURFACES = ("hidden.face", "hidden.other")
READ = [("text", "page"), ("text", "panel"), ("text", "raised"), ("muted", "page"), ("muted", "panel")]
READ += [("accent", "page"), ("accent", "panel"), ("onAccent", "accent"), ("displayOn", "display")]
READ += [("faceInk", "faceFill"), ("mine", "open"), *((f"number.{number}", "open") for number in range(1, 9))]
SEEN = [(token, "page") for token in ("good", "warn", "bad")] + [("mine", "exploded")]
SEEN += [(f"hint.{part}", face) for part in ("reason", "safe", "mine") for face in SURFACES]
SEEN += [(token, face) for token in ("flag", "question", "wrong") for face in SURFACES]


@pytest.mark.parametrize("name", themes.names())
def test_256_colours_can_be_read(name: str) -> None:
    theme = themes.theme(name)

    def ratio(token: str, ground: str) -> float:
        return contrast(themes.colour_of_256(theme.of_256(token)), themes.colour_of_256(theme.of_256(ground)))

    assert not {pair: ratio(*pair) for pair in READ if ratio(*pair) < 4.5}
    assert not {pair: ratio(*pair) for pair in SEEN if ratio(*pair) < 3}
    assert min(ratio(face, "open") for face in SURFACES) >= 1.2
    assert theme.of_256("hidden.face") != theme.of_256("hidden.other")


@pytest.mark.parametrize("name", themes.names())
def test_256_colours_are_chosen_for_every_token_that_a_terminal_shows(name: str) -> None:
    chosen = CHOSEN[name]
    assert set(chosen) == set(CHOSEN["dark"])
    assert {token for token, _ in READ + SEEN} <= {*chosen, *(f"{a}.{b}" for a in chosen for b in parts(chosen[a]))}
    assert all(16 <= number < 256 for value in chosen.values() for number in numbers(value))


def parts(value: object) -> list[str]:
    if isinstance(value, list):
        return [str(number + 1) for number in range(len(value))]
    return list(value) if isinstance(value, dict) else []


def numbers(value: object) -> list[int]:
    if isinstance(value, list):
        return value
    return list(value.values()) if isinstance(value, dict) else [value]  # type: ignore[list-item]


@pytest.mark.parametrize("name", ["light", "classic", "dark", "colour-blind"])
def test_surfaces_that_are_nearly_grey_stay_grey_with_256_colours(name: str) -> None:
    theme = themes.theme(name)
    for token in ("page", "panel", "raised", "display", "open", *SURFACES, "hidden.hover", "hidden.pressed"):
        assert len(set(themes.rgb(themes.colour_of_256(theme.of_256(token))))) == 1, token


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


def test_the_page_does_not_offer_the_terminals_own_palette() -> None:
    settings = schema()["settings"]
    assert isinstance(settings, dict)
    assert set(settings["display"]["theme"]["choices"]) == {"system", *themes.names()}
