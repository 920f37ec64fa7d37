"""Arguments that no caller of ours gives: the kernel refuses them before it uses them."""

from __future__ import annotations

import pytest

from sapper import Rules, _kernel
from sapper.kernel_rules import kernel_rules

pytestmark = pytest.mark.kernel


@pytest.mark.parametrize(
    ("mines", "zone"),
    [(6, [0, 0]), (2**64 - 1, [0]), (2**64 - 1, []), (21, []), (21, [0])],
    ids=str,
)
def test_a_minefield_has_room_for_its_mines_and_names_a_cell_once(mines: int, zone: list[int]) -> None:
    with pytest.raises(ValueError, match=r"more mines than fit|there twice"):
        _kernel.Minefield.lay(3, 7 if mines != 21 else 6, mines, bytes(16), zone)


def test_actions_of_an_unknown_device_or_of_a_far_future_are_damaged() -> None:
    field = _kernel.Minefield.lay(5, 4, 3, bytes(16), [0])
    rules = kernel_rules(Rules("5x4/3"))
    late, far = b"\xff" * 8 + b"\x7f", b"\xff" * 6 + b"\x7f"
    for actions in (b"\x27\x00\x06", b"\x07" + late, b"\x17\x00" + far, b"\x47\x00" + far + b"\x00"):
        assert _kernel.adjudicate(rules, field, actions).ending == _kernel.Ending.DAMAGED
    assert _kernel.adjudicate(rules, field, b"\x27\x00\x05").ending == _kernel.Ending.ABANDONED
