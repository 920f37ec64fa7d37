// A game that is played alone: the page beside its board, its end, the replay that runs beside it, the time to beat.

import type { Advice } from "../play/advice/advice.ts";
import type { BoardView } from "../board/board-view.ts";
import type { Draft } from "../play/draft/draft.ts";
import type { Effects } from "../play/effects.ts";
import type { Ghost } from "../together/ghost.ts";
import type { HandRecorder } from "../input/hand-recorder.ts";
import type { LastLook } from "../home/last-look.ts";
import type { Over } from "../protocol.ts";
import type { Game } from "../board/model.ts";
import type { Page, Parts, Playing } from "../types.ts";

import { announce } from "../ui/announce.ts";
import { load, loadStyles } from "../ui/dom.ts";
import { GamePage } from "../play/game-page.ts";
import { isBegun } from "../state.ts";
import { size } from "../ui/words.ts";

interface Around {
  parts: Parts;
  view: BoardView;
  effects: Effects;
  advice: () => Advice | null;
  draft: () => Draft | null;
  isPhone: () => boolean;
  reveal: (cells: readonly number[]) => void;
  share: () => void;
  confirmNew: (giveUp: () => void) => void;
  changed: (change?: { isLayout?: boolean }) => void;
}

export class SoloGame implements Playing {
  isCurrent = true; // where there is no room
  asksForTouch = true;
  ghost: Ghost | null = null;
  _around: Around;
  _endPage: Page | null = null;
  _makeEndPage: (() => Page) | null = null;
  _isEndHidden = false; // a phone shows the board alone
  _gamePage: { game: string; page: GamePage } | null = null;
  _lastLook: LastLook | null = null;
  hand: HandRecorder | null = null;
  _alonePage: Page | null = null;
  _isAloneLoaded = false;

  constructor(around: Around) {
    this._around = around;
  }

  // -- What is shown

  /** The page of the panel that fits: the end, help, or this game. */
  get page(): Page | null {
    const { parts, advice, draft, isPhone } = this._around;
    const { game } = parts.state;
    if (!game) return null;
    const isEndShown = !(this._isEndHidden && isPhone());
    if (game.isOver && this._endPage && isEndShown) return this._endPage;
    return advice()?.page ?? draft()?.page ?? this._alone(game) ?? this._pageOf(game);
  }

  /** Before a game that the browser deals: what is different there. */
  _alone({ status }: Game) {
    const isShown = this._around.parts.state.alone && status === "ready" && !this._around.isPhone();
    return isShown ? this._alonePage : null;
  }

  _pageOf(game: Game) {
    const { parts, view } = this._around;
    if (this._gamePage?.game !== game.id) {
      const fold = () => parts.settings.set("display", "panel", false);
      this._gamePage = { game: game.id, page: new GamePage({ ...parts, view, fold }) };
    }
    const { page } = this._gamePage;
    if (this.ghost?.game.id === game.id) this.ghost.attach(page.element);
    return page;
  }

  get title() {
    const { state, settings } = this._around.parts;
    const { game } = state;
    return game ? `${settings.levelName(game, String(game.choices.ruleset))} ${size(game)}` : "";
  }

  /** Whether it is in play: one that is paused behind a screen waits at the server. */
  get isInPlay() {
    const { state } = this._around.parts;
    return isBegun(state) && !(state.screen && state.game?.isPaused);
  }

  get hasEnd() {
    return Boolean(this._endPage);
  }

  update() {
    if (this._around.parts.state.alone && !this._isAloneLoaded) this._loadAlone();
  }

  async _loadAlone() {
    this._isAloneLoaded = true;
    const { AlonePage } = await load(import("../play/alone-page.ts"));
    this._alonePage = new AlonePage(this._around.parts, { isClosable: false });
    this._around.changed({ isLayout: true });
  }

  /** Its page shows keys that have changed. */
  keysChanged() {
    this._gamePage = null;
  }

  /** Other colours or words: make the pages again. */
  remake() {
    this._isAloneLoaded = false;
    this._gamePage = null;
    this._endPage &&= this._makeEndPage?.() ?? null;
  }

  /** Show the board alone, or its end again. */
  hideEnd(isHidden: boolean) {
    this._isEndHidden = isHidden;
    this._around.changed({ isLayout: true });
  }

  // -- What can be done

  key() {
    return false;
  }

