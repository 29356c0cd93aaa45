/**
 * A ranking as JSON text: one character a warehouse index as long as 64 suffice, which is nearly always and
 * makes the ranking the cheapest part of a stored decision; an array of indexes beyond.
 */
const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_';

const VALUES = new Map([...DIGITS].map((digit, value) => [digit, value]));

/** Orders to one destination share their ranking, so that its text is mostly known. */
const known = new WeakMap<readonly number[], string>();

/** Writes warehouse indexes, best first. The list is taken to be immutable. */
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
const MOST_READ = 2_000;

/** The warehouse indexes of a parsed ranking, which are not to be changed: equal ones may be one array. */
export function parseRanking(stored: string | readonly number[]): readonly number[] {
  if (typeof stored !== 'string') return stored;
  let ranked = read.get(stored);
  if (ranked === undefined) {
    ranked = Array.from(stored, (digit) => VALUES.get(digit)!);
    if (read.size === MOST_READ) read.clear();
    read.set(stored, ranked);
  }
  return ranked;
}
