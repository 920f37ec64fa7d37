"""Fuzzy search: the entries of a list that match a few typed letters, the best first."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from .menus import Item

# How an entry matches, the best first. A description counts only if no name matches, and letters that are scattered
# over a name only if nothing else does.
_EXACT, _SYNONYM, _NAME, _PREFIX, _WORDS, _WITHIN, _NOTE, _SCATTERED = range(8)


def matching(items: Sequence[Item], typed: str) -> list[Item]:
    """Return the items that match, the best first; all of them in their order while nothing is typed."""
    query = " ".join(typed.lower().replace("-", " ").split()).rstrip("!")  # vim's :q! asks for no more than :q here
    if not query:
        return list(items)
    ranked = [(_rank(item, query), place) for place, item in enumerate(items)]
    found = sorted((rank, place) for rank, place in ranked if rank is not None)
    limit = next((limit for limit in (_NOTE, _SCATTERED) if found and found[0][0] < limit), _SCATTERED + 1)
    return [items[place] for rank, place in found if rank < limit]


def _rank(item: Item, query: str) -> float | None:
    name = item.words.lower().replace("-", " ")
    action = item.action.replace("-", " ").replace(":", " ").lower()
    phrases = [name, action, *item.synonyms]
    words = query.split()
    if query in (name, action):
        return _EXACT
    if query in item.synonyms:
        return _SYNONYM
    if name.startswith(query):
        return _NAME
    if any(phrase.startswith(query) for phrase in phrases):
        return _PREFIX
    if _begins(" ".join(phrases).replace(":", " ").split(), words):
        return _WORDS
    if any(all(word in phrase for word in words) for phrase in phrases):
        return _WITHIN
    if all(word in f"{name} {item.note.lower()}" for word in words):
        return _NOTE
    gaps = _gaps(name, query.replace(" ", ""))
    return None if gaps is None else _SCATTERED + gaps / 1000


def _begins(words: Iterable[str], typed: Iterable[str]) -> bool:
    """Return whether each word that is typed begins one of the words."""
    return all(any(word.startswith(start) for word in words) for start in typed)


def _gaps(name: str, letters: str) -> int | None:
    """Return how many letters of a name lie between those typed, None if they are not in it in this order.

    The first of them begins the name: scattered letters that begin anywhere match nearly everything.
    """
    if len(letters) < 2 or not name.startswith(letters[0]):
        return None
    at = 0
    for letter in letters[1:]:
        at = name.find(letter, at + 1)
        if at < 0:
            return None
    return at + 1 - len(letters)
