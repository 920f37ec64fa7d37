"""What a server may send to its guest: any message, in any order."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import msgspec
from fuzz.target import Target, expect

from sapper.client import Client, ClientError
from sapper.client.connection import Connection

BOARD = (
    b'{"t":"board","room":"r","game":"g","seq":0,"at":0,"status":"playing","rules":"modern 3x2/1 v1","width":3,'
    b'"height":2,"mines":1,"mines_left":1,"lives":1,"digest":"","choices":{},"cells":"......"}'
)
DELTA = (
    b'{"t":"delta","game":"g","seq":1,"at":5,"kind":"open","status":"playing","mines_left":1,"lives":1,"cell":2,'
    b'"cells":[2,1]}'
)
PARTY = (
    b'{"t":"party","party":"p","seq":1,"terms":{"mode":"duel"},"stage":"playing","owner":0,'
    b'"seats":[{"seat":0,"name":"Ann","colour":0,"player":"x"},{"seat":1,"name":"Bob","colour":1,"player":"y"}]}'
)
MESSAGES = (
    b'{"t":"welcome","you":"x","time":1,"rate":40,"burst":80}',
    BOARD,
    DELTA,
    b'{"t":"entered","n":1,"party":"p","seat":0,"said":[{"seat":0,"name":"Ann","at":1,"text":"hi"}]}',
    PARTY,
    b'{"t":"over","game":"g","seq":2,"status":"lost","at":9,"digest":"","seed":"x","salt":"00","mines":[1]}',
    b'{"t":"turn","game":"g","seq":2,"seat":0,"points":{"0":1},"clocks":{"0":1000}}',
    b'{"t":"said","line":{"seat":0,"name":"Ann","at":1,"text":"hi"}}',
    b'{"t":"aimed","seat":0,"x":1.5,"y":2,"mark":true}',
    b'{"t":"shares","game":"g","seq":1,"opened":{"0":3},"flags":{"2":0}}',
    b'{"t":"progress","party":"p","round":0,"seats":[{"seat":0,"status":"playing","share":0.5}]}',
    b'{"t":"refused","code":"rules","why":"no","n":1}',
    b'{"t":"resync","game":"g"}',
    b'{"t":"pong","at":1,"time":1}',
    b'{"t":"parted","why":"gone"}',
    b'{"t":"bye","why":"closing","retry_in":5}',
)


class Offline(Connection):
    """A connection that nobody is at the other end of."""

    async def _run(self) -> None:
        await asyncio.Event().wait()


async def _serve(lines: list[bytes]) -> None:
    client = Client("http://here")
    line = Offline("http://here", None, client._place, client._receive, client._lost)
    client._connection = line
    line._caught_up()
    try:
        for message in lines:
            line._take_encoded(message)
            if client.game is not None:
                assert len(client.game.board) == client.game.board.level.cells
    finally:
        await line.close()


def _client(data: bytes) -> None:
    lines = data.split(b"\n")[:20]
    with suppress(msgspec.DecodeError):  # the connection makes one line of it
        expect((ClientError,), lambda: asyncio.run(_serve(lines)))


TARGETS = (
    Target(
        "client",
        _client,
        lambda: [*MESSAGES, b"\n".join(MESSAGES), b"\n".join((MESSAGES[3], PARTY, BOARD, DELTA, DELTA))],
        words=(b"\n", b'"seq":2', b'"cells":[', b"-1", b"1e400", b"null", b'"seat":'),
    ),
)
