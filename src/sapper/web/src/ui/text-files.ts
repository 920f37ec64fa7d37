// Files that the player saves and chooses.

import { el } from "./dom.ts";

/** Let the browser save a text or bytes as a file. */
export function saveFile(name: string, content: BlobPart, kind: string = "text/plain") {
  const url = URL.createObjectURL(new Blob([content], { type: kind }));
  el("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000); // the browser may still read it
}

/** Return a button that lets the player choose a file, and hands over its name and text. */
export function fileButton(
  label: string,
  { accept, name, take }: { accept: string; name: string; take: (name: string, text: string) => void },
) {
  const input = el("input", { type: "file", accept, hidden: true, "data-name": name });
  input.addEventListener("change", async () => {
    const file = input.files?.[0];
    if (file) take(file.name, await file.text());
    input.value = ""; // the same file may be chosen again
  });
  const choose = el("button", { type: "button", class: "btn", onclick: () => input.click() }, label);
  return el("span", {}, choose, input);
}
