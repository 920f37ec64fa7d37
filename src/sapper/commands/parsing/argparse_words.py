"""The words of argparse itself in the language of this process: it looks them up with the functions of gettext."""

from __future__ import annotations

import argparse
import re

from ...display.wording import wording

_KEYS = {
    "usage: ": "usage",
    "options": "options",
    "positional arguments": "arguments",
    "commands": "commands",
    "actions": "actions",
    "argument %(argument_name)s: %(message)s": "argument",
    "unrecognized arguments: %s": "unrecognized",
    "ambiguous option: %(option)s could match %(matches)s": "ambiguous",
    "invalid choice: %(value)r (choose from %(choices)s)": "invalid-choice",
    "expected one argument": "expected-one",
    "expected at most one argument": "expected-at-most-one",
    "expected at least one argument": "expected-at-least-one",
    "expected %s argument": "expected",
    "invalid %(type)s value: %(value)r": "invalid-value",
    "unknown parser %(parser_name)r (choices: %(choices)s)": "unknown-parser",
    "the following arguments are required: %s": "required",
    "one of the arguments %s is required": "one-required",
    "not allowed with argument %s": "not-allowed-with",
    "ignored explicit argument %r": "ignored",
}
_PLACE = re.compile(r"%(?:\((?P<name>\w+)\))?[sr]")


def translate_argparse() -> None:
    """Let argparse speak the language of this process; what the catalogue lacks stays as argparse has it."""
    argparse._ = _translated  # type: ignore[attr-defined]
    argparse.ngettext = _translated_plural  # type: ignore[attr-defined]


def _translated(text: str) -> str:
    return _text(text, 1)


def _translated_plural(one: str, other: str, count: int) -> str:
    return _text(one, count) if one in _KEYS else one if count == 1 else other


def _text(text: str, count: int) -> str:
    if text not in _KEYS:
        return text
    words = wording()
    entry = words.entries["command-line"]["parser"][_KEYS[text]]
    if isinstance(entry, dict):
        from ...display.plurals import plural_form

        entry = entry.get(plural_form(words.language, count), entry["other"])
    return _with_percents(entry, text) + " " * (len(text) - len(text.rstrip()))


def _with_percents(text: str, original: str) -> str:
    """Return a text of the catalogue with the places for values written as in the text of argparse.

    >>> _with_percents("{value} ist nicht erlaubt, nur {choices}", "invalid %(value)r (choose from %(choices)s)")
    '%(value)r ist nicht erlaubt, nur %(choices)s'
    >>> _with_percents("nicht mit {argument}", "not allowed with argument %s")
    'nicht mit %s'
    """
    places = {place["name"]: place[0] for place in _PLACE.finditer(original)}
    return re.sub(r"\{(\w+)\}", lambda name: places.get(name[1]) or places[None], text.replace("%", "%%"))
