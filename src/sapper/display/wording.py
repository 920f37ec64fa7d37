r"""The words that players read, in one catalogue per language for every front end.

A catalogue is `words/LANGUAGE.json`. What a language lacks is read from English. In a message `{name}` is replaced by
a value, and an entry with plural forms (`one`, `few`, `many`, `other`) is chosen by the value `count`.

A process reads one language, English unless it chooses another with `use_language`: `wording()` and `message(...)` are
of that language from then on, so a front end that changes it needs only to draw itself again. Numbers, shares, lists
and dates are written as the language writes them:

>>> words = wording("pl")
>>> words.number(12345.678, 1), words.percent(0.125, 1), words.join(["A1", "B2", "C3"])
('12\xa0345,7', '12,5%', 'A1, B2 i C3')
>>> words.message("count.wins", count=3), words.message("count.wins", count=5)
('3 wygrane', '5 wygranych')

What a hint, a reason, a verdict, a refusal or an error says is a `Phrase` until it is shown: `words.phrase(phrase)`,
and `words.error(error)` for an error that may have one.
"""

from __future__ import annotations

from ..coordinates import cell_name
from ..errors import as_value
from ..value import Value
from .languages import ENGLISH, LanguageError, check_language, languages, read_catalogue
from .plurals import plural_form

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import Any

    from ..phrase import Phrase

__all__ = [
    "ENGLISH",
    "ActionWords",
    "LanguageError",
    "ModeWords",
    "OptionWords",
    "Wording",
    "Words",
    "capitalized",
    "ended",
    "languages",
    "merge",
    "message",
    "said",
    "sentence",
    "use_language",
    "wording",
]


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


