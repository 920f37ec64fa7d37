"""The track of a replay: packed exactly, in both forms, apart from what is signed, and refused when it is damaged."""

from __future__ import annotations

import zlib
from hashlib import sha256

import pytest
from formats import encoders
from hypothesis import given
from hypothesis import strategies as st
from strategies import many

from sapper import Replay, ReplayError
from sapper.formats import read_replay, write_replay
from sapper.replay.action_list import Damaged
from sapper.replay.bounds import Bounds
from sapper.replay.packed import MAGIC
from sapper.replay.signature import sign, signer_of
from sapper.replay.track import KINDS, MOST_EVENTS, MOST_SQUARE, Track, TrackEvent

pytestmark = pytest.mark.kernel

PLACES = st.integers(-(1 << 31) + 1, (1 << 31) - 1) | st.integers(-20, 600)


@st.composite
def tracks(draw: st.DrawFn) -> Track:
    at = draw(st.integers(-(1 << 40), 1 << 40) | st.integers(-500, 0))
    events = []
    for _ in range(draw(st.integers(0, 30))):
        kind, actions = draw(st.sampled_from(KINDS)), draw(st.integers(0, 15))
        events.append(TrackEvent(at, kind, draw(PLACES), draw(PLACES), actions))
        at += draw(st.integers(0, 300) | st.integers(0, 1 << 40))
    return Track.of(draw(st.integers(1, MOST_SQUARE)), events)


@many(200)
@given(tracks())
def test_a_track_is_read_as_it_was_written(track: Track) -> None:
    again = Track.unpack(track.pack())
    assert (again.square, again.events) == (track.square, track.events)
    assert Track.of(again.square, again.events).pack() == track.pack()


def video() -> Replay:
    return read_replay(encoders.rmv(encoders.film(mode="no-guess"), 2)).replay


def test_both_forms_have_it() -> None:
    replay = video()
    assert replay.track is not None
    assert len(replay.track.events) == len(encoders.game())
    assert sum(event.actions for event in replay.track.events) == len(replay)
    for again in (Replay.unpack(replay.pack()), Replay.parse(replay.to_text())):
        assert again == replay
        assert again.track is not None
        assert (again.track.events, again.mode) == (replay.track.events, "no-guess")
    assert replay.pack()[len(MAGIC)] == 3
    assert replay.to_text().startswith("sapper replay 3\n")


def test_without_it_a_replay_is_as_before() -> None:
    replay = video().replace(track=None, mode="")
    assert replay.pack()[len(MAGIC)] == 1
    assert replay.to_text().startswith("sapper replay 1\n")
    assert len(video().pack()) > len(replay.pack())


def test_a_signature_holds_with_and_without_it() -> None:
    signed = sign(video(), bytes(range(32)), "game")
    for replay in (signed, Replay.unpack(signed.pack()), Replay.parse(signed.to_text())):
        assert signer_of(replay) is not None
        assert replay.track is not None
    bare = Replay.unpack(signed.replace(track=None, mode="", signature=signed.signature).pack())
    assert signer_of(bare) is not None


def test_rawvf_has_every_event() -> None:
    replay = video()
    text = write_replay(replay, "rawvf").decode()
    assert text.count(" mv ") == sum(kind == "mv" for _, kind, _, _ in encoders.game())
    assert read_replay(text.encode()).replay == replay


def test_a_track_that_means_something_else_is_not_written_as_rawvf() -> None:
    replay = video()
    assert replay.track is not None
    events = [event._replace(kind="rc") if event.kind == "lc" else event for event in replay.track.events]
    text = write_replay(replay.replace(track=Track.of(16, events)), "rawvf").decode()
    assert " mv " not in text
    assert read_replay(text.encode()).replay.entries == replay.entries


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "ends too early"),
        (b"\x00\x00", "SquareSize is 0, and only 1-"),
        (b"\x10\x01\x0f\0\0\0", "track.kinds: the value is not possible"),
        (b"\x10\x02\x00\x00\0\0\0", "track.columns: the value"),
        (b"\x10\x01\x00\0\0\0\0", "track.columns: the value"),
        (b"\x10\xa1\xc2\x1e", "more than 500000 lines or events"),
        (b"\x10\x01\x00\0\xff\xff\xff\xff\xff\xff\x0f\0", "too far from the board"),
    ],
)
def test_damage(content: bytes, says: str) -> None:
    with pytest.raises(Damaged, match=says):
        Track.unpack(zlib.compress(content))


def test_what_is_no_track_at_all() -> None:
    assert MOST_EVENTS == 500_000
    for data in (b"", b"abc", zlib.compress(b"\x10\x00") + b"x", zlib.compress(b"\x10\x00")[:-2]):
        with pytest.raises(Damaged, match="track: the value is not possible"):
            Track.unpack(data)


def test_a_track_is_bounded_as_the_replay_is() -> None:
    still = Track(16, [0] * 10_000, bytes(10_000), [0] * 10_000, [0] * 10_000)
    replay = video().replace(track=still)
    assert len(replay.pack()) < 1_000
    assert len(Replay.unpack(replay.pack()).track or ()) == 10_000
    for data in (replay.pack(), replay.to_text().encode()):
        with pytest.raises(ReplayError, match="track: the value is not possible"):
            Replay.load(data, Bounds(bytes=20_000))


def test_a_track_cannot_make_more_actions_than_there_are() -> None:
    replay = video()
    assert replay.track is not None
    with pytest.raises(ReplayError, match="there are more than 11 lines or events"):
        Replay.unpack(
            replay.replace(track=Track.of(16, [*replay.track.events, TrackEvent(9999, "lr", 0, 0, 1)])).pack()
        )


def test_versions_that_do_not_match_their_parts() -> None:
    text = video().to_text()
    for title, says in (("1", "write sapper replay 3"), ("2", "write sapper replay 3")):
        with pytest.raises(ReplayError, match=says):
            Replay.parse(resealed(text.replace("sapper replay 3", f"sapper replay {title}")))
    plain = video().replace(track=None, mode="").to_text()
    with pytest.raises(ReplayError, match="mode/track is missing"):
        Replay.parse(resealed(plain.replace("sapper replay 1", "sapper replay 3")))
    with pytest.raises(ReplayError, match="damaged"):
        Replay.parse(resealed(text.replace("track: ", "track: !")))


def resealed(text: str) -> str:
    body = text.rpartition("digest: ")[0]
    return f"{body}digest: {sha256(body.encode()).hexdigest()}\n"
