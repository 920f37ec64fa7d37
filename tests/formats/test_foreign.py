"""Binary videos: decoded apart from us, so that nothing in them can end, hang or fill our process."""

from __future__ import annotations

import ctypes
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from samples import folder, videos
from strategies import many

from sapper import LogEntry, Status
from sapper.formats import FORMATS, FormatError, binary_videos, decoder, read_replay, recognise, write_replay
from sapper.replay import ReplayError

if TYPE_CHECKING:
    from collections.abc import Callable

BOARD = [[-1, 1, 0], [1, 1, 0]]
PRESS_AND_RELEASE = [(0, "lc", 40, 24), (85, "lr", 40, 24), (700, "mv", 8, 24), (800, "lc", 8, 24), (885, "lr", 8, 24)]


def answer(**changed: object) -> dict[str, Any]:
    usual: dict[str, Any] = {
        "board": BOARD,
        "events": PRESS_AND_RELEASE,
        "square": 16,
        "program": "Some\nSweeper",
        "player": "Ann",
        "started": 1_523_994_357_503_000,
        "elapsed": 800,
        "completed": True,
        "mode": 0,
    }
    return usual | changed


class Stub:
    """Stands in for the decoding process."""

    def __init__(self, decoded: dict[str, Any]) -> None:
        self._answer = decoded

    def ask(self, kind: str, data: bytes) -> dict[str, Any]:
        return self._answer


@pytest.fixture
def decode(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    def decoded(**changed: object) -> None:
        monkeypatch.setattr(binary_videos, "_decoder", Stub(answer(**changed)))

    return decoded


def test_the_clock_starts_at_the_first_opening(decode: Callable[..., None]) -> None:
    decode()
    imported = binary_videos.read(b"", "mvf")
    replay = imported.replay
    assert [(entry.at, str(entry.action)) for entry in replay.entries] == [(0, "open 1 2"), (800, "open 1 0")]
    assert (replay.players, replay.program, replay.played_at) == (("Ann",), "Some Sweeper", 1_523_994_357)
    assert (imported.notes, replay.status) == ((), Status.WON)


def test_flags_set_before_the_start(decode: Callable[..., None]) -> None:
    decode(events=[(0, "pf", 0, 0), (0, "pf", 0, 0), (0, "pf", 999, 0), *PRESS_AND_RELEASE])
    kinds = [str(entry.action) for entry in binary_videos.read(b"", "rmv").replay.entries]
    assert kinds == ["flag 0 0", "open 1 2", "open 1 0"]


def test_the_second_of_two_buttons(decode: Callable[..., None]) -> None:
    both = [(90, "lc", 24, 24), (91, "cc", 24, 24), (92, "rr", 24, 24), (93, "lr", 8, 24)]
    turned = [(94, "rc", 24, 24), (95, "cc", 24, 24), (96, "lr", 24, 24), (97, "rr", 24, 24)]
    decode(events=[*PRESS_AND_RELEASE[:2], *both, *turned], completed=False, elapsed=0)
    entries = binary_videos.read(b"", "evf").replay.entries
    assert [str(entry.action) for entry in entries] == ["open 1 2", "chord 1 1", "chord 1 1", "resign"]


def test_question_marks_are_found_out(decode: Callable[..., None]) -> None:
    """Flag, question mark, and then left opens it: only with question marks on does the game end as the file says."""
    right = [(90, "rc", 8, 24), (91, "rr", 8, 24), (92, "rc", 8, 24), (93, "rr", 8, 24)]
    third = [(94, "rc", 8, 24), (95, "rr", 8, 24)]
    for marks, expected in ((right, "clear"), ([*right, *third], "question")):
        decode(events=[*PRESS_AND_RELEASE[:2], *marks, *PRESS_AND_RELEASE[2:]])
        imported = binary_videos.read(b"", "evf")
        assert imported.replay.status is Status.WON
        assert imported.replay.entries[2].action.kind == expected


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"board": []}, "no board is found"),
        ({"board": [[]]}, "0x1"),
        ({"board": [[-1, -1]]}, "0 to 1 mines"),
        ({"square": 0}, "0 pixels"),
        ({"events": []}, "no square is opened"),
        ({"events": [(9, "mv", 0, 0), (8, "mv", 0, 0)]}, "event 2 of the video cannot be played: time goes back"),
    ],
)
def test_what_cannot_be_played(decode: Callable[..., None], changed: dict[str, object], says: str) -> None:
    decode(**changed)
    with pytest.raises(FormatError, match=says):
        binary_videos.read(b"", "avf")


def test_disagreements_are_noted(decode: Callable[..., None]) -> None:
    decode(elapsed=9_999, events=PRESS_AND_RELEASE[:2])
    assert len(binary_videos.read(b"", "mvf").notes) == 2


