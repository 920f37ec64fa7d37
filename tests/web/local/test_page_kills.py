"""The tab is killed at every step of storing a game that is played without a server: what was answered is there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from web.browsing import DESKTOP, SEED, Known, Seat, wait
from web.local.test_page_alone import site

from sapper import Game, Rules

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Route

__all__ = ["site"]

#: Stops the worker for good when it stores something: as if the tab was killed before the change, or after its commit.
KILL = """{
const stop = () => {
  const { buffer } = new WebAssembly.Memory({ shared: true, initial: 1, maximum: 1 });
  Atomics.wait(new Int32Array(buffer), 0, 0);
};
const { add, put } = IDBObjectStore.prototype;
const kill = (store, run) => {
  if (IS_BEFORE) stop();
  store.transaction.addEventListener("complete", stop);
  return run();
};
const is = { begin: () => false, append: (value, key) => key?.[1] === 3, end: (value, key) => !key && value.end }[STEP];
IDBObjectStore.prototype.put = function (...given) {
  return is(...given) ? kill(this, () => put.apply(this, given)) : put.apply(this, given);
};
IDBObjectStore.prototype.add = function (...given) {
  return STEP === "begin" ? kill(this, () => add.apply(this, given)) : add.apply(this, given);
};
}
"""


def diagram_of(cells: list[tuple[int, int]]) -> str:
    """Return the known board after some cells were opened."""
    game = Game(Rules.parse("modern beginner"), SEED)
    for cell in cells:
        game.open(*cell)
    return str(game.board).partition("\n")[2]


@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("step", ["begin", "append", "end"])
def test_what_was_answered_is_there_after_a_kill(browser: Browser, site: str, step: str, when: str) -> None:
    context = browser.new_context(viewport=DESKTOP, service_workers="block")
    gate = "**/local-worker.js"

    def kill(route: Route) -> None:
        script = KILL.replace("STEP", f'"{step}"').replace("IS_BEFORE", str(when == "before").lower())
        route.fulfill(body=script + route.fetch().text(), content_type="text/javascript")

    context.route(gate, kill)
    seat = Seat(context.new_page(), site)
    seat.sit_down()
    known = Known()
    moves = [known.first, *known.openings()]
    for row, col in moves:
        seat.tell("(app, [row, col]) => app.session.play({ kind: 'open', row, col }, 'mouse')", [row, col])
    expected = {"begin": 0, "append": 2, "end": len(moves) - 1}[step]
    wait(lambda: seat.tell("app => app.state.game.seq") >= expected, "the moves that are answered")
    answered = seat.tell("app => app.state.game.seq")
    context.unroute(gate)
    seat.page.reload()
    if step == "begin" and when == "before":
        assert answered == 0
        seat.sit_down()
    else:
        seat.wait_for_game()
        stored = seat.tell("app => app.state.game.seq")
        assert stored >= answered
        assert seat.diagram.replace("F", ".") == diagram_of(moves[:stored])  # a won board shows its mines as flags
        left = moves[stored:]
        for cell in left:
            seat.click(cell)
            seat.settle()
        seat.wait_status("won")
        wait(lambda: seat.tell("app => app.state.over?.finished_id"), "a game that is stored")
    context.close()
