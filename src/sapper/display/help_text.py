"""The pages of the help, for the terminal and for the page: Markdown, cut into blocks.

A page is `help/LANGUAGE/TOPIC.md`. What a language lacks is read in English.
"""

from __future__ import annotations

from pathlib import Path

from .wording import ENGLISH

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

PAGES = Path(__file__).parent / "help"
#: Every page with the message that names it.
TOPICS = {
    "rules": "help.topic-rules",
    "playing": "help.topic-playing",
    "strategy": "help.topic-strategy",
    "patterns": "help.topic-patterns",
    "no-guess": "help.topic-no-guess",
    "rulesets": "help.topic-rulesets",
    "numbers": "help.topic-numbers",
    "saving": "help.topic-keeping",
}


def page(topic: str, language: str = ENGLISH) -> str:
    """Return the text of a page, in English where the language has none."""
    own = PAGES / language / f"{topic}.md"
    return (own if own.exists() else PAGES / ENGLISH / own.name).read_text("utf-8")


def blocks(text: str) -> Iterator[tuple[str, str]]:
    """Cut a text into headings, paragraphs, items, rows of tables and of fields, each on one line."""
    held: list[str] = []
    in_field = False
    for line in [*text.splitlines(), ""]:
        kind = _kind(line)
        if held and (kind != "text" or in_field):
            yield ("item" if held[0].startswith("- ") else "text"), " ".join(part.strip() for part in held)
            held = []
        if line.startswith("```"):
            in_field = not in_field
        elif in_field:
            yield "field", line
        elif kind in ("text", "item"):
            held.append(line)
        elif kind:
            yield kind, line


def _kind(line: str) -> str:
    signs = {"#": "heading", "|": "row", "{": "insert", "`": "fence"}
    if line.startswith("- "):
        return "item"
    if line.startswith("`") and not line.startswith("```"):
        return "text"
    return signs.get(line[:1], "text") if line else ""
