"""The addresses at which browsers may reach this server."""

from __future__ import annotations

import socket
from ipaddress import ip_address
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")


def origins_of(host: str, port: int, given: Iterable[str] = ()) -> list[str]:
    """Return the origins that belong to a server at an address, by number and by name, and the given ones."""
    own = f"[{host}]" if ":" in host else host.lower()
    if is_everywhere(host):
        names = [*LOOPBACK, *machine_names()]
    else:
        names = list(dict.fromkeys([own, *LOOPBACK])) if own in LOOPBACK else [own]
    return [*(f"http://{name}:{port}" for name in names), *(origin.rstrip("/").lower() for origin in given)]


def is_everywhere(host: str) -> bool:
    """Return whether a server that listens at an address listens on every address of its machine."""
    return host in ("0.0.0.0", "::")


def machine_name() -> str:
    """Return the name by which other machines know this one, if they know any."""
    return socket.gethostname().lower()


def machine_names() -> tuple[str, str]:
    """Return the name of this machine, and as it is announced in a local network."""
    return machine_name(), f"{machine_name()}.local"


class Origins:
    """Decides which `Host` and `Origin` headers belong to this server. Others may come from a site that attacks it.

    With `every_address`, a port, it also answers to every address that the machine has at that moment.
    """

    def __init__(self, origins: Iterable[str], every_address: int | None = None) -> None:
        self._port = every_address
        self._origins = frozenset(origins)
        self._hosts = {origin.partition("://")[2] for origin in self._origins}
        self._secure_hosts = {origin.partition("://")[2] for origin in self._origins if origin.startswith("https:")}

    def has_host(self, host: str) -> bool:
        """Return whether a `Host` header names this server."""
        host = host.lower()
        return host in self._hosts or self._is_address_of_machine(host)

    def has_origin(self, origin: str) -> bool:
        """Return whether an `Origin` header is that of a page of this server."""
        scheme, _, host = origin.partition("://")
        return origin in self._origins or (scheme == "http" and self._is_address_of_machine(host))

    def is_secure(self, host: str) -> bool:
        """Return whether browsers reach a host by https, through a proxy."""
        return host.lower() in self._secure_hosts

    def origin_of(self, host: str) -> str:
        """Return the origin of the pages that browsers reach under a host."""
        return f"{'https' if self.is_secure(host) else 'http'}://{host.lower()}"

    def _is_address_of_machine(self, host: str) -> bool:
        name, _, port = host.rpartition(":")
        return self._port is not None and port == str(self._port) and is_local(name.removeprefix("[").removesuffix("]"))


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


def names_machine(host: str) -> bool:
    """Return whether a `Host` header names this machine, on any port: that of a tunnel may be another one."""
    name, _, port = host.lower().rpartition(":")
    own = name if port.isdecimal() else host.lower()
    return own in LOOPBACK or own in machine_names() or is_local(own.removeprefix("[").removesuffix("]"))
