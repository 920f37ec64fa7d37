// @ts-check
// The form that changes the size of the analysis board.

/** @import { Position } from "./position.js" */
/** @import { LevelSize } from "./types.js" */

import { el } from "./dom.js";
import { MOST_CELLS, MOST_SIDE } from "./links.js";
import { isAnalysable } from "./position.js";
import { message } from "./words.js";

/**
 * @param {Position} position
 * @param {(size: LevelSize) => void} apply
 */
export function sizeForm(position, apply) {
  /**
   * @param {"width" | "height" | "mines"} name
   * @param {number} most
   */
  const input = (name, most) => {
    const attributes = {
      class: "field",
      type: "number",
      name,
      min: "0",
      max: String(most),
      value: String(position[name]),
    };
    return el("input", attributes);
  };
  const fields = {
    width: input("width", MOST_SIDE),
    height: input("height", MOST_SIDE),
    mines: input("mines", MOST_CELLS),
  };
  const labels = {
    width: message("custom.width"),
    height: message("custom.height"),
    mines: message("custom.mines"),
  };
  const error = el("p", { class: "error small", role: "alert" });
  /** @param {Event} event */
  const submit = (event) => {
    event.preventDefault();
    const size = {
      width: Number(fields.width.value || Number.NaN),
      height: Number(fields.height.value || Number.NaN),
      mines: Number(fields.mines.value || Number.NaN),
    };
    const isRight = isAnalysable(size);
    error.textContent = isRight ? "" : message("analysis.size-wrong", { side: MOST_SIDE, most: MOST_CELLS });
    if (isRight) apply(size);
  };
  const lines = /** @type {const} */ (["width", "height", "mines"]).map((name) =>
    el("label", { class: "size-field" }, el("span", {}, labels[name]), fields[name]),
  );
  const button = el("button", { type: "submit", class: "btn" }, message("analysis.size-apply"));
  return el("form", { class: "size-form", onsubmit: submit, novalidate: true }, lines, button, error);
}
