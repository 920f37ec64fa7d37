"""The languages that have a catalogue, and which of them a player reads."""

from __future__ import annotations

from ..errors import SapperError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path
    from typing import Any

ENGLISH = "en"
VARIABLE = "SAPPER_LANGUAGE"
_LAST_RESORT = {"pt": "pt-BR"}  # a language of which there is only one country's


class LanguageError(SapperError, ValueError):
    """A language without a catalogue, with a sentence that lists those there are."""


def folder() -> Path:
    """Return the folder of the catalogues."""
    from pathlib import Path

    return Path(__file__).with_name("words")


def languages() -> list[str]:
    """Return the languages that have a catalogue."""
    from os import listdir

    return sorted(name.removesuffix(".json") for name in listdir(folder()) if name.endswith(".json"))


def read_catalogue(language: str) -> dict[str, Any]:
    """Return the entries of the catalogue of a language, without those that it lacks."""
    import json

    entries: dict[str, Any] = json.loads((folder() / f"{language}.json").read_text("utf-8"))
    return entries


def check_language(language: str) -> str:
    """Return a language as its catalogue is named, in any case it is written; raise `LanguageError` if none is."""
    known = {code.lower(): code for code in languages()}
    if language.lower() not in known:
        from ..phrase import Phrase, listed

        given = repr(language[:20])
        raise LanguageError(Phrase("machine-error.no-language", given=given, choices=listed(languages())))
    return known[language.lower()]


def language_of(environment: Mapping[str, str]) -> str:
    """Return the language of an environment: that of `SAPPER_LANGUAGE`, else of the locale, else English."""
    if environment.get(VARIABLE):
        return check_language(environment[VARIABLE])
    return choose(of_system(environment), languages())


def choose(wanted: Iterable[str], available: Iterable[str]) -> str:
    """Return the first language wanted that there is, in any country; else English.

    >>> choose(["pt_PT.UTF-8", "de"], ["de", "en", "pt-BR"]), choose(["fi"], ["en"])
    ('pt-BR', 'en')
    """
    there = {code.lower(): code for code in available}
    for text in wanted:
        code = text.partition(".")[0].partition("@")[0].replace("_", "-").lower()
        base = code.partition("-")[0]
        for name in (code, base, _LAST_RESORT.get(base, "").lower()):
            if name in there:
                return there[name]
    return ENGLISH


def of_system(environment: Mapping[str, str]) -> list[str]:
    """Return the languages of a system, best first, from the variables of its locale.

    >>> of_system({"LANG": "de_AT.UTF-8", "LANGUAGE": "fr:es"}), of_system({"LC_ALL": "C.UTF-8", "LANGUAGE": "fr"})
    (['fr', 'es', 'de_AT.UTF-8'], [])
    """
    locale = next((environment[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environment.get(name)), "")
    if locale.partition(".")[0] in ("", "C", "POSIX"):
        return []
    return [*filter(None, environment.get("LANGUAGE", "").split(":")), locale]
