import assert from "node:assert/strict";
import { test } from "node:test";
import { MemoryStore, ready } from "../engine.mjs";
import { use } from "../page.mjs";

const { answer } = await use("local/answers.ts");
const { LocalServer } = await use("local/server.ts");
const { search } = await use("local/search.ts");
const { engine, schema } = await ready();

const SEED = "a rainy day";

/** A page at the server inside it; `store` is what is left of an earlier page. */
class Page {
  sent = [];
  now = 1000;
  failures = [];
  locked = new Set();
  searches = [];

  constructor({ store = new MemoryStore(), others = new Set() } = {}) {
    this.store = store;
    this.around = {
      engine,
      store,
      rulesets: schema,
      searching: {
        start: (wanted, report) => this.searches.push(() => search(engine, wanted, report)),
        stop: () => this.searches.pop(),
      },
      send: (message) => this.sent.push(structuredClone(message)),
      clock: () => this.now,
      today: () => 1_800_000_000_000 + this.now,
      lock: async (room) => !others.has(room),
      unlock: () => {},
      stored: (failure) => this.failures.push(failure?.name ?? null),
      changed: () => {},
      every: () => () => {},
    };
    this.server = new LocalServer(this.around);
  }

  n = 0;

  async ask(message) {
    const from = this.sent.length;
    await this.server.receive({ n: ++this.n, ...message });
    return this.sent.slice(from);
  }

  async begin(rules = "modern beginner", seed = SEED) {
    await this.ask({ t: "hello", tab: "one" });
    const [board] = await this.ask({ t: "new", rules, seed });
    this.board = board;
    return board;
  }

  play(kind, cell, more = {}) {
    this.now += 700;
    return this.ask({ t: "play", game: this.board.game, kind, cell, device: "mouse", ...more });
  }

  /** Play the game to its end: open every safe cell. */
  async win() {
    await this.play("open", 0);
    const live = this.server._live;
    const field = live.fields.get(0);
    for (const cell of field.keys()) {
      if (!(field[cell] & 0x80) && live.game.cells()[cell] > 8) await this.play("open", cell);
    }
    return this.sent.findLast(({ t }) => t === "over");
  }

  get(path) {
    return answer({ path, method: "GET", body: "" }, this.around);
  }
}

const kinds = (messages) => messages.map(({ t }) => t);

test("a game begins with a board and its seal, and every move is answered with its number", async () => {
  const page = new Page();
  const board = await page.begin();
  assert.equal(board.rules, "modern 8x8/10 v1");
  assert.equal(board.cells, ".");
  assert.match(board.digest, /^[0-9a-f]{64}$/);
  const [delta] = await page.play("open", 0);
  assert.deepEqual([delta.t, delta.seq, delta.n, delta.status, delta.tab], ["delta", 1, page.n, "playing", "one"]);
  assert.deepEqual(delta.cells.slice(0, 2), [0, 0]);
});

test("the same seed is the same board as in Python", async () => {
  const page = new Page();
  await page.begin();
  const [delta] = await page.play("open", 3 * 8 + 3);
  assert.equal(delta.cells.length / 2, 41); // the example of sapper.Game
});

test("a won game is stored, listed as played alone, and has its figures", async () => {
  const page = new Page();
  await page.begin();
  const over = await page.win();
  assert.equal(over.status, "won");
  assert.ok(over.finished_id > 1e12);
  assert.equal(over.mines.length, 10);
  assert.deepEqual(over.objections, ["alone", "known board"]);
  const { body: games } = await page.get("/api/games");
  assert.deepEqual([games.length, games[0].id, games[0].ranked], [1, over.finished_id, false]);
  assert.equal(games[0].remarks[0], "alone");
  const { body: steps } = await page.get(`/api/games/${over.finished_id}/steps`);
  assert.equal(steps.steps.length, games[0].actions);
  assert.equal(steps.steps.at(-1).status, "won");
});

test("a win on a fresh board stands among the others of this browser", async () => {
  const page = new Page();
  await page.begin("modern beginner", null);
  const first = await page.win();
  assert.deepEqual([first.standing.place, first.standing.wins], [1, 1]);
  const { body: best } = await page.get("/api/best-times/own?rules=modern+beginner");
  assert.equal(best[0].best, first.at);
});

