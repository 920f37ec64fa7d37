// Elements without markup in strings: text is always text.

import { loadWords, type WordsPart } from "./language.ts";

export type Child = Node | string | null | undefined | false;

type Children = Child | Child[] | Child[][];

const SVG = "http://www.w3.org/2000/svg";

/** Make an element; `on...` are listeners, null and false leave an attribute out. */
export function el<T extends keyof HTMLElementTagNameMap>(
  tag: T,
  attributes: Record<string, any> = {},
  ...children: Children[]
): HTMLElementTagNameMap[T] {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "value" || name === "checked") Object.assign(node, { [name]: value });
    else node.setAttribute(name, value === true ? "" : value);
  }
  append(node, children);
  return node;
}

function append(node: Element, children: Children[]) {
  for (const child of children.flat(2) as Child[]) {
    if (child !== null && child !== undefined && child !== false) node.append(child);
  }
}

export function fill(node: Element, ...children: Children[]) {
  node.replaceChildren();
  append(node, children);
}

/** Return an element that index.html has. */
export function find(id: string) {
  const node = document.getElementById(id);
  if (!node) throw new Error(`index.html has no #${id}`);
  return node;
}

/** A part of the page that could not be loaded: the server cannot be reached, or has another version of the page. */
export class LoadError extends Error {
  path = ""; // the address of what was asked for, where it has one
}

/** The address of a file of the page, beside this one. */
const assetUrl = (file: string) => new URL(file, import.meta.url).href;

/** Load a style sheet that was not needed at first, once. */
export const loadStyles = (file: string) =>
  new Promise((done) => {
    const href = assetUrl(file);
    const known = [...document.querySelectorAll("link[rel=stylesheet]")] as HTMLLinkElement[];
    if (known.some((link) => link.href === href)) return done(null);
    document.head.append(el("link", { rel: "stylesheet", href, onload: done, onerror: done }));
  });

/**
 * Wait for a module that was not needed at first, and for the words of what it shows. Throw a LoadError if the server
 * could not be reached.
 */
export async function load<T>(imported: Promise<T>, part: WordsPart = "page-words"): Promise<T> {
  const [module] = await loaded(Promise.all([imported, loadWords(part)]));
  return module;
}

const IDLE_WITHIN = 2000; // ms: a busy browser may never be idle

/** Do something that may fail when the browser has nothing else to do, or after two seconds. */
export const whenIdle = (work: () => Promise<unknown>) => {
  const run = () => work().catch(() => {});
  if ("requestIdleCallback" in globalThis) requestIdleCallback(run, { timeout: IDLE_WITHIN });
  else setTimeout(run);
};

/** Wait for something from the server; throw a LoadError if that could not be reached. */
export const loaded = <T>(coming: Promise<T>): Promise<T> =>
  coming.catch((error) => {
    throw isOffline(error) ? new LoadError("", { cause: error }) : error;
  });

/**
 * Browsers have no error of their own for a module or a file that did not come: it is a TypeError with such a message.
 */
const isOffline = (error: unknown) =>
  error instanceof TypeError && /fetch|import|network|load failed/i.test(error.message);

/** Whether something failed because a part of the page did not come: one that was waited for, or a module. */
export const isNotLoaded = (error: unknown): error is LoadError =>
  error instanceof LoadError || (error instanceof TypeError && /import(ed|ing)\b.*module/i.test(error.message));

/** Fetch a file of the page. */
export async function fetchAsset(file: string) {
  const answer = await fetch(assetUrl(file));
  if (!answer.ok) throw new LoadError(`${file}: ${answer.status}`);
  return answer;
}

const sheets: Map<string, Promise<void>> = new Map();

/** Put a sheet of icons into the page, once: from elsewhere a browser may read it again and again. */
export function loadIcons(file: string) {
  const coming = sheets.get(file) ?? readIcons(file);
  sheets.set(file, coming);
  coming.catch(() => sheets.delete(file));
  return coming;
}

async function readIcons(file: string) {
  const answer = await fetchAsset(file);
  const sheet = new DOMParser().parseFromString(await answer.text(), "image/svg+xml").documentElement;
  sheet.setAttribute("hidden", "");
  document.body.append(document.adoptNode(sheet));
}

/** An icon of the sheet; it takes its colours from where it stands. */
export function icon(name: string, className = "icon") {
  const svg = document.createElementNS(SVG, "svg");
  const use = document.createElementNS(SVG, "use");
  svg.setAttribute("class", className);
  svg.setAttribute("aria-hidden", "true");
  use.setAttribute("href", `#i-${name}`);
  svg.append(use);
  return svg;
}

export function setIcon(svg: Element, name: string) {
  const href = `#i-${name}`;
  const use = svg.firstElementChild;
  if (use?.getAttribute("href") !== href) use?.setAttribute("href", href);
}

/** The 2D context of a canvas, which every browser that runs this page has. */
export const context2d = (canvas: HTMLCanvasElement) => canvas.getContext("2d") as CanvasRenderingContext2D;

export const kbd = (label: string | undefined) => (label ? el("kbd", {}, label) : null);

/** A button of the panel: icon, words, key. */
export function button(
  label: string,
  run: () => void,
  { iconName, key, kind = "" }: { iconName?: string; key?: string; kind?: string } = {},
) {
  const image = iconName ? icon(iconName) : null;
  return el("button", { type: "button", class: `btn ${kind}`.trim(), onclick: run }, image, label, kbd(key));
}

export const section = (...children: Children[]) => el("section", { class: "group" }, ...children);

/** A page of the panel. */
export const page = (...children: Children[]) => el("div", { class: "page" }, ...children);

/** Takes the room that is left. */
export const spacer = () => el("span", { class: "spacer" });

export const stat = (value: string, label: string, small = "") =>
  el("div", { class: "stat" }, el("b", {}, value, small ? el("small", {}, small) : null), el("span", {}, label));
