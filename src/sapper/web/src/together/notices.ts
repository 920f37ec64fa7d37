// Tells a player who looks elsewhere that a round starts or that it is their turn: only in the ways that they chose.

import type { Settings } from "../input/settings.ts";
import type { State } from "../types.ts";

import { Sounds } from "../play/sounds.ts";

/** Whether nobody looks at the page. */
export const isElsewhere = () => document.visibilityState !== "visible" || !document.hasFocus();

export class Notices {
  _state: State;
  _settings: Settings;
  _changed: () => void;
  _sounds: Sounds;
  _shown: Notification | null = null;

  /** @param changed called when the title of the page is another one */
  constructor(state: State, settings: Settings, changed: () => void) {
    this._state = state;
    this._settings = settings;
    this._changed = changed;
    this._sounds = new Sounds(settings);
    for (const kind of ["focus", "visibilitychange"]) addEventListener(kind, () => this._seen());
    document.addEventListener("visibilitychange", () => this._seen());
  }

  /**
   * @param words what happened
   * @param about the room
   */
  tell(words: string, about: string) {
    if (!isElsewhere()) return;
    if (this._settings.get("together", "notify-title")) {
      this._state.attention = words;
      this._changed();
    }
    if (this._settings.get("together", "notify-sound")) this._sounds.demonstrate("call");
    if (this._settings.get("together", "notify-browser")) this._notify(words, about);
  }

  /** A phone has no such constructor, only its service worker. */
  async _notify(words: string, about: string) {
    if (globalThis.Notification?.permission !== "granted") return;
    const options = { body: about, tag: "sapper", icon: "/icon-192.png" };
    try {
      this._shown = new Notification(words, options);
      this._shown.onclick = () => {
        focus();
        this._shown?.close();
      };
    } catch {
      const worker = await navigator.serviceWorker?.getRegistration();
      await worker?.showNotification(words, options);
    }
  }

  _seen() {
    if (isElsewhere()) return;
    this._shown?.close();
    this._shown = null;
    if (!this._state.attention) return;
    this._state.attention = "";
    this._changed();
  }
}
