"""Reading the bytes of a file in order: every read is checked against its end."""

from __future__ import annotations

from .common import FormatError

_MOST_TEXT = 4096  # bytes of a text that ends with a mark
_FIRST_OF_GB2312, _LAST_OF_GB2312 = 0xA1, 0xFE  # both bytes of a Chinese character are in this range


class ByteReader:
    r"""Takes numbers (the highest byte first) and texts from a file; raises `FormatError` where it ends too early.

    >>> reader = ByteReader(bytes([1, 2, 3, 65, 0]), "AVF")
    >>> reader.number(2, "the size"), reader.take(1, "the size"), reader.until(b"\0", "the name")
    (258, b'\x03', b'A')
    """

    __slots__ = ("_kind", "at", "data")

    def __init__(self, data: bytes, kind: str) -> None:
        self.data = data
        self.at = 0
        self._kind = kind

    def take(self, count: int, part: str) -> bytes:
        """Return the next bytes."""
        end = self.at + count
        if end > len(self.data):
            raise self.ends_in(part)
        taken = self.data[self.at : end]
        self.at = end
        return taken

    def number(self, size: int, part: str) -> int:
        """Return a number without a sign."""
        return int.from_bytes(self.take(size, part), "big")

    def until(self, mark: bytes, part: str) -> bytes:
        """Return what comes before a mark, and go on behind the mark."""
        end = self.data.find(mark, self.at, self.at + _MOST_TEXT)
        if end < 0:
            raise self.ends_in(part) if len(self.data) < self.at + _MOST_TEXT else self.wrong(f"{part} is too long")
        taken = self.data[self.at : end]
        self.at = end + len(mark)
        return taken

    def pairs(self, count: int, part: str) -> list[tuple[int, int]]:
        """Return pairs of bytes."""
        data = self.take(2 * count, part)
        return list(zip(data[::2], data[1::2], strict=True))

    def wrong(self, why: str) -> FormatError:
        """Return the error for what cannot be true."""
        return FormatError(f"this {self._kind} video is damaged: {why}")

    def ends_in(self, part: str) -> FormatError:
        """Return the error for a file that breaks off."""
        return self.wrong(f"it ends at byte {len(self.data)}, inside {part}")


def decode_text(data: bytes) -> str:
    """Read a text whose encoding is not recorded: UTF-8, else Chinese (GBK) if it can be, else Western European.

    >>> decode_text("元".encode()), decode_text("扫雷".encode("gbk")), decode_text("Müller".encode("latin-1"))
    ('元', '扫雷', 'Müller')
    """
    data = data.rstrip(b"\0")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        pass
    if _has_only_pairs(data):
        try:
            return data.decode("gb18030")
        except UnicodeDecodeError:
            pass
    return data.decode("cp1252", "replace")


def _has_only_pairs(data: bytes) -> bool:
    """Return whether bytes above ASCII come in twos, as in GB2312, and never singly, as accented letters do."""
    run = 0
    for byte in (*data, 0):
        if _FIRST_OF_GB2312 <= byte <= _LAST_OF_GB2312:
            run += 1
        elif byte >= 0x80 or run % 2:
            return False
        else:
            run = 0
    return True
