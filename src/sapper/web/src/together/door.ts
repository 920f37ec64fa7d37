// The door of a room: who waits there, how newcomers come in, and what those see who wait.

import type { Knock, Terms } from "../protocol.ts";
import type { PartyParts, PartyState } from "../types.ts";

import { find } from "../ui/dom.ts";
import { button, html, icon, nothing, render, repeat } from "../ui/template.ts";
import { isLooking, isOwner } from "./state.ts";
import { entryWord } from "./wording.ts";
import { segments } from "./room-fields.ts";
import { message } from "../ui/words.ts";

const ENTRIES = ["open", "ask", "locked"] as const;

const decides = (party: PartyState) => isOwner(party) && !isLooking(party);

/** Those who want to come in, for the owner. */
export const knocks = (party: PartyState, admit: (player: string, isAdmitted: boolean) => void) =>
  decides(party) && party.knocks.length
    ? html`<div class="knocks">${repeat(
        party.knocks,
        ({ player }) => player,
        (one) => knock(one, admit),
      )}</div>`
    : nothing;

function knock({ player, name }: Knock, admit: (player: string, isAdmitted: boolean) => void) {
  const words = message("together.wants-in", { name });
  return html`
    <div class="knock" role="group" aria-label=${words}>
      <b>${words}</b>
      ${button(message("together.admit"), () => admit(player, true), { kind: "primary" })}
      ${button(message("together.refuse"), () => admit(player, false))}
    </div>`;
}

/** How newcomers come in, for the owner to choose. */
export function entry(party: PartyState, { party: session }: Pick<PartyParts, "party">) {
  if (!decides(party)) return nothing;
  const label = message("together.entry");
  const choose = (chosen: Required<Terms>["entry"]) => session.choose({ entry: chosen });
  const options = ENTRIES.map((one) => [one, entryWord(one)] as const);
  return html`<div class="entry"><h2>${label}</h2>${segments(label, options, party.terms.entry, choose)}</div>`;
}

/** Show a person who waits at the door what they wait for, in the place of the board; null shows nothing. */
export class WaitingCard {
  _element = document.createElement("div");
  _leave: () => void;

  constructor(leave: () => void) {
    this._leave = leave;
    this._element.className = "cover waiting-card";
    this._element.setAttribute("role", "status");
  }

  show(party: PartyState | null) {
    const { knocking = null } = party ?? {};
    if (!knocking) {
      this._element.remove();
      return;
    }
    const text = message("together.knocking-text", { name: knocking.owner });
    render(
      html`${icon("people")}<b>${message("together.knocking")}</b><p class="muted">${text}</p>${button(
        message("together.stop-waiting"),
        this._leave,
      )}`,
      this._element,
    );
    const stage = find("stage");
    if (this._element.parentElement !== stage) stage.append(this._element);
  }
}
