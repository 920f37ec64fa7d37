"""Text from other people, made safe to draw: it can move no cursor, change no colour, hide nothing and turn no line."""

from __future__ import annotations

import re
import unicodedata

# Whole sequences go, so that nothing of them remains as text: CSI, then OSC, DCS, PM, APC and SOS up to their end,
# then the two-character ones.
_SEQUENCES = re.compile(
    r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]?"
    r"|(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)?"
    r"|\x1b[ -/]*[0-~]?"
)
# Letters and marks that show nothing, beyond the controls and formats of category C.
_INVISIBLE = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0") | {
    chr(code) for code in (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))
}
_MOST_MARKS = 4  # that one letter may carry: more of them reach into other lines


def plain(text: str, most: int = 1000) -> str:
    r"""Return a text without escapes, controls, marks of direction and what has no width, on one line.

    >>> plain("\x1b[31mred\x1b[0m \u202eevil\u200b\n\x1b]0;title\x07next\tline\x9b2J")
    'red evil next line'
    """
    shown: list[str] = []
    marks = 0
    for letter in _SEQUENCES.sub("", text[: 4 * most]):
        kind = unicodedata.category(letter)
        if kind[0] == "Z" or letter in "\t\n\r":
            letter = " "
        elif kind[0] == "C" or letter in _INVISIBLE:
            continue
        marks = marks + 1 if kind[0] == "M" else 0
        if marks <= _MOST_MARKS:
            shown.append(letter)
    return " ".join("".join(shown).split())[:most]
