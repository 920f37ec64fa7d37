"""What is measured on a screen of the page, as functions in JavaScript."""

from __future__ import annotations

#: Every text of the page: what is seen, read aloud, or shown under the pointer.
TEXTS = """() => {
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!node.parentElement.closest("noscript, script, style, .language-list, #polite, #urgent")) found.push(node.data);
  }
  for (const node of document.querySelectorAll("body *")) {
    if (node.role === "gridcell") continue;
    for (const name of ["aria-label", "title", "placeholder", "alt", "aria-description"]) {
      if (node.hasAttribute(name)) found.push(node.getAttribute(name));
    }
    for (const part of ["::before", "::after"]) {
      const text = getComputedStyle(node, part).content;
      if (text.startsWith('"')) found.push(text);
    }
  }
  return [...found, document.title];
}"""
CELL_LABELS = "[...document.querySelectorAll('[role=gridcell]')].map((node) => node.ariaLabel)"
#: Texts that reach out of their button, label or heading, or of what hides the rest; and those that lie on others.
FAULTS = """async () => {
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const found = [];
  const styles = new Map();
  const styleOf = (node) => {
    if (!styles.has(node)) {
      const { overflowX, overflowY, clipPath, visibility, position, opacity } = getComputedStyle(node);
      styles.set(node, { overflowX, overflowY, clipPath, visibility, position, opacity });
    }
    return styles.get(node);
  };
  const hides = (overflow) => overflow === "hidden" || overflow === "clip";
  const scrolls = (overflow) => overflow === "auto" || overflow === "scroll";
  const LABELS = "button, a, label, h1, h2, th, td, legend, .chip, .step, .stat, dialog, aside";
  const name = (node) => `${node.tagName.toLowerCase()}.${node.className}`;
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    const said = node.data.trim().slice(0, 50);
    if (!said || !parent.checkVisibility() || parent.closest(".unseen, .board-grid, noscript, option")) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const text = range.getBoundingClientRect();
    if (!text.width || styleOf(parent).clipPath !== "none") continue;
    const { lineHeight } = getComputedStyle(parent);
    const lead = Math.max(0, range.getClientRects()[0].height - (parseFloat(lineHeight) || Infinity)) / 2;
    let layer = null; // what the text moves with
    let isSeen = true;
    let looksAcross = true;
    let looksDown = true;
    for (let box = parent; box && box !== document.body; box = box.parentElement) {
      const style = styleOf(box);
      if (style.clipPath !== "none" || style.visibility === "hidden" || style.opacity === "0") {
        isSeen = false;
        break;
      }
      const { left, right, top, bottom } = box.getBoundingClientRect();
      const isLabel = box.matches(LABELS);
      if (scrolls(style.overflowX)) looksAcross = false;
      if (scrolls(style.overflowY)) looksDown = false;
      const across = looksAcross && (isLabel || hides(style.overflowX));
      const down = looksDown && ((isLabel && !box.matches("dialog, aside")) || hides(style.overflowY));
      const by = Math.max(
        across ? Math.max(left - text.left, text.right - right) : 0,
        down ? Math.max(top - text.top, text.bottom - bottom) - lead : 0,
      );
      if (by > 1.5) {
        found.push(`${name(box)}: ${said} (${Math.round(by)} px)`);
        break;
      }
      const isMoved = style.position !== "static" && style.position !== "relative";
      if (!layer && (isMoved || scrolls(style.overflowX) || scrolls(style.overflowY))) layer = box;
    }
    if (isSeen) for (const line of range.getClientRects()) texts.push({ line, said, layer, parent, lead });
  }
  texts.sort((one, other) => one.line.top - other.line.top);
  for (const [place, { line, said, layer, parent, lead }] of texts.entries()) {
    for (let next = place + 1; next < texts.length && texts[next].line.top < line.bottom - 5; next++) {
      const other = texts[next];
      if (other.layer !== layer || other.parent === parent) continue;
      const across = Math.min(line.right, other.line.right) - Math.max(line.left, other.line.left);
      const down = Math.min(line.bottom, other.line.bottom) - other.line.top;
      if (across > 2 && down - lead - other.lead > 4) found.push(`${said} lies on ${other.said} (${name(parent)})`);
    }
  }
  for (const node of document.querySelectorAll(".card :is(button, a, input, select, .segment)")) {
    const card = node.closest(".card").getBoundingClientRect();
    const { left, right, width } = node.getBoundingClientRect();
    const by = Math.round(Math.max(card.left - left, right - card.right));
    if (width && by > 0 && node.checkVisibility()) found.push(`${node.textContent.trim()} is ${by} px out of its card`);
  }
  const wide = document.documentElement.scrollWidth - innerWidth;
  if (wide > 0) found.push(`the page is ${wide} px too wide`);
  return [...new Set(found)];
}"""
#: The places of everything that has one of its own, measured from the side where lines begin, and the direction of what
#: it is in: boards, timelines and tools at the side of the thumb are read from left to right in every language.
PLACES = """async () => {
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const isMirrored = document.documentElement.dir === "rtl";
  const found = [];
  const kinds = "nav, main, aside, section, h1, h2, button, label, input, select, li, td, th, .console, .card, .chip";
  for (const node of document.querySelectorAll(kinds)) {
    if (!node.checkVisibility() || node.closest(".unseen, .board-grid, p")) continue;
    const { left, right, top, width } = node.getBoundingClientRect();
    const name = `${node.tagName.toLowerCase()}.${node.className} ${node.textContent.trim().slice(0, 40)}`;
    const { direction } = getComputedStyle(node.parentElement);
    const place = [isMirrored ? innerWidth - right : left, top, width].map(Math.round);
    if (width) found.push({ name, direction, place });
  }
  return found;
}"""
