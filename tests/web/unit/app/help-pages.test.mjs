// The pages of the help that the terminal shows too.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { use } from "../page.mjs";

const { runs } = await use("app/help/pages.ts");
const url = new URL("../../../../src/sapper/web/built/help.en.json", import.meta.url);
const pages = JSON.parse(readFileSync(url, "utf8"));

test("rows and items that follow each other belong together, paragraphs do not", () => {
  const blocks = [
    ["text", "a"],
    ["text", "b"],
    ["item", "- c"],
    ["item", "- d"],
    ["field", "# 1"],
    ["item", "- e"],
  ];
  assert.deepEqual(
    runs(blocks).map(({ kind, texts }) => [kind, texts.length]),
    [
      ["text", 1],
      ["text", 1],
      ["item", 2],
      ["field", 1],
      ["item", 1],
    ],
  );
});

test("the page has the help of the terminal: rules, strategy, patterns with pictures, no-guess, rulesets, terms", () => {
  const titles = pages.map(({ title }) => title);
  assert.deepEqual(titles, ["The rules", "Strategy", "Patterns", "No-guess boards", "Rulesets", "Terms of statistics"]);
  assert.ok(pages[2].blocks.filter(([kind]) => kind === "field").length >= 8);
  assert.match(JSON.stringify(pages[1]), /question mark/); // the fourth hint of the Amiga's manual
});
