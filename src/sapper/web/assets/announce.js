// @ts-check
// What screen readers read out.

import { find } from "./dom.js";

/**
 * Have something read out; readers read only what is another text than before.
 * @param {string} text
 */
export function announce(text, isUrgent = false) {
  const region = find(isUrgent ? "urgent" : "polite");
  region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}
