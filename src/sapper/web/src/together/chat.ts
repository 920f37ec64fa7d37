// What is said in a room, and what happened there. Everything is shown as text; names of squares point at them.

import type { PartyLine, PartyParts, PartyState } from "../types.ts";

import { button, el, fill, icon, kbd } from "../ui/dom.ts";
import { html, icon as templateIcon, render, repeat, styles } from "../ui/template.ts";
import { isApart, seatOf } from "./state.ts";
import { EMOTES, emoteOf, emoteWords, phrases } from "./wording.ts";
import { splitSquares } from "../board/square-names.ts";
import { modeOf } from "../state.ts";
import { message, pieces } from "../ui/words.ts";
import { colourOf } from "../play/people.ts";

export class Chat {
  _parts;
  _shown: PartyLine | undefined; // the last line
  _isFollowing = true; // the last line is in view, and stays there
  _lines: HTMLDivElement;
  _input: HTMLInputElement;
  _toggle: HTMLButtonElement;
  _phrases: HTMLDivElement;
  _title: HTMLHeadingElement;
  _note: HTMLParagraphElement;
  element: HTMLElement;

  constructor(parts: PartyParts & { pointOut: (cell: number, seat: number | null) => void }) {
    this._parts = parts;
    this._lines = el("div", { class: "lines", role: "log", "aria-label": message("together.chat"), tabindex: "0" });
    this._lines.addEventListener("scroll", () => {
      const { scrollHeight, scrollTop, clientHeight } = this._lines;
      this._isFollowing = scrollHeight - scrollTop - clientHeight < 24;
    });
    new ResizeObserver(() => this._follow()).observe(this._lines);
    const field = { class: "field", maxlength: "400", placeholder: message("together.say") };
    this._input = el("input", { ...field, "aria-label": message("together.say"), autocomplete: "off" });
    const label = message("together.phrases-show");
    this._toggle = el(
      "button",
      { type: "button", class: "tool", title: label, "aria-label": label, "aria-expanded": "false" },
      icon("chat"),
    );
    this._phrases = el("div", { class: "phrases", hidden: true });
    this._toggle.addEventListener("click", () => this._showPhrases(Boolean(this._phrases.hidden)));
    const send = message("together.send");
    this._title = el("h2", {}, message("together.chat"));
    this._note = el("p", { class: "muted tiny note" }, pieces("together.point-key", { key: kbd("Shift") }));
    this.element = el(
      "section",
      { class: "group chat" },
      this._title,
      this._lines,
      this._phrases,
      el(
        "form",
        { class: "say", onsubmit: (event: Event) => this._send(event) },
        el("div", { class: "say-field" }, this._input, this._toggle),
        el("button", { type: "submit", class: "tool send", title: send, "aria-label": send }, icon("send")),
      ),
      this._note,
    );
  }

  focus() {
    this._input.focus();
  }

  _showPhrases(isShown: boolean) {
    if (isShown && !this._phrases.firstElementChild) {
      const say = (number: number) => {
        this._parts.party.sayPhrase(number);
        this._showPhrases(false);
        this._input.focus();
      };
      const faces = EMOTES.map(({ phrase, image }) => {
        const label = emoteWords(phrase);
        const attributes = { type: "button", class: "tool", title: label, "aria-label": label };
        return el("button", { ...attributes, onclick: () => say(phrase) }, icon(image));
      });
      fill(
        this._phrases,
        el("div", { class: "faces", role: "group", "aria-label": message("together.emotes-show") }, faces),
        phrases().map((text, number) => button(text, () => say(number), { kind: "phrase" })),
      );
    }
    this._phrases.hidden = !isShown;
    this._toggle.setAttribute("aria-expanded", String(isShown));
  }

  _send(event: Event) {
    event.preventDefault();
    this._parts.party.say(this._input.value);
    this._input.value = "";
  }

  update() {
    const { party } = this._parts.state;
    if (!party) return;
    this._showWho(isApart(party));
    const canPoint = !modeOf(party.terms).isSecret && party.seat !== null;
    this._note.hidden = party.stage !== "playing" || !canPoint;
    const line = (one: PartyLine) =>
      html`<p class=${one.kind === "said" ? "line-said" : "line-news"}>${lineWords(this._parts, party, one)}</p>`;
    render(
      repeat(party.lines, (one) => one, line), // screen readers read only what is added
      this._lines,
    );
    if (party.lines.at(-1) !== this._shown) this._follow();
    this._shown = party.lines.at(-1);
  }

  /** Say who reads what is typed here. */
  _showWho(isOfWatchers: boolean) {
    const said = isOfWatchers ? message("together.say-to-watchers") : message("together.say");
    if (this._input.placeholder === said) return;
    this._input.placeholder = said;
    this._input.setAttribute("aria-label", said);
    this._title.textContent = isOfWatchers ? message("together.chat-watchers") : message("together.chat");
  }

  _follow() {
    if (this._isFollowing) this._lines.scrollTop = this._lines.scrollHeight;
  }
}

/** A line as it is shown: the name in the colour of the player, and squares that point at themselves. */
export function lineWords(
  parts: PartyParts & { pointOut: (cell: number, seat: number | null) => void },
  party: PartyState,
  line: PartyLine,
) {
  if (line.kind !== "said") return newsText(parts, party, line);
  const seat = seatOf(party, line.seat);
  const color = seat ? colourOf(parts.themes, seat) : "";
  const face = emoteOf(line.phrase ?? -1);
  if (face) {
    const words = emoteWords(face.phrase);
    return html`<b class="speaker" ${styles({ color })}>${line.name}</b> <span class="face-said" title=${words}>${templateIcon(face.image)}</span><span class="unseen">${words}</span>`;
  }
  const text = typeof line.phrase === "number" ? (phrases()[line.phrase] ?? "") : (line.text ?? "");
  const { game } = parts.state;
  const words = (game ? splitSquares(text, game) : [{ text, cell: -1 }]).map(({ text: part, cell }) =>
    cell < 0
      ? part
      : html`<button type="button" class="btn square-name" ${styles({ color })}
          @click=${() => parts.pointOut(cell, line.seat)}>${part}</button>`,
  );
  return html`<b class="speaker" ${styles({ color })}>${line.name}</b> ${words}`;
}

function newsText({ state }: PartyParts, party: PartyState, line: Exclude<PartyLine, { kind: "said" }>) {
  const { name } = line;
  const isOwn = line.seat === party.seat;
  if (line.kind === "hit") {
    const square = state.game?.name(line.cell) ?? "";
    return isOwn ? message("together.you-hit", { square }) : message("together.hit", { name, square });
  }
  if (line.kind === "owner") return isOwn ? message("together.you-owner") : message("together.now-owner", { name });
  if (line.kind === "left") return message("together.left", { name });
  return line.kind === "back" ? message("together.back", { name }) : message("together.joined", { name });
}
