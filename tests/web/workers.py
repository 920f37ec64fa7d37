"""The page with its service worker: it is installed, and a server brings a newer version of it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from web.browsing import wait

if TYPE_CHECKING:
    from collections.abc import Callable

    from web.browsing import Seat

#: What the browser says of its own when the server is gone.
OFFLINE = re.compile(r"ERR_CONNECTION|WebSocket|Failed to fetch|ERR_FAILED|ERR_EMPTY_RESPONSE")
#: Code of a server with one more file in the page.
NEWER = """import sapper.server.http.static as static
files = static._sent_files
static._sent_files = lambda: files() | {"extra.txt": b"of a newer version"}
"""
_IS_STORED = (
    "async () => Boolean(await caches.match(new URL('rest.json', document.querySelector('[type=module]').src)))"
)


def version(seat: Seat) -> str:
    found = seat.page.evaluate("document.querySelector('script[type=module]').src")
    return str(re.findall(r"/assets/([0-9a-f]{16})/", found)[0])


def install(seat: Seat) -> None:
    """Open the page until its worker is in charge."""
    seat.go()
    seat.page.locator(".home").wait_for()
    wait(lambda: seat.page.evaluate("Boolean(navigator.serviceWorker.controller)"), "a worker")
    wait_for_worker(seat, lambda: seat.page.evaluate(_IS_STORED), "every part of the page in its store")


def wait_for_worker(seat: Seat, what: Callable[[], Any], why: str) -> None:
    """Wait until something is true that a new worker does.

    It replaces the old one when that is idle and was ended. Chromium does not end a worker that is debugged, as all are
    by Playwright: it tells the worker that it will be ended, which then takes no more events. So the test ends it, and
    it alone: a new one that is ended while it stores files does not begin again.
    """
    found: dict[str, Any] = {}
    line = seat.page.context.new_cdp_session(seat.page)
    line.on(
        "ServiceWorker.workerVersionUpdated", lambda event: found.update({w["versionId"]: w for w in event["versions"]})
    )
    line.send("ServiceWorker.enable")

    def is_done() -> Any:
        result = what()
        workers = list(found.values())
        if not result and any(worker["status"] == "installed" for worker in workers):
            for worker in workers:
                if (worker["status"], worker["runningStatus"]) == ("activated", "running"):
                    line.send("ServiceWorker.stopWorker", {"versionId": worker["versionId"]})
        return result

    wait(is_done, why)
    line.detach()
