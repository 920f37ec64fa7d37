"""The types of settings: each has a default and checks a value."""

from __future__ import annotations

from ..phrase import Phrase, listed
from ..value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from enum import StrEnum

OWN = "own:"  # before the name of something of the player's own


class Choice(Value):
    """A setting that is one of some words."""

    default: StrEnum

    @property
    def allowed(self) -> Phrase:
        """The allowed values, in words."""
        *words, last = [f'"{word}"' for word in type(self.default)]
        return Phrase("setting.or", first=listed(words), last=last)

    def read(self, value: object) -> StrEnum:
        """Return a value that is allowed, or raise ValueError with what is."""
        words = type(self.default)
        if not isinstance(value, str) or value not in list(words):
            raise ValueError(self.allowed)
        return words(value)


class NamedChoice(Choice):
    """A setting that is one of some words, or the name of something of the player's own: `own:forest`."""

    @property
    def allowed(self) -> Phrase:
        """The allowed values, in words."""
        words = listed(f'"{word}"' for word in type(self.default))
        return Phrase("setting.or", first=words, last=Phrase("setting.own-name"))

    def read(self, value: object) -> StrEnum | str:  # type: ignore[override]
        """Return a value that is allowed, or raise ValueError with what is."""
        return value if isinstance(value, str) and is_own(value) else super().read(value)


def is_own(value: str) -> bool:
    """Return whether a value names something of the player's own: words in lower case with hyphens between.

    >>> is_own("own:my-forest"), is_own("own:My Forest"), is_own("own:")
    (True, False, False)
    """
    words = value.removeprefix(OWN).split("-")
    return value.startswith(OWN) and value == value.lower() and all(word.isalnum() for word in words)


class Switch(Value):
    """A setting that is on or off."""

    default: bool
    allowed = Phrase("setting.switch")

    def read(self, value: object) -> bool:
        """Return a value that is allowed, or raise ValueError with what is."""
        if not isinstance(value, bool):
            raise ValueError(self.allowed)
        return value


class Number(Value):
    """A setting that is a whole number within limits."""

    default: int
    least: int
    most: int

    @property
    def allowed(self) -> Phrase:
        """The allowed values, in words."""
        return Phrase("setting.number", least=self.least, most=self.most)

    def read(self, value: object) -> int:
        """Return a value that is allowed, or raise ValueError with what is."""
        if not isinstance(value, int) or isinstance(value, bool) or not self.least <= value <= self.most:
            raise ValueError(self.allowed)
        return value


class Text(Value):
    """A setting that is one line of text."""

    default: str
    allowed: Phrase

    def read(self, value: object) -> str:
        """Return a value that is allowed, or raise ValueError with what is."""
        if not isinstance(value, str) or not value.isprintable():
            raise ValueError(self.allowed)
        return value


class Language(Value):
    """A setting that is a language by its code, or that of the system: a language without a catalogue is no error."""

    default: str
    allowed = Phrase("setting.language")

    def read(self, value: object) -> str:
        """Return a value that is allowed, or raise ValueError with what is."""
        if not isinstance(value, str) or not all(part.isalnum() and part.isascii() for part in value.split("-")):
            raise ValueError(self.allowed)
        return value


class Keys(Value):
    """A setting that is a key or a list of keys."""

    default: tuple[str, ...]
    allowed = Phrase("setting.keys")

    def __init__(self) -> None:
        self._set(default=())

    def read(self, value: object) -> tuple[str, ...]:
        """Return a value that is allowed, or raise ValueError with what is."""
        keys = [value] if isinstance(value, str) else value
        if not isinstance(keys, list | tuple) or not all(isinstance(key, str) and key.isprintable() for key in keys):
            raise ValueError(self.allowed)
        return tuple(keys)


if TYPE_CHECKING:
    Option = Choice | Switch | Number | Text | Language | Keys
