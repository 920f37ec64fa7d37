"""QR codes (ISO/IEC 18004) of short texts: bytes with error correction M, in versions 1 to 10."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Grid = list[list[bool]]

#: For each version: bytes of error correction in a block, and the blocks as (how many, bytes of data in each).
_BLOCKS: tuple[tuple[int, tuple[tuple[int, int], ...]], ...] = (
    (10, ((1, 16),)),
    (16, ((1, 28),)),
    (26, ((1, 44),)),
    (18, ((2, 32),)),
    (24, ((2, 43),)),
    (16, ((4, 27),)),
    (18, ((4, 31),)),
    (22, ((2, 38), (2, 39))),
    (22, ((3, 36), (2, 37))),
    (26, ((4, 43), (1, 44))),
)
_ALIGNMENT = ((), (6, 18), (6, 22), (6, 26), (6, 30), (6, 34), (6, 22, 38), (6, 24, 42), (6, 26, 46), (6, 28, 50))
_MASKS: tuple[Callable[[int, int], bool], ...] = (
    lambda row, col: (row + col) % 2 == 0,
    lambda row, col: row % 2 == 0,
    lambda row, col: col % 3 == 0,
    lambda row, col: (row + col) % 3 == 0,
    lambda row, col: (row // 2 + col // 3) % 2 == 0,
    lambda row, col: row * col % 2 + row * col % 3 == 0,
    lambda row, col: (row * col % 2 + row * col % 3) % 2 == 0,
    lambda row, col: ((row + col) % 2 + row * col % 3) % 2 == 0,
)
_FINDER = ((True, False, True, True, True, False, True), (False,) * 4)
_QUIET = 4  # squares around a code that stay light


def qr_code(text: str) -> Grid:
    """Return the squares of a code row by row, true for a dark one; raise `ValueError` for more than 213 bytes."""
    data = text.encode()
    for version, (_, blocks) in enumerate(_BLOCKS, 1):
        if _head_bits(version) + 8 * len(data) <= 8 * sum(count * size for count, size in blocks):
            return _drawn(version, _codewords(version, data))
    raise ValueError("too long for a QR code")


def svg_path(code: Grid) -> str:
    """Return the dark squares as a path of SVG, with a square as the unit and a light margin around them."""
    runs = ((row + _QUIET, start + _QUIET, end - start) for row, line in enumerate(code) for start, end in _runs(line))
    return "".join(f"M{col} {row}h{length}v1h-{length}z" for row, col, length in runs)


def svg_size(code: Grid) -> int:
    """Return how many squares wide the picture of a code is, with its margin."""
    return len(code) + 2 * _QUIET


def half_blocks(code: Grid) -> list[str]:
    """Return lines of a terminal with two rows of squares each: light ones are drawn, for a dark background."""
    width = svg_size(code)
    light = [[True] * width for _ in range(_QUIET)]
    side = [True] * _QUIET
    rows = [*light, *([*side, *(not dark for dark in line), *side] for line in code), *light]
    rows += [[False] * width] * (len(rows) % 2)
    marks = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}
    return ["".join(marks[pair] for pair in zip(*rows[at : at + 2], strict=True)) for at in range(0, len(rows), 2)]


def _runs(line: list[bool]) -> Iterator[tuple[int, int]]:
    start = None
    for at, is_dark in enumerate([*line, False]):
        if is_dark and start is None:
            start = at
        elif not is_dark and start is not None:
            yield start, at
            start = None


# -- The bits


def _head_bits(version: int) -> int:
    """Return the bits before the data: the mode, and the length of the data."""
    return 4 + (8 if version < 10 else 16)


def _codewords(version: int, data: bytes) -> bytes:
    """Return the data with its error correction, in the order in which it is drawn."""
    correction, shape = _BLOCKS[version - 1]
    most = sum(count * size for count, size in shape)
    bits = f"0100{len(data):0{_head_bits(version) - 4}b}" + "".join(f"{byte:08b}" for byte in data)
    bits = f"{bits}0000"[: 8 * most]
    bits += "0" * (-len(bits) % 8)
    filled = bytes(int(bits[at : at + 8], 2) for at in range(0, len(bits), 8))
    filled += bytes((0xEC, 0x11)[at % 2] for at in range(most - len(filled)))
    blocks, start = [], 0
    for count, size in shape:
        for _ in range(count):
            blocks.append(filled[start : start + size])
            start += size
    checks = [_correction(block, correction) for block in blocks]
    longest = max(map(len, blocks))
    interleaved = [block[at] for at in range(longest) for block in blocks if at < len(block)]
    return bytes(interleaved + [check[at] for at in range(correction) for check in checks])


def _times(a: int, b: int) -> int:
    """Multiply in the field of 256 elements with the polynomial 0x11D."""
    product = 0
    for bit in range(7, -1, -1):
        product = (product << 1) ^ (0x11D if product & 0x80 else 0)
        product ^= a if b >> bit & 1 else 0
    return product


def _correction(block: bytes, length: int) -> bytes:
    """Return the bytes of Reed-Solomon of a block."""
    divisor, root = [0] * (length - 1) + [1], 1
    for _ in range(length):
        divisor = [_times(one, root) ^ after for one, after in zip(divisor, [*divisor[1:], 0], strict=True)]
        root = _times(root, 2)
    rest = [0] * length
    for byte in block:
        factor = byte ^ rest[0]
        rest = [one ^ _times(part, factor) for one, part in zip([*rest[1:], 0], divisor, strict=True)]
    return bytes(rest)


# -- The picture


def _drawn(version: int, codewords: bytes) -> Grid:
    """Return the code with the mask that is read best."""
    size = 17 + 4 * version
    patterns = _patterns(version, size)
    bits = [byte >> bit & 1 == 1 for byte in codewords for bit in range(7, -1, -1)]
    bits += [False] * 7  # more squares than bits in some versions
    path = [place for place in _path(size) if place not in patterns]
    return min((_masked(size, patterns, path, bits, mask) for mask in range(8)), key=_penalty)


def _masked(
    size: int, patterns: dict[tuple[int, int], bool], path: list[tuple[int, int]], bits: list[bool], mask: int
) -> Grid:
    code = [[False] * size for _ in range(size)]
    for (row, col), is_dark in (patterns | _format(size, mask)).items():
        code[row][col] = is_dark
    for (row, col), bit in zip(path, bits, strict=False):
        code[row][col] = bit ^ _MASKS[mask](row, col)
    return code


def _path(size: int) -> Iterator[tuple[int, int]]:
    """Yield the squares in the order of the bits: up and down in columns of two, from the right."""
    is_up = True
    for right in (*range(size - 1, 6, -2), 5, 3, 1):
        for row in range(size - 1, -1, -1) if is_up else range(size):
            yield row, right
            yield row, right - 1
        is_up = not is_up


def _patterns(version: int, size: int) -> dict[tuple[int, int], bool]:
    """Return the squares that carry no data, those of the format as light ones."""
    found: dict[tuple[int, int], bool] = {}
    for at in range(size):
        found[6, at] = found[at, 6] = at % 2 == 0
    for row, col in ((3, 3), (3, size - 4), (size - 4, 3)):
        for down in range(-4, 5):
            for right in range(-4, 5):
                if 0 <= row + down < size and 0 <= col + right < size:
                    found[row + down, col + right] = max(abs(down), abs(right)) not in (2, 4)
    centres = _ALIGNMENT[version - 1]
    corners = {(6, 6), (6, size - 7), (size - 7, 6)}
    for row, col in ((row, col) for row in centres for col in centres if (row, col) not in corners):
        for down in range(-2, 3):
            for right in range(-2, 3):
                found[row + down, col + right] = max(abs(down), abs(right)) != 1
    found |= dict.fromkeys(_format(size, 0), False)
    if version >= 7:
        bits = _with_remainder(version, 0x1F25, 12)
        for at in range(18):
            is_dark = bits >> at & 1 == 1
            found[at // 3, size - 11 + at % 3] = found[size - 11 + at % 3, at // 3] = is_dark
    return found


def _format(size: int, mask: int) -> dict[tuple[int, int], bool]:
    """Return the squares that name the error correction, which is M, and the mask: twice, and one that is dark."""
    bits = _with_remainder(mask, 0x537, 10) ^ 0x5412
    first = [(at, 8) for at in (*range(6), 7, 8)] + [(8, col) for col in (7, *range(5, -1, -1))]
    second = [(8, size - 1 - at) for at in range(8)] + [(size - 7 + at, 8) for at in range(7)]
    found = {place: bits >> at & 1 == 1 for places in (first, second) for at, place in enumerate(places)}
    return found | {(size - 8, 8): True}


def _with_remainder(value: int, divisor: int, bits: int) -> int:
    """Return a value followed by the remainder of its division, a BCH code."""
    rest = value
    for _ in range(bits):
        rest = (rest << 1) ^ (rest >> (bits - 1)) * divisor
    return value << bits | rest


def _penalty(code: Grid) -> int:
    """Return how hard a code is to read, by the four rules of the standard."""
    size, columns = len(code), [list(column) for column in zip(*code, strict=True)]
    total = sum(_line_penalty(line) for line in (*code, *columns))
    for row in range(size - 1):
        for col in range(size - 1):
            total += 3 * (code[row][col] == code[row][col + 1] == code[row + 1][col] == code[row + 1][col + 1])
    dark = sum(map(sum, code))
    return total + 10 * (abs(20 * dark - 10 * size * size) // (size * size))


def _line_penalty(line: list[bool]) -> int:
    total, length = 0, 1
    for before, now in zip(line, [*line[1:], None], strict=True):
        if before == now:
            length += 1
        else:
            total += length - 2 if length >= 5 else 0
            length = 1
    finder, quiet = _FINDER
    for pattern in ((*finder, *quiet), (*quiet, *finder)):
        total += 40 * sum(tuple(line[at : at + 11]) == pattern for at in range(len(line) - 10))
    return total
