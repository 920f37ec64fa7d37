"""Starting games: rules within the limits of the server, and replicas of new and stored games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..rules import Rules, RulesError
from .refusal import Refusal, as_sentence
from .replica import GameReplica

if TYPE_CHECKING:
    from ..history.rows import Round
    from ..history.store import Stored
    from ..rules import Level
    from ..seed import Seed
    from .limits import Limits
    from .memory import Reservation
    from .services import Services
    from .workers import Work

_MADE_IN_THREAD = 1 << 16  # cells: a larger board is made in a thread


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
        raise Refusal("limit", f"A no-guess board has at most {limits.no_guess_cells} squares.")
    if rules.has_automatic_moves and cells > limits.assisted_cells:
        raise Refusal("limit", f"A board with automatic moves has at most {limits.assisted_cells} squares.")


def size_problem(level: Level, limits: Limits) -> str | None:
    """Return why a board is too large for the server, None if it is not."""
    if level.cells > limits.most_cells:
        return f"A board on this server has at most {limits.most_cells} squares."
    if max(level.width, level.height) > limits.most_side:
        return f"A board on this server has at most {limits.most_side} squares along a side."
    return None


async def new_replica(
    services: Services, rules: Rules, seed: Seed, memory: Reservation, *, known_board: bool
) -> GameReplica:
    """Return the replica of a new game, or raise `Refusal` if its board does not fit into memory."""
    salt, public_id = services.entropy(16), services.new_id()

    def make(_: Work | None = None) -> GameReplica:
        layout = services.layout(rules, seed)
        return GameReplica(rules, seed, salt, public_id, known_board=known_board, layout=layout, memory=memory)

    try:
        return await services.workers.run(make) if rules.level.cells > _MADE_IN_THREAD else make()
    except MemoryError as error:
        raise Refusal("limit", as_sentence(error)) from None


async def stored_replica(
    services: Services, rules: Rules, round_: Round, stored: Stored, memory: Reservation
) -> GameReplica:
    """Return the replica of a stored game, before its actions are applied."""
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
            layout=services.layout(rules, seed),
            memory=memory,
        )

    return await services.workers.run(make) if rules.level.cells > _MADE_IN_THREAD else make()
