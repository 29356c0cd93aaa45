/** A ranking is stored as a text with one character for each warehouse index. With indexes above 63 it is an array. */
const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_';

const VALUES = new Map([...DIGITS].map((digit, value) => [digit, value]));

/** A cache: orders to one destination share their ranking. */
const known = new WeakMap<readonly number[], string>();

/** Writes warehouse indexes, best first, as JSON. The list must never change. */
export function rankingText(ranked: readonly number[]): string {
  let text = known.get(ranked);
  if (text === undefined) {
    text = writeRanking(ranked);
    known.set(ranked, text);
  }
  return text;
}

function writeRanking(ranked: readonly number[]): string {
  let digits = '';
  for (let i = 0; i < ranked.length; i += 1) {
    const digit = DIGITS[ranked[i]!];
    if (digit === undefined) return `[${ranked.join(',')}]`;
    digits += digit;
  }
  return `"${digits}"`;
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
