// What a setting changes on the page at once: keys, how a hand plays, motion, and how the board looks.

import type { BoardView } from "../board/board-view.ts";
import type { BoardGrid } from "../board/board-grid.ts";
import type { Choices } from "../play/new-game/choices.ts";
import type { BoardInput } from "../input/board-input.ts";
import type { Shell } from "./shell/shell.ts";
import type { Parts } from "../types.ts";

import { dropBadKeys } from "../input/key-rules.ts";
import { loaded } from "../ui/dom.ts";
import { useSetting } from "../ui/language.ts";

interface Applied {
  state: Parts["state"];
  settings: Parts["settings"];
  themes: Parts["themes"];
  choices: Choices;
  view: BoardView;
  grid: BoardGrid;
  input: BoardInput;
  shell: Shell;
  keysChanged: () => void;
  changed: (change?: { isLayout?: boolean }) => void;
}

const REDUCED_MOTION = "(prefers-reduced-motion: reduce)";

export class AppliedSettings {
  _parts: Applied;

  constructor(parts: Applied) {
    this._parts = parts;
    parts.settings.onChange = (section, name) => this._settingChanged(section, name);
    matchMedia(REDUCED_MOTION).addEventListener("change", () => this._setMotion());
    this._watchPixelRatio();
  }

  start() {
    dropBadKeys(this._parts.settings);
    this._setKeys();
    this._setMotion();
    this._setEmphasis();
  }

  _settingChanged(section: string, name: string) {
    const { settings, themes, choices, keysChanged, changed } = this._parts;
    if (section === "display" || section === "storage") {
      themes.choose(settings.get("display", "theme"));
      loaded(useSetting(settings.get("display", "language")));
      this._setMotion();
      this._setEmphasis();
    }
    if (section === "keys" || section === "storage") {
      this._setKeys();
      keysChanged();
    }
    if (section === "controls" || section === "storage") this.rearm();
    choices.settingChanged(section, name);
    changed({ isLayout: section === "display" || section === "storage" });
  }

  /** Play by the settings and by the rules of the game. */
  rearm() {
    const { state, settings, choices, input } = this._parts;
    const { game, party } = state;
    if (!game) return;
    const ruleset = String(game.choices.ruleset);
    const controls = party ? settings.roomControls(ruleset) : settings.controls(ruleset);
    input.rearm(controls, { ...game.choices, questions: choices.marks });
  }

  _setKeys() {
    const { settings, grid, input } = this._parts;
    input.reader.map = grid.keys = settings.keyMap;
  }

  _setMotion() {
    const { settings, view, shell } = this._parts;
    const wish = settings.get("display", "reduced-motion");
    const isReduced = wish === "on" || (wish === "system" && matchMedia(REDUCED_MOTION).matches);
    view.motion = settings.get("display", "animation") && !isReduced;
    shell.setStill(!view.motion);
  }

  /** Point out and play down on the board what the player wants; other numbers are loaded when they are wanted. */
  async _setEmphasis() {
    const { settings, view } = this._parts;
    const { emphasis } = view;
    emphasis.dimsFinished = settings.get("display", "dim-finished");
    emphasis.countsDown = settings.get("display", "count-down");
    emphasis.highlights = settings.get("display", "highlight-neighbours");
    view.restyle();
    const style = settings.get("display", "number-style");
    const draw = style === "digits" ? undefined : (await import("../board/number-style.ts")).numberPainter(style);
    if (style !== settings.get("display", "number-style") || draw === emphasis.drawNumber) return;
    emphasis.drawNumber = draw;
    view.restyle();
  }

  _watchPixelRatio() {
    const query = matchMedia(`(resolution: ${globalThis.devicePixelRatio}dppx)`);
    const changed = () => {
      this._parts.changed({ isLayout: true });
      this._watchPixelRatio();
    };
    query.addEventListener("change", changed, { once: true });
  }
}
