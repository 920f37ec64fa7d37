"""The words that players read, in one catalogue per language for every front end.

A catalogue is `words/LANGUAGE.json`. What a language lacks is read from English. In a message `{name}` is replaced by
a value, and an entry with the forms `one` and `other` is chosen by the value `count`.
"""

from __future__ import annotations

from ..errors import SapperError
from ..value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path
    from typing import Any

ENGLISH = "en"


class LanguageError(SapperError, ValueError):
    """A language without a catalogue, with a sentence that lists those there are."""


class Words(Value):
    """The name of a thing and one line about it, which may be empty."""

    name: str
    description: str = ""


class ActionWords(Value):
    """An action: its name for menus, one sentence for help, and a word or two for a row of keys."""

    name: str
    description: str
    short: str


class ModeWords(Value):
    """A way to play together: its name, one sentence, and a heading for how far everybody is."""

    name: str
    description: str
    standing: str


class OptionWords(Value):
    """A setting or a rule: its title, one sentence, and a name for each value it can be chosen from."""

    title: str
    description: str
    values: Mapping[str, str]

    def value(self, value: object) -> str:
        """Return the name of a value; numbers and typed text are their own name.

        >>> wording().setting("display", "theme").value("contrast"), wording().rule("practice").value(True)
        ('High contrast', 'On')
        """
        if not self.values:
            return str(value)
        key = {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)
        return self.values[key]


class Wording:
    """A catalogue. Whatever it does not have raises a `KeyError` that names the key.

    >>> words = wording()
    >>> words.action("best-times").name, words.grade("pairs").name, words.status("abandoned")
    ('Best times', 'Pairs', 'Given up')
    >>> words.message("new.changed", rule="Lives", value=3), words.message("count.mines-left", count=1)
    ('Lives: 3.', '1 mine left')
    """

    __slots__ = ("entries", "language")

    def __init__(self, language: str, entries: Mapping[str, Any]) -> None:
        self.language = language
        self.entries = entries

    def names(self, *path: str) -> list[str]:
        """Return the keys of a part of the catalogue, such as `names("settings", "game")`."""
        return list(self._find(*path))

    def words(self, kind: str, name: str) -> Words:
        """Return the words of a thing by the section it is in, such as `words("devices", "mouse")`."""
        entry = self._find(kind, name)
        return Words(entry) if isinstance(entry, str) else Words(**entry)

    def section(self, name: str) -> Words:
        """Return the words of a section of the settings."""
        return self.words("sections", name)

    def setting(self, section: str, name: str) -> OptionWords:
        """Return the words of a setting; the keys of an action have the words of the action."""
        if section == "keys" and name in self.entries["actions"]:
            action = self.action(name)
            return OptionWords(action.name, action.description, {})
        return self._option("settings", section, name)

    def rule(self, name: str) -> OptionWords:
        """Return the words of a rule, spelled as in Python or as in text."""
        return self._option("rules", name.replace("_", "-"))

    def action(self, name: str) -> ActionWords:
        """Return the words of an action of the key map, or of a command without a key of its own."""
        entry = self._find("actions" if name in self.entries["actions"] else "commands", name)
        return ActionWords(entry["name"], entry["description"], entry.get("short") or entry["name"].lower())

    def synonyms(self, name: str) -> tuple[str, ...]:
        """Return the words that an action may also be searched by."""
        return tuple(self.entries["synonyms"].get(name, "").split())

    def grade(self, name: str) -> Words:
        """Return the words of a grade; `off` stands for random boards."""
        return self.words("grades", name)

    def ruleset(self, name: str) -> Words:
        """Return the words of a ruleset."""
        return self.words("rulesets", name)

    def verdict(self, name: str) -> Words:
        """Return the words of a verdict on a move."""
        return self.words("verdicts", name)

    def mode(self, name: str) -> ModeWords:
        """Return the words of a way to play together."""
        return ModeWords(**self._find("together", name))

    def level(self, name: str) -> str:
        """Return the name of a level."""
        return self.words("levels", name).name

    def status(self, name: str) -> str:
        """Return the name of a status."""
        return self.words("statuses", name).name

    def theme(self, name: str) -> str:
        """Return the name of a theme."""
        return self.words("themes", name).name

    def remarks(self, names: Iterable[str]) -> str:
        """Return remarks on a game in words, such as `remarks(["hinted", "known board"])`."""
        return ", ".join(self._remark(name).name for name in names)

    def reasons(self, names: Iterable[str]) -> str:
        """Return the same at greater length, as the reasons why a game is not ranked."""
        return ", ".join(self._remark(name).description or self._remark(name).name for name in names)

    def _remark(self, name: str) -> Words:
        return self.words("remarks", name.replace(" ", "-"))

    def message(self, key: str, /, **values: object) -> str:
        """Return a message, such as `message("count.wins", count=3)`, with its values filled in."""
        entry = self._message(key)
        if isinstance(entry, dict):
            entry = entry[_plural_form(values["count"])]
        if not isinstance(entry, str):
            raise KeyError(f"{key} is a list of lines")
        return entry.format_map(values)

    def lines(self, key: str) -> tuple[str, ...]:
        """Return a text of several lines or paragraphs, such as `lines("help.advice")`."""
        entry = self._message(key)
        if not isinstance(entry, list):
            raise KeyError(f"{key} is not a list of lines")
        return tuple(entry)

    def _option(self, *path: str) -> OptionWords:
        entry = self._find(*path)
        values = entry.get("values", {})
        if isinstance(values, str):
            values = {name: self.words(values, name).name for name in self._find(values)}
        return OptionWords(entry["title"], entry["description"], values)

    def _message(self, key: str) -> object:
        group, _, name = key.partition(".")
        return self._find("messages", group, name)

    def _find(self, *path: str) -> Any:
        entry: Any = self.entries
        for part in path:
            if not isinstance(entry, dict) or part not in entry:
                raise KeyError(".".join(path))
            entry = entry[part]
        return entry


