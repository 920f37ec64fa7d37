from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from sapper.whole_file import put_in_place

if TYPE_CHECKING:
    from pathlib import Path


def test_a_finished_draft_replaces_a_file(tmp_path: Path) -> None:
    draft, path = tmp_path / "draft", tmp_path / "file"
    for content in ("first", "second"):
        draft.write_text(content)
        put_in_place(draft, path)
        assert path.read_text() == content
    assert not draft.exists()


def test_a_pipe_is_not_replaced(tmp_path: Path) -> None:
    """Nor is a device such as /dev/null, which root could replace."""
    draft, pipe = tmp_path / "draft", tmp_path / "pipe"
    draft.write_text("content")
    os.mkfifo(pipe)
    with pytest.raises(OSError, match="not an ordinary file"):
        put_in_place(draft, pipe)
    assert pipe.is_fifo()
