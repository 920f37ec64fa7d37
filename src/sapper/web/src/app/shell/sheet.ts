// A sheet over the lower edge of a phone is pulled down by its handle, or by its content where that is at its top.

const BEGINS = 8; // px before a finger pulls
const CLOSES = 90; // px, or a quick flick
const FLICK = 0.5; // px in a millisecond
const LEAST_FLICK = 24; // px

/**
 * Return whether a pull ends in closing.
 * @param distance px downwards
 * @param time ms
 */
export const isClosing = (distance: number, time: number) =>
  distance >= CLOSES || (distance >= LEAST_FLICK && distance / Math.max(1, time) >= FLICK);

/** Let a sheet be pulled down and closed. */
export function pullToClose(sheet: HTMLElement, { canPull, close }: { canPull: () => boolean; close: () => void }) {
  let pull: { id: number; x: number; y: number; time: number; isPulled: boolean } | null = null;
  const rest = () => {
    pull = null;
    sheet.style.removeProperty("transform");
  };
  sheet.addEventListener("touchmove", (event) => pull?.isPulled && event.cancelable && event.preventDefault(), {
    passive: false, // the sheet moves, and what is in it does not scroll
  });
  sheet.addEventListener("pointerdown", (event) => {
    const isAtTop = sheet.scrollTop <= 0;
    const isOnHandle = event.target instanceof Element && event.target.closest(".grab") !== null;
    if (!canPull() || !(isOnHandle || (isAtTop && event.pointerType === "touch"))) return;
    pull = { id: event.pointerId, x: event.clientX, y: event.clientY, time: event.timeStamp, isPulled: false };
  });
  addEventListener("pointermove", (event) => {
    if (!pull || event.pointerId !== pull.id) return;
    const [dx, dy] = [event.clientX - pull.x, event.clientY - pull.y];
    if (!pull.isPulled && (dy < -BEGINS || Math.abs(dx) > Math.max(BEGINS, dy))) rest();
    if (!pull || dy < BEGINS) return;
    pull.isPulled = true;
    sheet.style.setProperty("transform", `translateY(${dy}px)`);
  });
  addEventListener("pointerup", (event) => {
    if (!pull || event.pointerId !== pull.id) return;
    const { isPulled, y, time } = pull;
    const isClosed = isPulled && isClosing(event.clientY - y, event.timeStamp - time);
    rest();
    if (isClosed) close();
  });
  addEventListener("pointercancel", (event) => event.pointerId === pull?.id && rest());
}
