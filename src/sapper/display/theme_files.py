"""Theme files: the colours of players, in one format for the terminal and the page (docs/themes.md)."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from .themes import Theme, ThemeError, names, tokens_of, use_own
from .wording import message, wording

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

MARK, VERSION = "sapper-theme", 1
OWN = "own:"  # before the name of an own theme, in the settings
MOST_BYTES = 64 * 1024
MOST_FILES = 100
LONGEST_NAME = 40
_NOT_COLOURS = (MARK, "name", "base", "scheme", "style")
_NOT_IN_FILES = ("ansi",)  # fewer colours are computed
_WORDS = {
    "scheme": ("light", "dark"),
    "cell": ("tile", "bevel", "outline"),
    "digits": ("text", "segment"),
    "hiddenPattern": ("none", "hatch"),
}
_MOST = {"radius": 16, "gap": 4, "edge": 6}  # px, at cells of 32 px


def read_theme(text: str) -> Theme:
    """Return the theme of a file; raise `ThemeError` with one sentence if it is none."""
    if len(text) > MOST_BYTES:
        raise ThemeError(message("theme-file.too-long"))
    try:
        given = json.loads(text)
    except (ValueError, RecursionError):
        raise ThemeError(message("theme-file.not-json")) from None
    if not isinstance(given, dict) or given.get(MARK) != VERSION or isinstance(given[MARK], bool):
        raise ThemeError(message("theme-file.not-theme"))
    title = given.get("name")
    if not isinstance(title, str) or not title.isprintable() or not 0 < len(title) <= LONGEST_NAME:
        raise ThemeError(message("theme-file.no-name"))
    name = own_name(title)
    if name == OWN:
        raise ThemeError(message("theme-file.no-name"))
    return Theme(name, _tokens(given))


def own_name(title: str) -> str:
    """Return the name of an own theme: letters and digits of its title in lower case, hyphens between.

    >>> own_name("My Forest, at night")
    'own:my-forest-at-night'
    """
    spelled = "".join(letter if letter.isalnum() else " " for letter in title.lower())
    return OWN + "-".join(spelled.split())


def _tokens(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return every token: those of the file, and those of its base for the rest."""
    usual = "light" if given.get("scheme") == "light" else "dark"
    base = given.get("base", usual)
    if not isinstance(base, str) or base not in names():
        raise ThemeError(message("theme-file.must-be", token="base", allowed=_listed(names()), value=_show(base)))
    tokens = {name: value for name, value in tokens_of(base).items() if name not in _NOT_IN_FILES}
    for token, value in given.items():
        if token not in _NOT_COLOURS and token not in tokens:
            raise ThemeError(message("theme-file.unknown", token=token[:LONGEST_NAME]))
        if token == "scheme":
            _check_word(token, value)
        elif token == "style":
            tokens["style"] = tokens["style"] | _style(value, tokens["style"])
        elif token not in _NOT_COLOURS:
            tokens[token] = _colours(token, value, tokens[token])
    tokens |= {"name": given["name"], "scheme": given.get("scheme", tokens["scheme"]), "ansi": {}}
    return tokens


def _colours(token: str, value: object, usual: object) -> object:
    """Return a colour, a list of eight, or colours by name, as the base has it."""
    if isinstance(usual, list):
        if not isinstance(value, list) or len(value) != len(usual):
            raise ThemeError(message("theme-file.must-list", token=token))
        return [_colour(f"{token}.{place}", colour) for place, colour in enumerate(value, 1)]
    if isinstance(usual, dict):
        return usual | {part: _colour(f"{token}.{part}", colour) for part, colour in _parts(token, value, usual)}
    return _colour(token, value)


def _colour(token: str, value: object) -> str:
    is_colour = isinstance(value, str) and len(value) == 7 and value[0] == "#"
    if not is_colour or not all(digit in "0123456789abcdefABCDEF" for digit in str(value)[1:]):
        raise ThemeError(message("theme-file.must-colour", token=token, value=_show(value)))
    return str(value).lower()


def _style(value: object, usual: Mapping[str, Any]) -> dict[str, Any]:
    style = dict(_parts("style", value, usual))
    for name, chosen in style.items():
        if name in _WORDS:
            _check_word(name, chosen)
        elif not isinstance(chosen, int | float) or isinstance(chosen, bool) or not 0 <= chosen <= _MOST[name]:
            token, most = f"style.{name}", _MOST[name]
            raise ThemeError(message("theme-file.must-number", token=token, most=most, value=_show(chosen)))
    return style


def _parts(token: str, value: object, usual: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """Return the parts of a token that has several; those that are left out stay as they are."""
    if not isinstance(value, dict):
        raise ThemeError(message("theme-file.must-parts", token=token))
    for part in value:
        if part not in usual:
            raise ThemeError(message("theme-file.unknown", token=f"{token}.{part}"[:LONGEST_NAME]))
    return list(value.items())


def _check_word(name: str, value: object) -> None:
    if value not in _WORDS[name]:
        token = name if name == "scheme" else f"style.{name}"
        allowed = _listed(_WORDS[name])
        raise ThemeError(message("theme-file.must-be", token=token, allowed=allowed, value=_show(value)))


def _listed(words: list[str] | tuple[str, ...]) -> str:
    return ", ".join(words)


def _show(value: object) -> str:
    shown = json.dumps(value, ensure_ascii=False)
    return shown if len(shown) <= LONGEST_NAME else f"{shown[:LONGEST_NAME]}..."


def use_own_themes(folder: Path, chosen: str = "") -> str:
    """Take the themes of a folder into use; return a sentence about files left out, or the chosen theme if missing."""
    found, complaints = read_folder(folder)
    use_own(found)
    if chosen.startswith(OWN) and chosen not in found and not complaints:
        return message("theme-file.missing", name=chosen.removeprefix(OWN), folder=folder)
    more = len(complaints) - 1
    return message("theme-file.more", complaint=complaints[0], count=more) if more > 0 else "".join(complaints)


def read_folder(folder: Path) -> tuple[dict[str, Theme], list[str]]:
    """Return the themes of a folder by their names, and a sentence about each file that is left out."""
    found: dict[str, Theme] = {}
    complaints = []
    for file in _files(folder):
        try:
            theme = _read_file(file)
            if theme.key in found:
                raise ThemeError(message("theme-file.twice", name=theme.name))
            found[theme.key] = theme
        except (ThemeError, OSError) as error:
            why = wording().error(error)
            complaints.append(f"{file}: {why}")
    return found, complaints


def _files(folder: Path) -> list[Path]:
    try:
        return sorted(file for file in folder.iterdir() if file.suffix == ".json")[:MOST_FILES]
    except OSError:  # most players have no such folder
        return []


def _read_file(file: Path) -> Theme:
    with file.open("rb") as source:
        content = source.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise ThemeError(message("theme-file.too-long"))
    try:
        return read_theme(content.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise ThemeError(message("theme-file.not-json")) from None
