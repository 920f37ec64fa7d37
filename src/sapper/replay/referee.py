"""How a list of actions ends, found by the kernel without playing a `Game`."""

from __future__ import annotations

from functools import lru_cache

from .. import _kernel
from ..game import Status
from ..rules import Flags, Flood
from .action_list import Damaged

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..minefield import Minefield
    from ..rules import Rules

_ENDINGS = {getattr(_kernel.Ending, status.name): status for status in Status}


def adjudicate(rules: Rules, minefield: Minefield, actions: bytes) -> tuple[Status, tuple[int, int] | None]:
    """Return how packed actions end, and the first cell opened; raise `Damaged` if they cannot be played.

    The kernel knows neither assists nor practice.
    """
    judgement = _kernel.adjudicate(_play_rules(rules), minefield._truth, actions)
    ending, first = judgement.ending, judgement.first
    if ending == _kernel.Ending.DAMAGED:
        raise Damaged("the list of actions is damaged")
    if ending == _kernel.Ending.REFUSED:
        raise Damaged("the rules refuse one of the actions")
    return _ENDINGS[ending], None if first is None else rules.level.cell(first)


@lru_cache(maxsize=128)
def _play_rules(rules: Rules) -> _kernel.PlayRules:
    return _kernel.PlayRules(
        flags=rules.flags is not Flags.OFF,
        capped=rules.flags is Flags.CAPPED,
        preflag=rules.preflag,
        protect_flags=rules.protect_flags,
        protect_questions=rules.protect_questions,
        sweep_flags=rules.flood is Flood.SWEEP,
        chord=_kernel.Chord[rules.chord.name],
        completion=_kernel.Completion[rules.completion.name],
        lives=rules.lives,
    )
