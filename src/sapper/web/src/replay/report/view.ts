// What the report looks like: the sentence, the curve, the key moments with their boards, and the list of moves.

import type { ReportedMove } from "../../protocol.ts";
import type { ReportPage } from "./page.ts";

import { estimate, said } from "../../board/phrases.ts";
import { sentence } from "../../board/widgets.ts";
import { button, html, icon, nothing, spacer, styles } from "../../ui/template.ts";
import { action, message, percent, time, words } from "../../ui/words.ts";
import { curve } from "./curve.ts";
import { layoutWords, levelWords, resultWords, whenWords } from "../words.ts";
import { QUALITIES, betterByChance, givenAway, keyMoments, luckOf, percents, turningPoints } from "./turning-points.ts";

const MINUS = "\u2212";

/** A share in whole percent with a sign, after a sign that it is an estimate; nothing for 0. */
function points(share: number, isExact: boolean) {
  const rounded = Math.round(share * 100);
  return rounded ? `${isExact ? "" : "~"}${rounded > 0 ? "+" : MINUS}${Math.abs(rounded)}` : "";
}

export function reportView(page: ReportPage) {
  const { report, problem } = page;
  const waits = () =>
    html`<p class="muted report-line">${problem || message("replay.reviewing", { share: percent(0) })}</p>`;
  return html`
    <div class="report-stage">
      ${chips(page)}${head(page)}
      ${report ? html`${chart(page)}${moments(page)}` : waits()}
    </div>
    ${report ? aside(page) : nothing}`;
}

function chips({ game, parts }: ReportPage) {
  if (!game) return html`<div class="chips"></div>`;
  const chip = (image: string, text: string) => html`<span class="chip">${icon(image)}<b>${text}</b></span>`;
  return html`
    <div class="chips">
      ${chip("home", levelWords(parts.settings, game))}
      ${chip(game.layout === "random" ? "dice" : "shield", layoutWords(game))}
      ${chip("trophy", resultWords(game))}
      ${game.ended_at ? chip("clock", whenWords(game.ended_at)) : nothing}
    </div>`;
}

function head({ report }: ReportPage) {
  if (!report) return html`<h1>${action("report").name}</h1>`;
  const { given, luck } = percents(report);
  const share = (parts: number) => percent(Math.abs(parts) / 100);
  const sign = luck < 0 ? MINUS : luck ? "+" : "";
  const [before, after] = given ? said(report).split(estimate(given / 100), 2) : [said(report), undefined];
  const text = after === undefined ? before : html`${before}<b class="bad">${estimate(given / 100)}</b>${after}`;
  return html`
    <div class="report-head">
      <h1>${text}</h1>
      <div class="report-split" aria-hidden="true">
        <div class="bar">
          <i class="you" ${styles({ "flex-grow": String(given) })}></i>
          <i class="luck" ${styles({ "flex-grow": String(Math.abs(luck)) })}></i>
        </div>
        <div class="row muted small">
          <span>${message("report.you")} ${given ? MINUS : ""}${share(given)}</span>${spacer}
          <span>${message("report.luck")} ${sign}${share(luck)}</span>
        </div>
      </div>
    </div>`;
}

function chart(page: ReportPage) {
  const { report, chosen, width, board } = page;
  if (!report) return nothing;
  const length = Math.max(board?.duration ?? 0, report.moves?.at(-1)?.at ?? 0);
  const start = message("report.start", { chance: estimate(report.start ?? 0) });
  return html`
    <section class="card report-chart-card">
      <div class="row"><h2>${message("report.curve")}</h2>${spacer}<span class="muted small">${start}</span></div>
      <div class="report-chart">${curve({ report, length, width, chosen, choose: (move) => page.choose(move) })}</div>
    </section>`;
}

const qualityWords = ({ quality }: ReportedMove) => words("qualities", quality).name;

const sign = ({ quality }: ReportedMove) => icon(QUALITIES[quality].image);

function moments(page: ReportPage) {
  const found = keyMoments(page.moves);
  if (!page.board || !found.length) return nothing;
  return html`
    <section class="report-moments">
      <h2>${message("report.key-moments")}</h2>
      <div class="moment-cards">${found.map((move) => momentCard(page, move))}</div>
    </section>`;
}

function momentCard(page: ReportPage, move: ReportedMove) {
  const isOfLuck = Math.abs(luckOf(move)) > givenAway(move);
  const part = isOfLuck ? luckOf(move) : -givenAway(move);
  const share = `${isOfLuck ? message("report.luck") : message("report.you")} ${part > 0 ? "+" : MINUS}${percent(Math.abs(part))}`;
  const kind = isOfLuck ? (part > 0 ? "good" : "strong") : "bad";
  return html`
    <button type="button" class=${move === page.chosen ? "card moment-card on" : "card moment-card"}
      @click=${() => page.choose(move)} @dblclick=${() => page.watch(move)}>
      <span class="row">${sign(move)}<strong>${qualityWords(move)}</strong>${spacer}<span class=${kind}>${share}</span></span>
      <span class="moment-board">${page.pictures.get(move)}</span>
      ${about(page, move)}
      <span class="muted small">${message("report.moment", { time: time(move.at, 0), number: move.action + 1 })}</span>
    </button>`;
}