test("a game goes on in another page where it was left, without the time between", async () => {
  const page = new Page();
  const { room } = await page.begin();
  await page.play("open", 0);
  await page.play("flag", 63);
  const before = page.server._live.board(page.now);
  const later = new Page({ store: page.store });
  later.now = 9_000_000;
  const messages = await later.ask({ t: "hello", tab: "two", room });
  assert.deepEqual(kinds(messages), ["welcome", "board"]);
  assert.equal(messages[1].cells, before.cells);
  assert.deepEqual([messages[1].seq, messages[1].game], [2, before.game]);
  assert.equal(messages[1].at, page.server._live.log.at(-1).at);
});

test("killed after any action, a page finds exactly what was answered", async () => {
  const page = new Page();
  const { room } = await page.begin("modern 16x16/40 practice=on");
  for (const [kind, cell] of [["open", 0], ["flag", 255], ["undo"], ["redo"], ["pause"], ["resume"], ["open", 100]]) {
    await page.play(kind, cell);
    const later = new Page({ store: page.store });
    const messages = await later.ask({ t: "hello", room });
    const board = messages.find(({ t }) => t === "board");
    assert.ok(board, `${kind}: ${JSON.stringify(messages)}`);
    const here = page.server._live.board(0);
    assert.deepEqual([board.seq, board.cells, board.status], [here.seq, here.cells, here.status], kind);
  }
});

test("a full disk is said, and the game goes on", async () => {
  const page = new Page();
  await page.begin();
  await page.play("flag", 62);
  page.failures = [];
  page.store.isFull = true;
  const [delta] = await page.play("open", 0);
  assert.equal(delta.t, "delta");
  assert.deepEqual(page.failures, ["QuotaExceededError"]);
  page.store.isFull = false;
  await page.play("flag", 63);
  assert.equal(page.failures.at(-1), null);
  const [game] = page.store.games;
  assert.equal(page.store.actions.get(game.number).length, 3, "what was not stored is stored later");
});

test("a game whose every action met a full disk is stored whole when it ends", async () => {
  const page = new Page();
  const { store } = page;
  const begin = store.begin.bind(store);
  store.begin = async (game, log) => {
    store.isFull = !game.end;
    return begin(game, log);
  };
  await page.begin();
  const began = page.around.today();
  const over = await page.win();
  assert.equal(over.status, "won");
  assert.ok(over.finished_id > 1e12, "it is listed");
  const { body: games } = await page.get("/api/games");
  assert.deepEqual([games.length, games[0].id, page.failures.at(-1)], [1, over.finished_id, null]);
  assert.ok(store.games[0].createdAt - began < 1000, "the playing time has passed since it began");
});

test("the end of a game that met a full disk is stored when there is room, also if another game is played by then", async () => {
  const page = new Page();
  const store = page.store;
  await page.begin();
  await page.play("open", 0);
  store.isFull = true;
  await page.play("resign");
  const [over] = page.sent.filter(({ t }) => t === "over");
  assert.equal(over.finished_id, null, "it is in no list");
  page.board = (await page.ask({ t: "new", rules: "modern expert", seed: SEED }))[0];
  await page.play("resign");
  page.board = (await page.ask({ t: "new", rules: "modern beginner", seed: SEED }))[0];
  assert.equal((await page.get("/api/games")).body.length, 0);
  store.isFull = false;
  await page.play("open", 0);
  const { body: games } = await page.get("/api/games");
  assert.deepEqual(games.map(({ level }) => level).sort(), ["30x16/99", "8x8/10"]);
  assert.equal((await store.inPlay()).length, 1);
});

test("a replay from a file is stored once, apart from what was played here", async () => {
  const page = new Page();
  await page.begin();
  const over = await page.win();
  const { body: text } = await page.get(`/api/games/${over.finished_id}/replay`);
  const other = new Page();
  const put = (body) => answer({ path: "/api/replays?name=a", method: "POST", body }, other.around);
  const { body: first } = await put(text);
  assert.deepEqual([first.known, (await put(text)).body], [false, { id: first.id, known: true, phrases: [] }]);
  assert.equal((await other.get("/api/games")).body.length, 0, "in no statistics");
  const [listed] = (await other.get("/api/games?source=imported")).body;
  assert.deepEqual([listed.id, listed.status, listed.elapsed], [first.id, "won", over.at]);
  const { body: steps } = await other.get(`/api/games/${first.id}/steps`);
  assert.equal(steps.steps.at(-1).status, "won");
  assert.deepEqual(await other.store.unsettled(), [], "nothing waits for a server");
  assert.equal((await put("AVF")).status, 422);
});