_CAPITALIZES_NOUNS = ("de",)  # languages in which a name inside a line is written as on its own


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
        name = entry["name"]
        short = entry.get("short") or (name if self.language in _CAPITALIZES_NOUNS else name.lower())
        return ActionWords(name, entry["description"], short)

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
        return self.template(key, values.get("count")).format_map(values)

    def phrase(self, phrase: Phrase, square: Callable[[int, int], str] = cell_name) -> str:
        """Return a phrase in words; `square` names a cell."""
        from .phrases import render

        return render(self, phrase, square)

    def error(self, error: Exception) -> str:
        """Return an error in words: in those of the language if they are known, else in English."""
        reason = as_value(error)
        return reason if isinstance(reason, str) else self.phrase(reason)

    def template(self, key: str, count: object = None) -> str:
        """Return the text of a message with its placeholders; a count chooses its plural form."""
        entry = self._message(key)
        if isinstance(entry, dict):
            if count is None:
                raise KeyError(f"{key} needs a count")
            form = plural_form(self.language, self._plain(count))
            entry = entry[form if form in entry else "other"]
        if not isinstance(entry, str):
            raise KeyError(f"{key} is a list of lines")
        return entry

    def lines(self, key: str) -> tuple[str, ...]:
        """Return a text of several lines or paragraphs, such as `lines("help.advice")`."""
        entry = self._message(key)
        if not isinstance(entry, list):
            raise KeyError(f"{key} is not a list of lines")
        return tuple(entry)

    def number(self, number: float, decimals: int = 0) -> str:
        """Return a number with its thousands apart and rounded to some decimals, as the language writes it.

        >>> wording("en").number(1234567), wording("es").number(-0.5, 1)
        ('1 234 567', '-0,5')
        """
        separator = self._locale("group") if abs(number) >= int(self._locale("group-from")) else ""
        whole, _, rest = f"{number:,.{decimals}f}".partition(".")
        return whole.replace(",", separator) + (self._locale("decimal") + rest if rest else "")

    def decimal(self, text: str) -> str:
        """Return a number that is written with a point, such as 12.345, as the language writes it."""
        return text.replace(".", self._locale("decimal"))

    def percent(self, share: float, decimals: int = 0) -> str:
        """Return a share in percent."""
        return self._locale("percent").format(number=self.number(share * 100, decimals))

    def bound(self, kind: str, number: str) -> str:
        """Return that something is `less` or `more` than a number, or `about` it."""
        return self._locale(kind).format(number=number)

    def join(self, parts: Sequence[str]) -> str:
        """Return parts of a sentence as a list, such as A1, B2 and C3."""
        if len(parts) < 2:
            return "".join(parts)
        *others, last = parts
        return self._locale("list-end").format(first=self.sequence("commas", others), last=last)

    def sequence(self, kind: str, parts: Sequence[str]) -> str:
        """Return parts of a sentence one after another, with `commas`, or with `then` as the steps of a reason."""
        template = self._locale("list") if kind == "commas" else self.template(f"reason.{kind}")
        text, *others = parts
        for part in others:
            text = template.format(first=text, next=part)
        return text

    def date(self, year: int, month: int, day: int) -> str:
        """Return a date, such as 3 Nov 2024."""
        return self._locale("date").format(year=year, month=self._month(month), day=day)

    def day(self, month: int, day: int) -> str:
        """Return a day of this year, such as 3 Nov."""
        return self._locale("day").format(month=self._month(month), day=day)

    def month(self, year: int, month: int) -> str:
        """Return a month, such as Nov 2024."""
        return self._locale("month").format(year=year, month=self._month(month))

    def moment(self, date: str, hour: int, minute: int) -> str:
        """Return a date with a time of the day, such as 3 Nov 2024, 17:05."""
        return self._locale("moment").format(date=date, time=f"{hour:02}:{minute:02}")

    def seconds(self, number: str) -> str:
        """Return a number of seconds, written with a point, with its unit: 12.34 s."""
        return self._locale("seconds").format(number=self.decimal(number))

    @property
    def own_name(self) -> str:
        """The name of the language in the language itself."""
        return self._locale("name")

    @property
    def direction(self) -> str:
        """The direction in which the language is written: ltr, or rtl from right to left."""
        return self._locale("direction")

    def _locale(self, name: str) -> str:
        text: str = self._find("locale", name)
        return text

    def _month(self, month: int) -> str:
        return self.lines("statistics.months")[month - 1]

    def _plain(self, count: object) -> object:
        """Return a number that was written for this language as Python writes it, and any other as it is."""
        if not isinstance(count, str):
            return count
        return count.replace(self._locale("group"), "").replace(self._locale("decimal"), ".")

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
_used = ENGLISH


def wording(language: str | None = None) -> Wording:
    """Return the catalogue of a language, else that of this process; raise `LanguageError` if there is none."""
    language = language or _used
    if language not in _read:
        language = check_language(language)
    if language not in _read:
        entries = read_catalogue(language)
        _read[language] = Wording(language, entries if language == ENGLISH else merge(read_catalogue(ENGLISH), entries))
    return _read[language]


def use_language(language: str) -> Wording:
    """Choose the language of this process and return its catalogue; raise `LanguageError` if there is none."""
    global _used
    chosen = wording(language)
    _used = chosen.language
    return chosen


def message(key: str, /, **values: object) -> str:
    """Return a message in the language of this process, such as `message("count.wins", count=3)`."""
    return wording().message(key, **values)


def said(text: Phrase | str) -> str:
    """Return a phrase in the language of this process, and a text as it is."""
    return text if isinstance(text, str) else wording().phrase(text)


def capitalized(text: str) -> str:
    """Return a text that begins with a capital letter."""
    return f"{text[:1].upper()}{text[1:]}"


def sentence(text: str) -> str:
    """Return an error message as a sentence.

    >>> sentence("the game is over")
    'The game is over.'
    """
    return ended(capitalized(text))


def ended(text: str) -> str:
    """Return a text that ends as a sentence does.

    >>> ended("It is safe"), ended("C7 是安全的。")
    ('It is safe.', 'C7 是安全的。')
    """
    if text.endswith(("\u3002", "\uff01", "\uff1f")):
        return text
    return wording().message("reason.sentence", clause=text.rstrip("."))


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
