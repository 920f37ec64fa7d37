"""Parties in the store: the log is the lock, codes are valid only while a party waits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sapper.history.store.parties import PartyListing, StoredParty

if TYPE_CHECKING:
    from sapper.history.store import Store

WAITING, PLAYING = PartyListing(is_public=True, stage="waiting"), PartyListing(is_public=True, stage="playing")


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


def test_the_events_after_some_are_read_and_those_of_a_party_that_is_gone_are_none(store: Store) -> None:
    assert store.party_events("p", 0) is None
    store.begin_party("p", "CODE", [b"1", b"2"], WAITING, now=1)
    store.begin_party("q", "OTHER", [b"x"], WAITING, now=1)
    store.append_party("p", 2, [b"3"], WAITING, now=2)
    assert [store.party_events("p", after) for after in (0, 2, 3)] == [[b"1", b"2", b"3"], [b"3"], []]
    assert store.events_of(["q", "p", "none"]) == {"p": [b"1", b"2", b"3"], "q": [b"x"]}
    store.delete_parties(["p"])
    assert store.party_events("p", 3) is None


def test_servers_note_who_is_there_until_they_are_removed(store: Store) -> None:
    store.begin_party("p", "CODE", [b"1"], WAITING, now=1)
    store.begin_party("q", "OTHER", [b"1", b"2"], WAITING, now=1)
    assert [store.beat("a"), store.beat("a"), store.beat("b")] == [False, True, False]
    store.be_present("a", "p", "Ada")
    store.be_present("b", "p", "Grace")
    store.be_present("b", "p", "Grace and Alan")
    store.be_present("b", "q", "Eve")
    found = store.follow_parties(["p", "q", "none"])
    assert (found.lengths, found.nodes) == ({"p": 1, "q": 2}, {"a": 2, "b": 1})
    assert {party: sorted(noted) for party, noted in found.people.items()} == {
        "p": [("a", "Ada"), ("b", "Grace and Alan")],
        "q": [("b", "Eve")],
    }
    store.be_present("a", "p", "")
    store.remove_nodes(["b"])
    found = store.follow_parties(["p", "q"])
    assert (found.people, found.nodes) == ({}, {"a": 2})
    assert store.follow_parties([]).nodes == {"a": 2}


def test_parties_are_found_by_a_player_who_is_connected(store: Store) -> None:
    for party in ("p", "q", "r"):
        store.begin_party(party, party, [b"1"], WAITING, now=1)
    store.be_present("a", "p", '{"players":["ada","eve"]}')
    store.be_present("b", "p", '{"players":["ada"]}')
    store.be_present("b", "q", '{"players":["adam"]}')
    store.be_present("b", "r", '{"players":["eve","ada"]}')
    assert sorted(store.parties_with("ada", 9)) == ["p", "r"]
    assert len(store.parties_with("ada", 1)) == 1
    assert store.parties_with("grace", 9) == []


def test_many_parties_are_followed_at_once(store: Store) -> None:
    parties = [f"p{number}" for number in range(2500)]
    for party in parties[:3] + parties[-2:]:
        store.begin_party(party, party, [b"1"], WAITING, now=1)
    assert set(store.follow_parties(parties).lengths) == {*parties[:3], *parties[-2:]}


def test_public_parties_are_listed_where_somebody_is_and_are_never_old_then(store: Store) -> None:
    for number, party in enumerate("pqrs"):
        store.begin_party(party, party, [b"1"], WAITING.replace(is_public=party != "s"), now=number)
        if party != "q":
            store.be_present("a", party, "Ada")
    assert store.listed_parties(9) == ["r", "p"]
    assert store.listed_parties(1) == ["r"]
    assert store.old_parties(100, 9) == ["q"]
    store.delete_parties(["r"])
    assert store.listed_parties(9) == ["p"]
    assert "r" not in store.follow_parties(["r"]).people


def test_one_party_waits_for_each_quick_match(store: Store) -> None:
    quick = WAITING.replace(match_key="race")
    assert store.matching_parties(["race"]) == {}
    assert store.begin_party("p", "P", [b"1"], quick, now=5)
    assert not store.begin_party("q", "Q", [b"1"], quick, now=6)
    assert store.begin_party("d", "D", [b"1"], quick.replace(match_key="duel"), now=6)
    assert store.matching_parties(["race", "other"]) == {"race": ("p", 5)}
    store.append_party("p", 1, [b"2"], WAITING, now=7)
    assert store.matching_parties(["race", "other"]) == {"race": ("p", 7)}
    store.append_party("p", 2, [b"3"], WAITING.replace(stage="playing"), now=8)
    assert store.matching_parties(["race"]) == {}
    assert store.begin_party("q", "Q", [b"1"], quick, now=9)
    store.append_party("p", 3, [b"4"], WAITING, now=9)
    store.offer_match("p", "race")
    assert store.matching_parties(["race", "other"]) == {"race": ("q", 9)}
    store.end_match("q")
    store.offer_match("p", "race")
    assert store.matching_parties(["race", "other"]) == {"race": ("p", 9)}
