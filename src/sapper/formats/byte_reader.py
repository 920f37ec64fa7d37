"""Reading the bytes of a file in order: every read is checked against its end."""

from __future__ import annotations

from ..phrase import Phrase
from .common import FormatError

ENCODINGS = "utf-8, gbk, big5, shift_jis, euc-kr, cp1250, cp1251, cp1252"  # names of some, to choose from
_MOST_TEXT = 4096  # bytes of a text that ends with a mark
_FIRST_OF_GB2312, _LAST_OF_GB2312 = 0xA1, 0xFE  # both bytes of a Chinese character are in this range


class ByteReader:
    r"""Takes numbers (the highest byte first) and texts from a file; raises `FormatError` where it ends too early.

    >>> reader = ByteReader(bytes([1, 2, 3, 65, 0]), "AVF")
    >>> reader.number(2), reader.take(1), reader.until(b"\0")
    (258, b'\x03', b'A')
    """

    __slots__ = ("_encoding", "_kind", "at", "data")

    def __init__(self, data: bytes, kind: str, encoding: str = "") -> None:
        self.data = data
        self.at = 0
        self._kind = kind
        self._encoding = encoding

    def take(self, count: int) -> bytes:
        """Return the next bytes."""
        end = self.at + count
        if end > len(self.data):
            raise self.ends()
        taken = self.data[self.at : end]
        self.at = end
        return taken

    def number(self, size: int) -> int:
        """Return a number without a sign."""
        return int.from_bytes(self.take(size), "big")

    def until(self, mark: bytes) -> bytes:
        """Return what comes before a mark, and go on behind the mark."""
        end = self.data.find(mark, self.at, self.at + _MOST_TEXT)
        if end < 0:
            raise (
                self.ends()
                if len(self.data) < self.at + _MOST_TEXT
                else self.wrong(Phrase("file.too-large", most=_MOST_TEXT, given=len(self.data) - self.at))
            )
        taken = self.data[self.at : end]
        self.at = end + len(mark)
        return taken

    def pairs(self, count: int) -> list[tuple[int, int]]:
        """Return pairs of bytes."""
        data = self.take(2 * count)
        return list(zip(data[::2], data[1::2], strict=True))

    def text(self, name: bytes) -> str:
        """Return a name as text, see `decode_text`."""
        return decode_text(name, self._encoding)

    def wrong(self, why: Phrase) -> FormatError:
        """Return the error for what cannot be true."""
        return FormatError(Phrase("file.damaged", kind=self._kind, reason=why))

    def ends(self) -> FormatError:
        """Return the error for a file that breaks off."""
        return self.wrong(Phrase("file.byte", byte=len(self.data), reason=Phrase("file.cut")))


def decode_text(data: bytes, encoding: str = "") -> str:
    """Read a text whose encoding is not recorded: UTF-8, else the given encoding.

    Where none is given, or the text cannot be in it, Chinese (GBK) if it can be, else Western European.

    >>> decode_text("元".encode()), decode_text("扫雷".encode("gbk")), decode_text("Müller".encode("latin-1"))
    ('元', '扫雷', 'Müller')
    >>> decode_text("Żółw".encode("cp1250"), "cp1250")
    'Żółw'
    """
    data = data.rstrip(b"\0")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        pass
    if encoding or _has_only_pairs(data):
        try:
            return data.decode(encoding or "gb18030")
        except ValueError:
            pass
    return data.decode("cp1252", "replace")


def check_encoding(encoding: str) -> None:
    """Refuse an encoding that Python does not know, or that is none of text.

    >>> check_encoding("gbk")
    """
    try:
        "".encode(encoding)
    except (LookupError, ValueError):
        raise FormatError(Phrase("file.encoding", given=repr(encoding[:20]), choices=ENCODINGS)) from None


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
