/**
 * A ranking as JSON text: one character a warehouse index as long as 64 suffice, which is nearly always and
 * makes the ranking the cheapest part of a stored decision; an array of indexes beyond.
 */
const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_';

const VALUES = new Map([...DIGITS].map((digit, value) => [digit, value]));

/** Writes warehouse indexes, best first. */
export function rankingText(ranked: readonly number[]): string {
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
