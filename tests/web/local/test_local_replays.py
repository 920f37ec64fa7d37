"""Replays as files without a server: the page reads every format as Python does, and writes the text form."""

from __future__ import annotations

import random
from base64 import b64encode
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from formats import encoders
from samples import videos
from web.modules import run_all

from sapper import Action, Game, Replay, Rules, SapperError, Seed
from sapper.action import LogEntry
from sapper.formats import read_replay, write_replay
from sapper.formats.events import Events

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sapper.formats import Imported

RULES = (
    "modern 8x8/10",
    "official 9x9/10",
    "amiga 12x6/14",
    "modern 16x16/40 layout=no-guess",
    "modern 8x8/10 practice=on",
    "modern 8x8/10 lives=3 assists=auto-flag",
)
GAMES = 36
MUTATIONS = 12  # of each video
SCRIPT = """async ({ data, name }) => {
  const { engine, schema } = await use("../../../../tests/web/unit/engine.mjs").then((found) => found.ready());
  const { readFile } = await use("local/files/read-file.ts");
  const { verified } = await use("local/files/replay.ts");
  const { writeText } = await use("local/files/text.ts");
  const { restored } = await use("local/server.ts");
  try {
    const replay = await readFile(engine, new Uint8Array(Buffer.from(data, "base64")), name, schema);
    const game = { ...verified(engine, replay, schema, 0), number: 1 };
    const { figures, name: player } = game.end;
    const text = await writeText(game, restored(engine, game, game.end.log, schema, 0));
    return { text, figures, player, phrases: replay.notes };
  } catch (error) {
    if (!error.phrase) throw error;
    return { refused: error.phrase };
  }
}"""


def read_in_page(files: Iterable[bytes | str], name: str = "") -> list[Any]:
    """Return what the page makes of files: a text form, or a refusal."""
    datas = [file.encode() if isinstance(file, str) else file for file in files]
    return run_all(SCRIPT, [{"data": b64encode(data).decode(), "name": name} for data in datas])


def has_mine(game: Game, cell: tuple[int, int]) -> bool:
    """Return whether a cell of a game in play is a mine."""
    probe = game.copy()
    probe.play(Action("resign"))
    return probe.minefield is not None and probe.minefield.is_mine(*cell)


def replays() -> Iterator[Replay]:
    """Yield replays of games that were won, lost and given up, by rules of several kinds."""
    for number in range(GAMES):
        chance = random.Random(number)
        seed = Seed.of(f"file {number}")
        game = Game(Rules.parse(RULES[number % len(RULES)]), seed)
        level, at = game.rules.level, 0
        while not game.status.is_over:
            at += chance.randrange(1, 3000)
            cell = (chance.randrange(level.height), chance.randrange(level.width))
            via = chance.choice(("", "mouse", "touch"))
            pointer = (cell[1] + 0.5, cell[0] + chance.randrange(100) / 100) if via else None
            kind = "open" if game.first is None else chance.choice(("open", "open", "flag", "chord", "clear"))
            if chance.random() < 0.03:
                action = Action("resign")
            elif kind == "open" and game.first is not None and has_mine(game, cell) and chance.random() < 0.9:
                action = Action("flag", *cell)
            else:
                action = Action(kind, *cell)
            game.apply(LogEntry(action, at, 0, via, pointer))
        players = ("Ada",) if number % 2 else ()
        yield Replay.of(game, seed, players=players, played_at=1_700_000_000 + number, known_board=True)


def test_the_page_reads_and_writes_files_as_python_does() -> None:
    texts = [replay.to_text() for replay in replays()]
    for text, found in zip(texts, read_in_page(texts), strict=True):
        assert found.get("refused") is None, (found, text)
        assert found["text"] == text


def changed(text: str, old: str, new: str) -> str:
    """Return a replay with something else in it, and the digest of that."""
    body = text.rpartition("digest: ")[0]
    assert old in body
    body = body.replace(old, new, 1)
    return f"{body}digest: {sha256(body.encode()).hexdigest()}\n"


def test_what_is_wrong_is_refused() -> None:
    text = next(replays()).to_text()
    status = next(line for line in text.splitlines() if line.startswith("result: ")).split()[1]
    other = "won" if status != "won" else "lost"
    wrong: dict[str, Any] = {
        "AVF": "error.not-a-replay",
        text.replace("open", "flag", 1): "error.replay-digest",
        changed(text, "replay 1", "replay 4"): "error.replay-version",
        changed(text, f"result: {status}", f"result: {other}"): "alone.another-end",
        changed(text, "actions:", "deeds:"): "alone.broken",
        changed(text, "8x8/10", "8x0/10"): "error.board-too-small",
        changed(text, "open ", "shut "): "alone.broken",
        changed(text, "open ", "open 9"): "alone.broken",
        changed(text, "*", "."): "alone.broken",
        changed(text, "seed: ", "sown: "): "alone.broken",
        changed(text, "result: ", "player 1: Eve\nresult: "): "alone.needs-server",
        changed(text, "played: ", "played: x"): "alone.broken",
    }
    assert [found["refused"]["code"] for found in read_in_page(wrong)] == list(wrong.values())


