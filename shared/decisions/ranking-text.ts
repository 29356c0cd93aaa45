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

/** The warehouse indexes of a parsed ranking. */
export function parseRanking(stored: string | readonly number[]): readonly number[] {
  return typeof stored === 'string' ? Array.from(stored, (digit) => VALUES.get(digit)!) : stored;
}
