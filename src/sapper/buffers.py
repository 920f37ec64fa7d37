"""Memory that is shared: what we read of bytes and arrays of others, and what others read of ours, without numpy."""

from __future__ import annotations

from . import _kernel
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


class Shared(_kernel.Buffered):
    """A table whose memory others may read, by the buffer protocol and by DLPack, without a copy."""

    __slots__ = ()

    def __dlpack__(
        self,
        *,
        stream: None = None,
        max_version: tuple[int, int] | None = None,
        dl_device: tuple[int, int] | None = None,
        copy: bool | None = None,
    ) -> Any:
        if not copy and (max_version is None or max_version < (1, 0)):
            raise BufferError("this memory is read only, which DLPack says from version 1.0 on only: copy it")
        view = memoryview(self)  # type: ignore[arg-type]
        memory = memoryview(bytearray(view.tobytes())).cast(view.format, view.shape) if copy else self  # type: ignore[call-overload]
        return _kernel.array_of(memory).__dlpack__(max_version=max_version, dl_device=dl_device)

    def __dlpack_device__(self) -> tuple[int, int]:
        return 1, 0  # the processor


_WHOLE_NUMBERS = frozenset("hHiIlLqQ")  # of more than one byte, in the words of `struct`


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
    """Return the height and width of an array of whole numbers from 0 to 255, and its cells as bytes, row by row."""
    try:
        view = memoryview(given)  # type: ignore[arg-type]
    except TypeError:
        raise TypeError(f"expected an array of whole numbers, not {shown(given)}") from None
    shape = view.shape or ()
    if len(shape) != 2:
        raise TypeError(f"expected an array of shape (height, width), not {shape}")
    if view.itemsize == 1:
        return shape[0], shape[1], read_bytes(given)
    if view.format not in _WHOLE_NUMBERS:
        raise TypeError(f"expected an array of whole numbers, not of the format {view.format!r}")
    table: list[list[int]] = view.tolist()  # type: ignore[assignment]
    cells = [value for row in table for value in row]
    if cells and not 0 <= min(cells) <= max(cells) <= 255:
        raise TypeError(f"expected whole numbers from 0 to 255, not {min(cells)} to {max(cells)}")
    return shape[0], shape[1], memoryview(bytes(cells))
