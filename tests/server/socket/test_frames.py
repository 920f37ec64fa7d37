"""Frames against those of another implementation, and sockets that charge for each of them."""

from __future__ import annotations

import asyncio
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.frames import Frame, Opcode

from sapper.server.socket import frames, handshake
from sapper.server.socket.frames import FrameError, FrameReader
from sapper.server.socket.sockets import Sockets
from sapper.server.socket.web_socket import WebSocket

MOST = 4096
DATA = st.builds(
    Frame,
    st.sampled_from([Opcode.TEXT, Opcode.CONT, Opcode.BINARY]),
    st.binary(max_size=300) | st.binary(min_size=MOST - 2, max_size=MOST),
    st.booleans(),
)
CONTROL = st.builds(
    Frame, st.sampled_from([Opcode.PING, Opcode.PONG, Opcode.CLOSE]), st.binary(max_size=125), st.just(True)
)


def masked(*sent: Frame) -> bytes:
    return b"".join(frame.serialize(mask=True) for frame in sent)


@given(st.lists(DATA | CONTROL, max_size=6), st.lists(st.integers(0, 4200), max_size=8))
def test_frames_are_found_however_their_bytes_arrive(sent: list[Frame], cuts: list[int]) -> None:
    data, reader = masked(*sent), FrameReader(MOST)
    found: list[tuple[int, bool, bytes]] = []
    places = sorted({0, len(data), *(cut % (len(data) + 1) for cut in cuts)})
    for start, end in pairwise(places):
        found += reader.feed(data[start:end])
    assert found == [(frame.opcode, frame.fin, frame.data) for frame in sent]


@given(st.binary(max_size=70_000))
def test_a_text_is_framed_as_others_do(payload: bytes) -> None:
    assert frames.text_frame(payload) == Frame(Opcode.TEXT, payload).serialize(mask=False)
    assert frames.close_frame(1008) == Frame(Opcode.CLOSE, b"\x03\xf0").serialize(mask=False)


@given(st.binary(max_size=200))
def test_any_bytes_are_frames_or_an_error(data: bytes) -> None:
    codes = []
    try:
        for kind, _, payload in FrameReader(MOST).feed(data):
            assert kind in (0, 1, 2, 8, 9, 10)
            assert len(payload) <= MOST
    except FrameError as error:
        codes.append(error.code)
    assert set(codes) <= {1002, 1009}


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"\x81\x05hello", 1002),  # not masked
        (b"\xc1\x80\0\0\0\0", 1002),  # a reserved bit
        (b"\x83\x80\0\0\0\0", 1002),  # a kind without a meaning
        (b"\x09\x80\0\0\0\0", 1002),  # a control frame in pieces
        (b"\x89\xfe\x01\x00", 1002),  # a long control frame
        (b"\x81\xff" + bytes(8), 1002),  # not the shortest form of its length
        (b"\x81\xfe\x00\x7d", 1002),
        (b"\x81\xff" + (1 << 16).to_bytes(8, "big"), 1009),
        (b"\x81\xfe\x10\x01", 1009),  # known before its payload arrives
    ],
)
def test_what_a_client_must_not_send_has_its_code(data: bytes, code: int) -> None:
    with pytest.raises(FrameError) as error:
        list(FrameReader(MOST).feed(data))
    assert error.value.code == code


class Wire(asyncio.Transport):
    """A transport that only notes what happens to it."""

    def __init__(self) -> None:
        super().__init__()
        self.written = b""
        self.is_reading_now = True
        self.closed = ""

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        pass

    def write(self, data: Any) -> None:
        self.written += bytes(data)

    def pause_reading(self) -> None:
        self.is_reading_now = False

    def resume_reading(self) -> None:
        self.is_reading_now = True

    def write_eof(self) -> None:
        pass

    def is_closing(self) -> bool:
        return bool(self.closed)

    def close(self) -> None:
        self.closed = self.closed or "closed"

    def abort(self) -> None:
        self.closed = "aborted"


class Receiver:
    """Takes messages until its budget is used up."""

    def __init__(self, budget: int = 1000) -> None:
        self.wire = Wire()
        self.socket = WebSocket(self.wire, self)
        self.budget = budget
        self.messages: list[bytes] = []
        self.code: int | None = None
        self.is_lost = False

    def charge_read(self, size: int) -> bool:
        return self.charge_frame()

    def count_frame(self, kind: int) -> None:
        pass

    def take_pong(self, payload: bytes) -> None:
        pass

    def charge_frame(self) -> bool:
        self.budget -= 1
        if self.budget < 0:
            self.close(1008, "")
        return self.budget >= 0

    def receive(self, data: bytes) -> None:
        self.messages.append(data)

    def writable(self) -> None:
        pass

    def stuck(self) -> None:
        pass

    def close(self, code: int, why: str) -> None:
        self.code = self.code or code
        self.socket.close(code)

    def lost(self) -> None:
        self.is_lost = True


