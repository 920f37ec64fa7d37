// Who plays and what is said, in the sheet of a phone while a game is in play.

import type { Parts } from "../types.ts";

import { page } from "../ui/dom.ts";
import { head } from "../board/widgets.ts";
import { action } from "../ui/words.ts";

/** The panel of the room in a sheet. */
export function peopleSheet({ room, close }: Parts) {
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
