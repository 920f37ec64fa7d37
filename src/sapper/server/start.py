"""Starting games: rules within the limits of the server, and replicas of new and stored games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..rules import Rules, RulesError
from .refusal import Refusal, as_sentence
from .replica import GameReplica

if TYPE_CHECKING:
    from ..history.rows import Round
    from ..history.store import Stored
    from ..seed import Seed
    from .limits import Limits
    from .services import Services
    from .workers import Work

_MADE_IN_THREAD = 1 << 20  # cells: a larger board is made in a thread


def read_rules(text: str, limits: Limits, other_cells: int) -> Rules:
    """Return the rules of a new game, or raise `Refusal`; `other_cells` are those of the other boards in memory."""
    try:
        rules = Rules.parse(text)
    except RulesError as error:
        raise Refusal("rules", as_sentence(error)) from None
    cells = rules.level.cells
    if cells > limits.most_cells:
        raise Refusal("limit", f"A board on this server has at most {limits.most_cells} squares.")
    if rules.layout.grade is not None and cells > limits.no_guess_cells:
        raise Refusal("limit", f"A no-guess board has at most {limits.no_guess_cells} squares.")
    if other_cells + cells > limits.live_cells:
        raise Refusal("limit", "The server has no memory left for a board of this size: choose a smaller one.")
    return rules


async def new_replica(services: Services, rules: Rules, seed: Seed, *, known_board: bool) -> GameReplica:
    """Return the replica of a new game, or raise `Refusal` if its board does not fit into memory."""
    salt, public_id = services.entropy(16), services.new_id()

    def make(_: Work | None = None) -> GameReplica:
        layout = services.layout(rules, seed)
        return GameReplica(rules, seed, salt, public_id, known_board=known_board, layout=layout)

    try:
        return await services.workers.run(make) if rules.level.cells > _MADE_IN_THREAD else make()
    except MemoryError as error:
        raise Refusal("limit", as_sentence(error)) from None


async def stored_replica(services: Services, round_: Round, stored: Stored) -> GameReplica:
    """Return the replica of a stored game, before its actions are applied."""

    def make(_: Work) -> GameReplica:
        rules, seed = Rules.parse(stored.rules), stored.seed
        assert seed is not None
        return GameReplica(
            rules,
            seed,
            round_.salt,
            round_.public_id,
            known_board=stored.known_board,
            number=stored.id,
            layout=services.layout(rules, seed),
        )

    return await services.workers.run(make)
