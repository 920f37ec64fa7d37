"""The metrics of a game in words."""

from __future__ import annotations

from .wording import wording


def metric_label(name: str) -> str:
    """Return the label of a metric.

    >>> metric_label("clicks_per_second")
    'Clicks/s'
    """
    return wording().words("metrics", name.replace("_", "-")).name


def metric_value(text: str) -> str:
    """Return a value as `format_value` writes it in the way the language does."""
    words = wording()
    if text in ("yes", "no"):
        return words.message("figures.yes" if text == "yes" else "figures.no")
    return words.decimal(text)