  refuses() {
    return false;
  }

  share() {
    this._around.share();
  }

  confirmNew(giveUp: () => void) {
    this._around.confirmNew(giveUp);
  }

  // -- What happened

  boardCame({ isSame }: { isSame: boolean }) {
    const { state } = this._around.parts;
    if (!isSame) {
      this._isEndHidden = false;
      this._askBestTime();
    }
    if (!isSame || !state.over) this._endPage = null;
    if (state.game) this._followGhost(state.game);
  }

  moved() {
    if (!this._around.parts.state.over) this._endPage = null; // it was undone
    this._noteLook();
  }

  gone() {
    this._endPage = null;
  }

  /** A room takes its place. */
  left() {
    this._endPage = null;
    this.ghost?.left();
    this.ghost = null;
  }

  /** The board goes out of view: the start page shows how it looked. */
  leaveBoard() {
    this._lastLook?.store();
  }

  /** Record the hand from now on, where the player wants that. */
  async recordHand() {
    const { parts, view } = this._around;
    const { HandRecorder } = await import("../input/hand-recorder.ts");
    this.hand ??= new HandRecorder(parts.state, view, () => parts.settings.get("game", "track") === true);
  }

  /** Store the hand of a finished game in this browser, for its replay. */
  async _storeHand({ game, finished_id: id, mines }: Over) {
    const track = this.hand?.take(game, performance.now());
    if (!track || !id) return;
    const { boardOf, storeHand } = await import("../net/stored-hands.ts");
    await storeHand(id, boardOf(mines), track).catch(() => {}); // a browser without a database has replays without a hand
  }

  async ended(over: Over, isNew: boolean) {
    const { parts, changed } = this._around;
    if (isNew) this._storeHand(over);
    const { state, settings, choices } = parts;
    const wish = settings.get("game", over.status === "won" ? "after-win" : "after-loss");
    if (isNew && wish === "new-game" && over.status !== "abandoned") choices.newGameSoon();
    const make = await endOf(parts, over);
    if (state.over !== over) return;
    this._makeEndPage = make;
    this._endPage = make();
    changed({ isLayout: true });
  }

  /** Note how the game looks, for the start page. */
  async _noteLook() {
    this._lastLook ??= new (await import("../home/last-look.ts")).LastLook();
    const { game, party } = this._around.parts.state;
    if (game && !party) this._lastLook.note(game);
  }

  async _askBestTime() {
    const { state, times } = this._around.parts;
    const { game } = state;
    if (!game) return;
    const [best] = await times.own([game.rules]);
    if (best === null || state.game?.id !== game.id) return;
    state.bestTime = best;
    this._around.changed();
  }

  /** A replay may run beside this game. */
  async _followGhost(game: Game) {
    if (this.ghost?.game.id === game.id) return this.ghost.follow(game);
    this.ghost?.left();
    this.ghost = null;
    if (!sessionStorage.getItem("sapper.ghost")) return;
    const { ghostOf } = await load(import("../together/ghost.ts"), "together-words");
    const { parts, view, changed } = this._around;
    if (parts.state.game === game) this.ghost = ghostOf(game, parts.themes, view);
    changed();
  }

  // -- The solution of the finished board

  /** Show it in place of the result: what shows it is loaded with the first. */
  async prove() {
    const { parts, effects, reveal, changed } = this._around;
    const { over, game } = parts.state;
    const end = this._endPage;
    if (!over?.finished_id || over.sealed || !game || !end) return;
    const { ProofPage, readProof } = await load(import("../play/advice/proof-page.ts"));
    const proof = await readProof(over.finished_id).catch(({ message: why }) => announce(why));
    if (!proof || this._endPage !== end) return;
    const close = () => {
      this._endPage = end;
      effects.unmarkEnd();
      changed({ isLayout: true });
    };
    this._endPage = new ProofPage({ game, proof, mark: (marks) => effects.markEnd(marks), reveal, close });
    changed({ isLayout: true });
  }
}

/** Load what shows the end of a game, and return what makes its page. */
async function endOf(parts: Parts, over: Over): Promise<() => Page> {
  if (over.daily) return (await load(import("../daily/end.ts"))).dailyEnd(parts, over);
  const [{ EndPage }] = await Promise.all([load(import("../play/end/page.ts"), "advice-words"), loadStyles("end.css")]);
  return () => new EndPage(parts, over);
}
