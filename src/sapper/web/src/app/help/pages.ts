// The pages of the help: paragraphs, lists, tables, and pictures of boards. The terminal shows the same ones.

import type { Marks, Theme } from "../../types.ts";

import { FLAG, HIDDEN } from "../../board/cell-values.ts";
import { el, fetchAsset } from "../../ui/dom.ts";
import { drawSample } from "../../board/mark-painter.ts";
import { language } from "../../ui/language.ts";

type Block = [kind: string, text: string];

/** The meaning of a sign of a picture. */
const SIGNS: Record<string, [seen: number, marks: Marks]> = {
  "#": [HIDDEN, {}],
  F: [FLAG, {}],
  o: [HIDDEN, { safe: true }],
  M: [HIDDEN, { mine: true }],
  ".": [0, {}],
};
/** Names of signs in a text. */
const NAMED: Record<string, string> = { "{safe}": "o", "{mined}": "M", "{flag}": "F", "{closed}": "#" };
const CELL = 24; // px of a cell in a picture
const SIGN = 16; // px of one in a text

/** Read the pages; throw an error if the server cannot be reached. */
export async function readHelp(): Promise<{ title: string; blocks: Block[] }[]> {
  return (await fetchAsset(`help.${language()}.json`)).json();
}

/** A page as something that opens, without its heading. */
export function helpPage({ title, blocks }: { title: string; blocks: Block[] }, theme: Theme) {
  const parts = runs(blocks.filter(([kind, text]) => !(kind === "heading" && !text.startsWith("##"))));
  return el(
    "details",
    { class: "help-page" },
    el("summary", {}, title),
    parts.map((run) => partOf(run, theme)),
  );
}

/** Blocks of one kind that follow each other: the items of a list, the rows of a table or of a picture. */
export function runs(blocks: Block[]) {
  const found: { kind: string; texts: string[] }[] = [];
  for (const [kind, text] of blocks) {
    const last = found[found.length - 1];
    if (last?.kind === kind && kind !== "text" && kind !== "heading") last.texts.push(text);
    else found.push({ kind, texts: [text] });
  }
  return found;
}

function partOf({ kind, texts }: { kind: string; texts: string[] }, theme: Theme) {
  if (kind === "heading") return el("h3", {}, texts[0].replace(/^#+ /, ""));
  if (kind === "item") {
    const items = texts.map((text) => el("li", {}, spans(text.slice(2), theme)));
    return el("ul", {}, items);
  }
  if (kind === "row") return table(texts, theme);
  if (kind === "field") return field(texts, theme);
  return el("p", {}, spans(texts[0], theme));
}

/** @param rows the first names the columns, the second is a line */
function table(rows: string[], theme: Theme) {
  const cells = (row: string) =>
    row
      .split("|")
      .slice(1, -1)
      .map((text) => text.trim());
  const body = rows.filter((row) => !/^[|\s:-]+$/.test(row)).map(cells);
  const [head, ...rest] = body;
  return el(
    "table",
    { class: "table" },
    el(
      "thead",
      {},
      el(
        "tr",
        {},
        head.map((text) => el("th", { scope: "col" }, spans(text, theme))),
      ),
    ),
    el(
      "tbody",
      {},
      rest.map((row) =>
        el(
          "tr",
          {},
          row.map((text) => el("td", {}, spans(text, theme))),
        ),
      ),
    ),
  );
}

/** A part of a board. */
function field(rows: string[], theme: Theme) {
  const drawn = rows.map((row) =>
    el(
      "div",
      {},
      row.split(" ").map((sign) => signOf(sign, theme, CELL)),
    ),
  );
  return el("div", { class: "help-field", role: "img", "aria-label": rows.join(" / ") }, drawn);
}

function signOf(sign: string, theme: Theme, size: number) {
  const canvas = el("canvas", { "aria-hidden": "true" });
  const [seen, marks] = SIGNS[sign] ?? [Number(sign), {}];
  drawSample(canvas, theme, seen, marks, size);
  return canvas;
}

/** A text with its strong words, keys and signs. */
function spans(text: string, theme: Theme) {
  return text.split(/(\*\*.+?\*\*|`.+?`)/).map((part) => {
    if (part.startsWith("**")) return el("b", {}, part.slice(2, -2));
    if (!part.startsWith("`")) return part;
    const code = part.slice(1, -1);
    return NAMED[code] ? signOf(NAMED[code], theme, SIGN) : el("code", {}, code);
  });
}
