// A board of the player's own size: width, height and mines as sliders and numbers, the density in words.

import type { LevelSize, Parts } from "../../types.ts";

import { button, el, page, section } from "../../ui/dom.ts";
import { fitScreen } from "./fit-screen.ts";
import { head } from "../../board/widgets.ts";
import { parseSize } from "../../state.ts";
import { action, message, percent, size as sizeText } from "../../ui/words.ts";

type Measure = "width" | "height" | "mines";

type FormParts = Pick<Parts, "state" | "settings" | "choices">;

/** The problem of a size, and its field. */
interface FieldError {
  field: Measure;
  text: string;
}

const LARGEST = { width: 1000, height: 1000, mines: 999_999 };
const SLIDER = 60; // cells; larger boards are typed

export function customForm({ state, settings, choices }: FormParts) {
  const size = settings.customSize;
  const limit = parseSize(settings.schema.rulesets[settings.ruleset].largest ?? "") ?? LARGEST;
  const note = el("p", { class: "muted small" });
  const mostMines = ({ width, height }: LevelSize) => Math.min(limit.mines, width * height - 1);
  const fields = {
    width: measureField("width", message("custom.width"), size.width, Math.min(limit.width, SLIDER), limit.width),
    height: measureField("height", message("custom.height"), size.height, Math.min(limit.height, SLIDER), limit.height),
    mines: measureField("mines", message("custom.mines"), size.mines, mostMines(size), limit.mines),
  };
  const values = (): LevelSize => ({
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
    showError(null);
  };
  const showError = (wrong: FieldError | null) => {
    for (const [name, { number, error }] of Object.entries(fields)) {
      const isWrong = wrong?.field === name;
      error.textContent = isWrong ? wrong.text : "";
      error.hidden = !isWrong;
      number.setAttribute("aria-invalid", String(isWrong));
    }
    if (wrong) fields[wrong.field].number.focus();
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
  const submit = (event: Event) => {
    event.preventDefault();
    const { width, height, mines } = values();
    const wrong = customError({ width, height, mines }, limit, state.mostCells);
    showError(wrong);
    if (!wrong) choices.level(`${width}x${height}/${mines}`);
  };
  /** Fill in the board that fills the screen, as dense as the chosen level. */
  const fit = () => {
    const board = fitScreen(settings);
    for (const name of ["width", "height", "mines"] as Measure[]) {
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

/** @param slider the most that the slider gives */
function measureField(name: Measure, label: string, value: number, slider: number, most: number) {
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

function densityWords(density: number) {
  if (density < 0.14) return message("custom.easier");
  if (density < 0.17) return message("custom.like-beginner");
  if (density < 0.215) return message("custom.between");
  return message("custom.harder");
}

/** Return what is wrong with a size, and which field has to change; null if nothing is. */
export function customError(
  { width, height, mines }: LevelSize,
  limit: LevelSize,
  mostCells: number,
): FieldError | null {
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
  name = "custom";
  element: HTMLDivElement;

  constructor(parts: FormParts & Pick<Parts, "close">) {
    this.element = page(section(head(message("custom.title"), parts.close), customForm(parts)));
  }

  focus() {
    const width: HTMLInputElement | null = this.element.querySelector("input[name=width]");
    width?.select();
  }
}
