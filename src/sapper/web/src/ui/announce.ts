// What screen readers read out.

import { find } from "./dom.ts";

/** Have something read out; readers read only what is another text than before. */
export function announce(text: string, isUrgent = false) {
  const region = find(isUrgent ? "urgent" : "polite");
  region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}
