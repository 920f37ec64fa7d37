"""Phrases in words: the values of a phrase as text, filled into the template that a language has for its code.

The page has the same renderer in `web/src/board/phrases.ts`; a test compares the two.
"""

from __future__ import annotations

from ..coordinates import cell_name
from ..phrase import Figure, Phrase, Series, is_cell
from .chances import chance, estimate

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from .wording import Wording

#: The groups of messages, and the other sections, whose texts the server sends as phrases: a client needs all of them.
SENT_GROUPS = (
    "reason",
    "hints",
    "hint",
    "draft",
    "why",
    "first-click",
    "verdict",
    "best-move",
    "refusal",
    "solver",
    "error",
    "file",
    "import",
    "report",
    "alone",
)
SENT_SECTIONS = ("patterns", "regions", "locale")

_ENDS = (".", "?", "。", "\uff1f")


def render(words: Wording, phrase: Phrase, square: Callable[[int, int], str] = cell_name) -> str:
    """Return a phrase in words; `square` names a cell. A sentence that begins with a phrase begins with a capital."""
    count: Any = phrase.values.get("count")
    template = words.template(phrase.code, count.value if isinstance(count, Figure) else count)
    texts = {name: _text(words, value, square) for name, value in phrase.values.items()}
    text = template.format_map(texts)
    if template.startswith("{") and template.endswith(_ENDS):
        first = phrase.values.get(template[1 : template.index("}")])
        if isinstance(first, (Phrase, Series, tuple)):
            return text[:1].upper() + text[1:]
    return text


def _text(words: Wording, value: Any, square: Callable[[int, int], str]) -> str:
    if isinstance(value, Phrase):
        return render(words, value, square)
    if isinstance(value, Figure):
        return _FIGURES[value.kind](words, value.value)
    if isinstance(value, Series):
        parts = [_text(words, part, square) for part in value.parts]
        return words.sequence(value.kind, parts)
    if is_cell(value):
        return square(*value)
    if isinstance(value, tuple):
        return words.join([_text(words, part, square) for part in value])
    return str(value)


def _spelled(words: Wording, count: int) -> str:
    spelled = words.lines("reason.counts")
    return spelled[count] if count < len(spelled) else str(count)


def _word(words: Wording, place: str) -> str:
    section, _, name = place.partition(".")
    return words.words(section, name).name


def _seconds(words: Wording, milliseconds: int) -> str:
    return words.decimal(f"{milliseconds // 1000}.{milliseconds % 1000 // 10:02}")


_FIGURES: dict[str, Callable[[Any, Any], str]] = {
    "chance": lambda words, share: chance(share, words),
    "estimate": lambda words, share: estimate(share, words),
    "spelled": _spelled,
    "number": lambda words, number: words.number(number),
    "seconds": _seconds,
    "word": _word,
}
