// Elements without markup in strings: text is always text.

const SVG = "http://www.w3.org/2000/svg";

/** Make an element; `on...` are listeners, null and false leave an attribute out. */
export function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "value" || name === "checked") node[name] = value;
    else node.setAttribute(name, value === true ? "" : value);
  }
  append(node, children);
  return node;
}

export function append(node, children) {
  for (const child of children.flat(Infinity)) {
    if (child !== null && child !== undefined && child !== false) node.append(child);
  }
}

export function fill(node, ...children) {
  node.replaceChildren();
  append(node, children);
  return node;
}

let styles = null;

/** Load a module that was not needed at first, and the styles of what it shows. */
export async function load(file) {
  styles ??= new Promise((done) =>
    document.head.append(el("link", { rel: "stylesheet", href: "/assets/pages.css", onload: done, onerror: done })),
  );
  const [module] = await Promise.all([import(file), styles]);
  return module;
}

/** Put the sheet of icons into the page, once: from elsewhere a browser may read it again and again. */
export async function loadIcons() {
  const answer = await fetch("/assets/icons.svg");
  const sheet = new DOMParser().parseFromString(await answer.text(), "image/svg+xml").documentElement;
  sheet.setAttribute("hidden", "");
  document.body.append(document.adoptNode(sheet));
}

/** An icon of the sheet; it takes its colours from where it stands. */
export function icon(name, className = "i") {
  const svg = document.createElementNS(SVG, "svg");
  const use = document.createElementNS(SVG, "use");
  svg.setAttribute("class", className);
  svg.setAttribute("aria-hidden", "true");
  use.setAttribute("href", `#i-${name}`);
  svg.append(use);
  return svg;
}

export function setIcon(svg, name) {
  const href = `#i-${name}`;
  const use = svg.firstChild;
  if (use.getAttribute("href") !== href) use.setAttribute("href", href);
}

export const kbd = (label) => (label ? el("kbd", {}, label) : null);

/** A button of the panel: icon, words, key. */
export function button(label, run, { iconName, key, kind = "", ...attributes } = {}) {
  const image = iconName ? icon(iconName) : null;
  return el(
    "button",
    { type: "button", class: `btn ${kind}`.trim(), onclick: run, ...attributes },
    image,
    label,
    kbd(key),
  );
}

export const section = (...children) => el("section", { class: "sec" }, ...children);

/** A page of the panel. */
export const page = (...children) => el("div", { class: "page" }, ...children);

export const stat = (value, label, small = "") =>
  el("div", { class: "stat" }, el("b", {}, value, small ? el("small", {}, small) : null), el("span", {}, label));

/** Whole seconds and hundredths, truncated, never rounded. */
export function seconds(ms, digits = 2) {
  const unit = 10 ** (3 - digits);
  const parts = Math.floor(Math.max(0, ms) / unit);
  return (parts / 10 ** digits).toFixed(digits);
}

/** A share as whole percent, with the thin space of the house. */
export const percent = (share, digits = 0) => `${(share * 100).toFixed(digits)}\u2009%`;
