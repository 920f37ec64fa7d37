"""Clients that send anything: the server stays, other games do not change, and nothing leaks."""

from __future__ import annotations

import asyncio
import json
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from server.playground import Client, open_lobby, settle

from sapper.server.protocol import game_messages

if TYPE_CHECKING:
    from sapper.server.rooms.lobby import Lobby

WORDS = st.sampled_from(
    ["hello", "new", "retry", "play", "help", "cancel", "view", "rename", "ping", "leave", "delta", "over", "", "T"]
)
VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**70), 2**70),
    st.integers(-2, 70),
    st.floats(),
    st.text(max_size=30),
    st.sampled_from(
        [
            "open",
            "flag",
            "chord",
            "undo",
            "redo",
            "pause",
            "resume",
            "resign",
            "hint",
            "odds",
            "proof",
            "modern beginner",
            "modern 9x9/10 practice=on",
            "modern 70x70/600",
            "mouse",
            "'; drop table game; --",
            "<img src=x onerror=alert(1)>",
            "\x1b[2J",
            "$GAME",
            "$OTHER",
            "$ROOM",
        ]
    ),
    st.lists(st.integers(0, 5), max_size=3),
)
FIELDS = st.sampled_from(
    [
        "tab",
        "room",
        "game",
        "seq",
        "name",
        "n",
        "rules",
        "seed",
        "kind",
        "cell",
        "device",
        "x",
        "y",
        "topic",
        "stage",
        "top",
        "left",
        "height",
        "width",
        "at",
        "extra",
    ]
)
MESSAGES = st.one_of(
    st.text(max_size=200),
    st.builds(lambda t, rest: {"t": t, **rest}, WORDS, st.dictionaries(FIELDS, VALUES, max_size=6)),
    st.builds(
        lambda kind, cell, n, seq: {"t": "play", "game": "$GAME", "kind": kind, "cell": cell, "n": n, "seq": seq},
        st.sampled_from(["open", "flag", "chord", "clear", "question", "undo", "redo", "pause", "resume", "resign"]),
        st.one_of(st.none(), st.integers(0, 90)),
        st.integers(0, 5),
        st.one_of(st.none(), st.integers(0, 5)),
    ),
    st.builds(
        lambda topic, n, stage: {"t": "help", "game": "$GAME", "topic": topic, "n": n, "stage": stage, "cell": n},
        st.sampled_from(["hint", "odds", "move", "next", "why", "proof"]),
        st.integers(0, 5),
        st.integers(1, 4),
    ),
    st.sampled_from(
        [
            "[" * 2000,
            '{"t":"play",' * 200,
            "9" * 4000,
            '{"t":"ping","at":' + "9" * 3000 + "}",
            '{"t":"new","n":1,"rules":"modern 65535x65535/9"}',
            '{"t":"new","n":1,"rules":"modern 8x8/10 lives=99999999999999999999"}',
            "\ud800",
            "\x00",
        ]
    ),
)


def _spelled(message: Any, names: dict[str, str]) -> str:
    if isinstance(message, str):
        return message
    text = json.dumps(message)
    for name, value in names.items():
        text = text.replace(name, value)
    return text


async def _attack(messages: list[Any], folder: Path) -> None:
    async with open_lobby(folder) as lobby:
        victim = await Client(lobby).connect()
        await victim.hello(tab="v")
        other = await victim.new("modern expert")
        await victim.play(other["game"], "open", 0)
        seen = len(victim.frames)
        attacker = await Client(lobby).connect()
        await attacker.hello()
        own = await attacker.new("modern beginner")
        names = {"$GAME": own["game"], "$OTHER": other["game"], "$ROOM": other["room"]}
        for message in messages:
            attacker.raw(_spelled(message, names))
        await settle(lobby)
        _unharmed(lobby, victim, other, seen)
        delta = await victim.play(other["game"], "flag", 479, 99)
        assert delta["seq"] == 2
        if attacker.closed is None:
            attacker.send("ping", at=77)
            assert (await attacker.until("pong"))["t"] == "pong"
        for frame in attacker.frames:
            assert len(frame) < 200_000
            message = json.loads(frame)
            assert "Traceback" not in frame
            assert not ({"seed", "salt", "mines"} & message.keys() and message["t"] not in ("over", "board"))


