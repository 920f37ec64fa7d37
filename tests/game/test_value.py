"""Values: fields from annotations, compared by them, never changed."""

from __future__ import annotations

import copy
import pickle

import pytest

from sapper.value import NamedTuple, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import ClassVar


class Point(Value):
    kind: ClassVar[str] = "point"
    x: int
    y: int = 0


class Even(Value):
    number: int

    def __init__(self, number: int) -> None:
        if number % 2:
            raise ValueError(f"{number} is odd")
        self._set(number=number)


def test_fields_are_taken_in_order_or_by_name_and_defaults_fill_the_rest() -> None:
    assert (Point(1).x, Point(1).y) == (1, 0)
    assert Point(1, 2) == Point(y=2, x=1)
    assert Point.field_names() == ("x", "y")
    assert Point.kind == "point"


def test_a_missing_or_unknown_field_is_refused() -> None:
    with pytest.raises(TypeError, match=r"Point\.__init__\(\) missing 1 required positional argument: 'x'"):
        Point()  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="unexpected keyword argument 'z'"):
        Point(1, z=3)  # type: ignore[call-arg]


def test_a_value_cannot_be_changed_or_extended() -> None:
    point = Point(1)
    with pytest.raises(AttributeError, match="Point cannot be changed"):
        point.x = 2  # type: ignore[misc]
    with pytest.raises(AttributeError, match="Point cannot be changed"):
        del point.x
    assert not hasattr(point, "__dict__")


def test_equal_fields_make_equal_values_of_the_same_type_only() -> None:
    class Other(Value):
        x: int
        y: int

    assert len({Point(1), Point(1, 0), Point(2)}) == 2
    assert Point(1, 2) != Other(1, 2)


class Named(Point):
    name: str = ""


class Plain(Point):
    pass


class Positive(Even):
    pass


def test_a_subclass_has_the_fields_of_its_parent() -> None:
    assert Plain(1, 2) != Plain(3, 4)
    assert (repr(Plain(1)), repr(Named(1, name="a"))) == ("Plain(x=1, y=0)", "Named(x=1, y=0, name='a')")
    assert Named(1, 2, "a").replace(x=3) == Named(3, 2, "a")
    assert Plain(1, 2) != Point(1, 2)
    assert Positive.field_names() == ("number",)
    with pytest.raises(ValueError, match="1 is odd"):
        Positive(1)
    for value in (Plain(1, 2), Named(1, 2, "a"), Positive(4)):
        assert pickle.loads(pickle.dumps(value)) == copy.deepcopy(value) == value


def test_annotations_may_be_types_too() -> None:
    names = {"__annotations__": {"x": int, "y": int}, "__module__": __name__, "y": 5}
    made = type(Value).__call__(type(Value), "Made", (Value,), names)
    assert repr(made(1)) == "Made(x=1, y=5)"


def test_replace_checks_like_the_constructor() -> None:
    assert Point(1, 2).replace(x=5) == Point(5, 2)
    with pytest.raises(ValueError, match="3 is odd"):
        Even(2).replace(number=3)


def test_values_are_copied_pickled_and_printed() -> None:
    for value in (Point(1, 2), Even(4)):
        assert pickle.loads(pickle.dumps(value)) == copy.deepcopy(value) == value
    assert repr(Point(1)) == "Point(x=1, y=0)"


class Pair(NamedTuple):
    """Two numbers."""

    left: int
    right: int = 2

    @property
    def total(self) -> int:
        return self.left + self.right


def test_a_named_tuple_is_that_of_typing() -> None:
    pair = Pair(1)
    assert (pair, pair.total, repr(pair)) == ((1, 2), 3, "Pair(left=1, right=2)")
    assert (Pair.__doc__, Pair.__module__, Pair.__name__) == ("Two numbers.", __name__, "Pair")
    assert pickle.loads(pickle.dumps(pair)) == copy.deepcopy(pair) == pair
    assert pair._replace(left=5) == Pair(right=2, left=5)
    with pytest.raises(TypeError):
        Pair()  # type: ignore[call-arg]
