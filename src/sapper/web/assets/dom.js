// @ts-check
// Elements without markup in strings: text is always text.

/** @typedef {Node | string | null | undefined | false} Child */
/** @typedef {Child | Child[] | Child[][]} Children */

import { loadAllWords } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";

/**
 * Make an element; `on...` are listeners, null and false leave an attribute out.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, any>} attributes
 * @param {...Children} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function el(tag, attributes = {}, ...children) {
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

/**
 * @param {Element} node
 * @param {Children[]} children
 */
function append(node, children) {
  for (const child of /** @type {Child[]} */ (children.flat(2))) {
    if (child !== null && child !== undefined && child !== false) node.append(child);
  }
}

/**
 * @param {Element} node
 * @param {...Children} children
 */
export function fill(node, ...children) {
  node.replaceChildren();
  append(node, children);
}

/**
 * Return an element that index.html has.
 * @param {string} id
 */
export function find(id) {
  const node = document.getElementById(id);
  if (!node) throw new Error(`index.html has no #${id}`);
  return node;
}

/** A part of the page that could not be loaded: the server cannot be reached, or has another version of the page. */
export class LoadError extends Error {
  path = ""; // the address of what was asked for, where it has one
}

/**
 * The address of a file of the page, beside this one.
 * @param {string} file
 */
export const assetUrl = (file) => new URL(file, import.meta.url).href;

/**
 * Load a style sheet that was not needed at first, once.
 * @param {string} file
 */
export const loadStyles = (file) =>
  new Promise((done) => {
    const href = assetUrl(file);
    const known = /** @type {HTMLLinkElement[]} */ ([...document.querySelectorAll("link[rel=stylesheet]")]);
    if (known.some((link) => link.href === href)) return done(null);
    document.head.append(el("link", { rel: "stylesheet", href, onload: done, onerror: done }));
  });

/**
 * Wait for a module that was not needed at first, and for the words of what it shows. Throw a LoadError if the server
 * could not be reached.
 * @template T
 * @param {Promise<T>} imported
 * @returns {Promise<T>}
 */
export async function load(imported) {
  const [module] = await loaded(Promise.all([imported, loadAllWords()]));
  return module;
}

/**
 * Wait for something from the server; throw a LoadError if that could not be reached.
 * @template T
 * @param {Promise<T>} coming
 * @returns {Promise<T>}
 */
export const loaded = (coming) =>
  coming.catch((error) => {
    throw isOffline(error) ? new LoadError("", { cause: error }) : error;
  });

/**
 * Browsers have no error of their own for a module or a file that did not come: it is a TypeError with such a message.
 * @param {unknown} error
 */
const isOffline = (error) => error instanceof TypeError && /fetch|import|network|load failed/i.test(error.message);

/**
 * Whether something failed because a part of the page did not come: one that was waited for, or a module.
 * @param {unknown} error
 * @returns {error is LoadError}
 */
export const isNotLoaded = (error) =>
  error instanceof LoadError || (error instanceof TypeError && /import(ed|ing)\b.*module/i.test(error.message));

/**
 * Fetch a file of the page.
 * @param {string} file
 */
export async function fetchAsset(file) {
  const answer = await fetch(assetUrl(file));
  if (!answer.ok) throw new LoadError(`${file}: ${answer.status}`);
  return answer;
}

/** @type {Map<string, Promise<void>>} */
const sheets = new Map();

/**
 * Put a sheet of icons into the page, once: from elsewhere a browser may read it again and again.
 * @param {string} file
 */
export function loadIcons(file) {
  const coming = sheets.get(file) ?? readIcons(file);
  sheets.set(file, coming);
  coming.catch(() => sheets.delete(file));
  return coming;
}

/** @param {string} file */
async function readIcons(file) {
  const answer = await fetchAsset(file);
  const sheet = new DOMParser().parseFromString(await answer.text(), "image/svg+xml").documentElement;
  sheet.setAttribute("hidden", "");
  document.body.append(document.adoptNode(sheet));
}

/**
 * An icon of the sheet; it takes its colours from where it stands.
 * @param {string} name
 */
export function icon(name, className = "icon") {
  const svg = document.createElementNS(SVG, "svg");
  const use = document.createElementNS(SVG, "use");
  svg.setAttribute("class", className);
  svg.setAttribute("aria-hidden", "true");
  use.setAttribute("href", `#i-${name}`);
  svg.append(use);
  return svg;
}

/**
 * @param {Element} svg
 * @param {string} name
 */
export function setIcon(svg, name) {
  const href = `#i-${name}`;
  const use = svg.firstElementChild;
  if (use?.getAttribute("href") !== href) use?.setAttribute("href", href);
}

/**
 * The 2D context of a canvas, which every browser that runs this page has.
 * @param {HTMLCanvasElement} canvas
 */
export const context2d = (canvas) => /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));

/** @param {string | undefined} label */
export const kbd = (label) => (label ? el("kbd", {}, label) : null);

/**
 * A button of the panel: icon, words, key.
 * @param {string} label
 * @param {() => void} run
 * @param {{ iconName?: string, key?: string, kind?: string }} look
 */
export function button(label, run, { iconName, key, kind = "" } = {}) {
  const image = iconName ? icon(iconName) : null;
  return el("button", { type: "button", class: `btn ${kind}`.trim(), onclick: run }, image, label, kbd(key));
}

/** @param {...Children} children */
export const section = (...children) => el("section", { class: "group" }, ...children);

/**
 * A page of the panel.
 * @param {...Children} children
 */
export const page = (...children) => el("div", { class: "page" }, ...children);

/** Takes the room that is left. */
export const spacer = () => el("span", { class: "spacer" });

/**
 * @param {string} value
 * @param {string} label
 */
export const stat = (value, label, small = "") =>
  el("div", { class: "stat" }, el("b", {}, value, small ? el("small", {}, small) : null), el("span", {}, label));
