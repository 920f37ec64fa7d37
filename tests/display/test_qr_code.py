"""QR codes are read back by a reader of their own, which checks every error correction."""

from __future__ import annotations

import pytest

from sapper.display.qr_code import half_blocks, qr_code, svg_path, svg_size

#: For each version: bytes of error correction in a block, and how many blocks (ISO/IEC 18004, table 9, level M).
BLOCKS = {1: (10, 1), 2: (16, 1), 3: (26, 1), 4: (18, 2), 5: (24, 2), 6: (16, 4), 7: (18, 4), 8: (22, 4), 9: (22, 5)}
BLOCKS[10] = (26, 5)
MASKS = [
    lambda i, j: (i + j) % 2,
    lambda i, j: i % 2,
    lambda i, j: j % 3,
    lambda i, j: (i + j) % 3,
    lambda i, j: (i // 2 + j // 3) % 2,
    lambda i, j: (i * j) % 2 + (i * j) % 3,
    lambda i, j: ((i * j) % 2 + (i * j) % 3) % 2,
    lambda i, j: ((i + j) % 2 + (i * j) % 3) % 2,
]
#: The fifteen bits of level M and each mask (annex C).
FORMATS = [
    "101010000010010",
    "101000100100101",
    "101111001111100",
    "101101101001011",
    "100010111111001",
    "100000011001110",
    "100111110010111",
    "100101010100000",
]
POWERS = [1]
for _ in range(254):
    POWERS.append(POWERS[-1] << 1 ^ (0x11D if POWERS[-1] & 0x80 else 0))
LOGS = {power: at for at, power in enumerate(POWERS)}


def is_function(size: int, row: int, col: int) -> bool:
    version = (size - 17) // 4
    if row == 6 or col == 6 or (row < 9 and (col < 9 or col >= size - 8)) or (row >= size - 8 and col < 9):
        return True
    if version >= 7 and ((row < 6 and col >= size - 11) or (col < 6 and row >= size - 11)):
        return True
    if version == 1:
        return False
    last, middle = size - 7, (size - 1) // 2
    centres = [last] if version < 7 else [6, middle, last]
    return any(
        abs(row - r) <= 2 and abs(col - c) <= 2
        for r in {6, *centres}
        for c in {6, *centres}
        if (r, c) not in {(6, 6), (6, last), (last, 6)}
    )


def read(code: list[list[bool]]) -> bytes:
    """Read the bytes of a code, and check that no error correction finds an error."""
    size = len(code)
    version = (size - 17) // 4
    row_eight = [*range(6), 7, 8]
    bits = [code[8][col] for col in row_eight] + [code[row][8] for row in (7, 5, 4, 3, 2, 1, 0)]
    mask = FORMATS.index("".join("01"[bit] for bit in bits))
    stream, row, step = [], size - 1, -1
    for right in [*range(size - 1, 6, -2), 5, 3, 1]:
        while 0 <= row < size:
            columns = [col for col in (right, right - 1) if not is_function(size, row, col)]
            stream += [code[row][col] ^ (MASKS[mask](row, col) == 0) for col in columns]
            row += step
        step, row = -step, row - step
    words = [int("".join("01"[bit] for bit in stream[at : at + 8]), 2) for at in range(0, len(stream) - 7, 8)]
    correction, count = BLOCKS[version]
    total = len(words)
    lengths = [total // count - correction + (at >= count - total % count) for at in range(count)]
    blocks: list[list[int]] = [[] for _ in range(count)]
    rest = iter(words)
    for at in range(max(lengths)):
        for block, length in zip(blocks, lengths, strict=True):
            if at < length:
                block.append(next(rest))
    data = bytes(word for block in blocks for word in block)
    for _ in range(correction):
        for block in blocks:
            block.append(next(rest))
    for block in blocks:
        for root in range(correction):
            assert not syndrome(block, root), "an error was found"
    text = "".join(f"{byte:08b}" for byte in data)
    head = 12 if version < 10 else 20
    assert text[:4] == "0100"
    length = int(text[4:head], 2)
    return bytes(int(text[head + 8 * at : head + 8 * at + 8], 2) for at in range(length))


def syndrome(block: list[int], root: int) -> int:
    """Evaluate a block as a polynomial at a power of two."""
    value = 0
    for word in block:
        value = (POWERS[(LOGS[value] + root) % 255] if value else 0) ^ word
    return value


@pytest.mark.parametrize("length", [1, 14, 15, 26, 42, 62, 84, 106, 122, 152, 180, 181, 213])
def test_a_code_says_its_text_without_an_error(length: int) -> None:
    text = ("https://sapper.example/link#7KQX-2MPD " * 6)[:length]
    assert read(qr_code(text)) == text.encode()


def test_letters_of_all_languages_are_bytes_of_utf_8() -> None:
    assert read(qr_code("Schürfen 扫雷")).decode() == "Schürfen 扫雷"


def test_a_text_that_is_too_long_is_refused() -> None:
    with pytest.raises(ValueError, match="too long"):
        qr_code("x" * 214)


def test_the_pictures_have_the_dark_squares_of_the_code_within_a_margin() -> None:
    code = qr_code("sapper")
    dark = sum(map(sum, code))
    runs = svg_path(code).split("M")[1:]
    assert sum(int(run.partition("h")[2].partition("v")[0]) for run in runs) == dark
    assert all(4 <= int(run.split()[0]) < svg_size(code) - 4 for run in runs)
    lines = half_blocks(code)
    light = sum({"█": 2, "▀": 1, "▄": 1, " ": 0}[mark] for line in lines for mark in line)
    assert light == svg_size(code) ** 2 - dark
