"""The language of a command: that of `--language`, of SAPPER_LANGUAGE, of the settings or of the system."""

from __future__ import annotations

import os

from ...display.languages import ENGLISH, VARIABLE, check_language, choose, languages, of_system

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

OPTION = "--language"
SYSTEM = "system"


def take_language(given: Sequence[str]) -> list[str]:
    """Choose the language of this process, and return the arguments without the option that names it."""
    others, named = _split(given)
    language = check_language(named) if named else usual_language()
    if language != ENGLISH:
        speak(language)
    return others


def speak(language: str) -> str:
    """Let this process speak a language, and the parser of the command line too; return its code."""
    from ...display.wording import use_language
    from .argparse_words import translate_argparse

    translate_argparse()
    return use_language(language).language


def usual_language() -> str:
    """Return the language where no option names one; raise `LanguageError` if SAPPER_LANGUAGE names none there is."""
    if os.environ.get(VARIABLE):
        return check_language(os.environ[VARIABLE])
    wanted = [_in_settings(), *of_system(os.environ)]
    return choose(wanted, languages()) if any(wanted) else ENGLISH


def _split(given: Sequence[str]) -> tuple[list[str], str]:
    """Return the arguments without the option, and its value; an option without a value stays for the parser."""
    others, named, end = list(given), "", given.index("--") if "--" in given else len(given)
    for place in range(end - 1, -1, -1):
        word, equals, value = given[place].partition("=")
        if word != OPTION:
            continue
        if equals:
            named = named or value
            del others[place]
        elif place + 1 < end:
            named = named or given[place + 1]
            del others[place : place + 2]
    return others, named


def _in_settings() -> str:
    """Return the language of the settings file, without the time it takes to read all of it; empty if it has none."""
    from ... import machine
    from ...errors import SapperError

    try:
        text = machine.settings_file().read_text("utf-8")
    except (SapperError, OSError, ValueError):
        return ""
    for line in text.splitlines():
        name, _, value = line.partition("=")
        if name.strip() == "language":
            language = value.partition("#")[0].strip().strip("\"'")
            return "" if language == SYSTEM else language
    return ""
