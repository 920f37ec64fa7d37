// The service worker: the page opens when the server is gone. Nothing of a game and no answer of the API is stored.
//
// The server fills in VERSION, FILES, WORDS and REST and sends this as /sw.js, so that every version of the page has a worker of its
// own: that one stores its files under its name, and deletes those of the others once no page of them is open.

/** What the types of a page do not know. */
type WorkerEvent = any;

const VERSION = "VERSION";
/** What the start page and a game need. */
const FILES: string[] = ["FILES"];
/** The words, with LANGUAGE for the code of the language in use. */
const WORDS: string[] = ["WORDS"];
const REST = "REST"; // the file with all other parts of the page
const ENGINE = "ENGINE"; // the kernel, which plays without the server
const CACHE = `sapper-${VERSION}`;
/** The folder of the page: that of a server, or any other of a static host. */
const BASE = new URL(".", location.href).pathname;
const PAGE = BASE;
const SHARED = "shared"; // where a file waits: replay/handed-files.ts takes it
const ANSWER_WITHIN = 10_000; // ms: a page that says nothing may be of any version
const PAGE_WITHIN = 5000; // ms until a stored page takes the place of a server that does not answer
const worker = globalThis as any;

worker.addEventListener("install", (event: WorkerEvent) => {
  worker.skipWaiting();
  event.waitUntil(fillCache());
});
worker.addEventListener("activate", (event: WorkerEvent) => event.waitUntil(worker.clients.claim()));
worker.addEventListener("message", (event: WorkerEvent) => {
  event.waitUntil(becomeWhole(String(event.data)));
});
worker.addEventListener("fetch", (event: WorkerEvent) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method === "POST" && pathname === `${BASE}share`) return event.respondWith(shared(request));
  if (request.method !== "GET" || origin !== location.origin || !pathname.startsWith(BASE)) return;
  const path = pathname.slice(BASE.length);
  if (request.mode === "navigate" && !/^(api|assets)\//.test(path)) event.respondWith(page(request));
  else if (/^assets\/[0-9a-f]{16}\//.test(path)) event.respondWith(file(request));
});

/** Store the page as it is now, and its files, most of which the browser has just loaded. */
async function fillCache() {
  const cache = await caches.open(CACHE);
  await Promise.all([cache.add(new Request(PAGE, { cache: "reload" })), cache.addAll(FILES)]);
}

/** A page was loaded: store everything that is missing. As long as something does not come, the version before stays. */
async function becomeWhole(language: string) {
  const isStored = await Promise.all([storeRest().catch(() => false), storeWords(language).catch(() => false)]);
  if (isStored.every(Boolean)) await forgetOthers();
}

/** Store the words of the language that a page has, most of which the browser has just loaded; return whether all came. */
async function storeWords(language: string) {
  if (!/^[\w-]+$/.test(language)) return false;
  const cache = await caches.open(CACHE);
  const files = WORDS.map((file) => file.replace("LANGUAGE", language));
  await Promise.all(files.map(async (file) => (await cache.match(file)) ?? cache.add(file)));
  return true;
}

/**
 * Store the other parts of the page, once: every screen opens without the server. The next page tries what failed.
 * Return whether they are there.
 */
async function storeRest() {
  const cache = await caches.open(CACHE);
  if (await cache.match(REST)) return true;
  const answer = await fetch(REST);
  if (!answer.ok) return false;
  const parts: [string, [string, string]][] = Object.entries(await answer.json());
  const store = (path: string, kind: string, text: string) =>
    cache.put(path, new Response(text, { headers: { "content-type": kind } }));
  await Promise.all([cache.add(ENGINE), ...parts.map(([path, [kind, text]]) => store(path, kind, text))]);
  await store(REST, "application/json", "{}"); // it is done
  return true;
}

/** Forget the other versions, if all pages that are open are of this one. */
async function forgetOthers() {
  const pages = await worker.clients.matchAll({ includeUncontrolled: true, type: "window" });
  const versions = await Promise.all(pages.map(versionOf));
  if (versions.some((version) => version !== VERSION)) return;
  await Promise.all((await otherVersions()).map((name) => caches.delete(name)));
}

const otherVersions = async () => (await caches.keys()).filter((name) => name.startsWith("sapper-") && name !== CACHE);

/** Ask a page for its version; empty if it does not answer. */
function versionOf(page: any): Promise<string> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data);
    setTimeout(() => resolve(""), ANSWER_WITHIN);
    page.postMessage("version", [port2]);
  });
}

/**
 * The page comes from the server, so that it is never an old one; the stored one takes its place when the server, or
 * the server behind a proxy, cannot be reached or takes too long.
 */
async function page(request: Request) {
  const asked = fetch(request).catch(() => null);
  const late = new Promise<null>((give) => setTimeout(give, PAGE_WITHIN, null));
  const answer = await Promise.race([asked, late]);
  if (answer && ![502, 503, 504].includes(answer.status)) return answer;
  return (await storedPage()) ?? (await asked) ?? Response.error();
}

/** The stored page of this version, or of one before as long as parts of this one are missing. */
async function storedPage() {
  for (const name of [CACHE, ...(await otherVersions())]) {
    const cache = await caches.open(name);
    const isWhole = (await cache.keys()).some(({ url }) => url.endsWith("/rest.json"));
    const found = isWhole && (await cache.match(PAGE, { ignoreVary: true }));
    if (found) return found;
  }
  return caches.match(PAGE, { cacheName: CACHE, ignoreVary: true });
}

/**
 * Something was shared with the installed page: a file waits for the screen that opens it, which the address names; a link
 * of this page is opened.
 */
async function shared(request: Request) {
  const form = await request.formData();
  const file = form.get("file");
  if (file instanceof File) {
    const headers = { "x-name": encodeURIComponent(file.name) };
    await (await caches.open(SHARED)).put(SHARED, new Response(file, { headers }));
  }
  const texts = ["url", "text", "title"].map((name) => String(form.get(name) ?? ""));
  const links = texts.flatMap((text) => text.match(/https?:\/\/\S+/g) ?? []);
  const own = links.find((link) => link.startsWith(location.origin + BASE));
  const to = file instanceof File ? new URL(request.url).searchParams.get("to") : own;
  const address = new URL(to ?? BASE, location.href);
  return Response.redirect(address.href.startsWith(location.origin + BASE) ? address.href : BASE, 303);
}

/** A file of a version never changes: it is stored when it is loaded for the first time. */
async function file(request: Request) {
  const stored = await caches.match(request, { ignoreVary: true });
  if (stored) return stored;
  const answer = await fetch(request);
  if (answer.ok && request.url.includes(`/assets/${VERSION}/`)) {
    const cache = await caches.open(CACHE);
    await cache.put(request, answer.clone());
  }
  return answer;
}