def test_files_are_bounded() -> None:
    with pytest.raises(FormatError, match="an AVF video has at most 4194304 bytes"):
        binary_videos.read(bytes(binary_videos.MOST_BYTES + 1), "avf")


def test_without_the_extra_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    decoder = binary_videos._Decoder()
    monkeypatch.setattr(decoder, "_exchange", lambda kind, data: {"missing": True})
    with pytest.raises(FormatError, match=r"pip install 'sapper\[formats\]'"):
        decoder.ask("avf", b"")


def test_a_decoder_that_hangs_is_ended(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    script = tmp_path / "decoder.py"
    script.write_text("import sys\nsys.stdin.buffer.read()\n", "utf-8")
    monkeypatch.setattr(binary_videos, "__file__", str(tmp_path / "foreign.py"))
    monkeypatch.setattr(binary_videos, "MOST_SECONDS", 0.3)
    decoder = binary_videos._Decoder()
    try:
        with pytest.raises(FormatError, match="damaged"):
            decoder.ask("avf", b"abc")
        assert decoder._process is None, "the next file gets a new process"
    finally:
        decoder.close()


def test_the_formats_are_answer_by_content_then_by_name() -> None:
    assert recognise(b"*rmv\0\1") == "rmv"
    assert recognise(b"SAPR\1") == "packed"
    assert recognise(b"sapper replay 1\n") == "text"
    assert recognise(b"RawVF_Version: 6\n", "x.avf") == "rawvf"
    assert (
        recognise(b"RawVF_Version: Rev5\nProgram: Minesweeper Arbiter 0.52\nPlayer: [AB] Tom\n", "game.txt") == "rawvf"
    )
    assert recognise(b"\x04abc", "GAME.EVF") == "evf"
    assert recognise(b"hello", "hello.txt") is None
    with pytest.raises(FormatError, match="text, packed, rawvf, avf, rmv, evf, mvf are read"):
        read_replay(b"hello", "hello.doc")
    assert {name for name, entry in FORMATS.items() if entry[2]} == {"text", "packed", "rawvf"}


needs_extra = pytest.mark.skipif(find_spec("ms_toollib") is None, reason="ms_toollib is not installed")


@needs_extra
@many(40)
@given(st.binary(max_size=300), st.sampled_from(binary_videos.KINDS))
def test_noise_is_refused(data: bytes, kind: str) -> None:
    with pytest.raises((FormatError, ReplayError)):
        read_replay(data, f"noise.{kind}")


@needs_extra
@pytest.mark.skipif(folder() is None, reason="the samples are not here: set SAPPER_SAMPLES to their folder")
@many(60)
@given(st.data())
def test_damaged_samples(data: st.DataObject) -> None:
    path = data.draw(st.sampled_from(videos()))
    damaged = bytearray(path.read_bytes())
    if data.draw(st.booleans()):
        del damaged[data.draw(st.integers(0, len(damaged))) :]
    for _ in range(data.draw(st.integers(1, 4))):
        if damaged:
            damaged[data.draw(st.integers(0, min(len(damaged), 600) - 1))] = data.draw(st.integers(0, 255))
    complaint = ""
    try:
        imported = read_replay(bytes(damaged), path.name)
        write_replay(imported.replay, "rawvf")
    except (FormatError, ReplayError) as error:
        complaint = str(error)
    assert "\n" not in complaint
    assert not Path("crash.log").exists()


def test_entries_of_videos_pack_exactly(decode: Callable[..., None]) -> None:
    decode(square=24, events=[(0, "lc", 61, 37), (0, "lr", 61, 37), (700, "lc", 11, 37), (700, "lr", 11, 37)])
    replay = binary_videos.read(b"", "rmv").replay
    again = read_replay(replay.pack()).replay
    assert again.entries == replay.entries
    assert all(isinstance(entry, LogEntry) for entry in again.entries)


def test_the_decoder_has_a_limit_of_memory() -> None:
    script = "import runpy, sys; limit = runpy.run_path(sys.argv[1])['limit_memory']; limit(); bytearray(3 << 30)"
    path = str(Path(binary_videos.__file__).with_name("decoder.py"))
    done = subprocess.run([sys.executable, "-c", script, path], capture_output=True, text=True, check=False)
    assert done.stderr.strip().splitlines()[-1] == "MemoryError"


@pytest.mark.skipif(sys.maxsize < 1 << 32, reason="the sizes are those of 64 bits")
def test_the_limits_of_windows_have_the_layout_that_it_expects() -> None:
    assert (ctypes.sizeof(decoder.JobLimits), decoder.JobLimits.process_memory.offset) == (144, 112)
