"""Networks: the addresses of a household or a school count as one, in IPv4 itself, in IPv6 its first 64 bits."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv6Address, ip_address

_HOST_BITS = 64  # of an address of IPv6


@lru_cache(maxsize=10_000)
def network_of(address: str) -> str:
    """Return the network of an address in a form that two addresses of one network share."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if isinstance(found, IPv6Address):
        mapped = found.ipv4_mapped
        return str(mapped) if mapped is not None else f"{int(found) >> _HOST_BITS:x}::/{_HOST_BITS}"
    return str(found)
