// The fastest wins of a configuration as a table; each line leads to its replay.

import { addressOf } from "../../ui/address.ts";
import { html, nothing } from "../../ui/template.ts";
import { locale, message, seconds, time as timeText } from "../../ui/words.ts";

interface Entry {
  id: number;
  name: string;
  time: number;
  when: number;
}

/** @param current the game to point out */
export const timesTable = (entries: Entry[], current: number | null | undefined = null) => html`
  <table class="table"><tbody>${entries.map((entry, at) => {
    const isNow = entry.id === current;
    return html`
      <tr class=${isNow ? "now" : nothing}>
        <td><b class=${at ? nothing : "accent"}>${at + 1}</b></td>
        <td class="who">
          ${entry.name || message("name.none")} <span class="muted">${isNow ? message("times.now") : day(entry.when)}</span>
        </td>
        <td>${watchLink(entry, seconds(entry.time))}</td>
      </tr>`;
  })}</tbody></table>`;

/** A link to the replay of a win. */
export function watchLink({ id, name, time }: Entry, words: string) {
  const label = message("times.watch", { name: name || message("name.none"), time: timeText(time) });
  return html`<a class="watch" href=${addressOf(`/replay/${id}`)} title=${label} aria-label=${label}>${words}</a>`;
}

const day = (when: number) =>
  when ? new Date(when * 1000).toLocaleDateString(locale(), { day: "numeric", month: "short" }) : "";
