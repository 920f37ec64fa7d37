// How fast messages may be sent: under the server's limit, with room for a line that delivers many of them at once.

const SHARE = 0.75; // of the burst that the server allows
const RATE_SHARE = 0.9; // of its rate

/**
 * The server's token bucket, as empty as it may be: the time at which a request arrived is unknown until its answer
 * comes, so it counts as one that arrives last, and once more from the moment of its answer.
 */
export class Pace {
  _now: () => number;
  _rate = 0; // per millisecond; 0 is without a limit
  _most: number;
  _tokens: number;
  _since: number;

  /** @param now milliseconds */
  constructor(now: () => number = () => performance.now()) {
    this._now = now;
    this._most = Number.POSITIVE_INFINITY; // messages at once
    this._tokens = this._most;
    this._since = now();
  }

  /** Take over what the server allows: messages in a second, and at once. */
  allow(perSecond: number, burst: number) {
    this._rate = (perSecond * RATE_SHARE) / 1000;
    this._most = Math.max(1, burst * SHARE);
    this._tokens = Math.min(this._most, this._tokens);
    this._since = this._now();
  }

  /** A new line begins with a full bucket. */
  reset() {
    this._tokens = this._most;
    this._since = this._now();
  }

  /** Count a message that has arrived, or has no answer. */
  spend() {
    this._fill();
    this._tokens--;
  }

  /**
   * How many milliseconds to wait before another message; 0 is now. Infinity is until an answer comes.
   * @param unanswered how many messages wait for one
   */
  delay(unanswered: number) {
    if (!this._rate) return 0;
    if (unanswered + 1 > this._most) return Number.POSITIVE_INFINITY;
    this._fill();
    const left = this._tokens - unanswered;
    return left >= 1 ? 0 : Math.ceil((1 - left) / this._rate);
  }

  _fill() {
    const now = this._now();
    if (this._rate) this._tokens = Math.min(this._most, this._tokens + (now - this._since) * this._rate);
    this._since = now;
  }
}