def _unharmed(lobby: Lobby, victim: Client, other: dict[str, Any], seen: int) -> None:
    room = lobby.rooms[other["room"]]
    assert room.replica is not None
    assert (room.replica.id, room.replica.game.seq) == (other["game"], 1)
    assert len(victim.frames) == seen
    assert lobby.services.counters.errors == 0


@settings(max_examples=60)
@given(st.lists(MESSAGES, min_size=1, max_size=15))
def test_nothing_that_a_client_sends_harms_the_server_or_others(messages: list[Any]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(_attack(messages, Path(folder)))


@settings(max_examples=300)
@given(st.one_of(MESSAGES, st.binary(max_size=300).map(lambda data: data.decode("latin-1"))))
def test_a_message_is_read_or_refused(message: Any) -> None:
    try:
        read = game_messages.decode(_spelled(message, {}))
    except game_messages.BadMessage:
        return
    assert isinstance(read, game_messages.FromClient)


def test_a_message_that_is_not_understood_is_refused_with_its_number() -> None:
    with pytest.raises(game_messages.BadMessage) as bad:
        game_messages.decode('{"t": "host", "n": 7, "terms": {"mode": "chess"}}')
    assert bad.value.n == 7
    for text in ("", "7", "[]", '{"n": -1}', '{"n": "7"}', '{"n": 1e99}', "{", "\ud800"):
        with pytest.raises(game_messages.BadMessage) as bad:
            game_messages.decode(text)
        assert bad.value.n is None


@settings(max_examples=40)
@given(
    st.lists(st.tuples(st.sampled_from(["open", "flag", "clear"]), st.integers(0, 63)), min_size=1, max_size=12),
    st.data(),
)
def test_a_lossy_network_loses_nothing_and_repeats_nothing(moves: list[tuple[str, int]], data: st.DataObject) -> None:
    """Messages come twice, connections break at any moment, and unanswered ones are sent again."""

    async def play(folder: Path) -> None:
        async with open_lobby(folder) as lobby:
            client = await Client(lobby).connect()
            await client.hello(tab="t")
            board = await client.new("modern 8x8/1 lives=9")
            player = client.player
            plays = [
                {"game": board["game"], "kind": kind, "cell": cell, "n": n} for n, (kind, cell) in enumerate(moves)
            ]
            for message in plays:
                if data.draw(st.booleans(), "breaks"):
                    client.send("play", **message)
                    await client.leave()
                    client = await Client(lobby, player).connect()
                    await client.hello(tab="t", room=board["room"], game=board["game"], seq=0)
                for _ in range(data.draw(st.integers(1, 3), "copies")):
                    client.send("play", **message)
            await settle(lobby)
            room = lobby.rooms[board["room"]]
            assert room.replica is not None
            log = room.replica.game.log
            over = room.replica.game.status.is_over
            played = [(str(entry.action.kind), entry.action.row * 8 + entry.action.col) for entry in log]
            assert played == moves[: len(played)]
            assert over or len(played) == len(moves)

    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(play(Path(folder)))


def test_the_room_of_another_player_is_looked_for_like_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If its answer came without reading the store, the time would tell that the room exists."""

    async def ask() -> None:
        async with open_lobby(tmp_path) as lobby:
            victim, stranger = await Client(lobby).connect(), await Client(lobby).connect()
            await victim.hello()
            board = await victim.new()
            await victim.play(board["game"], "open", 0)
            await stranger.hello()
            reads = 0
            read = lobby.services.reader.run

            async def counted(*given: Any, **options: Any) -> Any:
                nonlocal reads
                reads += 1
                return await read(*given, **options)

            monkeypatch.setattr(lobby.services.reader, "run", counted)
            counts = []
            for room in ("nothing", board["room"], "nothing", board["room"]):
                before = reads
                stranger.send("hello", room=room)
                assert (await stranger.until("refused"))["code"] == "room"
                counts.append(reads - before)
            assert counts == [1, 1, 1, 1]
            assert list(lobby.rooms) == [board["room"]]

    asyncio.run(ask())
