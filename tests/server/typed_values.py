"""Values that the types of messages and bodies allow, made from their description: new ones need no list in a test."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, get_args

from hypothesis import strategies as st
from msgspec import inspect

from sapper.server.protocol import game_messages

if TYPE_CHECKING:
    from collections.abc import Mapping

#: Every message of a client, by its tag.
MESSAGES: dict[str, Any] = {kind.__struct_config__.tag: kind for kind in get_args(game_messages.Inbound)}
_MANY = 1 << 30


def largest(kind: Any, size: int) -> Any:
    """Return a value of a type, with texts and lists of a length, or as long as they may be."""
    return _largest(kind if isinstance(kind, inspect.Type) else inspect.type_info(kind), size)


def _largest(kind: inspect.Type, size: int) -> Any:
    match kind:
        case inspect.StructType():
            tag = {kind.tag_field: kind.tag} if kind.tag_field else {}
            return tag | {field.encode_name: _largest(field.type, size) for field in kind.fields}
        case inspect.UnionType():
            return _largest(_alternatives(kind)[0], size)
        case inspect.StrType():
            return "x" * min(size, kind.max_length or size)
        case inspect.ListType():
            return [_largest(kind.item_type, 1)] * min(size, kind.max_length or size)
        case inspect.DictType():
            return {f"key{number}": _largest(kind.value_type, 1) for number in range(size)}
        case inspect.IntType() | inspect.FloatType():
            return _within(kind, size)
        case inspect.LiteralType():
            return kind.values[0]
        case inspect.BoolType():
            return True
        case inspect.AnyType():
            return [0] * size
        case _:
            raise AssertionError(f"a new kind of field: say here what it is filled with: {kind}")


def values(kind: Any, known: Mapping[str, st.SearchStrategy[Any]]) -> st.SearchStrategy[Any]:
    """Return values of a type, with optional fields or without; fields with a known name get what is known for it."""
    return _values(kind if isinstance(kind, inspect.Type) else inspect.type_info(kind), known)


def _values(kind: inspect.Type, known: Mapping[str, st.SearchStrategy[Any]]) -> st.SearchStrategy[Any]:
    match kind:
        case inspect.StructType():
            fields = {
                field.encode_name: known.get(field.encode_name) or _values(field.type, known) for field in kind.fields
            }
            needed = {field.encode_name for field in kind.fields if field.required}
            return st.fixed_dictionaries(
                {name: fields[name] for name in fields if name in needed},
                optional={name: fields[name] for name in fields if name not in needed},
            )
        case inspect.UnionType():
            return st.one_of([_values(one, known) for one in _alternatives(kind)])
        case inspect.StrType():
            return st.text("aB3 /", max_size=min(kind.max_length or 20, 20))
        case inspect.ListType():
            return st.lists(_values(kind.item_type, known), max_size=min(kind.max_length or 4, 4))
        case inspect.DictType():
            return st.dictionaries(st.text("ab", max_size=2), _values(kind.value_type, known), max_size=2)
        case inspect.IntType():
            return st.integers(_within(kind, 0), _within(kind, 9))
        case inspect.FloatType():
            return st.floats(_within(kind, 0), _within(kind, 9))
        case inspect.LiteralType():
            return st.sampled_from(kind.values)
        case inspect.BoolType():
            return st.booleans()
        case inspect.AnyType():
            return st.integers(0, 9)
        case _:
            raise AssertionError(f"a new kind of field: say here what it is filled with: {kind}")


def _alternatives(kind: inspect.UnionType) -> list[inspect.Type]:
    return [one for one in kind.types if not isinstance(one, inspect.NoneType)]


def _within(kind: inspect.IntType | inspect.FloatType, number: int) -> int:
    """Return the number, or the one next to it that a type allows."""
    least = kind.ge if kind.ge is not None else -_MANY if kind.gt is None else kind.gt + 1
    most = kind.le if kind.le is not None else _MANY if kind.lt is None else kind.lt - 1
    return int(max(least, min(most, number)))
