// Which games are counted: a level, and chips for the board, the rules, the device, the company, the period and help.

import { fetchApi } from "../net/api.ts";
import { el, icon } from "../ui/dom.ts";
import { LEVELS } from "../input/settings.ts";
import { MODES } from "../modes.ts";
import { level, message, mode, ruleset, words } from "../ui/words.ts";

export type Field = "level" | "layout" | "ruleset" | "device" | "together" | "days" | "plain" | "whose";

/** "" stands for all. */
type Filters = Record<Field, string>;

const DAY = 86_400;

export const USUAL: Filters = {
  level: "",
  layout: "",
  ruleset: "",
  device: "",
  together: "",
  days: "",
  plain: "1",
  whose: "",
};
/** The usual filters, and in addition a bot's games and those with others. */
export const EVERYTHING: Filters = { ...USUAL, plain: "", device: "all", together: "all" };

export const EVERYONE = "everyone";
const FILES = "files";
const NAMED = "="; // before the name of a player of games from files

const STATISTICS: Field[] = ["whose", "layout", "ruleset", "device", "together", "days", "plain"];

/** What asks for games of a player: the own ones, with the files that bear the own name, or those of files. */
function playerQuery(whose: string): Record<string, string> {
  if (whose === EVERYONE) return {};
  if (whose === FILES) return { source: "imported" };
  if (whose.startsWith(NAMED)) return { source: "imported", player: whose.slice(NAMED.length) };
  return { mine: "1", source: "all" };
}

/**
 * The query that asks for the games that pass the filters: the player's own, or those of files. What others played here
 * is never counted.
 * @param now in seconds since 1970
 */
export function queryOf({ level, layout, ruleset, device, together, days, plain, whose }: Filters, now: number) {
  const query = new URLSearchParams({ ...playerQuery(whose), device: device || "people" });
  const since = days ? String(now - Number(days) * DAY) : "";
  for (const [name, value] of Object.entries({ level, layout, ruleset, together, since, plain })) {
    if (value) query.set(name, value);
  }
  return query;
}

/** The query that asks for the best times that pass the filters: the player's own, everyone's, or those of files. */
export function timesQuery({ level, layout, ruleset, device, whose }: Filters) {
  const query = new URLSearchParams({ limit: "10", ...playerQuery(whose) });
  for (const [name, value] of Object.entries({ level, layout, ruleset, device })) {
    if (value) query.set(name, value);
  }
  return query;
}

const chips = (
  rulesets: string[],
): { field: Field; label: string; image: string; choices: [value: string, name: string][] }[] => [
  {
    field: "layout",
    label: message("charts.board"),
    image: "shield",
    choices: [
      ["", words("modes", "all").name],
      ["no-guess", words("modes", "no-guess").name],
      ["random", words("modes", "random").name],
    ],
  },
  {
    field: "ruleset",
    label: message("charts.rules"),
    image: "book",
    choices: [
      ["", message("charts.all-rules")],
      ...rulesets.map((name) => [name, ruleset(name).name] as [string, string]),
    ],
  },
  {
    field: "device",
    label: message("charts.device"),
    image: "mouse",
    choices: [
      ["", message("charts.all-devices")],
      ["mouse", words("devices", "mouse").name],
      ["key", words("devices", "key").name],
      ["touch", words("devices", "touch").name],
    ],
  },
  {
    field: "together",
    label: message("statistics.together"),
    image: "people",
    choices: [
      ["", message("statistics.alone")],
      ["yes", message("statistics.together")],
      ...Object.keys(MODES).map((name) => [name, mode(name).name] as [string, string]),
    ],
  },
  {
    field: "days",
    label: message("charts.period"),
    image: "clock",
    choices: [
      ["", message("statistics.all-time")],
      ["365", message("statistics.last-year")],
      ["30", message("statistics.last-month")],
      ["7", message("statistics.last-week")],
    ],
  },
  {
    field: "whose",
    label: message("times.whose"),
    image: "people",
    choices: [
      ["", message("times.own")],
      [EVERYONE, message("times.everyone")],
      [FILES, message("statistics.imported")],
    ],
  },
  {
    field: "plain",
    label: message("charts.help"),
    image: "hint",
    choices: [
      ["1", message("statistics.without-help")],
      ["", message("statistics.with-help")],
    ],
  },
];

export class FilterBar {
  filters: Filters;
  _changed: () => void;
  _refreshers: (() => void)[] = [];
  /** The players of games from files. */
  players: Promise<string[]>;
  element: HTMLDivElement;

  /**
   * @param filters changed in place
   * @param fields besides the level
   * @param isPublic whether what others played here may be asked for
   */
  constructor(filters: Filters, rulesets: string[], changed: () => void, fields = STATISTICS, isPublic = false) {
    this.filters = filters;
    this._changed = changed;
    this.players = readPlayers();
    this.element = el(
      "div",
      { class: "filters" },
      this._levels(),
      chips(rulesets)
        .filter(({ field }) => fields.includes(field))
        .map((chip) => ({ ...chip, choices: chip.choices.filter(([value]) => isPublic || value !== EVERYONE) }))
        .map((chip) => this._chip(chip)),
    );
    this.refresh();
    this._offerPlayers();
  }

  refresh() {
    for (const refresh of this._refreshers) refresh();
    const chosen = this.element.querySelector(".on");
    requestAnimationFrame(() => chosen?.scrollIntoView({ block: "nearest", inline: "nearest" }));
  }

  /** Add the players of games from files to the choice of a player. */
  async _offerPlayers() {
    const select = this.element.querySelector<HTMLSelectElement>("[data-field=whose]");
    const players = await this.players;
    select?.append(...players.map((name) => el("option", { value: NAMED + name }, name)));
    this.refresh();
  }

  _set(field: Field, value: string) {
    this.filters[field] = value;
    this.refresh();
    this._changed();
  }

  _levels() {
    const names: [string, string][] = [...LEVELS, "custom"].map((name) => [name, level(name)]);
    const buttons = ([...names, ["", message("statistics.all-levels")]] as [string, string][]).map(([value, name]) => {
      const node = el(
        "button",
        { type: "button", "data-level": value, onclick: () => this._set("level", value) },
        name,
      );
      this._refreshers.push(() => {
        const isOn = this.filters.level === value;
        node.classList.toggle("on", isOn);
        node.setAttribute("aria-pressed", String(isOn));
      });
      return node;
    });
    return el("div", { class: "segments", role: "group", "aria-label": message("columns.level") }, buttons);
  }

  _chip({ field, label, image, choices }: ReturnType<typeof chips>[number]) {
    const select = el(
      "select",
      {
        "aria-label": label,
        "data-field": field,
        onchange: ({ target }: Event) => this._set(field, (target as HTMLSelectElement).value),
      },
      choices.map(([value, name]) => el("option", { value }, name)),
    );
    const node = el("label", { class: "chip" }, icon(image), select);
    this._refreshers.push(() => {
      select.value = this.filters[field];
      node.classList.toggle("on", this.filters[field] !== USUAL[field]);
    });
    return node;
  }
}

async function readPlayers(): Promise<string[]> {
  const answer = await fetchApi("/api/games/players").catch(() => null);
  return answer?.ok ? answer.json() : [];
}
