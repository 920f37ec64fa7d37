"""One attack in a process of its own: run by `bench/soak.py` with the name of the attack, a port and seconds.

It says "ready" when everything is prepared, begins at a line on standard input, and ends with its outcome as JSON.
"""

from __future__ import annotations

import asyncio
import json
import sys
from typing import NamedTuple

from server.attacks.catalogue import BY_NAME


class _Server(NamedTuple):
    port: int


async def main(name: str, server: _Server, seconds: float) -> None:
    """Prepare an attack, wait, attack, and print what happened."""
    attack = BY_NAME[name]
    prepared = None if attack.prepare is None else await attack.prepare(server)
    print("ready", flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    print(json.dumps(await attack(server, seconds, prepared)), flush=True)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], _Server(int(sys.argv[2])), float(sys.argv[3])))
