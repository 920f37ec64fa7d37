// @ts-check
// A board of the player's own size: width, height and mines as sliders and numbers, the density in words.

/** @import { LevelSize, Parts } from "./types.js" */
/** @typedef {"width" | "height" | "mines"} Measure */
/** @typedef {Pick<Parts, "state" | "settings" | "choices">} FormParts */

import { el, page, section } from "./dom.js";
import { head } from "./parts.js";
import { parseSize } from "./state.js";
import { message, percent, size as sizeText } from "./words.js";

const LARGEST = { width: 1000, height: 1000, mines: 999_999 };
const SLIDER = 60; // cells; larger boards are typed

/** @param {FormParts} parts */
export function customForm({ state, settings, choices }) {
  const size = settings.levelSize(settings.get("game", "level"));
  const limit = parseSize(settings.schema.rulesets[settings.ruleset].largest ?? "") ?? LARGEST;
  const note = el("p", { class: "muted small" });
  const error = el("p", { class: "error small", role: "alert" });
  /** @param {LevelSize} of */
  const mostMines = ({ width, height }) => Math.min(limit.mines, width * height - 1);
  const fields = {
    width: measureField("width", message("custom.width"), size.width, Math.min(limit.width, SLIDER), limit.width),
    height: measureField("height", message("custom.height"), size.height, Math.min(limit.height, SLIDER), limit.height),
    mines: measureField("mines", message("custom.mines"), size.mines, mostMines(size), limit.mines),
  };
  /** @returns {LevelSize} */
  const values = () => ({
    width: Math.floor(Number(fields.width.number.value)),
    height: Math.floor(Number(fields.height.number.value)),
    mines: Math.floor(Number(fields.mines.number.value)),
  });
  const check = () => {
    const chosen = values();
    const density = chosen.mines / (chosen.width * chosen.height);
    fields.mines.range.max = String(mostMines(chosen));
    note.textContent = Number.isFinite(density)
      ? message("custom.density", { share: percent(density, 1), compared: densityWords(density) })
      : "";
    error.textContent = "";
  };
  for (const { range, number } of Object.values(fields)) {
    range.addEventListener("input", () => {
      number.value = range.value;
      check();
    });
    number.addEventListener("input", () => {
      range.value = number.value;
      check();
    });
  }
  /** @param {Event} event */
  const submit = (event) => {
    event.preventDefault();
    const { width, height, mines } = values();
    error.textContent = customTrouble({ width, height, mines }, limit, state.mostCells);
    if (!error.textContent) choices.level(`${width}x${height}/${mines}`);
  };
  check();
  return el(
    "form",
    { class: "group custom", onsubmit: submit, novalidate: true },
    el(
      "div",
      { class: "form" },
      Object.values(fields).map(({ row }) => row),
    ),
    note,
    error,
    el("button", { type: "submit", class: "btn primary big" }, message("custom.play")),
  );
}

/**
 * @param {Measure} name
 * @param {string} label
 * @param {number} value
 * @param {number} slider the most that the slider gives
 * @param {number} most
 */
function measureField(name, label, value, slider, most) {
  const range = el("input", {
    type: "range",
    min: "1",
    max: String(slider),
    value: String(value),
    "aria-label": message("custom.slider", { name: label }),
  });
  const number = el("input", {
    type: "number",
    class: "field",
    min: name === "mines" ? "0" : "1",
    max: String(most),
    value: String(value),
    "aria-label": label,
    name,
  });
  return { range, number, row: [el("span", {}, label), range, number] };
}

/** @param {number} density */
function densityWords(density) {
  if (density < 0.14) return message("custom.easier");
  if (density < 0.17) return message("custom.like-beginner");
  if (density < 0.215) return message("custom.between");
  return message("custom.harder");
}

/**
 * Return what is wrong with a size, empty if nothing is.
 * @param {LevelSize} size
 * @param {LevelSize} limit
 * @param {number} mostCells
 */
export function customTrouble({ width, height, mines }, limit, mostCells) {
  const mostMines = Math.min(limit.mines, width * height - 1);
  if (!(width >= 1 && height >= 1 && mines >= 0)) return message("custom.whole-numbers");
  if (width > limit.width || height > limit.height) {
    return message("custom.largest", { size: sizeText(limit) });
  }
  if (mostCells && width * height > mostCells) return message("custom.server-limit", { most: mostCells });
  return mines > mostMines ? message("custom.mines-range", { size: sizeText({ width, height }), most: mostMines }) : "";
}

export class CustomPage {
  /** @param {FormParts & Pick<Parts, "close">} parts */
  constructor(parts) {
    this.name = "custom";
    this.element = page(section(head(message("custom.title"), parts.close), customForm(parts)));
  }

  focus() {
    /** @type {HTMLInputElement | null} */
    const width = this.element.querySelector("input[name=width]");
    width?.select();
  }
}
