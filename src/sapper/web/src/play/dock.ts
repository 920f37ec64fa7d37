// The dock at the lower edge of a phone: tools, and the switch that says what a tap does, on the side of the thumb.

import type { Settings } from "../input/settings.ts";
import type { State } from "../types.ts";

import { el, icon, loadIcons, setIcon } from "../ui/dom.ts";
import { isCoarse } from "./new-game/fit-screen.ts";
import { followLanguage } from "../ui/language.ts";
import { modeOf } from "../state.ts";
import { action, message } from "../ui/words.ts";

export class Dock {
  _state: State;
  _settings: Settings;
  _tools;
  _knobIcon: SVGSVGElement;
  _knobWords: HTMLSpanElement;
  _switch: HTMLButtonElement;
  element: HTMLDivElement;
  _hasIcons = false;

  constructor({
    state,
    settings,
    run,
    openMenu,
    showResult,
    setTouchMode,
  }: {
    state: State;
    settings: Settings;
    run: (name: string) => void;
    openMenu: () => void;
    showResult: () => void;
    setTouchMode: (mode: State["touchMode"]) => void;
  }) {
    this._state = state;
    this._settings = settings;
    this._tools = {
      menu: tool("menu", () => message("page.menu"), "menu", openMenu),
      hint: tool(
        "hint",
        () => action("hint").name,
        "hint",
        () => run("hint"),
      ),
      odds: tool(
        "odds",
        () => action("odds").name,
        "percent",
        () => run("odds"),
      ),
      undo: tool(
        "undo",
        () => action("undo").name,
        "undo",
        () => run("undo"),
      ),
      result: tool("result", () => message("phone.result"), "chart", showResult),
      pause: tool(
        "pause",
        () => action("pause").name,
        "pause",
        () => run("pause"),
      ),
      people: tool(
        "people",
        () => action("people").name,
        "chat",
        () => run("people"),
      ),
    };
    this._knobIcon = icon("touch");
    this._knobWords = el("span");
    const turn = () => setTouchMode(state.touchMode === "flag" ? "open" : "flag");
    this._switch = el(
      "button",
      { type: "button", class: "mode", role: "switch", onclick: turn },
      icon("touch"),
      icon("flag"),
      el("span", { class: "knob" }, this._knobIcon, this._knobWords),
    );
    followLanguage(() => this._switch.setAttribute("aria-label", message("phone.mode")));
    this.element = el("div", { class: "dock" }, Object.values(this._tools), this._switch);
  }

  /** Whether the switch is of use: where a finger plays by it. */
  get hasSwitch() {
    const { game, isTouch, party } = this._state;
    if (party && modeOf(party.terms).hasTurns) return false; // squares are only opened
    const ruleset = String(game?.choices.ruleset ?? this._settings.ruleset);
    const { touch: scheme } = party ? this._settings.roomControls(ruleset) : this._settings.controls(ruleset);
    return scheme === "switch" && (isTouch || isCoarse());
  }

  _loadIcons() {
    if (this._hasIcons) return;
    this._hasIcons = true;
    loadIcons("icons-more.svg").catch(() => {}); // the switch has its words as well
  }

  update() {
    const { game, hint, bestMove, isShowingOdds, touchMode, screen, isOffline } = this._state;
    const { menu: _, hint: hintTool, odds, undo, result, pause, people } = this._tools;
    const { party } = this._state;
    const isOver = Boolean(game?.isOver);
    const isPractice = Boolean(game?.choices.practice && game.undos);
    this.element.hidden = !game || Boolean(screen);
    this.element.classList.toggle("left", this._settings.get("controls", "hand") === "left");
    this._switch.hidden = !this.hasSwitch || isOver || party?.seat === null; // who watches taps nothing
    if (this.hasSwitch) this._loadIcons();
    hintTool.hidden = odds.hidden = isOver;
    odds.hidden ||= this.hasSwitch; // there is no room for it
    result.hidden = !isOver;
    undo.hidden = !isPractice;
    pause.hidden = isOver || (isPractice && this.hasSwitch);
    people.hidden = !party;
    if (party) {
      pause.hidden = result.hidden = undo.hidden = true;
      hintTool.hidden = odds.hidden = !party.terms.hints || isOver;
    }
    hintTool.disabled = odds.disabled = Boolean(game?.isPaused) || isOffline;
    pause.disabled = !["playing", "paused"].includes(game?.status ?? "") || isOffline;
    undo.disabled = isOffline;
    pressed(hintTool, Boolean(hint ?? bestMove));
    pressed(odds, isShowingOdds);
    setIcon(pause.firstElementChild as Element, game?.isPaused ? "play" : "pause");
    const isFlag = touchMode === "flag";
    this._switch.classList.toggle("flag", isFlag);
    this._switch.setAttribute("aria-checked", String(isFlag));
    setIcon(this._knobIcon, isFlag ? "flag" : "touch");
    this._knobWords.textContent = isFlag ? message("phone.flag") : message("phone.open");
  }
}

function tool(name: string, title: () => string, image: string, run: () => void) {
  const node = el("button", { type: "button", class: "dock-tool", "data-name": name, onclick: run }, icon(image));
  followLanguage(() => {
    node.title = title();
    node.setAttribute("aria-label", title());
  });
  return node;
}

const pressed = (node: HTMLElement, isOn: boolean) => node.classList.toggle("on", isOn);
