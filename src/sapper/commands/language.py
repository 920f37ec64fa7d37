"""`sapper language`: the languages there are, and what is wrong with the words or the lessons of one."""

from __future__ import annotations

from pathlib import Path

from ..display.columns import left, width
from ..display.languages import ENGLISH, folder, languages, read_catalogue
from ..display.wording import message, wording
from ..learn import shipped
from . import arguments

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Mapping
    from typing import Any


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    language = commands.add_parser("language")
    actions = language.add_subparsers(title="actions", metavar="ACTION", required=True)
    listing = actions.add_parser("list")
    listing.set_defaults(run=_list)
    check = actions.add_parser("check")
    arguments.suggest(check.add_argument("file", metavar="FILE|CODE"), languages())
    check.add_argument("--as", dest="code", metavar="CODE")
    check.set_defaults(run=_check)


def _list(options: argparse.Namespace) -> int:
    from ..display.catalogue_check import completeness

    names = {code: wording(code).own_name for code in languages()}
    room = max(map(width, names.values()))
    for code, name in names.items():
        share = wording().percent(int(completeness(_texts(code), _texts(ENGLISH)) * 1000) / 1000, 1)
        print(f"{code:<5}  {left(name, room)}  {message('cli-language.complete', share=share)}")
    return 0


def _texts(language: str) -> dict[str, Mapping[str, Any]]:
    """Return all texts of a language."""
    return {"words": read_catalogue(language), "lessons": shipped.texts_in(language)}


def _check(options: argparse.Namespace) -> int:
    from ..display.catalogue_check import problems

    found = []
    for path in _paths(options.file):
        entries = _entries(path)
        code = options.code or path.stem
        shown = path.name if options.file in languages() else options.file
        found += [f"{shown}: {wording().phrase(one)}" for one in problems(code, entries, _english_for(entries))]
    print(*found, sep="\n", end="\n" if found else "")
    if found:
        print(message("cli-language.problems", path=options.file, count=len(found)))
    else:
        print(message("cli-language.fine", path=options.file))
    return 1 if found else 0


def _english_for(entries: object) -> Mapping[str, Any]:
    """Return the English texts of the lessons for texts of lessons, and the catalogue for anything else."""
    is_of_lessons = isinstance(entries, dict) and not entries.keys().isdisjoint(shipped.NAMES)
    return shipped.texts_in(ENGLISH) if is_of_lessons else read_catalogue(ENGLISH)


def _paths(given: str) -> list[Path]:
    """Return the file with a name, or those of a language with a code."""
    if given in languages():
        own = (folder() / f"{given}.json", shipped.FOLDER / f"{given}.json")
        return [path for path in own if path.is_file()]
    if not Path(given).is_file():
        raise arguments.UsageError(message("cli-language.no-file", path=given, codes=", ".join(languages())))
    return [Path(given)]


def _entries(path: Path) -> object:
    """Return the entries of a catalogue; a key that is written twice is an error, as in no file of ours."""
    import json

    def without_twins(pairs: list[tuple[str, object]]) -> dict[str, object]:
        entries = dict(pairs)
        if len(entries) < len(pairs):
            twin = next(key for number, (key, _) in enumerate(pairs) if key in dict(pairs[:number]))
            raise arguments.UsageError(message("cli-language.twice", path=path, key=repr(twin)))
        return entries

    try:
        entries: object = json.loads(path.read_text("utf-8"), object_pairs_hook=without_twins)
    except UnicodeDecodeError:
        raise arguments.UsageError(message("cli-language.not-utf-8", path=path)) from None
    except json.JSONDecodeError as error:
        reason = {"path": path, "line": error.lineno, "column": error.colno}
        raise arguments.UsageError(message("cli-language.not-json", **reason)) from None
    return entries
