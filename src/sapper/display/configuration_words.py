"""A configuration in words: what the best times of a level are listed by."""

from __future__ import annotations

from ..rules import CHOICES, LEVELS, RULESETS, Rules
from .wording import message, wording


def configuration_title(rules: Rules) -> str:
    """Return level, layout, ruleset and what else differs from it.

    >>> configuration_title(Rules("expert", completion="both"))
    'Expert, 30x16, 99 mines · Random · Modern · Completion: Both'
    """
    words, level = wording(), rules.level
    known = LEVELS | RULESETS[rules.ruleset].levels
    name = next((name for name, size in known.items() if size == level), "custom")
    size = message("new.level-size", size=level.size, count=level.mines)
    layout = words.rule("layout").value(rules.layout)
    parts = [f"{words.level(name)}, {size}", layout, words.ruleset(rules.ruleset).name, *differing(rules)]
    return " · ".join(parts)


def level_title(level: str) -> str:
    """Return a level with its name.

    >>> level_title("30x16/99"), level_title("7x7/7")
    ('Expert 30x16/99', 'Custom 7x7/7')
    """
    name = next((name for name, size in LEVELS.items() if str(size) == level), "custom")
    return f"{wording().level(name)} {level}"


def differing(rules: Rules) -> list[str]:
    """Return in words each choice, except the layout, that differs from the ruleset."""
    usual = Rules(rules.level, ruleset=rules.ruleset)
    found = []
    for name in CHOICES:
        value = getattr(rules, name)
        if name == "layout" or value == getattr(usual, name):
            continue
        rule = wording().rule(name)
        values = (sorted(value) or ["none"]) if isinstance(value, frozenset) else [value]
        found.append(f"{rule.title}: {', '.join(map(rule.value, values))}")
    return found
