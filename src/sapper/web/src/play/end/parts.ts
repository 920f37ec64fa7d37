// Pieces that the ends of games have in common: the line with the result, where the time stands, a name for a win.

import type { Over } from "../../protocol.ts";
import type { Parts } from "../../types.ts";

import { el } from "../../ui/dom.ts";
import { html, icon } from "../../ui/template.ts";
import { message, setting, status, time } from "../../ui/words.ts";

export const resultLine = (title: string, face: string, under: string, kind = "muted") =>
  html`<div class="result">${icon(face, "")}<div><h1>${title}</h1><span class=${kind}>${under}</span></div></div>`;

/** The place of the time of a win among the player's own, in words, and the class of the words. */
export function standingWords({ standing, at }: Pick<Over, "standing" | "at">): [words: string, kind: string] {
  if (!standing) return [status("won"), "muted"];
  if (standing.best === null || standing.best === undefined) return [message("end.first-win"), "good strong"];
  if (at === standing.best) return [message("end.equal-best"), "good strong"];
  const apart = gap(at, standing.best);
  if (at < standing.best) return [message("end.new-best", { time: apart }), "good strong"];
  return [message("end.behind-best", { time: apart }), "muted"];
}

/**
 * How far two times are apart: the difference of the times as they are written, in milliseconds only where those are
 * alike.
 */
export function gap(one: number, other: number) {
  const written = Math.abs(Math.floor(one / 10) - Math.floor(other / 10)) * 10;
  return written ? time(written) : time(Math.abs(one - other), 3);
}

/** A field for the player's name, and a button. */
export function nameForm({ state, rename, focusBoard }: Pick<Parts, "state" | "rename" | "focusBoard">) {
  const label = setting("game", "name").title;
  const field = { class: "field", value: state.name, maxlength: "40", "aria-label": label, placeholder: label };
  const input = el("input", field);
  const sign = (event: Event) => {
    event.preventDefault();
    rename(input.value.trim());
    focusBoard();
  };
  const submit = el("button", { type: "submit", class: "btn" }, message("end.sign"));
  return el("form", { class: "row sign", onsubmit: sign }, input, submit);
}

/** @param name that a win was signed with, empty where it was removed */
export const signedWords = (name: string) => (name ? message("end.signed", { name }) : message("end.unsigned"));