test("a change of a game that is not stored fails", async () => {
  await assert.rejects(new MemoryStore().update(7, { elapsed: 1 }), /no game 7/);
});

test("of two tabs one plays, and the other is told", async () => {
  const page = new Page();
  const { room } = await page.begin();
  await page.play("open", 0);
  const other = new Page({ store: page.store, others: new Set([room]) });
  const messages = await other.ask({ t: "hello", room });
  assert.deepEqual(kinds(messages), ["welcome", "refused"]);
  assert.equal(messages[0].room, null);
  assert.equal(messages[1].phrase.code, "alone.other-tab");
});

test("a no-guess board is searched for while the page answers, and the search can be cancelled", async () => {
  const page = new Page();
  await page.begin("modern beginner layout=no-guess");
  await page.play("open", 0);
  assert.equal(page.searches.length, 1);
  assert.deepEqual(kinds(await page.ask({ t: "ping", at: 7 })), ["pong"]);
  const n = page.n - 1;
  const refused = await page.ask({ t: "cancel", n });
  assert.equal(refused[0].code, "cancelled");
  await page.play("open", 0);
  page.searches.pop()();
  await page.server._turn;
  assert.equal(page.sent.at(-1).kind, "open");
  assert.equal(page.sent.at(-1).status, "playing");
});

test("a game that cannot be played says why", async () => {
  const page = new Page();
  await page.begin();
  for (const [rules, code] of [
    ["modern 0x5/1", "error.board-too-small"],
    ["modern 5x5/25", "error.mines-not-possible"],
    ["modern beginner lives=0", "error.lives"],
    ["amiga 40x40/100", "error.ruleset-size"],
    ["click beginner completion=mark", "error.completion-needs-flags"],
    ["modern beginner colour=red", "error.no-rule"],
    ["modern 300x300/900 layout=no-guess", "refusal.no-guess-size"],
  ]) {
    const [refused] = await page.ask({ t: "new", rules });
    assert.equal(refused.phrase?.code, code, rules);
  }
  const [over] = await page.play("undo");
  assert.equal(over.phrase.code, "error.only-practice");
});

test("a forgiven guess is safe, and the board of the end is the one that was chosen", async () => {
  const page = new Page();
  await page.begin("modern 8x8/63 first=any guessing=forgiven");
  const messages = await page.play("open", 9);
  assert.deepEqual([messages[0].status, messages[0].forgiven], ["won", 1]);
  const { mines } = messages.find(({ t }) => t === "over");
  assert.deepEqual([mines.length, mines.includes(9)], [63, false]);
});

test("a needless guess is punished, and the review says so", async () => {
  const page = new Page();
  await page.begin("modern 8x8/10 guessing=punished");
  await page.play("open", 0);
  const live = page.server._live;
  const { safe, mined, chances } = engine.odds({ ...live.rules, cells: live.game.cells() });
  assert.ok(safe.length > 0);
  const doubtful = [...chances.keys()].find((cell) => chances[cell] > 0 && chances[cell] < 1 && !mined.includes(cell));
  const messages = await page.play("open", doubtful);
  const over = messages.find(({ t }) => t === "over");
  assert.equal(over.status, "lost");
  assert.ok(over.mines.includes(doubtful));
  assert.equal(messages.find(({ t }) => t === "review").phrase.code, "verdict.punished");
  const { body: game } = await page.get(`/api/games/${over.finished_id}`);
  assert.equal(game.minefield.replaceAll("\n", "")[doubtful], "*");
});

test("rules that judge guesses have the limits of a server", async () => {
  const page = new Page();
  await page.begin();
  for (const [rules, code] of [
    ["modern 101x100/900 guessing=punished", "error.guessing-size"],
    ["modern 8x8/10 completion=mark guessing=forgiven", "error.guessing-needs-clear"],
  ]) {
    const [refused] = await page.ask({ t: "new", rules });
    assert.equal(refused.phrase?.code, code, rules);
  }
});

