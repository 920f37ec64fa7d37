// What waits for an idle browser is done in the end, also where one is never idle.

import assert from "node:assert/strict";
import { test } from "node:test";
import { use } from "../page.mjs";

const { whenIdle } = await use("ui/dom.ts");

test("a browser that is never idle does it after a while", async (context) => {
  let options;
  globalThis.requestIdleCallback = (run, given) => {
    options = given;
    run();
  };
  context.after(() => delete globalThis.requestIdleCallback);
  await new Promise((done) => whenIdle(async () => done()));
  assert.ok(options.timeout > 0);
});

test("what fails then is no fault of the page, and a browser without the question does it soon", async () => {
  await new Promise((done) =>
    whenIdle(async () => {
      done();
      throw new Error("the server is gone");
    }),
  );
});
