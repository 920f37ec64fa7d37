"""The text form of a replay: small, readable, one action per line, with a digest at the end.

Version 2 is version 1 with a signature, version 3 may have a signature, and has a mode or a track.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from hashlib import sha256
from math import isfinite

from ..action import Action, LogEntry
from ..errors import GameError, OffBoard, as_value
from ..game import Status
from ..interrupt import check_stopped
from ..minefield import Minefield
from ..phrase import Phrase
from ..rules import RulesError
from ..seed import Seed
from . import action_list
from .action_list import MOST_TIME, Damaged
from .bounds import LIBRARY, UNDOING
from .errors import ReplayError
from .model import Replay
from .rules_text import MOST_LETTERS as MOST_RULES_LETTERS
from .rules_text import parse_rules
from .signature import Signature
from .track import Track

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..rules import Rules
    from .bounds import Bounds

TITLE, SIGNED_TITLE, TITLE_WITH_PARTS = "sapper replay 1", "sapper replay 2", "sapper replay 3"
_KNOWN_BOARD = "board: chosen"
_SAME_ADDRESS = "address: shared"


def write(replay: Replay) -> str:
    """Return the text form of a replay."""
    title = TITLE if replay.signature is None else SIGNED_TITLE
    lines = [TITLE_WITH_PARTS if replay.mode or replay.track is not None else title]
    if replay.signature is not None:
        lines.append(f"signed: {replay.signature}")
    lines.append(f"rules: {replay.rules}")
    if replay.seed is not None:
        lines.append(f"seed: {replay.seed.text}")
    if replay.known_board:
        lines.append(_KNOWN_BOARD)
    if replay.same_address:
        lines.append(_SAME_ADDRESS)
    if replay.program:
        lines.append(f"program: {replay.program}")
    if replay.mode:
        lines.append(f"mode: {replay.mode}")
    if replay.track is not None:
        lines.append(f"track: {b64encode(replay.track.pack()).decode()}")
    if replay.played_at:
        lines.append(f"played: {replay.played_at}")
    lines += [f"player {number}: {name}" for number, name in enumerate(replay.players)]
    lines.append(f"result: {replay.status} {replay.elapsed}")
    if replay.minefield is not None:
        lines += ["minefield:", replay.minefield.to_text()]
    lines += ["actions:", *map(_write_entry, replay.entries)]
    body = "\n".join(lines) + "\n"
    return f"{body}digest: {sha256(body.encode()).hexdigest()}\n"


def read(text: str, bounds: Bounds = LIBRARY) -> Replay:
    """Read and verify the text form."""
    if len(text) > bounds.bytes:
        raise ReplayError(Phrase("error.replay-characters", most=bounds.bytes, given=len(text)))
    body, found, digest = text.replace("\r\n", "\n").rpartition("digest: ")
    if not body.startswith("sapper replay "):
        raise ReplayError(Phrase("error.replay-title", title=repr(TITLE)))
    if not body.startswith((TITLE + "\n", SIGNED_TITLE + "\n", TITLE_WITH_PARTS + "\n")):
        version = body.splitlines()[0].rpartition(" ")[2][:40]
        raise ReplayError(Phrase("error.replay-version", version=repr(version)))
    if not found or digest.strip() != sha256(body.encode("utf-8", "surrogatepass")).hexdigest():
        raise ReplayError(Phrase("error.replay-digest"))
    try:
        replay = _Reader(body, bounds).replay()
    except ReplayError:
        raise
    except (RulesError, GameError, ValueError) as error:
        raise ReplayError(Phrase("error.replay-damaged", reason=as_value(error))) from None
    bounds.check_undone(replay)
    replay.verify()
    return replay


def read_playable(text: str, bounds: Bounds = LIBRARY) -> tuple[Replay, str]:
    """Read a text form that is wrong as far as it can be played; return that part and what is wrong with the next.

    The part is not verified, and is to be shown only. Where nothing can be played, `ReplayError` says why.
    """
    if len(text) > bounds.bytes:
        raise ReplayError(Phrase("error.replay-characters", most=bounds.bytes, given=len(text)))
    body = text.replace("\r\n", "\n").rpartition("digest: ")[0] or text
    try:
        return _Reader(body, bounds).playable()
    except ReplayError:
        raise
    except (RulesError, GameError, ValueError) as error:
        raise ReplayError(Phrase("error.replay-damaged", reason=as_value(error))) from None


class _Reader:
    """Reads the lines of a text replay; its errors name the line that is wrong."""

    def __init__(self, body: str, bounds: Bounds) -> None:
        self._lines = body.splitlines()
        self._next = 1
        self._bounds = bounds

    def playable(self) -> tuple[Replay, str]:
        fields = self._before_actions()
        fields.pop("elapsed")
        fields.pop("signature", None)
        entries, problem = self._readable_entries()
        game = Replay(entries=(), **fields).after(0)
        self._bounds.check_searches(game.rules, sum(entry.action.kind in UNDOING for entry in entries))
        undone = 0  # cells
        for step, entry in enumerate(entries, 1):
            check_stopped(step)
            try:
                delta = game.apply(entry)
                undone += len(delta.cells) if entry.action.kind in UNDOING else 0
                self._bounds.check_undone_cells(undone)
            except OffBoard:
                problem = f"action {step} is outside the board"
                break
            except GameError as error:
                problem = f"action {step} cannot be played: {error}"
                break
        return Replay(entries=game.log, **fields), problem

    def _readable_entries(self) -> tuple[list[LogEntry], str]:
        """Return the actions up to one that cannot be read, and what is wrong with it or with the end."""
        entries: list[LogEntry] = []
        for step, line in enumerate(self._lines[self._next :], 1):
            check_stopped(step)
            try:
                entry = _read_entry(line)
            except ValueError as error:
                return entries, f"action {step} cannot be read: {error}"
            if entries and entry.at < entries[-1].at:
                return entries, f"action {step} is earlier than the one before it"
            entries.append(entry)
        return entries, "the result or the digest does not match"

    def replay(self) -> Replay:
        fields = self._before_actions()
        rules: Rules = fields["rules"]
        elapsed = fields.pop("elapsed")
        entries = []
        for step, line in enumerate(self._lines[self._next :]):
            check_stopped(step)
            entries.append(_read_entry(line))
        last = 0
        for entry in entries:
            if entry.at < last:
                before, at = (f"{time / 1000:.3f}" for time in (last, entry.at))
                raise Damaged(Phrase("file.backward", before=before, at=at))
            last = entry.at
        if elapsed != str(last):
            raise Damaged(Phrase("file.field", name="result", given=repr(elapsed[:20]), allowed=last))
        if "signature" in fields:  # what is signed is the packed form, with pointers in 64ths of a cell
            return Replay(entries=action_list.pack(entries, rules.level), **fields)
        return Replay(entries=entries, **fields)

    def _before_actions(self) -> dict[str, Any]:
        """Read the header and the minefield, within the bounds."""
        try:
            fields, line = self._header()
        except ValueError as error:
            if isinstance(as_value(error), str):
                raise self._not_understood(self._lines[self._next - 1]) from None
            raise
        rules: Rules = fields["rules"]
        self._bounds.check(rules, len(self._lines) - self._next)
        if line == "minefield:":
            rows = [self._take() for _ in range(rules.level.height)]
            fields["minefield"] = Minefield.from_text("\n".join(rows))
            if self._take() != "actions:":
                raise self._wrong(Phrase("file.missing", name="actions:"))
            if fields["minefield"].level != rules.level:
                found, expected = str(fields["minefield"].level), str(rules.level)
                raise Damaged(Phrase("file.other-size", given=found, expected=expected))
        self._bounds.check_actions(len(self._lines) - self._next)
        return fields

    def _header(self) -> tuple[dict[str, Any], str]:
        """Read up to the minefield or the actions; return the fields, and the line that ends them."""
        fields: dict[str, Any] = {"seed": None, "minefield": None}
        players: list[str] = []
        while (line := self._take()) not in ("minefield:", "actions:"):
            name, colon, value = line.partition(": ")
            if name == "rules" and colon and len(value) <= MOST_RULES_LETTERS:
                fields["rules"] = parse_rules(value)
            elif name == "signed" and colon:
                fields["signature"] = Signature.parse(value)
            elif name == "seed" and colon:
                fields["seed"] = Seed.of(value)
            elif line == _KNOWN_BOARD:
                fields["known_board"] = True
            elif line == _SAME_ADDRESS:
                fields["same_address"] = True
            elif name == "program" and colon:
                fields["program"] = value
            elif name == "mode" and value:
                fields["mode"] = value
            elif name == "track" and value:
                fields["track"] = Track.unpack(b64decode(value, validate=True), self._bounds.bytes)
            elif name == "played" and value.isdecimal() and len(value) < 20:
                fields["played_at"] = int(value)
            elif name == f"player {len(players)}" and colon:
                players.append(value)
                self._bounds.check_players(len(players))
            elif name == "result" and colon:
                word, _, fields["elapsed"] = value.partition(" ")
                fields["status"] = Status(word)
            else:
                raise self._not_understood(line)
        if "rules" not in fields or "status" not in fields:
            raise Damaged(Phrase("file.missing", name="rules" if "rules" not in fields else "result"))
        if self._lines[0] == TITLE_WITH_PARTS:
            if not fields.keys() & {"mode", "track"}:
                raise Damaged(Phrase("file.missing", name="mode/track"))
        elif fields.keys() & {"mode", "track"}:
            raise self._other_title(TITLE_WITH_PARTS)
        elif (self._lines[0] == SIGNED_TITLE) != ("signature" in fields):
            raise self._other_title(SIGNED_TITLE if "signature" in fields else TITLE)
        return fields | {"players": players}, line

    def _take(self) -> str:
        if self._next >= len(self._lines):
            raise Damaged(Phrase("file.cut"))
        self._next += 1
        return self._lines[self._next - 1]

    def _wrong(self, reason: Phrase) -> Damaged:
        return Damaged(Phrase("file.line", line=self._next, reason=reason))

    def _not_understood(self, line: str) -> Damaged:
        return self._wrong(Phrase("file.form", given=repr(line[:40]), form="NAME: VALUE"))

    def _other_title(self, title: str) -> Damaged:
        return self._wrong(Phrase("file.form", given=repr(self._lines[0]), form=title))


def _write_entry(entry: LogEntry) -> str:
    words = [str(entry.at), str(entry.action)]
    if entry.by:
        words.append(f"by={entry.by}")
    if entry.device:
        words.append(f"via={entry.device}")
    if entry.pointer:
        words.append(f"pointer={entry.pointer[0]!r},{entry.pointer[1]!r}")
    return " ".join(words)


def _read_entry(line: str) -> LogEntry:
    try:
        return _entry(line)
    except ValueError:
        form = "TIME ACTION ROW COL by=NUMBER via=DEVICE pointer=X,Y"
        raise Damaged(Phrase("file.form", given=repr(line[:60]), form=form)) from None


def _entry(line: str) -> LogEntry:
    at, *words = line.split()
    given = dict(word.split("=", 1) for word in words if "=" in word)
    action = Action.parse(" ".join(word for word in words if "=" not in word))
    unknown = given.keys() - {"by", "via", "pointer"}
    if unknown or not at.isdecimal() or len(at) > 20 or int(at) >= MOST_TIME:
        raise ValueError
    pointer = None
    if "pointer" in given:
        x, y = map(float, given["pointer"].split(","))
        if not (isfinite(x) and isfinite(y)):
            raise ValueError
        pointer = (x, y)
    return LogEntry(action, int(at), int(given.get("by", "0")), given.get("via", ""), pointer)
