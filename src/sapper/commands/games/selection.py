"""The choice of finished games for a command: level, period and mode."""

from __future__ import annotations

import time

from ... import machine
from ...display.wording import message
from ...history.levels import sizes_of
from ...history.together import CHOICES as TOGETHER
from ...rules import LEVELS, RULESETS, LayoutKind
from .. import arguments

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

    from ...history.store import Filter

_SOURCES = {"me": None, "own": False, "imported": True, "all": None}
_DEVICES = ("people", "mouse", "key", "touch", "text", "bot", "all")
_DAYS = {"d": 1, "w": 7, "m": 30, "y": 365}
_DAY = 86_400


def add_filter(parser: argparse.ArgumentParser) -> None:
    """Add the options that choose finished games."""
    parser.add_argument("level", nargs="?")
    parser.add_argument("--since", metavar="WHEN")
    parser.add_argument("--until", metavar="WHEN")
    parser.add_argument("--mode")
    parser.add_argument("--player", metavar="NAME")
    parser.add_argument("--device", choices=_DEVICES, default="people")
    parser.add_argument("--source", choices=tuple(_SOURCES))
    parser.add_argument("--together", choices=tuple(TOGETHER), default="no")
    parser.add_argument("--unpaused", action="store_true")
    arguments.add_store(parser)


def filter_of(options: argparse.Namespace, plain: bool) -> Filter:
    """Return the filter that the options choose."""
    from ...history.store import PEOPLE, Filter

    mode = options.mode
    ruleset = mode if mode in RULESETS else None
    if mode is not None and ruleset is None and mode not in list(LayoutKind) and mode != "no-guess-full":
        raise arguments.UsageError(message("cli-usage.no-mode", mode=repr(mode), rulesets=", ".join(RULESETS)))
    layout = None if ruleset else mode
    source = options.source or ("me" if options.player is None else "all")
    name = machine.load_settings().game.name if source == "me" else None
    return Filter(
        level=level_of(options.level, ruleset),
        ruleset=ruleset,
        layout=layout,
        since=moment(options.since),
        until=moment(options.until),
        plain=plain,
        unpaused=options.unpaused,
        player=options.player,
        device={"people": PEOPLE, "all": None}.get(options.device, options.device),
        imported=False if name == "" else _SOURCES[source],
        me=name or None,
        together=TOGETHER[options.together],
    )


def level_of(given: str | None, ruleset: str | None = None) -> str | None:
    """Return a level as games are stored with it, None for all; a name means its size in every ruleset."""
    if given is None:
        return None
    name = given.strip().lower()
    if ruleset is None and name in LEVELS:
        return sizes_of(name)
    return str(RULESETS[ruleset or "modern"].level(given))


def moment(text: str | None) -> int | None:
    """Read a date in local time, or how long ago, as seconds since 1970."""
    if text is None:
        return None
    number, unit = text[:-1], text[-1:]
    if unit in _DAYS and number.isascii() and number.isdecimal() and len(number) <= 5:
        return machine.seconds() - int(number) * _DAYS[unit] * _DAY
    try:
        return int(time.mktime(time.strptime(text, "%Y-%m-%d")))
    except (ValueError, OverflowError):
        raise arguments.UsageError(message("cli-usage.no-time", text=repr(text))) from None


def date_text(moment: int) -> str:
    """Return a moment as a date in local time."""
    return time.strftime("%Y-%m-%d", time.localtime(moment)) if moment else message("cli-usage.unknown-date")
