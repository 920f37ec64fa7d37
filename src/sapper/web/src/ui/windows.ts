// The kinds of windows, by name: the one place that knows their widths and heights. Each kind that the window is of is
// a class of the root, such as is-phone, which the style sheets ask for; tests/web/app/test_style_sheets.py forbids others.

const LYING = "(pointer: coarse) and (orientation: landscape) and (max-height: 479px)";

export const WINDOWS = {
  narrow: "(max-width: 1099px)", // the rail has no words, the panel is below the board
  strip: "(min-width: 720px) and (max-width: 1099px)", // narrow, but no phone that stands upright
  tight: "(max-width: 899px)",
  slim: "(max-width: 719px)", // a phone that stands upright
  small: "(max-width: 374px)",
  lying: LYING, // a phone on its side
  phone: `(max-width: 719px), ${LYING}`,
  short: "(max-height: 899px)",
  low: "(max-height: 699px)",
  flat: "(max-height: 599px)",
  slit: "(max-height: 519px)", // as of a phone on its side, or a high zoom
};

export const isWindow = (kind: keyof typeof WINDOWS) => document.documentElement.classList.contains(`is-${kind}`);

/** Note what kind of window this is, now and at every change, before anything else hears of the change. */
export function watchWindow() {
  const queries = Object.entries(WINDOWS).map(([kind, query]) => ({ kind, media: matchMedia(query) }));
  const note = () => {
    for (const { kind, media } of queries) document.documentElement.classList.toggle(`is-${kind}`, media.matches);
  };
  for (const { media } of queries) media.addEventListener("change", note);
  addEventListener("resize", note);
  note();
}
