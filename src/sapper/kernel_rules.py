"""Rules and actions in the terms of the kernel, which plays recorded games."""

from __future__ import annotations

from functools import lru_cache

from . import _kernel
from .action import Kind
from .rules import Assist, Flags, Flood, Loss

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .rules import Rules

#: The codes of docs/replay-format.md.
KIND_CODES = {Kind[kind.name]: kind.value for kind in _kernel.ActionKind}


@lru_cache(maxsize=128)
def kernel_rules(rules: Rules) -> _kernel.PlayRules:
    """Return rules in the kernel's form."""
    return _kernel.PlayRules(
        flags=rules.flags is not Flags.OFF,
        capped=rules.flags is Flags.CAPPED,
        preflag=rules.preflag,
        protect_flags=rules.protect_flags,
        protect_questions=rules.protect_questions,
        sweep_flags=rules.flood is Flood.SWEEP,
        flag_around=Assist.FLAG_AROUND in rules.assists,
        auto_flag=Assist.AUTO_FLAG in rules.assists,
        auto_open=Assist.AUTO_OPEN in rules.assists,
        shows_mines=rules.loss is Loss.ALL,
        practice=rules.practice,
        first_is_safe=rules.first_is_safe,
        chord=_kernel.Chord[rules.chord.name],
        completion=_kernel.Completion[rules.completion.name],
        guessing=_kernel.Guessing[rules.guessing.name],
        lives=rules.lives,
    )
