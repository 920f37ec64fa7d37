"""Text from other people, made safe to draw: it can move no cursor, change no colour, hide nothing and turn no line."""

from __future__ import annotations

import re

from ..server.parties.tidy_text import tidy

# Whole sequences go, so that nothing of them remains as text: CSI, then OSC, DCS, PM, APC and SOS up to their end,
# then the two-character ones.
_SEQUENCES = re.compile(
    r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]?"
    r"|(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)?"
    r"|\x1b[ -/]*[0-~]?"
)


def plain(text: str, most: int = 500) -> str:
    r"""Return a text without escapes, controls, marks of direction and what has no width, on one line.

    >>> plain("\x1b[31mred\x1b[0m \u202eevil\u200b\n\x1b]0;title\x07next\tline\x9b2J")
    'red evil next line'
    """
    return tidy(_SEQUENCES.sub("", text[: 8 * most]), most)
