// @ts-check
// A board of the player's own size: width, height and mines as sliders and numbers, the density in words.

/** @import { LevelSize, Parts } from "./types.js" */
/** @typedef {"width" | "height" | "mines"} Measure */
/** @typedef {Pick<Parts, "state" | "settings" | "choices">} FormParts */
/** @typedef {{ field: Measure, text: string }} Trouble what is wrong with a size, and where */

import { button, el, page, section } from "./dom.js";
import { fitScreen } from "./fit-screen.js";
import { head } from "./parts.js";
import { parseSize } from "./state.js";
import { action, message, percent, size as sizeText } from "./words.js";

const LARGEST = { width: 1000, height: 1000, mines: 999_999 };
const SLIDER = 60; // cells; larger boards are typed

/** @param {FormParts} parts */
export function customForm({ state, settings, choices }) {
  const size = settings.customSize;
  const limit = parseSize(settings.schema.rulesets[settings.ruleset].largest ?? "") ?? LARGEST;
  const note = el("p", { class: "muted small" });
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
    showTrouble(null);
  };
  /** @param {Trouble | null} trouble */
  const showTrouble = (trouble) => {
    for (const [name, { number, error }] of Object.entries(fields)) {
      const isWrong = trouble?.field === name;
      error.textContent = isWrong ? trouble.text : "";
      error.hidden = !isWrong;
      number.setAttribute("aria-invalid", String(isWrong));
    }
    if (trouble) fields[trouble.field].number.focus();
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
    const trouble = customTrouble({ width, height, mines }, limit, state.mostCells);
    showTrouble(trouble);
    if (!trouble) choices.level(`${width}x${height}/${mines}`);
  };
  /** Fill in the board that fills the screen, as dense as the chosen level. */
  const fit = () => {
    const board = fitScreen(settings);
    for (const name of /** @type {Measure[]} */ (["width", "height", "mines"])) {
      fields[name].number.value = fields[name].range.value = String(board[name]);
      check();
    }
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
    button(action("fit-screen").name, fit, { kind: "centred" }),
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
    "aria-describedby": `${name}-error`,
    name,
  });
  const error = el("p", { class: "error small", role: "alert", id: `${name}-error`, hidden: true });
  return { range, number, error, row: [el("span", {}, label), range, number, error] };
}

/** @param {number} density */
function densityWords(density) {
  if (density < 0.14) return message("custom.easier");
  if (density < 0.17) return message("custom.like-beginner");
  if (density < 0.215) return message("custom.between");
  return message("custom.harder");
}

/**
 * Return what is wrong with a size, and which field has to change; null if nothing is.
 * @param {LevelSize} size
 * @param {LevelSize} limit
 * @param {number} mostCells
 * @returns {Trouble | null}
 */
export function customTrouble({ width, height, mines }, limit, mostCells) {
  const mostMines = Math.min(limit.mines, width * height - 1);
  const missing = !(width >= 1) ? "width" : !(height >= 1) ? "height" : !(mines >= 0) ? "mines" : null;
  if (missing) return { field: missing, text: message("custom.whole-numbers") };
  if (width > limit.width || height > limit.height) {
    const field = width > limit.width ? "width" : "height";
    return { field, text: message("custom.largest", { size: sizeText(limit) }) };
  }
  if (mostCells && width * height > mostCells) {
    return { field: "width", text: message("custom.server-limit", { most: mostCells }) };
  }
  if (mines <= mostMines) return null;
  return {
    field: "mines",
    text: message("custom.mines-range", { size: sizeText({ width, height }), most: mostMines }),
  };
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