@pytest.mark.parametrize("kind", [Opcode.PONG, Opcode.PING, Opcode.TEXT])
def test_every_frame_is_charged(kind: Opcode) -> None:
    client = Receiver(budget=10)
    client.socket.data_received(masked(*[Frame(kind, b"")] * 1000))
    assert client.code == 1008
    assert len(client.messages) <= 10
    assert not client.wire.is_reading_now, "it is not read any more"


def test_empty_fragments_are_charged_too() -> None:
    client = Receiver(budget=10)
    client.socket.data_received(masked(Frame(Opcode.TEXT, b"a", False), *[Frame(Opcode.CONT, b"", False)] * 1000))
    assert client.code == 1008


def test_bytes_one_by_one_are_charged() -> None:
    client = Receiver(budget=10)
    for byte in masked(Frame(Opcode.TEXT, b"x" * 100)):
        client.socket.data_received(bytes((byte,)))
    assert client.code == 1008


def test_pings_are_answered_only_while_the_client_reads() -> None:
    client = Receiver()
    client.socket.data_received(masked(Frame(Opcode.PING, b"one")))
    assert client.wire.written == Frame(Opcode.PONG, b"one").serialize(mask=False)
    client.socket.pause_writing()
    client.wire.written = b""
    client.socket.data_received(masked(*[Frame(Opcode.PING, b"two")] * 100))
    client.socket.ping()
    assert client.wire.written == b""


def test_a_message_in_pieces_is_put_together_around_control_frames() -> None:
    client = Receiver()
    pieces = (Frame(Opcode.TEXT, b"a", False), Frame(Opcode.PING, b""), Frame(Opcode.CONT, b"b", True))
    client.socket.data_received(masked(*pieces, Frame(Opcode.TEXT, b"c")))
    assert client.messages == [b"ab", b"c"]
    client.socket.data_received(masked(Frame(Opcode.TEXT, b"a", False), Frame(Opcode.TEXT, b"b", False)))
    assert client.code == 1002


@pytest.mark.parametrize("first", [Opcode.CONT, Opcode.BINARY])
def test_a_continuation_of_nothing_and_bytes_are_refused(first: Opcode) -> None:
    client = Receiver()
    client.socket.data_received(masked(Frame(first, b"a")))
    assert client.code == (1002 if first is Opcode.CONT else 1003)


def test_a_close_is_answered_once_and_nothing_follows() -> None:
    client = Receiver()
    close = Frame(Opcode.CLOSE, (1000).to_bytes(2, "big"))
    client.socket.data_received(masked(close, Frame(Opcode.TEXT, b"late")))
    assert client.wire.written == close.serialize(mask=False)
    assert (client.wire.closed, client.messages) == ("closed", [])
    own = Receiver()
    own.socket.close(1012)
    own.socket.data_received(masked(Frame(Opcode.TEXT, b"late"), close))
    assert own.wire.written == frames.close_frame(1012)
    assert (own.wire.closed, own.messages) == ("closed", [])


def test_only_the_known_handshake_is_valid() -> None:
    get = {"method": "GET", "http_version": "1.1"}
    good = {"sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==", "sec-websocket-version": "13"}
    assert handshake.problem(get, good) is None
    assert b"sec-websocket-accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n" in handshake.accepted(good, None, [])
    for change in (
        {"sec-websocket-version": "8"},
        {"sec-websocket-key": "short"},
        {"sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ"},
        {"sec-websocket-key": "ä" * 24},
        {"sec-websocket-key": ""},
        {"content-length": "0"},
    ):
        assert handshake.problem(get, good | change) is not None


class Idle:
    """An HTTP connection that waits for a request."""

    is_aborted = False

    def abort(self) -> None:
        self.is_aborted = True


def test_sockets_are_counted_and_the_oldest_idle_one_makes_room() -> None:
    sockets = Sockets(4, 3, proxies=["10.0.0.1"])
    assert [sockets.add("a") for _ in range(4)] == [True, True, True, False]
    sockets.remove("a")
    assert sockets.add("b")
    assert not sockets.add("c"), "all are busy"
    sockets.remove("c")
    idle = [Idle(), Idle()]
    for one in idle:
        sockets.note_idle(one)
    sockets.note_busy(idle[0])
    assert sockets.add("c")
    assert [one.is_aborted for one in idle] == [False, True]
    behind = Sockets(100, 3, proxies=["10.0.0.1"])
    assert all(behind.add("10.0.0.1") for _ in range(100)), "a proxy speaks for many"
    assert not behind.add("10.0.0.1")
