"""A game as it was played: read, write, verify, step through. The formats are in docs/replay-format.md."""

from __future__ import annotations

import zlib
from hashlib import sha256
from math import isfinite

from .. import _kernel
from ..action import Action, LogEntry
from ..errors import GameError, SapperError
from ..game import Game, Status
from ..layouts import fixed_layout, layout_of
from ..minefield import Minefield
from ..rules import Flags, Flood, Rules, RulesError
from ..seed import Seed
from . import action_list
from .action_list import Damaged, Reader

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

VERSION = 1
MAGIC = b"SAPR"
MOST_BYTES = 1 << 24  # of a replay, packed or not: more is refused before it is read
DIGEST_BYTES = 16

_TITLE = f"sapper replay {VERSION}"
# Their places are part of the format.
_STATUSES = (Status.READY, Status.PLAYING, Status.PAUSED, Status.WON, Status.LOST, Status.ABANDONED)
_CHOSEN = 3  # the bit above the number of a status
_CHOSEN_LINE = "board: chosen"
_ENDINGS = {getattr(_kernel.Ending, status.name): status for status in Status}


class ReplayError(SapperError, ValueError):
    """A replay that cannot be trusted or read, with a sentence that says why."""


class Replay:
    """Rules, seed, minefield, timed actions, players and result.

    Whatever is read is verified: the digest must fit, the minefield must be the one that the seed lays, and
    playing the actions must give the recorded result.
    """

    __slots__ = (
        "_actions",
        "_entries",
        "known_board",
        "minefield",
        "played_at",
        "players",
        "program",
        "rules",
        "seed",
        "status",
    )

    def __init__(
        self,
        rules: Rules,
        seed: Seed | None,
        minefield: Minefield | None,
        entries: Sequence[LogEntry] | bytes,
        *,
        status: Status,
        players: Iterable[str] = (),
        program: str = "",
        played_at: int = 0,
        known_board: bool = False,
    ) -> None:
        self.rules = rules
        self.seed = seed
        self.minefield = minefield
        self.status = status
        self.players = tuple(players)
        self.program = program
        if not all(text.isprintable() for text in (*self.players, program)) or not 0 <= played_at < 1 << 53:
            raise ReplayError("the players, the program or the date are nothing that can be written on a line")
        self.played_at = played_at  # seconds since 1970, 0 if unknown
        self.known_board = known_board  # the player knew the board: its seed was given, or it was played before
        self._entries = None if isinstance(entries, bytes) else tuple(entries)
        self._actions = entries if isinstance(entries, bytes) else action_list.pack(entries, rules.level)

    @classmethod
    def of(
        cls,
        game: Game,
        seed: Seed | None,
        *,
        players: Iterable[str] = (),
        program: str = "",
        played_at: int = 0,
        known_board: bool = False,
    ) -> Replay:
        """Take the replay of a game that is over."""
        if not game.status.is_over:
            raise GameError("a replay is made when the game is over")
        field = None if game.first is None else game.minefield
        return cls(
            game.rules,
            seed,
            field,
            game.log,
            status=game.status,
            players=players,
            program=program,
            played_at=played_at,
            known_board=known_board,
        )

    def signed(self, name: str) -> Replay:
        """Return the same replay, played by somebody."""
        return Replay(
            self.rules,
            self.seed,
            self.minefield,
            self._actions,
            status=self.status,
            players=(name, *self.players[1:]),
            program=self.program,
            played_at=self.played_at,
            known_board=self.known_board,
        )

    @property
    def entries(self) -> tuple[LogEntry, ...]:
        """The actions with their times, players and devices."""
        if self._entries is None:
            self._entries = tuple(action_list.unpack(self._actions, self.rules.level))
        return self._entries

    @property
    def elapsed(self) -> int:
        """The playing time in milliseconds."""
        return self.entries[-1].at if self.entries else 0

    def verify(self) -> None:
        """Play the actions again; raise `ReplayError` if they do not give the recorded result."""
        if self.minefield is not None and self.minefield.level != self.rules.level:
            raise ReplayError(f"the minefield is {self.minefield.level}, and the rules play {self.rules.level}")
        status, first = self._adjudicate()
        if status is not self.status:
            raise ReplayError(f"the actions end with the game {status}, and the replay says {self.status}")
        if not status.is_over:
            raise ReplayError(f"a replay is of a game that is over, and this one is {status}")
        if (first is None) != (self.minefield is None):
            raise ReplayError("a minefield is recorded if, and only if, a cell was opened")
        if self.seed is not None and first is not None:
            self._check_minefield(self.seed, first)

    def after(self, actions: int) -> Game:
        """Give the game after so many actions."""
        return Game.replay(self.rules, layout=self._layout(), actions=self.entries[: max(actions, 0)])

    def at(self, milliseconds: int) -> Game:
        """Give the game as it stood at a time."""
        return self.after(sum(entry.at <= milliseconds for entry in self.entries))

    def steps(self) -> Iterator[tuple[LogEntry, Game]]:
        """Play forward: each action with the game after it (the same object, growing)."""
        game = self.after(0)
        for entry in self.entries:
            game.apply(entry)
            yield entry, game

    def __len__(self) -> int:
        return len(self.entries)

    def __eq__(self, other: object) -> bool:
        return self.pack() == other.pack() if isinstance(other, Replay) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<Replay {self.rules}: {self.status}, {len(self)} actions, {self.elapsed / 1000:.3f} s>"

    def pack(self) -> bytes:
        """Write the packed form: an expert game takes about a kilobyte."""
        out = bytearray()
        action_list.write_text(out, str(self.rules))
        action_list.write_text(out, self.seed.text if self.seed else "")
        action_list.write_text(out, self.program)
        action_list.write_number(out, self.played_at)
        action_list.write_number(out, len(self.players))
        for player in self.players:
            action_list.write_text(out, player)
        action_list.write_number(out, _STATUSES.index(self.status) | self.known_board << _CHOSEN)
        out.append(self.minefield is not None)
        if self.minefield is not None:
            out += self.minefield.to_bytes()
        out += self._actions
        body = MAGIC + bytes([VERSION]) + zlib.compress(bytes(out), 9)
        return body + _digest(body)

    @classmethod
    def unpack(cls, data: bytes) -> Replay:
        """Read and verify the packed form."""
        if len(data) > MOST_BYTES:
            raise ReplayError(f"a replay has at most {MOST_BYTES} bytes, and this has {len(data)}")
        body, digest = data[:-DIGEST_BYTES], data[-DIGEST_BYTES:]
        if not body.startswith(MAGIC) or len(body) <= len(MAGIC):
            raise ReplayError("this is no packed replay")
        if body[len(MAGIC)] != VERSION:
            raise ReplayError(f"this replay is of version {body[len(MAGIC)]}, and this program reads {VERSION}")
        if digest != _digest(body):
            raise ReplayError("the digest does not fit: the replay was changed or damaged")
        try:
            replay = cls._read(_inflate(body[len(MAGIC) + 1 :]))
        except (Damaged, RulesError) as error:
            raise ReplayError(f"the replay is damaged: {error}") from None
        replay.verify()
        return replay

    @classmethod
    def _read(cls, data: bytes) -> Replay:
        reader = Reader(data)
        rules = _rules(reader.text())
        seed = reader.text()
        program = reader.text()
        played_at = reader.number()
        players = [reader.text() for _ in range(_bounded(reader.number(), 1000, "players"))]
        result = _bounded(reader.number(), (2 << _CHOSEN) - 1, "results")
        status = _STATUSES[_bounded(result % (1 << _CHOSEN), len(_STATUSES) - 1, "results")]
        level = rules.level
        minefield = None
        if reader.take(1) != b"\0":
            minefield = Minefield.from_bytes(level.width, level.height, reader.take((level.cells + 7) // 8))
        return cls(
            rules,
            Seed.of(seed) if seed else None,
            minefield,
            data[reader.place :],
            status=status,
            players=players,
            program=program,
            played_at=played_at,
            known_board=bool(result >> _CHOSEN),
        )

    def to_text(self) -> str:
        """Write the text form: small, readable, one action per line, with a digest at the end."""
        lines = [_TITLE, f"rules: {self.rules}"]
        if self.seed is not None:
            lines.append(f"seed: {self.seed.text}")
        if self.known_board:
            lines.append(_CHOSEN_LINE)
        if self.program:
            lines.append(f"program: {self.program}")
        if self.played_at:
            lines.append(f"played: {self.played_at}")
        lines += [f"player {number}: {_one_line(name)}" for number, name in enumerate(self.players)]
        lines.append(f"result: {self.status} {self.elapsed}")
        if self.minefield is not None:
            lines += ["minefield:", self.minefield.to_text()]
        lines += ["actions:", *map(_spell, self.entries)]
        body = "\n".join(lines) + "\n"
        return f"{body}digest: {sha256(body.encode()).hexdigest()}\n"

    @classmethod
    def parse(cls, text: str) -> Replay:
        """Read and verify the text form."""
        if len(text) > MOST_BYTES:
            raise ReplayError(f"a replay has at most {MOST_BYTES} characters, and this has {len(text)}")
        body, found, digest = text.replace("\r\n", "\n").rpartition("digest: ")
        if not body.startswith("sapper replay "):
            raise ReplayError(f"a replay begins with the line {_TITLE!r}")
        if not body.startswith(_TITLE + "\n"):
            raise ReplayError(f"this program reads {_TITLE!r}, not {body.splitlines()[0]!r}")
        if not found or digest.strip() != sha256(body.encode("utf-8", "surrogatepass")).hexdigest():
            raise ReplayError("the digest does not fit: the replay was changed or damaged")
        try:
            replay = _TextReader(body).replay()
        except (RulesError, GameError, ValueError) as error:
            raise ReplayError(f"the replay is damaged: {error}") from None
        replay.verify()
        return replay

    @classmethod
    def load(cls, data: bytes) -> Replay:
        """Read and verify either form."""
        if data.startswith(MAGIC):
            return cls.unpack(data)
        try:
            text = data[: MOST_BYTES + 1].decode("utf-8")
        except UnicodeDecodeError:
            raise ReplayError("this is no replay: neither packed nor text") from None
        return cls.parse(text)

    def _layout(self) -> Layout:
        """Lay the recorded minefield; in practice, where the first click may be undone, what the seed lays."""
        if self.seed is not None and (self.rules.practice or self.minefield is None):
            return layout_of(self.rules, self.seed)
        if self.minefield is None:
            raise ReplayError("neither a seed nor a minefield is recorded")
        return fixed_layout(self.minefield)

    def _check_minefield(self, seed: Seed, first: tuple[int, int]) -> None:
        try:
            laid = layout_of(self.rules, seed)(self.rules, first)
        except RulesError as error:
            raise ReplayError(f"the seed lays no minefield: {error}") from None
        if laid != self.minefield:
            raise ReplayError("the minefield is not the one that the seed lays")

    def _adjudicate(self) -> tuple[Status, tuple[int, int] | None]:
        """Find how the actions end, and where the mines were laid."""
        rules = self.rules
        if self.minefield is None or rules.assists or rules.practice:
            try:
                game = self.after(len(self))
            except (Damaged, GameError) as error:
                raise ReplayError(f"the actions cannot be played: {error}") from None
            return game.status, game.first
        judgement = _kernel.adjudicate(_play_rules(rules), self.minefield._truth, self._actions)
        ending, first = judgement.ending, judgement.first
        if ending == _kernel.Ending.DAMAGED:
            raise ReplayError("the list of actions is damaged")
        if ending == _kernel.Ending.REFUSED:
            raise ReplayError("the rules refuse one of the actions")
        return _ENDINGS[ending], None if first is None else divmod(first, rules.level.width)


if TYPE_CHECKING:
    from ..layouts import Layout


class _TextReader:
    """Reads the lines of a text replay, and says which one is wrong."""

    def __init__(self, body: str) -> None:
        self._lines = body.splitlines()
        self._next = 1

    def replay(self) -> Replay:
        rules: Rules | None = None
        seed = None
        program, played_at, known_board = "", 0, False
        players: list[str] = []
        status: Status | None = None
        elapsed = ""
        while (line := self._take()) not in ("minefield:", "actions:"):
            name, colon, value = line.partition(": ")
            if name == "rules" and colon:
                rules = _rules(value)
            elif name == "seed" and colon:
                seed = Seed.of(value)
            elif line == _CHOSEN_LINE:
                known_board = True
            elif name == "program" and colon:
                program = value
            elif name == "played" and value.isdecimal():
                played_at = int(value)
            elif name == f"player {len(players)}" and colon:
                players.append(value)
            elif name == "result" and colon:
                word, _, time = value.partition(" ")
                status, elapsed = Status(word), time
            else:
                raise ValueError(f"line {self._next} is not understood: {line[:40]!r}")
        if rules is None or status is None:
            raise ValueError("the rules or the result are missing")
        minefield = None
        if line == "minefield:":
            rows = [self._take() for _ in range(rules.level.height)]
            minefield = Minefield.from_text("\n".join(rows))
            if self._take() != "actions:":
                raise ValueError(f"line {self._next} should be 'actions:'")
        entries = [_read_entry(line) for line in self._lines[self._next :]]
        last = 0
        for entry in entries:
            if entry.at < last:
                raise ValueError(f"time runs backward at {entry.at} ms")
            last = entry.at
        if elapsed != str(last):
            raise ValueError(f"the last action is at {last} ms, and the result says {elapsed[:20] or 'nothing'}")
        return Replay(
            rules,
            seed,
            minefield,
            entries,
            status=status,
            players=players,
            program=program,
            played_at=played_at,
            known_board=known_board,
        )

    def _take(self) -> str:
        if self._next >= len(self._lines):
            raise ValueError("the replay ends too early")
        self._next += 1
        return self._lines[self._next - 1]


def _spell(entry: LogEntry) -> str:
    words = [str(entry.at), str(entry.action)]
    if entry.by:
        words.append(f"by={entry.by}")
    if entry.device:
        words.append(f"via={entry.device}")
    if entry.pointer:
        words.append(f"pointer={entry.pointer[0]!r},{entry.pointer[1]!r}")
    return " ".join(words)


def _read_entry(line: str) -> LogEntry:
    at, *words = line.split()
    given = dict(word.split("=", 1) for word in words if "=" in word)
    action = Action.parse(" ".join(word for word in words if "=" not in word))
    unknown = given.keys() - {"by", "via", "pointer"}
    if unknown or not at.isdecimal():
        raise ValueError(f"an action is not understood: {line[:60]!r}")
    pointer = None
    if "pointer" in given:
        x, y = map(float, given["pointer"].split(","))
        if not (isfinite(x) and isfinite(y)):
            raise ValueError(f"a pointer is not at a place: {line[:60]!r}")
        pointer = (x, y)
    return LogEntry(action, int(at), int(given.get("by", "0")), given.get("via", ""), pointer)


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _bounded(value: int, most: int, what: str) -> int:
    if value > most:
        raise Damaged(f"there are no {value} {what}")
    return value


def _digest(body: bytes) -> bytes:
    return sha256(body).digest()[:DIGEST_BYTES]


def _inflate(data: bytes) -> bytes:
    """Decompress, but never to more than the limit."""
    inflater = zlib.decompressobj()
    try:
        out = inflater.decompress(data, MOST_BYTES)
    except zlib.error:
        raise Damaged("it cannot be decompressed") from None
    if inflater.unconsumed_tail or not inflater.eof or inflater.unused_data:
        raise Damaged("it holds more, or less, than it should")
    return out


_known_rules: dict[str, Rules] = {}
_known_play_rules: dict[Rules, _kernel.PlayRules] = {}


def _rules(text: str) -> Rules:
    """Read rules, remembering some: many replays have the same."""
    rules = _known_rules.get(text)
    if rules is None:
        if len(_known_rules) > 100:
            _known_rules.clear()
        rules = _known_rules[text] = Rules.parse(text)
        if rules.level.cells > 8 * MOST_BYTES:
            raise Damaged(f"a replay's board has at most {8 * MOST_BYTES} cells, and this is {rules.level}")
    return rules


def _play_rules(rules: Rules) -> _kernel.PlayRules:
    play_rules = _known_play_rules.get(rules)
    if play_rules is None:
        if len(_known_play_rules) > 100:
            _known_play_rules.clear()
        play_rules = _known_play_rules[rules] = _kernel.PlayRules(
            flags=rules.flags is not Flags.OFF,
            capped=rules.flags is Flags.CAPPED,
            questions=rules.questions,
            preflag=rules.preflag,
            protect_flags=rules.protect_flags,
            protect_questions=rules.protect_questions,
            sweep_flags=rules.flood is Flood.SWEEP,
            chord=_kernel.Chord[rules.chord.name],
            completion=_kernel.Completion[rules.completion.name],
            lives=rules.lives,
        )
    return play_rules
