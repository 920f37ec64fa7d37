// Builds the page: TypeScript and style sheets of src/sapper/web/src become the files that are sent.
// Usage: node scripts/page.mjs VENV [FOLDER]. It writes the files into the folder, if there is one, and prints which words
// each module reads. `python -m sapper.web.build` runs this, and adds the words.
//
// Modules that are loaded together are sent together: what the start page needs is one file, what a game needs in
// addition is another, and the rest is loaded when it is wanted. esbuild makes a file of all modules that the same
// entries reach; so every entry is given the imports of what is always loaded before it.

import { copyFileSync, globSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { wordsRead } from "./page_words.mjs";

const [venv, folder] = process.argv.slice(2);
const require = createRequire(path.resolve(venv, "node/package.json"));
const PACKAGES = path.resolve(venv, "node/node_modules");
const TEMPLATES = "lit-html"; // the one package that is part of the page
const [esbuild, acorn] = [require("esbuild"), require("acorn")];
const SRC = path.join(import.meta.dirname, "../src/sapper/web/src");
const START = "app/main.ts";
const GAME = "app/app.ts";
const WORKER = "sw.ts";
const LOCAL = "local/worker.ts"; // the server inside the page: a file of its own, for a thread of its own
const LATER = "later:";
/** What comes later with the words of a game. Everything else that comes later has a part of the words. */
const WITH_GAME = /^(board|themes)\/|^app\/offline\/|^home\/(home-return|last-look)\.ts/;
/** The parts of the words by what is loaded with them; a module without one has those of the pages. */
const PARTS = [
  ["advice-words", /^play\/(advice\/advice|end\/page)\.ts/],
  ["refusal-words", /^play\/notices\.ts/],
  ["together-words", /^together\//],
  ["settings-words", /^settings\//],
  ["study-words", /^(analysis|learn|people|replay|statistics)\//],
];
const PAGES = "page-words";

const options = {
  absWorkingDir: SRC,
  bundle: true,
  charset: "utf8",
  format: "esm",
  legalComments: "none",
  logLevel: "warning",
  mangleProps: /^_[a-z]/, // names of a module's own
  metafile: true,
  minify: true,
  nodePaths: [PACKAGES],
  outdir: folder && path.resolve(folder),
  sourcemap: "linked",
  splitting: true,
  target: "es2023",
};

const reading = { minify: false, outdir: SRC, sourcemap: false, write: false };

/** What each module imports, at once and later, by its path below SRC. */
async function readModules() {
  const { metafile } = await esbuild.build({ ...options, entryPoints: [START], ...reading });
  const modules = Object.entries(metafile.inputs).map(([name, { imports }]) => {
    const of = (isLater) =>
      imports.filter(({ kind }) => (kind === "dynamic-import") === isLater).map((one) => one.path);
    return [name, { atOnce: of(false), later: of(true) }];
  });
  return new Map(modules);
}

/** A module with everything that is loaded with it. */
function loadedWith(name, modules, found = new Set()) {
  if (found.has(name)) return found;
  found.add(name);
  for (const imported of modules.get(name).atOnce) loadedWith(imported, modules, found);
  return found;
}

const laterOf = (names, modules) => new Set([...names].flatMap((name) => modules.get(name).later));

/** Lets a module that is loaded later begin a file that imports everything that is there by then. */
function layers(modules) {
  const ofGame = loadedWith(GAME, modules);
  const isBeforeGame = (name) => name === GAME || !ofGame.has(name);
  const ofStart = [...laterOf(loadedWith(START, modules), modules)].filter(isBeforeGame);
  const text = (name) => {
    const before = ofStart.includes(name) ? [START] : [START, GAME];
    const imports = before.flatMap((layer) => [...modules.get(layer).atOnce, layer]).map((one) => `import "./${one}";`);
    return `${imports.join("\n")}\nexport * from "./${name}";`;
  };
  const setup = (build) => {
    build.onResolve({ filter: /\.ts$/ }, ({ kind, path: file, resolveDir }) => {
      if (kind !== "dynamic-import" && !file.startsWith(LATER)) return null;
      const name = file.startsWith(LATER) ? file.slice(LATER.length) : path.relative(SRC, path.join(resolveDir, file));
      return { path: name, namespace: LATER };
    });
    build.onLoad({ filter: /./, namespace: LATER }, ({ path: name }) => ({ contents: text(name), resolveDir: SRC }));
  };
  return { name: "layers", setup };
}

/** The name of the file of a module that begins one: replay/page.ts is sent as replay-page.js. */
const sentAs = (name) => name.replace(/\.ts$/, "").replaceAll("/", "-");

/** Write the scripts; return what the server has to know: the files of the start page, of a game, and of what follows. */
async function buildScripts(modules) {
  const later = [...laterOf(modules.keys(), modules)].map((name) => ({ in: LATER + name, out: sentAs(name) }));
  const entryPoints = [{ in: path.join(SRC, START), out: sentAs(START) }, ...later];
  const { metafile } = await esbuild.build({ ...options, entryPoints, plugins: [layers(modules)] });
  const files = (name) => filesOf(path.relative(SRC, path.join(folder, `${sentAs(name)}.js`)), metafile.outputs);
  const start = files(START);
  const game = files(GAME).difference(start);
  const after = new Set([...laterOf(loadedWith(START, modules), modules)].flatMap((name) => [...files(name)]));
  const sent = (found) => [...found].map((file) => path.basename(file));
  return { start: sent(start), game: sent(game), after: sent(after.difference(start).difference(game)) };
}

/** The service worker, in which the server fills in the names of its version. */
const buildWorker = () =>
  esbuild.build({ ...options, entryPoints: [WORKER], minify: false, sourcemap: false, splitting: false });

/** The server inside the page, which a worker runs. */
const buildLocal = () =>
  esbuild.build({ ...options, entryPoints: [{ in: path.join(SRC, LOCAL), out: sentAs(LOCAL) }], splitting: false });

/** The style sheets: each that no other one imports, by its name and with those that it imports. */
async function buildStyles(names) {
  const { metafile } = await esbuild.build({ ...options, entryPoints: names, ...reading });
  const imported = new Set(Object.values(metafile.inputs).flatMap(({ imports }) => imports.map((one) => one.path)));
  const first = names.filter((name) => !imported.has(name));
  const entryPoints = first.map((name) => ({ in: path.join(SRC, name), out: path.parse(name).name }));
  await esbuild.build({ ...options, splitting: false, entryPoints });
}

/** A file of the page with the files that it imports at once. */
function filesOf(file, outputs, found = new Set()) {
  if (found.has(file)) return found;
  found.add(file);
  for (const { kind, path: imported } of outputs[file].imports) {
    if (kind === "import-statement") filesOf(imported, outputs, found);
  }
  return found;
}

const modules = await readModules();
if (folder) {
  const styles = buildStyles(globSync("**/*.css", { cwd: SRC }));
  const [files] = await Promise.all([buildScripts(modules), styles, buildWorker(), buildLocal()]);
  writeFileSync(path.join(folder, "files.json"), `${JSON.stringify(files)}\n`);
  copyFileSync(path.join(PACKAGES, TEMPLATES, "LICENSE"), path.join(folder, `${TEMPLATES}-licence.txt`));
}
const isOwn = (name) => !name.startsWith("..");
const own = [...modules.keys()].filter(isOwn);
const ofGame = loadedWith(GAME, modules);

/** The modules beyond a game by the part of the words that is loaded with them. */
function wordParts() {
  const parts = { [PAGES]: new Set(), ...Object.fromEntries(PARTS.map(([part]) => [part, new Set()])) };
  for (const name of laterOf(own, modules)) {
    if (name === GAME || WITH_GAME.test(name)) continue;
    const part = PARTS.find(([, isIn]) => isIn.test(name))?.[0] ?? PAGES;
    for (const loaded of loadedWith(name, modules).difference(ofGame)) if (isOwn(loaded)) parts[part].add(loaded);
  }
  return Object.fromEntries(Object.entries(parts).map(([part, names]) => [part, [...names]]));
}

const start = [...loadedWith(START, modules)].filter(isOwn);
const game = own.filter((name) => ofGame.has(name) || WITH_GAME.test(name));
console.log(JSON.stringify({ modules: wordsRead(own, SRC, { esbuild, acorn }), start, game, parts: wordParts() }));
