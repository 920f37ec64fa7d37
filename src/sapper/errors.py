"""Errors the user can fix."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .phrase import Phrase

_MOST_SHOWN = 40  # characters of a value in a message


class SapperError(Exception):
    """An error with one sentence that states what was wrong and what is allowed, ready to be shown.

    It is made of a text, or of a `Phrase` where a player may meet it: that one can be shown in every language.
    """

    @property
    def phrase(self) -> Phrase | None:
        """The phrase of the sentence; None if it is English only."""
        from .phrase import Phrase

        return self.args[0] if self.args and isinstance(self.args[0], Phrase) else None

    def __reduce__(self) -> tuple[Any, ...]:
        # An `__init__` takes what the sentence is made of, and a copy has the sentence already.
        return _rebuild, (type(self), self.args, self.__dict__)


def _rebuild(kind: type[SapperError], args: tuple[object, ...], fields: dict[str, object]) -> SapperError:
    error = BaseException.__new__(kind, *args)
    error.__dict__.update(fields)
    return error


def as_value(error: BaseException) -> Phrase | str:
    """Return an error as a value of another phrase: its own phrase, or its text."""
    return getattr(error, "phrase", None) or str(error)


class GameError(SapperError, ValueError):
    """An action that the rules do not allow."""


class OffBoard(GameError, IndexError):
    """A cell that is not on the board."""


class NothingOpen(GameError):
    """Advice asked for before the first click; the sentence is what the rules promise to it."""


def shown(given: object) -> str:
    """Return the text of a given value for a message: a short value as it is, anything else by its type.

    >>> shown(1.5), shown([1, 2]), shown("x" * 99)
    ('1.5', 'a list', 'a str')
    """
    if given is None or isinstance(given, (bool, int, float, str, bytes, tuple)):
        text = repr(given)
        if len(text) <= _MOST_SHOWN:
            return text
    name = type(given).__name__
    return f"an {name}" if name[0] in "AEIOUaeiou" else f"a {name}"


def whole_number(name: str, given: object) -> int:
    """Return a whole number of any type as an int; raise a `TypeError` that names what was given otherwise."""
    try:
        return given.__index__()  # type: ignore[attr-defined,no-any-return]
    except AttributeError:
        raise TypeError(f"a {name} is a whole number, not {shown(given)}") from None
