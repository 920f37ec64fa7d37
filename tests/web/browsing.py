"""A server of the tests' own, and the page in a browser as a player sees it."""

from __future__ import annotations

import json
import re
import signal
import time
from subprocess import PIPE
from typing import TYPE_CHECKING, Any

from processes import start as start_process
from waiting import PATIENCE

from sapper import Action, Board, Game, Rules
from sapper.board import SYMBOLS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import BrowserContext, ConsoleMessage, JSHandle, Page, ViewportSize

    from sapper import Seed

Cell = tuple[int, int]

SEED = "a rainy day"
HAND = 100.0  # milliseconds from square to square, which a hand can do
DESKTOP: ViewportSize = {"width": 1440, "height": 900}
# All tests of a process come from one address, faster than players do.
#: The limits of a server are for people at several addresses, and all tests share one.
LIMITS = tuple(
    word
    for name, most in {
        "connections-per-address": 64,
        "rooms-per-minute": 6000,
        "room-burst": 1000,
        "requests-per-second": 1000,
        "request-burst": 10_000,
        "reports-per-address": 30,
        "job-seconds": 120,  # a busy machine takes long for a report
        "hello": 60,
        "header": 60,
    }.items()
    for word in ("--limit", f"{name}={most}")
)
ROOM_LIMITS = ("--limit", "countdown=0.5", "--limit", "grace=20")
APP = "async () => (await (await import(document.querySelector('script[type=module]').src)).start).app"


#: Has the start page begin with a game, as it does for a link to a board. Returns whether there was no game before.
FIRST_GAME = """async ([rules, seed]) => {
  const start = await (await import(document.querySelector('script[type=module]').src)).start;
  if (start.app || !start.home) return false;
  start.play((app) => void app.session.newGame(rules, seed));
  return true;
}"""


def wait(what: Callable[[], Any], why: str) -> Any:
    """Wait until something is true, and return it. What is asked of a browser costs more than the wait."""
    until = time.monotonic() + PATIENCE
    pause = 0.01
    while True:
        found = what()
        if found:
            return found
        assert time.monotonic() < until, f"waited too long for: {why}"
        time.sleep(pause)
        pause = min(pause * 1.3, 0.06)


def wait_for_none(look: Callable[[], list[str]], where: str) -> None:
    """Wait until no faults are found, or fail with those that were."""
    found: list[str] = []

    def is_right() -> bool:
        found[:] = look()
        return not found

    try:
        wait(is_right, where)
    except AssertionError:
        raise AssertionError(f"{where}: {found}") from None


#: Notes everything that the page says for a moment: a busy machine may look too late.
_NOTE_NEWS = """window.saidNews = [];
addEventListener("DOMContentLoaded", () => {
  const news = document.getElementById("news");
  const note = () => window.saidNews.push(news.textContent);
  if (news) new MutationObserver(note).observe(news, { childList: true, characterData: true, subtree: true });
});"""
_STOPPED: set[int] = set()  # the ports of servers that tests have stopped


class Server:
    """A server process on a free port of this machine, with its own folder.

    `code` runs in it before it starts, `options` are given to it beside the usual ones.
    """

    def __init__(self, folder: Path, options: tuple[str, ...] = ()) -> None:
        self.code = ""
        self.options = options
        self.port = 0  # a free one, and the same after a restart
        self.folder = folder
        self.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    def start(self) -> None:
        _STOPPED.discard(self.port)
        command = ["web", "--no-open", "--port", str(self.port), "--data", str(self.folder), *LIMITS, *self.options]
        self.log = (self.folder / "server.log").open("ab")
        self.process = start_process(command, stdout=PIPE, stderr=self.log, code=self.code)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)", line)
        assert found, (line, (self.folder / "server.log").read_text("utf-8"))
        self.port = int(found[1])

    def kill(self) -> None:
        """Kill it as a power failure would."""
        self.process.send_signal(signal.SIGKILL)
        self._end()

    def stop(self) -> None:
        self.process.terminate()
        self._end()

    def _end(self) -> None:
        _STOPPED.add(self.port)
        self.process.wait(PATIENCE)
        assert self.process.stdout is not None
        self.process.stdout.close()
        self.log.close()


