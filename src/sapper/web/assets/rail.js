// @ts-check
// The rail at the edge: where one can go from everywhere.

import { el, fill, icon, spacer } from "./dom.js";
import { action, message } from "./words.js";

/** @type {Record<string, string>} screens without an entry of their own, and the one that they belong to */
const UNDER = { replay: "replays" };

/** @returns {([name: string, label: string, image: string] | null)[]} */
const places = () => [
  ["play", message("page.play"), "home"],
  ["daily", message("page.daily"), "calendar"],
  ["together", message("page.together"), "people"],
  ["replays", message("page.replays"), "replay"],
  ["statistics", message("page.statistics"), "chart"],
  ["analysis", message("page.analysis"), "target"],
  ["menu", message("page.menu"), "menu"],
  ["times", message("page.times"), "trophy"],
  null,
  ["help", message("page.keys"), "keyboard"],
  ["settings", action("settings").name, "settings"],
];

/**
 * A mouse takes nobody's focus: the keys of the screen that comes work at once.
 * @param {MouseEvent} event
 */
const leaveFocus = (event) => event.preventDefault();

/**
 * Build it, and return a function that marks where one is.
 * @param {HTMLElement} rail
 * @param {(name: string) => void} go
 */
export function buildRail(rail, go) {
  /** @type {Map<string, HTMLElement>} */
  const buttons = new Map();
  const entries = places().map((entry) => {
    if (!entry) return spacer();
    const [name, label, image] = entry;
    const attributes = { type: "button", title: label, "aria-label": label, onclick: () => go(name) };
    const node = el("button", { ...attributes, onmousedown: leaveFocus }, icon(image), label);
    buttons.set(name, node);
    return node;
  });
  const label = message("page.menu");
  const open = { type: "button", class: "bar-menu", title: label, "aria-label": label, onclick: () => go("places") };
  const title = el("span", { class: "bar-title" }); // with the menu, what phones have in place of the rail
  rail.setAttribute("aria-label", message("page.main"));
  fill(rail, icon("app", "logo"), el("button", open, icon("menu")), title, entries);
  return (/** @type {string} */ current) => {
    const place = UNDER[current] ?? current;
    const on = buttons.has(place) ? place : "play";
    for (const [name, node] of buttons) {
      node.classList.toggle("on", name === on);
      if (name === on) node.setAttribute("aria-current", "page");
      else node.removeAttribute("aria-current");
    }
    title.textContent = buttons.get(on)?.textContent ?? "";
  };
}
