// Which words of the catalogue the modules of the page read: every call of a function of ui/words.ts, with the texts
// that its arguments are. src/sapper/web/words.py finds the entries.

import { readFileSync } from "node:fs";
import path from "node:path";

const WORDS = "ui/words.ts";
const BY_KEY = new Set(["message", "pieces", "lines"]); // a key that is computed could not be found

/** The calls and all texts of each module, by its path below `folder`. */
export function wordsRead(names, folder, { esbuild, acorn }) {
  const read = (name) => {
    const { code } = esbuild.transformSync(readFileSync(path.join(folder, name), "utf-8"), { loader: "ts" });
    return readModule(name, acorn.parse(code, { ecmaVersion: "latest", sourceType: "module" }));
  };
  return Object.fromEntries(names.filter((name) => name !== WORDS).map((name) => [name, read(name)]));
}

function readModule(name, tree) {
  const nodes = [...nodesOf(tree)];
  const functions = new Map(nodes.filter(isImportOf(name)).flatMap(({ specifiers }) => specifiers.map(nameOf)));
  const calls = nodes
    .filter(({ type, callee }) => type === "CallExpression" && functions.has(callee.name))
    .map(({ callee, arguments: given }) => [functions.get(callee.name), ...given.slice(0, 2).map(textOf)]);
  const computed = calls.find(([called, key]) => BY_KEY.has(called) && !key);
  if (computed) throw new Error(`${name}: the key of a ${computed[0]} has to be written out.`);
  return { calls, texts: [...new Set(nodes.map(textOf).filter((text) => text !== null))] };
}

const isImportOf = (name) => (node) =>
  node.type === "ImportDeclaration" && path.posix.join(path.posix.dirname(name), node.source.value) === WORDS;
const nameOf = ({ local, imported }) => [local.name, imported.name];
const textOf = ({ type, value }) => (type === "Literal" && typeof value === "string" ? value : null);

/** A node of a syntax tree and all nodes in it. */
function* nodesOf(node) {
  yield node;
  for (const child of Object.values(node).flat()) {
    if (typeof child?.type === "string") yield* nodesOf(child);
  }
}
