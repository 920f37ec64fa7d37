"""Errors of PostgreSQL as sentences, and its address without secrets."""

from __future__ import annotations

from urllib.parse import unquote, urlsplit

import asyncpg

from ....errors import os_reason
from ....phrase import Phrase
from ..errors import StoreError

#: The reason for each code of PostgreSQL, and what can be done about it.
_REASONS = {
    "53100": ("postgres.full", "postgres.free-space"),
    "25006": ("postgres.read-only", "postgres.connect-to-writer"),
    "53300": ("postgres.connections", "postgres.allow-more"),
    "57014": ("postgres.too-long", ""),
    "55P03": ("postgres.locked", "postgres.try-again"),
    "40P01": ("postgres.in-the-way", "postgres.try-again"),
    "40001": ("postgres.in-the-way", "postgres.try-again"),
    "57P01": ("postgres.shut-down", "postgres.start-it"),
    "57P02": ("postgres.crashed", "postgres.try-later"),
    "57P03": ("postgres.starting", "postgres.try-later"),
    "28P01": ("postgres.password", "postgres.check-address"),
    "28000": ("postgres.user", "postgres.check-user"),
    "3D000": ("postgres.no-database", "postgres.create-it"),
    "42501": ("postgres.may-not", "postgres.give-rights"),
    "22021": ("postgres.character", ""),
}
LOST = (Phrase("postgres.lost"), "postgres.try-again")
_SILENT = (Phrase("postgres.silent"), "postgres.check-runs")
STOPPED = (Phrase("machine-error.store-stopped-cause"), "")
_FORM = "postgresql://USER@HOST:PORT/NAME"


def place_of(url: str) -> str:
    """Return the address of a database for messages: without the user, the password and options."""
    try:
        parts = urlsplit(url)
        host = f"{parts.hostname or ''}:{parts.port}" if parts.port else parts.hostname or ""
    except ValueError:
        return "PostgreSQL"
    if "@" in f"{parts.path}{parts.query}{parts.fragment}":  # it is not clear where a password ends
        return "PostgreSQL"
    return f"PostgreSQL {host}{unquote(parts.path)}"


def is_lost(error: BaseException) -> bool:
    """Return whether an error means that there is no connection any more."""
    if isinstance(error, asyncpg.InterfaceError) and "is closed" in str(error):
        return True
    stopped = (asyncpg.AdminShutdownError, asyncpg.CrashShutdownError)
    lost = (*stopped, asyncpg.PostgresConnectionError, asyncpg.InternalClientError, OSError, EOFError)
    return isinstance(error, lost) and not isinstance(error, TimeoutError)


def failure(place: str, error: BaseException) -> StoreError:
    """Return an error as a sentence."""
    return unusable(place, *_reason(error))


def unusable(place: str, reason: Phrase | str, advice: str = "") -> StoreError:
    """Return an error from its reason and the code of what can be done about it."""
    why = Phrase("postgres.with-advice", reason=reason, advice=Phrase(advice)) if advice else reason
    return StoreError(Phrase("machine-error.store-unusable", place=place, reason=why), reason)


def unreachable(place: str, error: BaseException) -> StoreError:
    """Return an error of connecting as a sentence."""
    if isinstance(error, asyncpg.PostgresError) and not isinstance(error, asyncpg.PostgresConnectionError):
        return failure(place, error)
    if isinstance(error, (ValueError, asyncpg.InterfaceError)) and not isinstance(error, OSError):
        cause = Phrase("postgres.address", form=_FORM)
        return StoreError(Phrase("machine-error.store-unusable", place=place, reason=cause), cause)
    why: Phrase | str = Phrase("postgres.gone")
    if isinstance(error, OSError) and error.strerror:
        why = os_reason(error)
    if isinstance(error, TimeoutError):
        why = Phrase("postgres.no-answer")
    sentence = Phrase("postgres.not-reached", place=place, reason=why)
    return StoreError(sentence, Phrase("postgres.not-reached-cause"))


def _reason(error: BaseException) -> tuple[Phrase | str, str]:
    """Return the reason of an error, and the code of what can be done about it."""
    state = getattr(error, "sqlstate", None) or ""
    if isinstance(error, TimeoutError):
        return _SILENT
    if state in _REASONS:
        reason, advice = _REASONS[state]
        return Phrase(reason), advice
    if is_lost(error):
        return LOST
    if state.startswith("22"):
        return Phrase("postgres.value"), ""
    return str(error).partition("\n")[0] or type(error).__name__, ""
