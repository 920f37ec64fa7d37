"""A largest matching in any graph: Edmonds' algorithm, which contracts the odd cycles that it meets."""

from __future__ import annotations

from collections import deque

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

FREE = -1


def largest_matching(edges: Sequence[Collection[int]]) -> list[int]:
    """Return the partner of each node in a largest matching, `FREE` for those without one."""
    partner = [FREE] * len(edges)
    for node in range(len(edges)):  # most edges are found at once
        if partner[node] == FREE:
            free = next((other for other in edges[node] if partner[other] == FREE), FREE)
            if free != FREE:
                partner[node], partner[free] = free, node
    for node in range(len(edges)):
        if partner[node] == FREE:
            augment(edges, partner, node)
    return partner


def augment(edges: Sequence[Collection[int]], partner: list[int], root: int, without: Collection[int] = ()) -> bool:
    """Enlarge a matching by a path that begins at a free node, and return whether there is one.

    Nodes of `without` are not used.
    """
    parent = [FREE] * len(edges)
    base = list(range(len(edges)))  # of the contracted cycle that a node is in
    is_outer = [False] * len(edges)
    is_outer[root] = True
    waiting = deque([root])

    def common_base(first: int, second: int) -> int:
        seen = set()
        while True:
            first = base[first]
            seen.add(first)
            if partner[first] == FREE:
                break
            first = parent[partner[first]]
        while base[second] not in seen:
            second = parent[partner[base[second]]]
        return base[second]

    def mark(node: int, top: int, child: int, inside: set[int]) -> None:
        while base[node] != top:
            inside |= {base[node], base[partner[node]]}
            parent[node] = child
            child = partner[node]
            node = parent[child]

    while waiting:
        node = waiting.popleft()
        for other in edges[node]:
            if other in without or base[node] == base[other] or partner[node] == other:
                continue
            if other == root or (partner[other] != FREE and parent[partner[other]] != FREE):
                top = common_base(node, other)
                inside: set[int] = set()
                mark(node, top, other, inside)
                mark(other, top, node, inside)
                for one in range(len(edges)):
                    if base[one] in inside:
                        base[one] = top
                        if not is_outer[one]:
                            is_outer[one] = True
                            waiting.append(one)
            elif parent[other] == FREE:
                parent[other] = node
                if partner[other] == FREE:
                    while other != FREE:
                        before = parent[other]
                        following = partner[before]
                        partner[other], partner[before] = before, other
                        other = following
                    return True
                is_outer[partner[other]] = True
                waiting.append(partner[other])
    return False
