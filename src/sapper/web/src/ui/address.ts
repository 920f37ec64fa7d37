// Addresses of screens. A server answers at the path of each; a static site has one file in a folder anywhere, and the
// screen is in the query.

/** Whether this copy of the page has no server: a static host has sent it. */
export const IS_STATIC = globalThis.document?.documentElement.dataset.server === "none";

const AT = "at";
const BASE = IS_STATIC ? new URL(".", document.baseURI).pathname : "/";

/** At the end of the path of a room: to watch it. */
export const WATCH = "?watch";

/** The path of the screen that the address names. */
export function pathNow() {
  const query = new URLSearchParams(location.search);
  const { pathname } = location;
  if (IS_STATIC) return query.get(AT) ?? "/";
  return pathname.startsWith("/r/") && query.has("watch") ? pathname + WATCH : pathname;
}

/** The address of a path, with what follows it as a fragment. */
export function addressOf(path: string) {
  if (!IS_STATIC) return path;
  const [screen, fragment] = path.split(/(?=#)/);
  return `${BASE}${screen === "/" ? "" : `?${AT}=${screen}`}${fragment ?? ""}`;
}

/** The same for other people. */
export const linkTo = (path: string) => location.origin + addressOf(path);