/** The move, why it was right or wrong, and the square that was better. */
function about(page: ReportPage, move: ReportedMove) {
  const { board } = page;
  const judged = page.judged.get(move.action);
  if (!board) return nothing;
  const better = betterByChance(move, judged);
  const safe = judged?.best !== null && judged?.best !== undefined && judged.safe?.length ? [judged.best] : [];
  const also = better === null ? "" : message("report.better", { square: board.name(better) });
  const cells = { safe: better === null ? safe : [...safe, better], reason: judged?.reason };
  const text = judged?.phrase ? said(judged) : judged ? "" : move.risk ? "" : message("report.gives-up");
  return sentence(board, [text, also].filter(Boolean).join(" "), cells);
}

function aside(page: ReportPage) {
  const { moves, showsAll, trained } = page;
  const filter = (isAll: boolean, text: string) =>
    html`<button type="button" class=${showsAll === isAll ? "on" : ""} aria-pressed=${String(showsAll === isAll)} @click=${() => page.showAll(isAll)}>${text}</button>`;
  return html`
    <aside class="report-moves" aria-label=${message("replay.moves")}>
      <div class="row">
        <h2>${message("replay.moves")}</h2>${spacer}
        <div class="segments quiet" role="group" aria-label=${message("replay.moves")}>
          ${filter(false, message("report.turning", { count: turningPoints(moves).length }))}
          ${filter(true, message("report.all", { count: moves.length }))}
        </div>
      </div>
      ${page.listed.length ? table(page) : html`<p class="muted">${message("report.no-turning-point")}</p>`}
      ${chosen(page)}${counts(page)}
      ${spacer}
      <p class="muted tiny">${message("report.adds-up")}
        ${moves.some(({ exact }) => !exact) ? message("report.estimated") : nothing}</p>
      <div class="report-actions">
        ${
          trained.length
            ? button(message("learn-page.train", { count: trained.length }), () => page.train(), {
                iconName: "target",
                kind: "primary",
                key: "T",
              })
            : nothing
        }
        ${button(action("watch").name, () => page.watch(), { iconName: "replay", key: "W" })}
      </div>
    </aside>`;
}

function table(page: ReportPage) {
  return html`
    <div class="report-table">
      <table>
        <thead>
          <tr>
            <th scope="col">${message("report.number")}</th>
            <th scope="col">${message("report.square")}</th>
            <th scope="col">${message("report.verdict")}</th>
            <th scope="col">${message("report.risk")}</th>
            <th scope="col">${message("report.you")}</th>
            <th scope="col">${message("report.luck")}</th>
          </tr>
        </thead>
        <tbody>${page.listed.map((move) => row(page, move))}</tbody>
      </table>
    </div>`;
}

function row(page: ReportPage, move: ReportedMove) {
  const step = page.board?.steps[move.action];
  const name = page.board && typeof step?.cell === "number" ? page.board.name(step.cell) : "";
  const luck = luckOf(move);
  return html`
    <tr aria-current=${move === page.chosen ? "step" : nothing} @click=${() => page.choose(move)}>
      <td class="muted">${move.action + 1}</td>
      <td><button type="button" class="link">${name || message("report.gives-up")}</button></td>
      <td><span class=${`quality ${QUALITIES[move.quality].kind}`}>${sign(move)}${qualityWords(move)}</span></td>
      <td class="muted">${move.risk ? estimate(move.risk) : ""}</td>
      <td class="bad">${points(-givenAway(move), move.exact)}</td>
      <td class=${luck > 0 ? "good" : ""}>${points(luck, move.exact)}</td>
    </tr>`;
}

/** The move that is chosen, in words. */
function chosen(page: ReportPage) {
  const move = page.chosen;
  if (!move) return nothing;
  const given = givenAway(move);
  return html`
    <section class="group report-chosen">
      <h2>${qualityWords(move)}</h2>
      ${about(page, move)}
      ${Math.round(given * 100) ? html`<p class="muted small">${message("report.cost", { share: estimate(given) })}</p>` : nothing}
      <div class="row">${button(message("viewer.show-it"), () => page.watch(move), { iconName: "play", key: "Enter" })}</div>
    </section>`;
}

function counts({ moves }: ReportPage) {
  return html`
    <section class="group">
      <h2>${message("report.all-moves")}</h2>
      <ul class="report-counts">
        ${(Object.keys(QUALITIES) as (keyof typeof QUALITIES)[]).map((quality) => {
          const count = moves.filter((move) => move.quality === quality).length;
          return html`<li>${icon(QUALITIES[quality].image)}<b>${count}</b>${words("qualities", quality).name}</li>`;
        })}
      </ul>
    </section>`;
}
