"""Immutable values with named fields, without the start-up cost of dataclasses and of the typing module."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, ClassVar, NoReturn, Self, dataclass_transform
    from typing import NamedTuple as NamedTuple
else:
    from collections import namedtuple

    class _NamedTuple(type):
        def __new__(mcs, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> type:
            fields = list(body.pop("__annotations__"))
            defaults = [body.pop(field) for field in fields if field in body]
            kind = namedtuple(name, fields, defaults=defaults, module=body["__module__"])
            for attribute, value in body.items():
                setattr(kind, attribute, value)
            return kind

    #: `typing.NamedTuple`: for values that are made by the million, faster than the ones below.
    NamedTuple = type.__new__(_NamedTuple, "NamedTuple", (), {})

    def dataclass_transform(**_: object) -> Callable[[type], type]:
        """Return the class unchanged: only type checkers need to know."""
        return lambda kind: kind


@dataclass_transform(eq_default=True, frozen_default=True)
class _Fields(type):
    """Turns the annotations of a class into slots, and into an `__init__` unless it has one, or says `init=False`.

    A subclass has the fields of its parent first, and its `__init__` unless it adds some.
    """

    def __new__(mcs, name: str, bases: tuple[type, ...], body: dict[str, Any], *, init: bool = True) -> _Fields:
        annotations: dict[str, object] = body.get("__annotations__", {})  # text, with the future import of annotations
        own = tuple(field for field, kind in annotations.items() if not _is_of_class(kind))
        defaults = {field: body.pop(field) for field in own if field in body}
        parent = bases[0] if bases else object
        fields: tuple[str, ...] = (*getattr(parent, "_fields", ()), *own)
        body |= {"__slots__": own, "_fields": fields, "_defaults": getattr(parent, "_defaults", {}) | defaults}
        takes_fields = init and bool(own) and "__init__" not in body
        if own or "__init__" in body or not bases:
            body["_takes_fields"] = takes_fields
        kind = super().__new__(mcs, name, bases, body)
        if own:
            names = ["__init__"] if takes_fields else []
            names += [name for name in ("__eq__", "__hash__") if name not in body]
            for method in _compiled(kind, fields, body["_defaults"], names):
                setattr(kind, method.__name__, method)
        return kind


def _is_of_class(annotation: object) -> bool:
    return str(annotation).removeprefix("typing.").startswith("ClassVar")


def _compiled(
    kind: type, fields: tuple[str, ...], defaults: dict[str, object], names: list[str]
) -> list[Callable[..., Any]]:
    """Compile methods that name every field: an `__init__` that fills the slots directly, comparison and hash.

    Some values are made, compared or looked up for every action.
    """
    arguments = ", ".join(f"{field}=_default_{field}" if field in defaults else field for field in fields)
    mine, others = (f"({''.join(f'{who}.{field}, ' for field in fields)})" for who in ("self", "other"))
    sources = {
        "__init__": f"(self, {arguments}): {'; '.join(f'_fill_{field}(self, {field})' for field in fields)}",
        "__eq__": f"(self, other): return {mine} == {others} if type(other) is type(self) else NotImplemented",
        "__hash__": f"(self): return hash({mine})",
    }
    scope: dict[str, Any] = {f"_default_{field}": value for field, value in defaults.items()}
    if "__init__" in names:
        scope |= {f"_fill_{field}": getattr(kind, field).__set__ for field in fields}
    exec("\n".join(f"def {name}{sources[name]}" for name in names), scope)
    for name in names:
        scope[name].__qualname__ = f"{kind.__qualname__}.{name}"
    return [scope[name] for name in names]


class Value(metaclass=_Fields):
    """A value whose fields are its annotations: compared, hashed and printed by them, never changed.

    >>> class Point(Value):
    ...     x: int
    ...     y: int = 0
    >>> Point(1), Point(1, 2).replace(x=3), Point(1) == Point(1, 0)
    (Point(x=1, y=0), Point(x=3, y=2), True)
    """

    _fields: ClassVar[tuple[str, ...]]
    _defaults: ClassVar[dict[str, object]]
    _takes_fields: ClassVar[bool]  # by its `__init__`, which checks and converts nothing

    @classmethod
    def field_names(cls) -> tuple[str, ...]:
        """Return the names of the fields, in order."""
        return cls._fields

    def field_values(self) -> tuple[object, ...]:
        """Return the values of the fields, in order."""
        return tuple([getattr(self, name) for name in self.field_names()])

    def _set(self, **fields: object) -> None:
        """Fill fields, from an `__init__` that checks or converts what it is given."""
        for name, value in fields.items():
            object.__setattr__(self, name, value)

    def replace(self, **changes: object) -> Self:
        """Return the same value with some fields changed."""
        return type(self)(**({name: getattr(self, name) for name in self.field_names()} | changes))

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} cannot be changed")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} cannot be changed")

    def __eq__(self, other: object) -> bool:
        return True if type(other) is type(self) else NotImplemented  # without fields; see `_compiled`

    def __hash__(self) -> int:
        return hash(type(self))

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.field_names())
        return f"{type(self).__name__}({fields})"

    def __reduce__(self) -> tuple[Any, ...]:
        kind = type(self)
        return (kind, self.field_values()) if kind._takes_fields else (_rebuild, (kind, self.field_values()))


def _rebuild(kind: type[Value], fields: tuple[object, ...]) -> Value:
    value = kind.__new__(kind)
    value._set(**dict(zip(kind.field_names(), fields, strict=True)))
    return value
