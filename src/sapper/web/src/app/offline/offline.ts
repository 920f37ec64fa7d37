// The service worker, by which the page opens without the server.

import { IS_STATIC, addressOf } from "../../ui/address.ts";
import { language, onLanguage } from "../../ui/language.ts";

const ANSWER_WITHIN = 10_000; // ms

/**
 * Let the page open without the server from now on; files as they were written, for work on the page, are not stored.
 * Where it opened like that just now, `connect` is called: the start page has no line that would say so.
 */
export async function workOffline(connect: () => void) {
  if (IS_STATIC) connect();
  const { serviceWorker } = navigator;
  if (!serviceWorker || !/\/assets\/[0-9a-f]{16}\//.test(import.meta.url)) return;
  answerWorkers(serviceWorker);
  const isInCharge = Boolean(serviceWorker.controller);
  if (isInCharge && !IS_STATIC) fetch("/api/me", { signal: AbortSignal.timeout(ANSWER_WITHIN) }).catch(connect);
  const registration = await serviceWorker.register(`${addressOf("/")}sw.js`);
  if (isInCharge) await registration.update(); // the server may have a newer one
}

/**
 * Tell workers which version this page is, so that none deletes the files of one that is open, and which language it
 * has, so that its words are stored.
 */
function answerWorkers(workers: ServiceWorkerContainer) {
  const version = /\/assets\/([0-9a-f]{16})\//.exec(import.meta.url)?.[1];
  const report = () => workers.controller?.postMessage(language());
  workers.addEventListener("message", ({ data, ports }) => data === "version" && ports[0].postMessage(version));
  workers.startMessages();
  workers.addEventListener("controllerchange", report);
  onLanguage(report);
  report();
}
