"""Text that others will read: names, names of rooms, and what people say."""

from __future__ import annotations

import unicodedata

_MOST_MARKS = 4  # that one letter may carry
_LONGEST_ERROR = 200  # letters


def tidy(text: str, most: int) -> str:
    """Return a text that cannot deceive: composed letters, no controls, nothing invisible, at most `most` letters."""
    spaced = " ".join(text.split())
    shown = unicodedata.normalize("NFC", "".join(letter for letter in spaced if _is_shown(letter)))
    shown_letters: list[str] = []
    letters = marks = 0
    for letter in shown:
        is_after_nothing = not shown_letters or shown_letters[-1] == " "
        if unicodedata.category(letter)[0] == "M":
            marks += 1
            if is_after_nothing or marks > _MOST_MARKS:
                continue
        elif letter == " " and is_after_nothing:
            continue
        else:
            letters += 1
            marks = 0
            if letters > most:
                break
        shown_letters.append(letter)
    return "".join(shown_letters).strip()


def one_line(error: Exception) -> str:
    """Return the text of an error that may repeat the input of a client, short and on one line."""
    return tidy(str(error)[: 4 * _LONGEST_ERROR], _LONGEST_ERROR)


def _is_shown(letter: str) -> bool:
    kind = unicodedata.category(letter)[0]
    return letter == " " or (kind not in "CZ" and letter not in _INVISIBLE)


# Letters and marks that show nothing, beyond the controls and formats of category C.
_INVISIBLE = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0") | {
    chr(code) for code in range(0xFE00, 0xFE10)
}
