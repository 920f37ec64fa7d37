// @ts-check
// The service worker: the page opens when the server is gone. Nothing of a game and no answer of the API is stored.
//
// The server fills in VERSION and FILES and sends this as /sw.js, so that every version of the page has a worker of its
// own: that one stores its files under its name and deletes those of all others.

/** @typedef {any} WorkerEvent what the types of a page do not know */

const VERSION = "VERSION";
/** @type {string[]} what the start page and a game need */
const FILES = ["FILES"];
const CACHE = `sapper-${VERSION}`;
const PAGE = "/";
const worker = /** @type {any} */ (globalThis);

worker.addEventListener("install", (/** @type {WorkerEvent} */ event) => {
  worker.skipWaiting();
  event.waitUntil(fillCache());
});
worker.addEventListener("activate", (/** @type {WorkerEvent} */ event) => event.waitUntil(takeOver()));
worker.addEventListener("fetch", (/** @type {WorkerEvent} */ event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate" && !/^\/(api|assets)\//.test(pathname)) event.respondWith(page(request));
  else if (/^\/assets\/[0-9a-f]{16}\//.test(pathname)) event.respondWith(file(request));
});

/** Store the page as it is now, and its files, most of which the browser has just loaded. */
async function fillCache() {
  const cache = await caches.open(CACHE);
  await Promise.all([cache.add(new Request(PAGE, { cache: "reload" })), cache.addAll(FILES)]);
}

/** Forget the other versions, and serve the pages that are open. */
async function takeOver() {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith("sapper-") && name !== CACHE).map((name) => caches.delete(name)),
  );
  await worker.clients.claim();
}

/**
 * The page comes from the server, so that it is never an old one; the stored one takes its place when the server, or
 * the server behind a proxy, cannot be reached.
 * @param {Request} request
 */
async function page(request) {
  const answer = await fetch(request).catch(() => null);
  if (answer && ![502, 503, 504].includes(answer.status)) return answer;
  return (await caches.match(PAGE, { cacheName: CACHE, ignoreVary: true })) ?? answer ?? Response.error();
}

/**
 * A file of a version never changes: it is stored when it is loaded for the first time.
 * @param {Request} request
 */
async function file(request) {
  const stored = await caches.match(request, { ignoreVary: true });
  if (stored) return stored;
  const answer = await fetch(request);
  if (answer.ok && request.url.includes(`/assets/${VERSION}/`)) {
    const cache = await caches.open(CACHE);
    await cache.put(request, answer.clone());
  }
  return answer;
}
