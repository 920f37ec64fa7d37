// The page of a player: ratings, records, rounds and games; for the player alone the name, the devices and the data.

import type { PlayerPage as Found } from "../protocol.ts";
import type { Page, Parts } from "../types.ts";

import { isAskedLocally } from "../net/api.ts";
import { initialOf } from "../play/people.ts";
import { noServerPage } from "../play/no-server-page.ts";
import { DEFAULT_MODE, MODES } from "../modes.ts";
import { isServerGone } from "../state.ts";
import { linkTo } from "../ui/address.ts";
import { el, loadIcons } from "../ui/dom.ts";
import { button, html, nothing, render, spacer, styles } from "../ui/template.ts";
import { OwnPlayer } from "./own-player.ts";
import { games, records, rounds } from "./player-lists.ts";
import { ratingCard } from "./rating-card.ts";
import { readMe, readPlayer, takeName } from "./requests.ts";
import { locale, message } from "../ui/words.ts";

type PlayerParts = Pick<Parts, "state" | "settings" | "themes" | "open" | "rename" | "enterParty">;

const LONGEST_NAME = 24; // letters, as the server has it
const OWN = "me"; // instead of an id
const CHALLENGE = Object.values(MODES).find(({ isMatch }) => isMatch)?.name ?? DEFAULT_MODE; // what is played

/** Make the page of a player with an id, or of the one who asks. */
export async function playerPage(parts: PlayerParts, id = ""): Promise<Page> {
  if (isServerGone(parts.state) || isAskedLocally())
    return noServerPage(message("player-page.title"), message("player-page.no-server"));
  return new PlayerPage(parts, id);
}

export class PlayerPage implements Page {
  name = "player";
  element = el("div", { class: "screen player-page", "aria-busy": "true" });
  found: Found | null = null;
  _parts: PlayerParts;
  _id: string;
  _own: OwnPlayer | null = null;
  _isRenaming = false;
  _copied = false;
  _error = "";

  constructor(parts: PlayerParts, id: string) {
    this._parts = parts;
    this._id = id;
    loadIcons("icons-more.svg").catch(() => {}); // the buttons have their words as well
    this.show();
    this._read();
  }

  async _read() {
    try {
      const me = await readMe();
      this.found = await readPlayer(this._id || OWN);
      if (this.found.is_own && !this._own) this._own = new OwnPlayer(this._parts, me, () => this._read());
      this._error = "";
    } catch (error) {
      this._error = error instanceof Error ? error.message : message("alone.failed");
    }
    this.element.setAttribute("aria-busy", "false");
    this.show();
  }

  paint() {
    this.show();
  }

  /** The heading stays the same element when the player comes: it may have the focus. */
  show() {
    const { found } = this;
    render(
      html`
        ${this._head(found)}
        ${this._error ? html`<p class="error" role="status">${this._error}</p>` : nothing}
        ${found ? this._body(found) : nothing}`,
      this.element,
    );
  }

  _body(found: Found) {
    const parts = this._parts;
    return html`
      ${
        found.ratings.length
          ? html`<div class="rating-cards">${found.ratings.map(ratingCard)}</div>`
          : html`<p class="muted">${message("player-page.no-ratings")}</p>`
      }
      <div class=${this._own ? "player-columns" : "player-columns alone"}>
        <div class="player-column">${records(parts, found)}${rounds(parts, found)}${games(parts, found)}</div>
        ${this._own?.element ?? nothing}
      </div>`;
  }

  _head(found: Found | null) {
    const title = found ? found.name || message("player-page.nameless") : message("player-page.title");
    return html`
      <header class="player-head">
        ${found ? this._avatar(found) : nothing}
        <div><h1>${title}</h1>${found ? html`<p class="muted">${aboutWords(found)}</p>` : nothing}</div>
        ${spacer}
        ${found?.is_own ? this._naming(found.name) : nothing}
        ${found?.is_public ? this._copy(found.id) : nothing}
        ${found && !found.is_own ? this._challenge(found.id) : nothing}
      </header>`;
  }

  _avatar({ name }: Found) {
    const colour = this._parts.themes.players[0];
    return html`<span class="avatar" aria-hidden="true" ${styles({ "--player": colour })}>${initialOf({ name, seat: 0 })}</span>`;
  }

  _copy(id: string) {
    const copy = async () => {
      await navigator.clipboard.writeText(linkTo(`/player/${id}`)).then(
        () => {
          this._copied = true;
        },
        () => {},
      );
      this.show();
    };
    const label = this._copied ? message("together.copied") : message("player-page.copy");
    return button(label, copy, { iconName: "copy", kind: this._isRenaming || !this._own ? "" : "primary" });
  }

  /** The page of a player is the link by which others challenge the player. */
  _challenge(id: string) {
    const go = () => this._parts.enterParty((party) => party.hostChallenge({ mode: CHALLENGE, rules: "" }, id));
    return button(message("people.challenge"), go, { iconName: "link", kind: "primary" });
  }

  _naming(name: string) {
    if (!this._isRenaming) {
      const begin = () => {
        this._isRenaming = true;
        this.show();
        this.element.querySelector<HTMLInputElement>("[data-name=name]")?.focus();
      };
      return button(message("player-page.rename"), begin, { iconName: "edit" });
    }
    const take = async (event: Event) => {
      event.preventDefault();
      const { value } = this.element.querySelector<HTMLInputElement>("[data-name=name]") as HTMLInputElement;
      try {
        const me = await takeName(value);
        this._parts.rename(me.name);
        this._isRenaming = false;
      } catch (error) {
        this._error = error instanceof Error ? error.message : message("alone.failed");
        this.show();
        return;
      }
      await this._read();
    };
    return html`
      <form class="name-entry" @submit=${take}>
        <input class="field" data-name="name" maxlength=${LONGEST_NAME} autocomplete="nickname" .value=${name}
          aria-label=${message("player-page.name")}>
        <button type="submit" class="btn primary">${message("player-page.take")}</button>
      </form>`;
  }
}

function aboutWords({ id, since, games: count }: Found) {
  const about = [message("player-page.id", { id })];
  if (since) about.push(message("player-page.since", { date: monthOf(since) }));
  if (count) about.push(message("player-page.games", { count }));
  return about.join(" · ");
}

const monthOf = (seconds: number) =>
  new Date(seconds * 1000).toLocaleDateString(locale(), { month: "long", year: "numeric" });