# The packed form, and videos


def films() -> Iterator[bytes]:
    """Yield videos of every format and version, with what they may or may not say."""
    for _, write in encoders.ALL.values():
        yield write(encoders.film())
        yield write(encoders.film(questions=True, player="Zoë"))
    for version in range(5):
        yield encoders.evf(encoders.film(questions=None, mode="upk", won=False), version)
    for name in ("扫雷".encode("gbk"), "Żółw".encode("latin-1", "replace"), "Müller".encode("latin-1")):
        yield from (write(encoders.film(), name=name) for write in (encoders.avf, encoders.rmv, encoders.mvf))
    large = encoders.film(square=24).replace(events=Events.of(encoders.game(24)))
    yield encoders.rmv(large, 2, flags=((2, 0), (3, 1)))
    yield encoders.evf(large, 4, extras=False)
    letters = [(at, kind[0] if kind != "mv" else kind, x, y) for at, kind, x, y in encoders.game()]
    yield from (encoders.evf(encoders.film().replace(events=letters), version) for version in (3, 4))
    for leading in range(0, 60_000, 4999):
        yield encoders.mvf(encoders.film(), "2007", leading=leading)
        yield encoders.mvf(encoders.film(elapsed=1), "0.97", leading=leading)


def rawvf() -> Iterator[bytes]:
    """Yield videos as text, by the header and the cells that programs write."""
    rows = encoders.FIELD.to_text().replace(".", "0")
    head = f"RawVF_Version: Rev6.2\nProgram: Llama\nVersion: 2\nPlayer: Zoë\nMarks: Off\nBoard:\n{rows}\nEvents:\n"
    lines = [f"{at / 1000:.3f} {kind} {x // 16 + 1} {y // 16 + 1} ({x} {y})" for at, kind, x, y in encoders.game()]
    extra = ["number1 3 3", "2.000 won", "Solved 3BV: 1"]
    yield f"{head}0.000 start\n{chr(10).join([*lines, *extra])}\n".encode()
    claims = "Marks: On\nBBBV: 99\nLives: On\nStatus: Lost\nTime: 9.5\nTimestamp: 1523994357503"
    yield (head.replace("Marks: Off", claims) + "\n".join(lines) + "\n").encode("latin-1")
    yield (head.replace("Marks", "SuperClick: On\nMode: UPK\nMarks") + "\n".join(lines[:9]) + "\n").encode()
    yield (head + "\n".join(lines[:9])).encode()  # cut off
    yield (head + "\n".join(line.partition(" (")[0] for line in lines)).encode()
    yield (head + "\n".join([*lines[:4], "0.2 mt", *lines[4:], "what is this"]) + "\n").encode()
    yield (head + "\n".join([*lines[:4], "0.2 mt", *lines[4:]]) + "\n").encode()
    yield head.replace("**", "*", 1).encode()


def mutated(data: bytes, chance: random.Random) -> bytes:
    """Return a file with some bytes changed, or cut off."""
    out = bytearray(data[: chance.randrange(len(data))] if chance.random() < 0.3 else data)
    for _ in range(chance.randrange(1, 4)):
        if out:
            out[chance.randrange(len(out))] = chance.randrange(256)
    return bytes(out)


def read_here(data: bytes) -> Imported | None:
    try:
        return read_replay(data)
    except SapperError:
        return None


def compare(files: list[bytes]) -> int:
    """Compare what the page makes of files with what Python does; return how many were read."""
    read = 0
    for data, found in zip(files, read_in_page(files), strict=True):
        imported = read_here(data)
        if imported is None:
            assert "refused" in found, data
            continue
        assert "text" in found, (found, data)
        there, here = Replay.parse(found["text"]), imported.replay.replace(program="")
        assert there.replace(track=None) == here.replace(track=None)
        assert (there.track and there.track.events) == (here.track and here.track.events)
        assert sorted(one["code"] for one in found["phrases"]) == sorted(one.code for one in imported.phrases)
        read += 1
    return read


def test_packed_replays_are_read_as_python_does() -> None:
    packed = [replay.pack() for replay in replays()]
    assert compare(packed) == GAMES
    chance = random.Random(1)
    assert compare([mutated(data, chance) for data in packed]) == 0  # a digest notices every change


def test_videos_are_read_as_python_does() -> None:
    made = [*films(), *rawvf()]
    own = [write_replay(read_replay(made[0]).replay, kind) for kind in ("packed", "text")]  # with a track
    assert compare([*made, *own, *(path.read_bytes() for path in videos())]) >= len(made) - 4


def test_damaged_videos_are_read_or_refused_as_python_does() -> None:
    chance = random.Random(2)
    compare([mutated(data, chance) for data in [*films(), *rawvf()] for _ in range(MUTATIONS)])


def test_our_own_rawvf_and_the_board_alone_need_a_server() -> None:
    own = write_replay(next(replays()), "rawvf")
    [found] = read_in_page([own])
    assert found["refused"]["code"] == "alone.needs-server"
