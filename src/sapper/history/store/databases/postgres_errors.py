"""Errors of PostgreSQL as sentences, and its address without secrets."""

from __future__ import annotations

from urllib.parse import unquote, urlsplit

import asyncpg

from ..errors import StoreError

_REASONS = {
    "53100": "its disk is full: free some space there",
    "25006": "it is read-only, as after a failover: connect to the one that takes writes",
    "53300": "it has too many connections: allow more there, or run fewer servers",
    "57014": "the query was stopped, or took too long",
    "55P03": "another program has it locked for too long: try again",
    "40P01": "other writers were in the way: try again",
    "40001": "other writers were in the way: try again",
    "57P01": "it is being shut down: start it again",
    "57P02": "it crashed and recovers: try again in a moment",
    "57P03": "it is starting or shutting down: try again in a moment",
    "28P01": "it refuses the user or the password: check the address",
    "28000": "it refuses the user: check the address and who may connect there",
    "3D000": "it has no database of that name: create it, or check the address",
    "42501": "the user may not do that there: give the user the right to create tables and to write",
    "22021": "a text has a character that it cannot store",
}
LOST = "the connection was lost, and whether the last change was stored is not known: try again"
SILENT = "it does not answer: check that it runs and can be reached"
STOPPED = "the query was stopped"


def place_of(url: str) -> str:
    """Return the address of a database for messages: without the user, the password and options."""
    try:
        parts = urlsplit(url)
        host = f"{parts.hostname or ''}:{parts.port}" if parts.port else parts.hostname or ""
    except ValueError:
        return "the PostgreSQL database"
    if "@" in f"{parts.path}{parts.query}{parts.fragment}":  # it is not clear where a password ends
        return "the PostgreSQL database"
    return f"PostgreSQL at {host}{unquote(parts.path)}"


def is_lost(error: BaseException) -> bool:
    """Return whether an error means that there is no connection any more."""
    if isinstance(error, asyncpg.InterfaceError) and "is closed" in str(error):
        return True
    stopped = (asyncpg.AdminShutdownError, asyncpg.CrashShutdownError)
    lost = (*stopped, asyncpg.PostgresConnectionError, asyncpg.InternalClientError, OSError, EOFError)
    return isinstance(error, lost) and not isinstance(error, TimeoutError)


def failure(place: str, error: BaseException) -> StoreError:
    """Return an error as a sentence."""
    reason = _reason(error)
    return StoreError(f"{place} cannot be used: {reason}", reason.partition(":")[0])


def unreachable(place: str, error: BaseException) -> StoreError:
    """Return an error of connecting as a sentence."""
    if isinstance(error, asyncpg.PostgresError) and not isinstance(error, asyncpg.PostgresConnectionError):
        return failure(place, error)
    if isinstance(error, (ValueError, asyncpg.InterfaceError)) and not isinstance(error, OSError):
        return StoreError(f"{place} cannot be used: its address is not postgresql://USER@HOST:PORT/NAME")
    why = "it did not answer in time" if isinstance(error, TimeoutError) else getattr(error, "strerror", None) or "lost"
    return StoreError(f"{place} cannot be reached ({why}): start it, or check the address", "it cannot be reached")


def _reason(error: BaseException) -> str:
    state = getattr(error, "sqlstate", None) or ""
    if isinstance(error, TimeoutError):
        return SILENT
    if state in _REASONS:
        return _REASONS[state]
    if is_lost(error):
        return LOST
    return "a value does not fit there" if state.startswith("22") else _first_line(error) or type(error).__name__


def _first_line(error: BaseException) -> str:
    return str(error).partition("\n")[0]
