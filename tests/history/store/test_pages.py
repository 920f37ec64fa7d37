"""The files of the page that servers had lately."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sapper.history.store import Store


def test_a_version_is_stored_as_long_as_a_server_has_it_and_some_time_after(store: Store) -> None:
    assert not store.use_page("old", 100, 0)
    store.add_page("old", b"\x00files", 100)
    store.add_page("old", b"others", 100)
    assert store.page("old") == b"\x00files"
    assert store.page("new") is None
    store.add_page("new", b"new files", 150)
    assert store.use_page("old", 160, 100)
    assert store.use_page("new", 200, 160)
    assert store.page("old") == b"\x00files"
    assert store.use_page("new", 201, 161)
    assert (store.page("old"), store.page("new")) == (None, b"new files")
