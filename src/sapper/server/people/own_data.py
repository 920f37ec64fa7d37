"""The data of a player in a store, as lines of JSON: objects with one field, which says what it is."""

from __future__ import annotations

import json
from base64 import b64encode
from typing import TYPE_CHECKING

from ...history.identity import public_id
from ...history.store.finished_rounds import FinishedSeat

if TYPE_CHECKING:
    from ...history.store import Store
    from ...history.store.finished_rounds import FinishedRound
    from ...history.store.learning import Answered
    from ...history.store.people.met import Report

FORMAT = "sapper-player"
VERSION = 1
_PART = 256 * 1024  # bytes of replays that are read at once
_EVERY = (1 << 63) - 1
_UNNAMED = ("seat", "player")  # of a seat: numbers of the server


def lines(key: bytes, program: str, now: int, store: Store) -> list[bytes]:
    """Return everything but the games."""
    stored, level = store.player(key), store.custom_level(key)
    head = {
        "format": FORMAT,
        "version": VERSION,
        "program": program,
        "created_at": now,
        "id": public_id(key),
        "name": stored.name if stored else "",
        "since": stored.created_at if stored else None,
        "is_public": bool(stored and stored.is_public),
        "is_seen": bool(stored and stored.is_seen),
        "has_code": bool(stored and stored.has_code),
        "custom_level": level[0] if level else None,
    }
    ratings = [
        {
            "mode": one.pool.mode,
            "level": one.pool.level,
            "value": one.standing.rating.value,
            "deviation": one.standing.rating.deviation,
            "rounds": one.standing.rounds,
            "wins": one.standing.wins,
            "best": one.standing.best,
            "at": one.standing.at,
        }
        for one in store.ratings_of([key])
    ]
    daily = ("day", "level", "status", "elapsed", "ranked")
    found: list[tuple[str, list[dict[str, object]]]] = [
        ("rating", ratings),
        ("round", [_round(played, key) for played in store.finished_rounds_of(key, _EVERY)]),
        ("daily", [{name: getattr(one, name) for name in daily} for one in store.daily_tries(key)]),
        ("blocked", [{"id": public_id(other)} for other in sorted(store.blocked_by(key))]),
        ("report", [_report(one) for one in store.reports() if one.reporter == key]),
        ("answer", [_answer(subject, one) for subject, one in store.all_answers(key, skip=0, limit=_EVERY)]),
    ]
    return [_line("player", head), *(_line(kind, one) for kind, many in found for one in many)]


def _report(one: Report) -> dict[str, object]:
    return {"about": public_id(one.player), "reason": one.reason, "words": one.words, "made_at": one.made_at}


def _answer(subject: str, one: Answered) -> dict[str, object]:
    return {"subject": subject, **dict(zip(one.field_names(), one.field_values(), strict=True))}


def _round(played: FinishedRound, key: bytes) -> dict[str, object]:
    """Return the own result in a round; who else played is theirs."""
    seat = played.seat_of(key)
    own = {name: getattr(seat, name) for name in FinishedSeat._fields if name not in _UNNAMED} if seat else {}
    return {
        "id": played.public_id,
        "mode": played.mode,
        "terms": json.loads(played.terms),
        "started_at": played.started_at,
        "ended_at": played.ended_at,
        "objections": list(played.objections),
        "players": len(played.seats),
        **own,
    }


def replays(key: bytes, after: int, store: Store) -> list[tuple[int, bytes]]:
    """Return replays of the player's games with their numbers, from the number `after` on; none at the end."""
    return store.replays_of(key, after, _PART)


def replay_line(number: int, replay: bytes) -> bytes:
    """Return the line of a game."""
    return _line("game", {"number": number, "replay": b64encode(replay).decode()})


def _line(kind: str, content: object) -> bytes:
    return json.dumps({kind: content}, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"