test("practice goes on after a loss, until it is left", async () => {
  const page = new Page();
  await page.begin("modern beginner practice=on");
  await page.play("open", 0);
  const live = page.server._live;
  const mine = live.fields.get(0).findIndex((truth) => truth & 0x80);
  const messages = await page.play("open", mine);
  const over = messages.find(({ t }) => t === "over");
  assert.deepEqual([over.status, over.finished_id, over.seed], ["lost", null, null]);
  const [undone] = await page.play("undo");
  assert.equal(undone.status, "playing");
  await page.ask({ t: "new", rules: "modern beginner" });
  const { body: games } = await page.get("/api/games");
  assert.deepEqual(
    games.map(({ status }) => status),
    ["abandoned"],
  );
});

test("the same board again is known, and a game goes on from a moment of another", async () => {
  const page = new Page();
  const first = await page.begin("modern beginner", null);
  await page.play("open", 0);
  const [again] = (await page.ask({ t: "retry" })).filter(({ t }) => t === "board");
  assert.equal(again.known_board, true);
  page.board = again;
  const [delta] = await page.play("open", 0);
  assert.equal(delta.cells.length > 2, true);
  assert.notEqual(again.game, first.game);
  const { body: games } = await page.get("/api/games");
  const moment = { game: games[0].id, actions: 1 };
  const [board] = (await page.ask({ t: "new", rules: "modern 8x8/10 practice=on", moment })).filter(
    ({ t }) => t === "board",
  );
  assert.equal(board.seq, 1);
  assert.notEqual(board.cells, ".");
});

test("the daily board is played with its first cell open; a second try is on a known board", async () => {
  const page = new Page();
  await page.ask({ t: "hello", tab: "one" });
  const begin = async (level) => {
    [page.board] = (await page.ask({ t: "new", daily: level })).filter(({ t }) => t === "board");
    return page.board;
  };
  const board = await begin("intermediate");
  assert.deepEqual([board.rules, board.seq, board.known_board], ["modern 16x16/40 v1 layout=no-guess-pairs", 1, false]);
  assert.notEqual(board.cells, ".");
  const tries = async () => (await page.get("/api/daily")).body.levels.map(({ own }) => own?.status ?? "");
  assert.deepEqual(await tries(), ["", "playing", ""]);
  await page.play("resign");
  assert.deepEqual(await tries(), ["", "abandoned", ""]);
  assert.equal((await begin("intermediate")).known_board, true);
  const [refused] = await page.ask({ t: "new", daily: "constructor" });
  assert.equal(refused.phrase.code, "error.no-daily");
});

test("a backup of a browser is restored in another one, merged with what is there", async () => {
  const page = new Page();
  await page.begin();
  await page.win();
  await page.begin("modern intermediate");
  await page.play("open", 3);
  await page.play("resign");
  const { body: file } = await page.get("/api/backup");
  const [head, ...lines] = file.trim().split("\n");
  assert.deepEqual([JSON.parse(head).format, JSON.parse(head).games, lines.length], ["sapper-backup", 2, 2]);
  assert.match(atob(lines[0]), /^sapper replay 1\nrules: modern 8x8/);

  const other = new Page();
  await other.begin("modern beginner", "another day");
  await other.win();
  const put = async (body) => (await answer({ path: "/api/backup", method: "POST", body }, other.around)).body;
  assert.deepEqual(await put(file), { restored: 2, known: 0, refused: [] });
  assert.deepEqual(await put(file), { restored: 0, known: 2, refused: [] });
  const games = (await other.get("/api/games?order=oldest")).body;
  const were = (await page.get("/api/games?order=oldest")).body;
  const played = ({ id, ...game }) => game;
  assert.deepEqual(games.slice(1).map(played), were.map(played), "its own games, in its statistics");
  assert.equal((await other.get("/api/games?source=imported")).body.length, 0);
  const charts = (await other.get("/api/statistics/charts")).body;
  assert.deepEqual([charts.games, charts.abandoned], [2, 1]);

  const without = `{"format":"sapper-backup","version":1}\n${lines[0]}\nno replay\n${lines[1].slice(0, -8)}\n`;
  const third = new Page();
  await third.begin();
  const found = (await answer({ path: "/api/backup", method: "POST", body: without }, third.around)).body;
  assert.deepEqual([found.restored, found.refused.map(({ line }) => line)], [1, [1, 2]]);
  assert.equal((await third.get("/api/games?source=imported")).body.length, 1, "what a server has saved is imported");
});
