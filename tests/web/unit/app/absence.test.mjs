import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { use } from "../page.mjs";

const { Absence } = await use("app/pause-on-leave.ts");

let game;
let sent;
let absence;

/** A game whose pauses take a moment: `answer` lets the server answer. */
beforeEach(() => {
  sessionStorage.removeItem("sapper.away");
  sent = [];
  game = {
    id: "g",
    status: "playing",
    get isPaused() {
      return this.status === "paused";
    },
  };
  absence = new Absence({ game }, { togglePause: () => sent.push(game.isPaused ? "resume" : "pause") });
});

const answer = (status) => {
  game.status = status;
  absence.check();
};

test("leaving pauses, coming back resumes", () => {
  absence.leave();
  answer("paused");
  absence.return();
  answer("playing");
  absence.check();
  assert.deepEqual(sent, ["pause", "resume"]);
});

test("coming back before the pause is confirmed resumes once it is", () => {
  absence.leave();
  absence.return();
  absence.check();
  answer("paused");
  answer("playing");
  assert.deepEqual(sent, ["pause", "resume"]);
});

test("a pause of the player's own is not ended", () => {
  game.status = "paused";
  absence.leave();
  absence.return();
  assert.deepEqual(sent, []);
});

test("a game that is over stays over", () => {
  absence.leave();
  answer("paused");
  game.status = "won";
  absence.return();
  assert.deepEqual(sent, ["pause"]);
});

test("a reload while away does not forget it", () => {
  absence.leave();
  answer("paused");
  absence = new Absence({ game }, { togglePause: () => sent.push("resume") });
  absence.leave();
  absence.check();
  absence.return();
  assert.deepEqual(sent, ["pause", "resume"]);
});

test("one can leave again and again", () => {
  for (let time = 0; time < 2; time++) {
    absence.leave();
    answer("paused");
    absence.return();
    answer("playing");
  }
  assert.deepEqual(sent, ["pause", "resume", "pause", "resume"]);
});
