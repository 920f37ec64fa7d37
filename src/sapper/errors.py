"""Errors the user can fix."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .phrase import Phrase

NOT_A_FILE = "not an ordinary file"  # the reason of an `OSError` of our own
_MOST_SHOWN = 40  # characters of a value in a message
#: Errors of the system that have a text in the catalogue.
_OS_ERRORS = (
    *("enoent", "eacces", "eperm", "enospc", "eisdir", "enotdir", "eexist"),
    *("erofs", "enametoolong", "enotempty", "ebusy", "eio", "emfile", "einval"),
    *("econnrefused", "econnreset", "etimedout", "ehostunreach", "enetunreach", "eaddrinuse", "eaddrnotavail"),
)


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


def as_value(error: object) -> Phrase | str:
    """Return an error as a value of another phrase: its own phrase, that of the system's error, or its text."""
    if isinstance(error, OSError) and not isinstance(error, SapperError):
        return os_reason(error)
    return getattr(error, "phrase", None) or str(error)


def os_reason(error: OSError) -> Phrase | str:
    """Return the reason of an error of the system: a phrase for those that players meet, else in its words."""
    import errno

    from .phrase import Phrase

    if error.strerror == NOT_A_FILE:
        return Phrase("os-error.not-a-file")
    if type(error).__name__ == "gaierror":  # of socket, which is not imported for it
        return Phrase("os-error.no-host")
    name = "etimedout" if isinstance(error, TimeoutError) else errno.errorcode.get(error.errno or 0, "").lower()
    if name in _OS_ERRORS:
        return Phrase(f"os-error.{name}")
    return error.strerror or str(error)


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