_read: dict[str, Wording] = {}


def wording(language: str = ENGLISH) -> Wording:
    """Return the catalogue of a language; raise `LanguageError` if there is none."""
    if language not in _read:
        if language not in languages():
            raise LanguageError(f"there is no language {language!r}: choose {', '.join(languages())}")
        entries = _file(language)
        _read[language] = Wording(language, entries if language == ENGLISH else merge(_file(ENGLISH), entries))
    return _read[language]


def message(key: str, /, **values: object) -> str:
    """Return a message in English, such as `message("count.wins", count=3)`, with its values filled in."""
    return wording().message(key, **values)


def capitalized(text: str) -> str:
    """Return a text that begins with a capital letter."""
    return f"{text[:1].upper()}{text[1:]}"


def sentence(text: str) -> str:
    """Return an error message as a sentence.

    >>> sentence("the game is over")
    'The game is over.'
    """
    return f"{capitalized(text).rstrip('.')}."


def languages() -> list[str]:
    """Return the languages that have a catalogue."""
    return sorted(path.stem for path in _folder().glob("*.json"))


def merge(base: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, Any]:
    """Return the entries of two catalogues, the other's where it has them; the forms of a plural stay together.

    >>> merge({"a": {"x": "one", "y": "two"}}, {"a": {"y": "zwei"}})
    {'a': {'x': 'one', 'y': 'zwei'}}
    """
    merged = dict(base)
    for key, entry in other.items():
        below = merged.get(key)
        if isinstance(below, dict) and isinstance(entry, dict) and "other" not in entry:
            merged[key] = merge(below, entry)
        else:
            merged[key] = entry
    return merged


def _plural_form(count: object) -> str:
    return "one" if str(count) == "1" else "other"


def _folder() -> Path:
    from pathlib import Path

    return Path(__file__).with_name("words")


def _file(language: str) -> dict[str, Any]:
    import json

    entries: dict[str, Any] = json.loads((_folder() / f"{language}.json").read_text("utf-8"))
    return entries
