"""Firefox as Playwright drives it, by WebDriver BiDi: starts the browser, and passes its messages on.

Playwright asks for emulations (colours, motion) that the Firefox of a distribution may not know yet, and gives up when
one is refused. Such a refusal is passed on as a success: the page is then shown as the browser shows it.
"""

from __future__ import annotations

import asyncio
import json
import re
import sys

from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, serve

_ADDRESS = re.compile(rb"WebDriver BiDi listening on (ws://\S+)")


async def main(program: str, words: list[str]) -> int:
    """Run the browser until it ends, and return its exit status."""
    browser = await asyncio.create_subprocess_exec(program, *words, stderr=asyncio.subprocess.PIPE)
    assert browser.stderr is not None
    address = ""
    while line := await browser.stderr.readline():
        if found := _ADDRESS.search(line):
            address = found[1].decode()
            break
        sys.stderr.buffer.write(line)
    async with serve(lambda client: relay(client, address), "127.0.0.1", 0, max_size=None, compression=None) as server:
        port = server.sockets[0].getsockname()[1]
        print(f"WebDriver BiDi listening on ws://127.0.0.1:{port}", file=sys.stderr, flush=True)
        while await browser.stderr.readline():
            pass
        return await browser.wait()


async def relay(client: ServerConnection, address: str) -> None:
    emulations: set[int] = set()
    path = client.request.path if client.request else ""
    async with connect(address + path, max_size=None, compression=None) as browser:
        ways = [ask(client, browser, emulations), answer(browser, client, emulations)]
        await asyncio.wait(map(asyncio.ensure_future, ways), return_when=asyncio.FIRST_COMPLETED)


async def ask(client: ServerConnection, browser: ClientConnection, emulations: set[int]) -> None:
    async for message in client:
        command = json.loads(message)
        if command["method"].startswith("emulation."):
            emulations.add(command["id"])
        await browser.send(message)


async def answer(browser: ClientConnection, client: ServerConnection, emulations: set[int]) -> None:
    async for message in browser:
        said = json.loads(message)
        if said.get("id") in emulations and said.get("error") in ("unknown command", "unsupported operation"):
            message = json.dumps({"type": "success", "id": said["id"], "result": {}})
        await client.send(message)


if __name__ == "__main__":
    sys.exit(asyncio.run(main(sys.argv[1], sys.argv[2:])))
