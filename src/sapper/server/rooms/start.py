"""Starting games: rules within the limits of the server, and replicas of new and stored games."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from ...errors import GameError, SapperError
from ...phrase import Phrase
from ...replay.bounds import Bounds
from ...replay.model import Replay
from ...rules import Rules, RulesError
from ..operations.memory import NoMemory, game_bytes
from ..operations.workers import Busy
from ..protocol.refusal import Refusal, as_sentence
from .replica import GameReplica
from .secrecy import is_sealed

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...action import LogEntry
    from ...history.store import Store, Stored
    from ...history.store.rows import LastGame, Round
    from ...history.store.seals import Seal
    from ...layouts import Layout
    from ...minefield import Minefield
    from ...rules import Level
    from ...seed import Seed
    from ..limits import Limits
    from ..operations.memory import Reservation
    from ..operations.workers import Work
    from ..protocol.game_messages import Moment
    from ..services import Services

_MADE_IN_THREAD = 1 << 16  # cells: a larger board is made in a thread
_READ_AT_ONCE = 256  # actions: of a longer game, memory is reserved before it is read


def read_rules(text: str, limits: Limits) -> Rules:
    """Return the rules of a new game, or raise `Refusal`."""
    try:
        rules = Rules.parse(text)
    except RulesError as error:
        raise Refusal("rules", as_sentence(error)) from None
    check_rules(rules, limits)
    return rules


def check_rules(rules: Rules, limits: Limits) -> None:
    """Raise `Refusal` if a board is larger than the server allows by these rules."""
    cells = rules.level.cells
    if (why := size_problem(rules.level, limits)) is not None:
        raise Refusal("limit", why)
    if rules.layout.grade is not None and cells > limits.no_guess_cells:
        raise Refusal("limit", Phrase("refusal.no-guess-size", count=limits.no_guess_cells))
    if rules.has_automatic_moves and cells > limits.assisted_cells:
        raise Refusal("limit", Phrase("refusal.assisted-size", count=limits.assisted_cells))


def size_problem(level: Level, limits: Limits) -> Phrase | None:
    """Return why a board is too large for the server, None if it is not."""
    if level.cells > limits.most_cells:
        return Phrase("refusal.board-size", count=limits.most_cells)
    if max(level.width, level.height) > limits.most_side:
        return Phrase("refusal.board-side", count=limits.most_side)
    return None


class Source(NamedTuple):
    """The beginning of a game that goes on from a moment of a finished one."""

    seed: Seed
    entries: list[LogEntry]
    first: tuple[int, int] | None
    minefield: Minefield | None

    async def play(self, services: Services, replica: GameReplica, address: str) -> None:
        """Play the actions up to the moment, or raise `Refusal`."""
        if self.first is not None and self.minefield is not None:
            replica.live.layout.remember(self.first, self.minefield)
        try:
            await services.workers.run(lambda _: replica.live.restore(self.entries, services.clock()), address=address)
        except SapperError as error:
            raise Refusal("rules", as_sentence(error)) from None


async def read_moment(services: Services, rules: Rules, moment: Moment, player: bytes, address: str) -> Source:
    """Return what a game begins with that goes on from a moment of a finished one, or raise `Refusal`."""
    data = await services.reader.run(lambda store: store.replay(moment.game))
    if data is not None and await is_sealed(services, moment.game):
        raise Refusal("game", Phrase("refusal.others-still-play"))
    if data is None:
        raise Refusal("game", Phrase("refusal.no-finished-game"))

    def read(work: Work) -> Source:
        check = Bounds(check_game=lambda rules, actions: work.reserve(game_bytes(rules, actions)))
        return _source(Replay.unpack(data, check), rules, moment.actions)

    try:
        return await services.workers.run(read, player=player, address=address)
    except SapperError as error:
        raise Refusal("busy" if isinstance(error, Busy | NoMemory) else "rules", as_sentence(error)) from None


def _source(replay: Replay, rules: Rules, actions: int) -> Source:
    if rules.replace(practice=False) != replay.rules.replace(practice=False):
        raise GameError(Phrase("error.other-rules"))
    if replay.seed is None:
        raise GameError(Phrase("error.replay-without-seed"))
    entries, first = replay.until(actions)
    minefield = None if replay.rules.practice else replay.minefield
    return Source(replay.seed, entries, first, minefield)


def last_game(store: Store, room: str, owner: bytes) -> LastGame | None:
    """Return the last game of a player's room, None if there is none."""
    return store.last_game(room, owner, _READ_AT_ONCE)


@lru_cache(maxsize=256)
def stored_rules(text: str) -> Rules:
    """Return the rules of a stored game, or raise `RulesError`."""
    return Rules.parse(text)


async def new_replica(
    services: Services,
    rules: Rules,
    seed: Seed,
    memory: Reservation,
    *,
    known_board: bool,
    identity: tuple[bytes, str] | None = None,
    layout: Callable[[Rules, Seed], Layout] | None = None,
    seal: Seal | None = None,
) -> GameReplica:
    """Return the replica of a new game, or raise `Refusal` if its board does not fit into memory.

    `identity` is its salt and its public id, if they were decided before; `layout` is one that it shares with others.
    """
    salt, public_id = identity or (services.entropy(16), services.new_id())

    def make(_: Work | None = None) -> GameReplica:
        placed = (layout or services.layout)(rules, seed)
        return GameReplica(
            rules, seed, salt, public_id, known_board=known_board, layout=placed, memory=memory, seal=seal
        )

    try:
        return await services.workers.run(make) if rules.level.cells > _MADE_IN_THREAD else make()
    except MemoryError as error:
        raise Refusal("limit", as_sentence(error)) from None


async def stored_replica(
    services: Services,
    rules: Rules,
    round_: Round,
    stored: Stored,
    memory: Reservation,
    layout: Callable[[Rules, Seed], Layout] | None = None,
    seal: Seal | None = None,
) -> GameReplica:
    """Return the replica of a stored game, before its actions are applied; `layout` is one that it shares."""
    seed = stored.seed
    assert seed is not None

    def make(_: Work | None = None) -> GameReplica:
        return GameReplica(
            rules,
            seed,
            round_.salt,
            round_.public_id,
            known_board=stored.known_board,
            number=stored.id,
            layout=(layout or services.layout)(rules, seed),
            memory=memory,
            seal=seal,
        )

    return await services.workers.run(make) if rules.level.cells > _MADE_IN_THREAD else make()
