"""Replays as files without a server: the page writes and reads the text form as Python does, and refuses the rest."""

from __future__ import annotations

import random
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from web.modules import run_all

from sapper import Action, Game, Replay, Rules, Seed
from sapper.action import LogEntry

if TYPE_CHECKING:
    from collections.abc import Iterator

RULES = (
    "modern 8x8/10",
    "official 9x9/10",
    "amiga 12x6/14",
    "modern 16x16/40 layout=no-guess",
    "modern 8x8/10 practice=on",
    "modern 8x8/10 lives=3 assists=auto-flag",
)
GAMES = 36
SCRIPT = """async (text) => {
  const { engine, schema } = await use("../../../../tests/web/unit/engine.mjs").then((found) => found.ready());
  const { readReplay, writeReplay } = await use("local/replay-text.ts");
  const { restored } = await use("local/server.ts");
  try {
    const game = { ...readReplay(engine, text, schema, 0), number: 1 };
    const { figures, name } = game.end;
    return { text: writeReplay(game, restored(engine, game, game.end.log, schema, 0)), figures, name };
  } catch (error) {
    if (!error.phrase) throw error;
    return { refused: error.phrase.code };
  }
}"""


def is_mine(game: Game, cell: tuple[int, int]) -> bool:
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
            elif kind == "open" and game.first is not None and is_mine(game, cell) and chance.random() < 0.9:
                action = Action("flag", *cell)
            else:
                action = Action(kind, *cell)
            game.apply(LogEntry(action, at, 0, via, pointer))
        players = ("Ada",) if number % 2 else ()
        yield Replay.of(game, seed, players=players, played_at=1_700_000_000 + number, known_board=True)


def test_the_page_reads_and_writes_files_as_python_does() -> None:
    texts = [replay.to_text() for replay in replays()]
    for text, found in zip(texts, run_all(SCRIPT, texts), strict=True):
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
        "AVF": "alone.needs-server",
        text.replace("open", "flag", 1): "error.replay-digest",
        text.replace("replay 1", "replay 3"): "error.replay-digest",
        changed(text, "replay 1", "replay 3"): "alone.needs-server",
        changed(text, f"result: {status}", f"result: {other}"): "alone.another-end",
        changed(text, "actions:", "deeds:"): "alone.broken",
        changed(text, "8x8/10", "8x0/10"): "error.board-too-small",
        changed(text, "open ", "shut "): "alone.broken",
        changed(text, "open ", "open 9"): "alone.broken",
        changed(text, "*", "."): "alone.broken",
        changed(text, "seed: ", "sown: "): "alone.needs-server",
        changed(text, "played: ", "played: x"): "alone.broken",
    }
    assert [found.get("refused") for found in run_all(SCRIPT, list(wrong))] == list(wrong.values())
