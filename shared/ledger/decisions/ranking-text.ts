/** A ranking is stored as a text with one character for each warehouse index. With indexes above 63 it is an array. */
const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_';

const VALUES = new Map([...DIGITS].map((digit, value) => [digit, value]));

/** Encodes warehouse indexes, best first. */
export function rankingCode(ranked: readonly number[]): string | readonly number[] {
  if (ranked.some((index) => index >= DIGITS.length)) return ranked;
  return ranked.map((index) => DIGITS[index]).join('');
}

/** Rankings read before. A caller that caches something by a ranking finds it again. Enough for most lane tables. */
const read = new Map<string, readonly number[]>();
const MAX_READ = 2_000;

/** The warehouse indexes of a parsed ranking. They must not be changed, because equal rankings may be one array. */
export function parseRanking(stored: string | readonly number[]): readonly number[] {
  if (typeof stored !== 'string') return stored;
  let ranked = read.get(stored);
  if (ranked === undefined) {
    ranked = Array.from(stored, (digit) => VALUES.get(digit)!);
    if (read.size === MAX_READ) read.clear();
    read.set(stored, ranked);
  }
  return ranked;
}
