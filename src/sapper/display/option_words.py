"""The words of the settings, in the form that the settings page of the terminal reads."""

from __future__ import annotations

from .wording import wording

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def title(section: str, name: str) -> str:
    """Return the title of a setting."""
    return wording().setting(section, name).title


def meaning(section: str, name: str) -> str:
    """Return the sentence that explains a setting."""
    return wording().setting(section, name).description


def __getattr__(name: str) -> Any:
    """Return the tables `SECTIONS` and `WORDS`, read when they are first wanted."""
    words = wording()
    if name == "SECTIONS":
        found = {section: words.section(section) for section in words.names("sections")}
        return {section: (entry.name, entry.description) for section, entry in found.items()}
    if name == "WORDS":
        options = {section: words.names("settings", section) for section in words.names("sections")}
        options["keys"] += words.names("actions")
        return {
            section: {name: (title(section, name), meaning(section, name)) for name in names}
            for section, names in options.items()
        }
    raise AttributeError(name)
