"""The memory of other objects: bytes, arrays, and numpy's arrays, read without numpy."""

from __future__ import annotations

from .errors import shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Protocol

    class Buffer(Protocol):
        """An object with the buffer protocol."""

        def __buffer__(self, flags: int, /) -> memoryview: ...

    class Array(Protocol):
        """An array of numpy, whose types declare `__buffer__` from Python 3.12 on only."""

        @property
        def __array_interface__(self) -> dict[str, Any]: ...

    Readable = Buffer | Array


def read_bytes(given: Readable) -> memoryview:
    """Return the bytes of an object in one piece, row by row, without a copy where they are stored so."""
    try:
        view = memoryview(given)  # type: ignore[arg-type]
    except TypeError:
        raise TypeError(f"expected bytes or an array of bytes, not {shown(given)}") from None
    if view.itemsize != 1:
        raise TypeError(f"expected items of one byte such as numpy's uint8 or bool, not of {view.itemsize} bytes")
    return view if view.c_contiguous else memoryview(view.tobytes())


def to_bytes(given: Readable) -> bytes:
    """Return the memory of an object as bytes, which are their own copy."""
    return given if isinstance(given, bytes) else bytes(read_bytes(given))


def read_table(given: Readable) -> tuple[int, int, memoryview]:
    """Return the height and width of an array with one byte for each cell, and its bytes row by row."""
    view = read_bytes(given)
    shape = memoryview(given).shape or ()  # type: ignore[arg-type]
    if len(shape) != 2:
        raise TypeError(f"expected an array of shape (height, width), not {shape}")
    return shape[0], shape[1], view
