"""Texts as data: a code of the catalogue with values, until a front end shows it in the language of its reader.

A value is a number, a name, a cell as `(row, col)`, a list of values, another phrase, or one of the classes below. On
the wire a phrase is `{"code": "why.open", "values": {"square": [6, 2], "number": 3}}`.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any, NoReturn, TypeAlias

    PhraseValue: TypeAlias = "str | int | tuple[PhraseValue, ...] | Phrase | Figure | Series"

LEAST = 0.001  # the smallest chance that is spelled out


class _Fixed:
    """A value of named parts that is never changed. A `Value` would take ten times as long to define."""

    __slots__: tuple[str, ...] = ()

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} cannot be changed")

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and repr(self) == repr(other)

    def __hash__(self) -> int:
        return hash(repr(self))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(repr(getattr(self, name)) for name in self.__slots__)})"

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), tuple(getattr(self, name) for name in self.__slots__)


class Figure(_Fixed):
    """A value that is written in a way of its own: the kind says in which.

    `chance` is a share with a decimal where it is needed, `estimate` one in whole percent, `spelled` a small count that
    some languages write as a word, `number` a large one, `seconds` a time in milliseconds, and `word` the place of a
    word in the catalogue, such as `grades.pairs`.
    """

    __slots__ = ("kind", "value")
    kind: str
    value: float | str

    def __init__(self, kind: str, value: float | str) -> None:
        object.__setattr__(self, "kind", kind)
        object.__setattr__(self, "value", value)


class Series(_Fixed):
    """A list that is joined in a way of its own: `commas`, or `then` for the steps of a reason."""

    __slots__ = ("kind", "parts")
    kind: str
    parts: tuple[PhraseValue, ...]

    def __init__(self, kind: str, parts: tuple[PhraseValue, ...]) -> None:
        object.__setattr__(self, "kind", kind)
        object.__setattr__(self, "parts", parts)


class Phrase(_Fixed):
    """A code of the catalogue with the values of its text; as text it is English.

    >>> str(Phrase("why.open", square=(6, 2), number=3))
    'C7 is open and shows 3.'
    """

    __slots__ = ("code", "values")
    code: str
    values: Mapping[str, PhraseValue]

    def __init__(self, code: str, /, **values: PhraseValue) -> None:
        object.__setattr__(self, "code", code)
        object.__setattr__(self, "values", values)

    def to_json(self) -> dict[str, Any]:
        """Return the phrase as plain data.

        >>> Phrase("count.wins", count=3).to_json()
        {'code': 'count.wins', 'values': {'count': 3}}
        """
        return {"code": self.code, "values": {name: _to_json(value) for name, value in self.values.items()}}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Phrase:
        """Return the phrase that plain data describes; raise a `ValueError` where it describes none."""
        try:
            return cls(str(data["code"]), **{str(name): _from_json(value) for name, value in data["values"].items()})
        except (AttributeError, KeyError, TypeError):
            raise ValueError("a phrase has a code and values") from None

    def __reduce__(self) -> tuple[Any, ...]:
        return Phrase.from_json, (self.to_json(),)

    def __repr__(self) -> str:
        given = "".join(f", {name}={value!r}" for name, value in self.values.items())
        return f"Phrase({self.code!r}{given})"

    def __str__(self) -> str:
        from .display.wording import ENGLISH, wording

        return wording(ENGLISH).phrase(self)


def chance(share: float) -> Figure:
    """Return a chance, for a phrase: rounded to what is shown, so that every renderer rounds it alike."""
    return Figure("chance", share if _is_nearly_certain(share) else _rounded(share, 1))


def estimate(share: float) -> Figure:
    """Return an estimated chance, for a phrase."""
    return Figure("estimate", _rounded(share, 0)) if 0.005 <= share < 0.995 else chance(share)


def _is_nearly_certain(share: float) -> bool:
    return 0 < share < LEAST or 1 - LEAST < share < 1


def _rounded(share: float, decimals: int) -> float:
    return round(float(f"{share * 100:.{decimals}f}") / 100, 2 + decimals)


def spelled(count: int) -> Figure:
    """Return a small count that some languages write as a word, for a phrase."""
    return Figure("spelled", count)


def word(section: str, name: str) -> Figure:
    """Return a word of the catalogue, for a phrase."""
    return Figure("word", f"{section}.{name}")


def listed(names: Iterable[str]) -> Series:
    """Return names with commas between them, for a phrase."""
    return Series("commas", tuple(map(str, names)))


def is_cell(value: object) -> bool:
    """Return whether a value of a phrase is a cell: two whole numbers."""
    return isinstance(value, tuple) and len(value) == 2 and all(type(part) is int for part in value)


def _to_json(value: PhraseValue) -> Any:
    if isinstance(value, Phrase):
        return value.to_json()
    if isinstance(value, Figure):
        return {value.kind: value.value}
    if isinstance(value, Series):
        return {value.kind: [_to_json(part) for part in value.parts]}
    return [_to_json(part) for part in value] if isinstance(value, tuple) else value


def _from_json(value: Any) -> PhraseValue:
    if isinstance(value, list):
        return tuple(_from_json(part) for part in value)
    if not isinstance(value, dict):
        if not isinstance(value, (str, int)):
            raise TypeError
        return value
    if "code" in value:
        return Phrase.from_json(value)
    ((kind, content),) = value.items()
    return (
        Series(kind, tuple(_from_json(part) for part in content))
        if isinstance(content, list)
        else Figure(kind, content)
    )
