// How the parts of the page are joined: each gets what it calls, and knows nothing of the others.

import type { App } from "./app.ts";
import type { Parts } from "../types.ts";

import { AppliedSettings } from "./apply-settings.ts";
import { BoardInput } from "../input/board-input.ts";
import { cellName } from "../board/cell-values.ts";
import { Choices } from "../play/new-game/choices.ts";
import { makeCommands } from "../play/commands.ts";
import { PlayScreen } from "../play/play-screen.ts";
import { Redraw } from "./redraw.ts";
import { Shell } from "./shell/shell.ts";
import { SoloGame } from "./solo-game.ts";
import { TouchQuestion } from "../input/touch-question.ts";
import { load } from "../ui/dom.ts";
import { message } from "../ui/words.ts";

export function makeChoices(app: App) {
  return new Choices({
    state: app.state,
    settings: app.settings,
    session: app.session,
    rearm: () => app.applied.rearm(),
    showBriefly: (text) => app.news.showBriefly(text),
    confirm: (giveUp) => app.playing.confirmNew(giveUp),
    changed: () => app.changed(),
  });
}

export function makeAllCommands(app: App) {
  return makeCommands({
    state: app.state,
    settings: app.settings,
    themeNames: app.themes.names,
    session: app.session,
    choices: app.choices,
    open: (name, id) => app.shell.open(name, id),
    leave: () => (app.state.screen ? app.shell.showBoardOrHome() : app.session.togglePause()),
    assist: (topic) => app.assist(topic),
    pencil: (name) => app.pencil(name),
    swapButtons: () => app.controls.swapButtons(),
    analyse: () => app.questions.analyse(),
    share: () => app.playing.share(),
    zoom: (factor) => app.controls.zoom(factor),
    read: (what) => app.controls.read(what),
    find: (step) => app.controls.find(step),
    people: () => app.room?.showPeople(),
    leaveRoom: () => app.room?.leave(),
  });
}

export function makeBoard(app: App) {
  return new PlayScreen({
    state: app.state,
    settings: app.settings,
    themes: app.themes,
    run: (name) => app.run(name),
    look: (view) => {
      app.session.look(view);
      app.redraw.panned();
    },
    unfold: () => app.settings.set("display", "panel", true),
    uncover: (kind) => app.uncover(kind),
    tick: () => app.shell.panel.tick(),
    setTouchMode: (mode) => app.input.setTouchMode(mode),
    openMenu: () => app.shell.open("places"),
    explainAlone: () => app.shell.open("alone"),
    showResult: () => app.solo.hideEnd(false),
  });
}

export function makeShell(app: App) {
  return new Shell({
    state: app.state,
    parts: () => app.parts,
    board: app.board,
    defaultPage: () => app.playing.page,
    wantsPanel: () => app.settings.get("display", "panel"),
    dismiss: () => (app.state.game?.isOver ? app.solo.hideEnd(true) : app.advice?.clear()),
    enter: (room) => app.enter(room),
    enterParty: (id, isWatching) => app.enterParty((party) => party.join(id, { isWatching })),
    leaveBoard: () => {
      app.absence.leave();
      app.solo.leaveBoard();
    },
    returnToBoard: () => app.absence.return(),
    boardTitle: () => app.playing.title,
    changed: () => app.changed({ isLayout: true }),
  });
}

export function makeInput(app: App) {
  return new BoardInput({
    state: app.state,
    view: app.view,
    area: app.board.element,
    play: (action, device, place) =>
      app.state.isDrafting ? app.draft?.take(action) : app.session.play(action, device, place),
    run: (name) => app.run(name),
    menuKey: (typed) => app.controls.menuKey(typed),
    focus: () => app.grid.hasFocus || app.grid.focus(),
    read: (what) => app.grid.hasFocus || app.controls.read(what), // the cell with the focus is read anyway
    warn: ([row, col]) => app.sayBriefly(message("touch.warning", { square: cellName(row, col) })),
    changed: () => app.changed(),
  });
}

export function makeApplied(app: App) {
  const { state, settings, themes, choices, view, grid, input, shell } = app;
  const keysChanged = () => app.solo.keysChanged();
  const changed = (change: { isLayout?: boolean } = {}) => app.changed(change);
  return new AppliedSettings({ state, settings, themes, choices, view, grid, input, shell, keysChanged, changed });
}

export function makeTouchQuestion(app: App) {
  return new TouchQuestion({
    state: app.state,
    settings: app.settings,
    canvas: app.board.canvas,
    ask: () => app.shell.open("touch"),
    goBack: () => app.shell.showBoardOrHome(),
    changed: () => app.changed({ isLayout: true }),
  });
}

export function makeParts(app: App): Parts {
  const { state, settings, themes, times, session, choices, commands } = app;
  return {
    ...{ state, settings, themes, times, session, choices, commands },
    run: (name) => app.run(name),
    open: (name, id) => app.shell.open(name, id),
    close: () => app.shell.closePage(),
    goOn: (room) => app.goOn(room),
    focusBoard: () => app.shell.focusBoard(),
    rename: (name) => app.rename(name),
    prove: () => app.solo.prove(),
    playBoard: (board) => app.questions.playBoard(board),
    clearAdvice: () => app.advice?.clear(),
    begin: (start) => app.touchQuestion.begin(start),
    goBack: () => app.touchQuestion.answered(),
    enterParty: (enter) => app.enterParty(enter),
    room: () => app.room,
    learn: () => load(import("../learn/elsewhere.ts"), "study-words"),
  };
}

export function makeSolo(app: App) {
  const { parts, view, effects, questions } = app;
  return new SoloGame({
    ...{ parts, view, effects },
    advice: () => app.advice,
    draft: () => app.draft,
    isPhone: () => app.shell.isPhone,
    reveal: (cells) => app.redraw.reveal(cells),
    share: () => questions.shareGame(),
    confirmNew: (giveUp) => questions.confirmNew(giveUp),
    changed: (change) => app.changed(change),
  });
}

export function makeRedraw(app: App) {
  const { state, settings, board, shell, input, news } = app;
  const connect = () => app.session.connect();
  const playAlone = () => app.session.playAlone(settings.rules);
  return new Redraw({
    state,
    settings,
    board,
    shell,
    input,
    news,
    connect,
    playAlone,
    drawn: () => app.upgrade?.check(),
    all: () => app.all,
  });
}