class Seat:
    """A player at the page."""

    def __init__(self, page: Page, url: str) -> None:
        self.page = page
        page.set_default_timeout(PATIENCE * 1000)
        self.url = url

    def go(self) -> None:
        self.page.goto(self.url)

    def store(self, settings: dict[str, Any]) -> None:
        """Have settings stored before the page is loaded. A blank page has no storage, and Firefox says so."""
        stored = json.dumps(json.dumps(settings))
        script = f"if (location.protocol !== 'about:') localStorage.setItem('sapper.settings', {stored})"
        self.page.add_init_script(script)

    def sit_down(self, rules: str = "modern beginner", seed: str | None = SEED) -> None:
        """Open the page at a game of a known board, asked for through the protocol."""
        self.go()
        self.page.wait_for_selector(".home")
        if seed is not None and self.page.evaluate(FIRST_GAME, [rules, seed]):
            self.wait_for_game()
            return
        self.page.keyboard.press("n")  # Enter would go on with a game that is not finished
        self.wait_for_game()
        if seed is not None:
            self.new(rules, seed)

    def new(self, rules: str, seed: str | None) -> None:
        before = self.tell("app => app.state.game.id")
        self.tell("(app, [rules, seed]) => void app.session.newGame(rules, seed)", [rules, seed])
        wait(lambda: self.tell("app => app.state.game.id") != before, "another game")
        self.settle()

    def wait_for_game(self) -> None:
        wait(lambda: self.page.evaluate(f"async () => Boolean((await ({APP})())?.state.game)"), "a game")
        self.settle()

    @property
    def app(self) -> JSHandle:
        return self.page.evaluate_handle(APP)

    def tell(self, script: str, argument: Any = None) -> Any:
        """Ask the page's own objects: `script` is a function of the app."""
        return self.page.evaluate(f"async argument => ({script})(await ({APP})(), argument)", argument)

    def settle(self) -> None:
        """Wait until everything asked for is answered and painted."""
        answered = "app => app.session.isSettled"
        wait(lambda: self.tell(answered), "answers")
        self.frame()

    def frame(self) -> None:
        """Wait until what was asked for by now is painted."""
        self.page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")

    # What the player sees

    @property
    def path(self) -> str:
        return str(self.page.evaluate("location.pathname"))

    @property
    def status(self) -> str:
        return str(self.tell("app => app.state.game.status"))

    @property
    def diagram(self) -> str:
        """The board as the page's model has it, marks that are not confirmed included."""
        script = """app => {
          const { game } = app.state;
          const rows = [];
          for (let row = 0; row < game.height; row++) {
            rows.push(Array.from({ length: game.width }, (_, col) => SYMBOLS[game.at([row, col])]).join(""));
          }
          return rows.join("\\n");
        }"""
        return str(self.tell(script.replace("SYMBOLS", repr(SYMBOLS))))

    def wait_for(self, text: str) -> None:
        self.page.get_by_text(text).first.wait_for()

    def wait_news(self, text: str) -> None:
        """Wait until the page has said something in its news since it was loaded, for however short a time."""
        script = "text => window.saidNews.some((said) => said.includes(text))"
        self.page.wait_for_function(script, arg=text, polling=50)

    def wait_status(self, status: str) -> None:
        wait(lambda: self.status == status, f"the status {status}, not {self.status}")
        self.frame()

    @property
    def rules(self) -> str:
        return str(self.tell("app => app.state.game.rules"))

    def wait_rules(self, part: str) -> None:
        wait(lambda: part in self.rules, f"rules with {part}, not {self.rules}")
        self.frame()

    def wait_choice(self, name: str, value: object) -> None:
        wait(lambda: self.tell("(app, name) => app.state.game.choices[name]", name) == value, f"{name}={value}")
        self.frame()

    def wait_stage(self, stage: str) -> None:
        wait(lambda: self.page.locator(".step.on").all_inner_texts() == [stage], f"the stage {stage}")

    # Hands

    def point(self, cell: Cell) -> tuple[float, float]:
        x, y = self.tell("(app, cell) => app.view.pointOf(...cell)", list(cell))
        return x, y

    def click(self, cell: Cell, button: Any = "left") -> None:
        self.page.mouse.click(*self.point(cell), button=button)

    def key(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def walk(self, cell: Cell) -> None:
        """Bring the cursor to a cell with the arrow keys."""
        row, col = self.tell("app => app.input.cursor")
        self.key(*["ArrowDown" if cell[0] > row else "ArrowUp"] * abs(cell[0] - row))
        self.key(*["ArrowRight" if cell[1] > col else "ArrowLeft"] * abs(cell[1] - col))
        if (row, col) == cell and not self.tell("app => app.state.isCursorShown"):
            self.key("ArrowUp" if row else "ArrowDown", "ArrowDown" if row else "ArrowUp")


class Known:
    """The known board, played in Python beside the page."""

    def __init__(self, rules: str = "modern beginner", first: Cell = (0, 0), seed: str | Seed = SEED) -> None:
        self.game = Game(Rules.parse(rules), seed)
        self.first = first
        self.game.open(*first)
        truth = Game(Rules.parse(rules), seed)
        truth.open(*first)
        truth.play(Action("resign"))
        self.mines = set(truth.minefield.mines())
        self.cells = self.all_cells(self.game.board)

    @staticmethod
    def all_cells(board: Board) -> list[Cell]:
        return [(row, col) for row in range(board.level.height) for col in range(board.level.width)]

    def openings(self) -> Iterator[Cell]:
        """Give cells to open, until the game is won."""
        for cell in self.cells:
            if cell not in self.mines and self.game.board[cell] == SYMBOLS.index("."):
                self.game.open(*cell)
                yield cell

    @property
    def diagram(self) -> str:
        return str(self.game.board).partition("\n")[2]


def is_of_stopped_server(complaint: str) -> bool:
    """Return whether the browser complains of a server that the test has stopped: a page that is open calls it."""
    called = re.search(r"'wss?://127\.0\.0\.1:(\d+)/.*ERR_CONNECTION_", complaint)
    return called is not None and int(called[1]) in _STOPPED


def watch(context: BrowserContext, complaints: list[str]) -> None:
    """Note every error, warning and report of the content security policy."""
    context.add_init_script(
        "addEventListener('securitypolicyviolation', event => console.error('CSP', event.violatedDirective))"
    )

    context.add_init_script(_NOTE_NEWS)

    def note(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and "blocked by Playwright" not in message.text:
            complaints.append(f"{message.type}: {message.text} {message.location['url']}".rstrip())

    context.on("console", note)
    context.on("weberror", lambda error: complaints.append(str(error.error)))
