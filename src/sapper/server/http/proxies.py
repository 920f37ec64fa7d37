"""The proxies that are believed when they say whose request they pass on."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import ip_address, ip_network
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_REMEMBERED = 4096  # addresses


class Proxies:
    """Single addresses, and networks where proxies have any address; `in` answers whether one is a proxy's."""

    def __init__(self, given: Iterable[str]) -> None:
        self._networks = [ip_network(text) for text in given]
        self._is_one = lru_cache(_REMEMBERED)(self._find)

    def __contains__(self, address: object) -> bool:
        return bool(self._networks) and self._is_one(str(address))

    def _find(self, text: str) -> bool:
        try:
            address = ip_address(text)
        except ValueError:
            return False
        return any(address in network for network in self._networks)
