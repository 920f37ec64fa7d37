// The fastest wins of a configuration as a table; each line leads to its replay.

import { el } from "../ui/dom.ts";
import { locale, message, seconds, time as timeText } from "../ui/words.ts";

interface Entry {
  id: number;
  name: string;
  time: number;
  when: number;
}

/** @param current the game to point out */
export function timesTable(entries: Entry[], current: number | null | undefined = null) {
  const rows = entries.map((entry, at) =>
    el(
      "tr",
      { class: entry.id === current ? "now" : null },
      el("td", {}, el("b", { class: at ? null : "accent" }, String(at + 1))),
      el(
        "td",
        { class: "who" },
        entry.name || message("name.none"),
        " ",
        el("span", { class: "muted" }, entry.id === current ? message("times.now") : day(entry.when)),
      ),
      el("td", {}, watchLink(entry, seconds(entry.time))),
    ),
  );
  return el("table", { class: "table" }, el("tbody", {}, rows));
}

/** A link to the replay of a win. */
export function watchLink({ id, name, time }: Entry, words: string) {
  const label = message("times.watch", { name: name || message("name.none"), time: timeText(time) });
  return el("a", { class: "watch", href: `/replay/${id}`, title: label, "aria-label": label }, words);
}

const day = (when: number) =>
  when ? new Date(when * 1000).toLocaleDateString(locale(), { day: "numeric", month: "short" }) : "";
