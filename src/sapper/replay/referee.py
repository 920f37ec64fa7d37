"""The end of a list of actions, found by the kernel without playing a `Game`."""

from __future__ import annotations

from .. import _kernel
from ..game import STATUSES
from ..kernel_rules import kernel_rules
from ..phrase import Phrase
from .action_list import Damaged

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..game import Status
    from ..minefield import Minefield
    from ..rules import Rules


def adjudicate(rules: Rules, minefield: Minefield, actions: bytes) -> tuple[Status, tuple[int, int] | None]:
    """Return the end of packed actions, and the first cell opened; raise `Damaged` if they cannot be played."""
    judgement = _kernel.adjudicate(kernel_rules(rules), minefield._truth, actions)
    ending, first = judgement.ending, judgement.first
    if ending == _kernel.Ending.DAMAGED:
        raise Damaged(Phrase("file.invalid", name="actions"))
    if ending == _kernel.Ending.REFUSED:
        raise Damaged(Phrase("file.refused"))
    return STATUSES[ending], None if first is None else rules.level.cell(first)
