// The link that another device shows: this browser becomes its player, once the one who sits here has agreed.

import type { Page, Parts } from "../types.ts";

import { el } from "../ui/dom.ts";
import { html, nothing, render } from "../ui/template.ts";
import { restore } from "./requests.ts";
import { message } from "../ui/words.ts";

export class LinkPage implements Page {
  name = "link";
  element = el("div", { class: "screen player-page" });
  _settings: Parts["settings"];
  _code = decodeURIComponent(location.hash.slice(1));
  _error = "";

  constructor({ settings }: Pick<Parts, "settings">) {
    this._settings = settings;
    this.show();
  }

  async _become(code: string) {
    try {
      const { name } = await restore(code);
      this._settings.set("game", "name", name || null);
      location.assign("/player"); // every connection is of the player before
    } catch (error) {
      this._error = error instanceof Error ? error.message : message("alone.failed");
      this.show();
    }
  }

  show() {
    const enter = (event: Event) => {
      event.preventDefault();
      this._become((this.element.querySelector("[data-name=code]") as HTMLInputElement).value);
    };
    render(
      html`
        <form class="card link-card" @submit=${enter}>
          <h1>${message("player-page.link-title")}</h1>
          <p class="muted">${message("player-page.link-page-text")}</p>
          <input class="field" data-name="code" maxlength="40" autocomplete="off" spellcheck="false" required
            .value=${this._code} aria-label=${message("player-page.code")}>
          <button type="submit" class="btn primary big">${message("player-page.become")}</button>
          ${this._error ? html`<p class="error" role="alert">${this._error}</p>` : nothing}
        </form>`,
      this.element,
    );
  }
}
