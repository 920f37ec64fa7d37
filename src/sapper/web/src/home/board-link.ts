// Whether the page was opened by a link to a board: the start page has no use then.

import { pathNow } from "../ui/address.ts";

/** Whether the address is a link to a board, of any version: play/seed/links.ts reads it. */
export const isBoardLink = () => pathNow() === "/" && /^#b\d/.test(location.hash);
