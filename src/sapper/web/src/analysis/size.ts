// The form that changes the size of the analysis board.

import type { Position } from "./position.ts";
import type { LevelSize } from "../types.ts";

import { el } from "../ui/dom.ts";
import { MOST_CELLS, MOST_SIDE } from "../play/seed/links.ts";
import { isAnalysable } from "./position.ts";
import { message } from "../ui/words.ts";

export function sizeForm(position: Position, apply: (size: LevelSize) => void) {
  const input = (name: "width" | "height" | "mines", most: number) => {
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
  const submit = (event: Event) => {
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
  const lines = (["width", "height", "mines"] as const).map((name) =>
    el("label", { class: "size-field" }, el("span", {}, labels[name]), fields[name]),
  );
  const button = el("button", { type: "submit", class: "btn" }, message("analysis.size-apply"));
  return el("form", { class: "size-form", onsubmit: submit, novalidate: true }, lines, button, error);
}
