"""What is stored is the same in every language: rules, actions and codes, never a sentence that a player reads."""

from __future__ import annotations

import re
from itertools import count
from typing import TYPE_CHECKING

import pytest

from sapper import Rules, Seed
from sapper.action import Kind
from sapper.display.wording import use_language, wording
from sapper.history.recorder import Recorder
from sapper.history.store import Filter, open_store
from sapper.replay import Replay
from sapper.session import Session

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture(autouse=True)
def english_afterwards() -> Iterator[None]:
    yield
    use_language("en")


def sentences(entry: object) -> Iterator[str]:
    """Return the longest part without values of each text of some words."""
    if isinstance(entry, str):
        longest = max(re.split(r"\{[a-z]+\}", entry), key=len).strip()
        if longest.count(" ") >= 2 or not longest.isascii():
            yield longest
    elif isinstance(entry, list | dict):
        for below in entry.values() if isinstance(entry, dict) else entry:
            yield from sentences(below)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_stored_game_has_no_sentence(tmp_path: Path, language: str) -> None:
    words = use_language(language)
    place = tmp_path / "games.db"
    with open_store(place) as store:
        moments = count(1_700_000_000)
        recorder = Recorder(store, now=lambda: next(moments), source="tui", program="sapper", player="Anna")
        session = Session(
            Rules.parse("modern beginner"),
            clock=lambda: next(moments),
            seeds=lambda: Seed.of(1),
            recorder=recorder,
        )
        session.play(Kind.OPEN, 0, 0)
        assert words.phrase(session.hint().phrases[2])
        session.best_move()
        session.why(0, 0)
        for kind in (Kind.PAUSE, Kind.RESUME, Kind.HINT, Kind.RESIGN):
            session.play(kind)
        (number,) = store.numbers(Filter())
        replay = Replay.load(store.replay(number) or b"")
    stored = [path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()]
    stored += [replay.to_text().encode(), replay.pack()]
    found = [text for text in sentences(wording(language).entries) for data in stored if text.encode() in data]
    assert found == []
