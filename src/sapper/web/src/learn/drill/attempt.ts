// One attempt at a question: wrong answers, help, and the grade that follows from them, as sapper/learn/attempts.py has
// it. Times are milliseconds of any clock that only runs forward.

/** The grade of a review: 1 wrong, 2 right with help, 3 right, 4 right at once. */
export type Grade = 1 | 2 | 3 | 4;

const AT_ONCE = 8; // times the usual seconds of a technique, in which a right answer counts as easy
const UNNAMED = 1; // the usual seconds of a question without a technique

export class Attempt {
  wrong = 0;
  stages = 0; // of the hint that were shown
  isProofShown = false;
  _beganAt: number;
  _endedAt: number | null = null;
  _usual: number;

  /** @param usual seconds of a fast player for the technique of the question */
  constructor(now: number, usual: number = UNNAMED) {
    this._beganAt = now;
    this._usual = usual;
  }

  get isOver() {
    return this._endedAt !== null;
  }

  /** The milliseconds until the right answer. */
  get elapsed() {
    return (this._endedAt ?? this._beganAt) - this._beganAt;
  }

  /** Whether the first answer was right, with or without a hint. */
  get isFirst() {
    return this.isOver && !this.wrong && !this.isProofShown;
  }

  get grade(): Grade {
    if (this.wrong || this.isProofShown) return 1;
    if (this.stages) return 2;
    return this.isOver && this.elapsed <= this._usual * AT_ONCE * 1000 ? 4 : 3;
  }

  answer(isRight: boolean, now: number) {
    if (isRight) this._endedAt = now;
    else this.wrong += 1;
  }
}
