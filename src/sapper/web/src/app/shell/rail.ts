// The rail at the edge: where one can go from everywhere.

import { el, fill, icon, spacer } from "../../ui/dom.ts";
import { action, message } from "../../ui/words.ts";

/** Screens without an entry of their own, and the one that they belong to. */
const UNDER: Record<string, string> = {
  replay: "replays",
  report: "replays",
  round: "replays",
  tournaments: "together",
  tournament: "together",
  ...Object.fromEntries(["insights", "player", "person", "link"].map((name) => [name, "statistics"])),
  ...Object.fromEntries(
    ["lesson", "path", "trainer", "train", "puzzles", "puzzle", "rush"].map((name) => [name, "learn"]),
  ),
};

const places = (): ([name: string, label: string, image: string] | null)[] => [
  ["play", message("page.play"), "home"],
  ["daily", message("page.daily"), "calendar"],
  ["together", message("page.together"), "people"],
  ["replays", message("page.replays"), "replay"],
  ["statistics", message("page.statistics"), "chart"],
  ["analysis", message("page.analysis"), "target"],
  ["learn", message("page.learn"), "book"],
  ["menu", message("page.menu"), "menu"],
  ["times", message("page.times"), "trophy"],
  null,
  ["help", message("page.keys"), "keyboard"],
  ["settings", action("settings").name, "settings"],
];

/** A mouse does not take the focus: the keys of the screen that comes work at once. */
const leaveFocus = (event: MouseEvent) => event.preventDefault();

/** Build it, and return a function that marks where one is. */
export function buildRail(rail: HTMLElement, go: (name: string) => void) {
  const buttons: Map<string, HTMLElement> = new Map();
  const entries = places().map((entry) => {
    if (!entry) return spacer();
    const [name, label, image] = entry;
    const attributes = { type: "button", class: "place", title: label, "aria-label": label, onclick: () => go(name) };
    const node = el("button", { ...attributes, onmousedown: leaveFocus }, icon(image), label);
    buttons.set(name, node);
    return node;
  });
  const label = message("page.menu");
  const open = { type: "button", class: "bar-menu", title: label, "aria-label": label, onclick: () => go("places") };
  const title = el("span", { class: "bar-title" }); // with the menu, what phones have in place of the rail
  rail.setAttribute("aria-label", message("page.main"));
  fill(rail, icon("app", "logo"), el("button", open, icon("menu")), title, entries);
  return (current: string, isAlone = false) => {
    buttons.get("together")?.classList.toggle("dim", isAlone);
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
