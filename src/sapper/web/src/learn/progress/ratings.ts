// Ratings by Glicko-2, one result a period, as sapper/learn/ratings.py has them.

const TAU = 0.5; // how fast the volatility may change
const SCALE = 173.7178;
const MOST_DEVIATION = 350;
const CLOSE = 1e-6;

export interface Rating {
  value: number;
  deviation: number;
  volatility: number;
}

export const UNRATED: Rating = { value: 1500, deviation: MOST_DEVIATION, volatility: 0.06 };

/** Whether enough results came in for the value to mean something. */
export const isSure = ({ deviation }: Rating) => deviation < 110;

/** The rating after a result: 1 for a win, 0 for a loss, or anything between. */
export function rated(rating: Rating, opponent: Rating, score: number): Rating {
  const mean = (rating.value - 1500) / SCALE;
  const deviation = rating.deviation / SCALE;
  const other = opponent.deviation / SCALE;
  const weight = 1 / Math.sqrt(1 + (3 * other ** 2) / Math.PI ** 2);
  const chance = 1 / (1 + Math.exp(-weight * (mean - (opponent.value - 1500) / SCALE)));
  const variance = 1 / (weight ** 2 * chance * (1 - chance));
  const gain = weight * (score - chance);
  const volatility = volatilityAfter(rating.volatility, deviation, variance, variance * gain);
  const after = 1 / Math.sqrt(1 / (deviation ** 2 + volatility ** 2) + 1 / variance);
  const value = SCALE * (mean + after ** 2 * gain) + 1500;
  return { value, deviation: Math.min(SCALE * after, MOST_DEVIATION), volatility };
}

/** The root of the function of the paper's step 5, by the Illinois method. */
function volatilityAfter(before: number, deviation: number, variance: number, improvement: number) {
  const start = Math.log(before ** 2);
  const f = (x: number) => {
    const e = Math.exp(x);
    const spread = deviation ** 2 + variance + e;
    return (e * (improvement ** 2 - spread)) / (2 * spread ** 2) - (x - start) / TAU ** 2;
  };
  let low = start;
  let high: number;
  if (improvement ** 2 > deviation ** 2 + variance) high = Math.log(improvement ** 2 - deviation ** 2 - variance);
  else {
    let steps = 1;
    while (f(start - steps * TAU) < 0) steps += 1;
    high = start - steps * TAU;
  }
  let [atLow, atHigh] = [f(low), f(high)];
  while (Math.abs(high - low) > CLOSE) {
    const middle = low + ((low - high) * atLow) / (atHigh - atLow);
    const atMiddle = f(middle);
    if (atMiddle * atHigh <= 0) [low, atLow] = [high, atHigh];
    else atLow /= 2;
    [high, atHigh] = [middle, atMiddle];
  }
  return Math.exp(low / 2);
}
