"""Parties in the store: the log is the lock, codes are valid only while a party waits."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sapper.history.parties import PartyListing, StoredParty
from sapper.history.store import open_store

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from sapper.history.store import Store

WAITING, PLAYING = PartyListing(is_public=True, stage="waiting"), PartyListing(is_public=True, stage="playing")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(tmp_path / "games.db") as opened:
        yield opened


def test_events_are_appended_only_at_the_expected_length(store: Store) -> None:
    assert store.begin_party("p", "CODE", [b"1"], WAITING, now=1)
    assert store.append_party("p", 1, [b"2", b"3"], WAITING, now=2)
    assert not store.append_party("p", 1, [b"4"], WAITING, now=2)
    assert not store.append_party("other", 0, [b"4"], WAITING, now=2)
    assert store.party("p") == StoredParty("CODE", (b"1", b"2", b"3"))
    assert store.party("other") is None


def test_an_id_and_a_code_are_used_once(store: Store) -> None:
    assert store.begin_party("p", "CODE", [b"1"], WAITING, now=1)
    assert not store.begin_party("p", "OTHER", [b"1"], WAITING, now=1)
    assert not store.begin_party("q", "CODE", [b"1"], WAITING, now=1)
    assert store.party("q") is None


def test_a_code_leads_to_a_party_only_while_it_waits(store: Store) -> None:
    store.begin_party("p", "CODE", [b"1"], WAITING, now=1)
    assert store.party_with_code("CODE") == "p"
    store.append_party("p", 1, [b"2"], PLAYING, now=1)
    assert store.party_with_code("CODE") is None
    store.append_party("p", 2, [b"3"], WAITING, now=1)
    assert store.party_with_code("CODE") == "p"


def test_old_parties_are_deleted(store: Store) -> None:
    store.begin_party("old", "A", [b"1"], WAITING, now=1)
    store.begin_party("new", "B", [b"1"], WAITING, now=5)
    assert store.old_parties(5, 10) == ["old"]
    assert store.old_parties(6, 1) == ["old"]
    store.delete_parties(["old", "none"])
    assert store.party("old") is None
    assert store.party("new") is not None
