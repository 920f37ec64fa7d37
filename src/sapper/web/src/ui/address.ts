// Addresses of screens. A server answers at the path of each; a static site has one file in a folder anywhere, and the
// screen is in the query.

/** Whether this copy of the page has no server: a static host has sent it. */
export const IS_STATIC = globalThis.document?.documentElement.dataset.server === "none";

const AT = "at";
const BASE = IS_STATIC ? new URL(".", document.baseURI).pathname : "/";

/** The path of the screen that the address names. */
export const pathNow = () =>
  IS_STATIC ? (new URLSearchParams(location.search).get(AT) ?? "/") : location.pathname;

/** The address of a path, with what follows it as a fragment. */
export function addressOf(path: string) {
  if (!IS_STATIC) return path;
  const [screen, fragment] = path.split(/(?=#)/);
  return `${BASE}${screen === "/" ? "" : `?${AT}=${screen}`}${fragment ?? ""}`;
}

/** The same for other people. */
export const linkTo = (path: string) => location.origin + addressOf(path);
