// @ts-check
// Files that the player saves and chooses.

import { el } from "./dom.js";

/**
 * Let the browser save a text as a file.
 * @param {string} name
 * @param {string} text
 * @param {string} kind
 */
export function saveFile(name, text, kind = "text/plain") {
  const url = URL.createObjectURL(new Blob([text], { type: kind }));
  el("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000); // the browser may still read it
}

/**
 * Return a button that lets the player choose a file, and hands over its name and text.
 * @param {string} label
 * @param {{ accept: string, name: string, take: (name: string, text: string) => void }} parts
 */
export function fileButton(label, { accept, name, take }) {
  const input = el("input", { type: "file", accept, hidden: true, "data-name": name });
  input.addEventListener("change", async () => {
    const file = input.files?.[0];
    if (file) take(file.name, await file.text());
    input.value = ""; // the same file may be chosen again
  });
  const choose = el("button", { type: "button", class: "btn", onclick: () => input.click() }, label);
  return el("span", {}, choose, input);
}
