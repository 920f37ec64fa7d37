// @ts-check
// Who plays and what is said, in the sheet of a phone while a game is in play.

/** @import { Parts } from "./types.js" */

import { page } from "./dom.js";
import { head } from "./parts.js";
import { action } from "./words.js";

/**
 * The panel of the room in a sheet.
 * @param {Parts} parts
 */
export function peopleSheet({ room, close }) {
  const inner = room()?.page;
  const element = page(head(action("people").name, close), inner?.element ?? null);
  element.classList.add("people-sheet");
  return {
    name: "people",
    element,
    update: () => {
      if (inner && inner.element.parentElement !== element) element.append(inner.element);
      inner?.update();
    },
    tick: () => inner?.tick(),
  };
}
