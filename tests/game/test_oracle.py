"""The second game is right itself: what it finds step by step is what plain counting finds."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st
from oracle import choices

CELLS = [(row, col) for row in range(2) for col in range(4)]
GROUPS = st.lists(st.tuples(st.sets(st.sampled_from([*CELLS, (9, 9)])), st.integers(-1, 5)), max_size=4)


@given(GROUPS)
def test_choices_are_all_that_have_so_many_of_each_group(groups: list[tuple[set[tuple[int, int]], int]]) -> None:
    tried = (set(chosen) for count in range(len(CELLS) + 1) for chosen in combinations(CELLS, count))
    fitting = [chosen for chosen in tried if all(len(chosen & group) == need for group, need in groups)]
    assert sorted(map(sorted, choices(CELLS, groups))) == sorted(map(sorted, fitting))
