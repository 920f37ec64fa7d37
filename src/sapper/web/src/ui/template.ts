// Views that follow state are templates: functions of the state that say what it looks like. lit-html changes what
// differs from the last time and leaves every other node alone, with its focus and its listeners.

import type { ElementPart } from "lit-html";

import { html, nothing } from "lit-html";
import { directive, Directive } from "lit-html/directive.js";

export type { TemplateResult } from "lit-html";
export { html, nothing, render, svg } from "lit-html";
export { guard } from "lit-html/directives/guard.js";
export { repeat } from "lit-html/directives/repeat.js";

class StyleDirective extends Directive {
  _shown: Record<string, string> = {};

  render(_values: Record<string, string>) {}

  update(part: ElementPart, [values]: [Record<string, string>]) {
    const { style } = part.element as HTMLElement;
    for (const [name, value] of Object.entries(values)) {
      if (value !== this._shown[name]) style.setProperty(name, value);
    }
    this._shown = values;
  }
}

/** Set styles of an element: `<i ${styles({ width })}>`. The CSP forbids `style` attributes, which `styleMap` writes. */
export const styles = directive(StyleDirective);

/** An icon of the sheet; it takes its colours from where it stands. */
export const icon = (name: string, className = "icon") =>
  html`<svg class=${className} aria-hidden="true"><use href=${`#i-${name}`}></use></svg>`;

/** Takes the room that is left. */
export const spacer = html`<span class="spacer"></span>`;

/** A button of the panel: icon, words, key. */
export const button = (
  label: string,
  run: () => void,
  {
    iconName = "",
    key = "",
    kind = "",
    title = "",
    isOff = false,
  }: { iconName?: string; key?: string; kind?: string; title?: string; isOff?: boolean } = {},
) =>
  html`<button type="button" class=${`btn ${kind}`.trim()} title=${title || nothing} ?disabled=${isOff} @click=${run}>${
    iconName ? icon(iconName) : null
  }${label}${key ? html`<kbd>${key}</kbd>` : null}</button>`;

export const stat = (value: string, label: string, small = "") =>
  html`<div class="stat"><b>${value}${small ? html`<small>${small}</small>` : null}</b><span>${label}</span></div>`;
