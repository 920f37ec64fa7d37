// What only the player sees: whether the page is public, the devices, and everything that is stored.

import type { LinkCode, Me } from "../protocol.ts";
import type { Parts } from "../types.ts";

import { el } from "../ui/dom.ts";
import { button, html, icon, render } from "../ui/template.ts";
import { EVERYTHING, deleteEverything, makeCode, makeLink, restore, setPublic, signOutOthers } from "./requests.ts";
import { message } from "../ui/words.ts";

const qrCode = (path: string, size: number) => html`
  <svg class="qr" viewBox=${`0 0 ${size} ${size}`} role="img" aria-label=${message("player-page.qr")}>
    <rect width=${size} height=${size} fill="#fff"></rect><path d=${path} fill="#000"></path>
  </svg>`;

export class OwnPlayer {
  element = el("div", { class: "own-player" });
  _parts: Pick<Parts, "settings">;
  _me: Me;
  _changed: () => void;
  _link: LinkCode | null = null;
  _code = "";
  _isRestoring = false;
  _isDeleting = false;
  _said = "";
  _isBad = false;

  /** @param changed the player is another one, or has another page now */
  constructor(parts: Pick<Parts, "settings">, me: Me, changed: () => void) {
    this._parts = parts;
    this._me = me;
    this._changed = changed;
    this.show();
  }

  /** Do something that the server may refuse, and show what came of it. */
  async _do(work: () => Promise<unknown>) {
    this._said = "";
    this._isBad = false;
    try {
      await work();
    } catch (error) {
      this._said = error instanceof Error ? error.message : message("alone.failed");
      this._isBad = true;
    }
    this.show();
  }

  /** Begin again as the player who this browser is now: every connection is of the one before. */
  _restart(name: string, path: string) {
    this._parts.settings.set("game", "name", name || null);
    location.assign(path);
  }

  show() {
    render(
      html`${this._public()}${this._devices()}${this._data()}
        <p class=${this._isBad ? "error" : "good"} role="status">${this._said}</p>`,
      this.element,
    );
  }

  _public() {
    const change = ({ target }: Event) =>
      this._do(async () => {
        this._me = await setPublic((target as HTMLInputElement).checked);
        this._changed();
      });
    return html`
      <section class="card">
        <label class="line"><h2>${message("player-page.public")}</h2>
          <input type="checkbox" role="switch" data-name="public" .checked=${this._me.is_public ?? false} @change=${change}></label>
        <p class="muted small">${message("player-page.public-text")}</p>
      </section>`;
  }

  _devices() {
    const link = () => this._do(async () => void (this._link = await makeLink()));
    const code = () =>
      this._do(async () => {
        this._code = (await makeCode()).code;
        this._me = { ...this._me, has_code: true };
      });
    const signOut = () =>
      this._do(async () => {
        await signOutOthers();
        this._said = message("player-page.signed-out");
      });
    return html`
      <section class="card player-devices">
        <div class="row"><h2>${message("player-page.devices")}</h2><span class="spacer"></span>
          <span class="muted small">${message("player-page.only-you")}</span></div>
        ${this._link ? this._linked(this._link) : button(message("player-page.link"), link, { iconName: "phone" })}
        ${
          this._code
            ? html`<div class="shown-code"><b class="mono copied">${this._code}</b><p class="small">${message("player-page.write-down")}</p></div>`
            : html`${button(message("player-page.recovery"), code, { iconName: "lock" })}
                <p class="muted small">${this._me.has_code ? message("player-page.has-code") : message("player-page.recovery-text")}</p>`
        }
        ${this._restoring()}
        ${button(message("player-page.sign-out"), signOut, { kind: "quiet" })}
      </section>`;
  }

  _linked({ code, seconds, picture, size }: LinkCode) {
    return html`
      <div class="link-code">
        ${qrCode(picture, size)}
        <div><b class="mono copied">${code}</b>
          <p class="muted small">${message("player-page.link-text", { minutes: Math.round(seconds / 60) })}</p></div>
      </div>`;
  }

  _restoring() {
    if (!this._isRestoring) {
      const begin = () => {
        this._isRestoring = true;
        this.show();
        this.element.querySelector<HTMLInputElement>("[data-name=code]")?.focus();
      };
      return button(message("player-page.restore"), begin, { kind: "quiet" });
    }
    const enter = (event: Event) => {
      event.preventDefault();
      const { value } = this.element.querySelector<HTMLInputElement>("[data-name=code]") as HTMLInputElement;
      this._do(async () => this._restart((await restore(value)).name, "/player"));
    };
    return html`
      <form class="code-entry" @submit=${enter}>
        <input class="field" data-name="code" maxlength="40" autocomplete="off" spellcheck="false" required
          placeholder=${message("player-page.code")} aria-label=${message("player-page.code")}>
        <button type="submit" class="btn">${message("player-page.become")}</button>
        <p class="muted small">${message("player-page.restore-text")}</p>
      </form>`;
  }

  _data() {
    const turn = (isOn: boolean) => () => {
      this._isDeleting = isOn;
      this.show();
    };
    const remove = () =>
      this._do(async () => {
        await deleteEverything();
        this._restart("", "/");
      });
    return html`
      <section class="card player-data">
        <h2>${message("player-page.data")}</h2>
        <a class="btn" href=${EVERYTHING} download>${icon("save")}${message("player-page.export")}</a>
        ${
          this._isDeleting
            ? html`<p>${message("player-page.delete-text")}</p>
                <div class="row">${button(message("charts.cancel"), turn(false), { kind: "primary" })}
                  ${button(message("player-page.delete-now"), remove, { kind: "danger" })}</div>`
            : button(message("player-page.delete"), turn(true), { kind: "danger" })
        }
      </section>`;
  }
}
