// A time that runs down.

/** A time as a clock shows it: 1:42. A second that has begun counts, so that 0:00 is the end. */
export function clock(ms: number) {
  const seconds = Math.ceil(Math.max(0, ms) / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
