"""The addresses at which browsers may reach this server."""

from __future__ import annotations

import socket
from ipaddress import ip_address
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
_EVERYWHERE = ("0.0.0.0", "::")


class Origins:
    """Decides which `Host` and `Origin` headers belong to this server. Others may come from a site that attacks it.

    A server that listens on every address also answers to the name of its machine and to every address that the machine
    has at that moment.
    """

    def __init__(self, host: str, port: int, given: Iterable[str] = ()) -> None:
        self.is_everywhere = host in _EVERYWHERE
        self._port = port
        self.own = [f"http://{name}:{port}" for name in _names(host)]  # the first is for whoever sits at this machine
        self._origins = frozenset([*self.own, *(origin.rstrip("/").lower() for origin in given)])
        self._hosts = {origin.partition("://")[2] for origin in self._origins}
        self._secure_hosts = {origin.partition("://")[2] for origin in self._origins if origin.startswith("https:")}

    def has_host(self, host: str) -> bool:
        """Return whether a `Host` header names this server."""
        host = host.lower()
        return host in self._hosts or (self.is_everywhere and self._is_address_of_machine(host))

    def has_origin(self, origin: str) -> bool:
        """Return whether an `Origin` header is that of a page of this server."""
        scheme, _, host = origin.partition("://")
        return origin in self._origins or (
            self.is_everywhere and scheme == "http" and self._is_address_of_machine(host)
        )

    def is_secure(self, host: str) -> bool:
        """Return whether browsers reach a host by https, through a proxy."""
        return host.lower() in self._secure_hosts

    def _is_address_of_machine(self, host: str) -> bool:
        name, _, port = host.rpartition(":")
        return port == str(self._port) and is_local(name.removeprefix("[").removesuffix("]"))


def _names(host: str) -> list[str]:
    """Return the names of a server that listens at an address, as they stand in a URL."""
    own = f"[{host}]" if ":" in host else host.lower()
    if host in _EVERYWHERE:
        machine = socket.gethostname().lower()
        return [*LOOPBACK, machine, f"{machine}.local"]
    return list(dict.fromkeys([own, *LOOPBACK])) if own in LOOPBACK else [own]


def is_local(text: str) -> bool:
    """Return whether a text is an IP address of this machine: only to those can a socket be bound."""
    try:
        address = ip_address(text)
    except ValueError:
        return False
    if address.is_unspecified or address.is_multicast:
        return False
    family = socket.AF_INET if address.version == 4 else socket.AF_INET6
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as trial:
            trial.bind((str(address), 0))
    except OSError:
        return False
    return True


def is_loopback(host: str) -> bool:
    """Return whether a `Host` header names this machine itself, on any port: that of a tunnel may be another one."""
    name, _, port = host.lower().rpartition(":")
    return (name if port.isdecimal() else host.lower()) in LOOPBACK
