"""Counting the clicks of a mouse as the reference tool for RAWVF does: also those that did nothing."""

from __future__ import annotations


class ClickCounter:
    """Counts clicks by what their buttons do.

    Left counts where it comes up, right where it goes down on a closed cell or comes up without having done anything,
    two buttons or the middle one count once. What is released outside the board does not count.
    """

    __slots__ = (
        "_after_chord",
        "_chord_left",
        "_down",
        "_has_marked",
        "_shift",
        "double",
        "left",
        "one_and_a_half",
        "outside",
        "right",
    )

    def __init__(self) -> None:
        self.left = self.right = self.double = 0
        self.one_and_a_half = 0  # chords that left ends while the right button that set a mark is still down
        self.outside = 0  # clicks that would count if they had been released on the board
        self._down: set[str] = set()
        self._shift = False
        self._has_marked = False  # the right button that is down set a mark: a chord from here is a 1.5 click
        self._after_chord = False  # the left button that is down is used up
        self._chord_left = False  # two buttons were down, and the first of them was released outside

    def count(self, kind: str, is_inside: bool, is_open: bool, superclick: bool = False) -> None:
        """Count an event, which chords with one button if `superclick`; the others say how its cell was before."""
        down = self._down
        if kind in ("mv", "mt") or (kind in ("lc", "sc", "rc") and "m" in down):
            return
        if kind in ("lc", "sc"):
            down.add("l")
            self._shift = kind == "sc"
        elif kind == "rc":
            down.add("r")
            self._shift = False
            if superclick:
                self.double += 1
                self._after_chord = True
            elif is_inside and "l" not in down and not is_open:
                self.right += 1
                self._has_marked, self._after_chord = True, False
        elif kind == "mc":
            self._down = {"m"}
            self._shift = self._has_marked = self._after_chord = False
        elif kind[1] == "r" and kind[0] in down:
            down.discard(kind[0])
            self._released(kind, is_inside, is_open, superclick)

    def _released(self, kind: str, is_inside: bool, is_open: bool, superclick: bool) -> None:
        has_left, has_right = "l" in self._down, "r" in self._down
        if kind == "mr":
            self.double += is_inside
        elif kind == "lr":
            if not is_inside:
                self.outside += not has_right and not self._after_chord
                self._after_chord, self._chord_left = False, has_right
            elif has_right or self._shift or (superclick and is_open):
                self.double += 1
                self.one_and_a_half += self._has_marked
                self._after_chord, self._shift = has_right, False
            else:
                self.left += not self._after_chord
                self._after_chord = False
        else:
            self._shift = False
            if not is_inside:
                is_click = not (has_left or self._has_marked or self._after_chord or self._chord_left)
                self.outside += is_click
                self._after_chord = has_left
            elif has_left or superclick:
                self.double += 1
                self._after_chord = has_left
            else:
                self.right += not self._has_marked and not self._after_chord
                self._after_chord = False
            self._has_marked = self._chord_left = False
