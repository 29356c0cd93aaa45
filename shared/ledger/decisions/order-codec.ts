import type { OrderLine } from '../../engine/types.ts';

/**
 * Order lines as they are stored in `orders.lines`: `[[sku, quantity, unit_value?, unit_weight?], …]`. SQL views read
 * positions 0 and 1.
 */
export type StoredLine = [sku: string, quantity: number, unitValue?: number | null, unitWeight?: number];

/** Encodes lines as JSON text. */
export function encodeLines(lines: readonly OrderLine[]): string {
  return JSON.stringify(
    lines.map(({ sku, quantity, unit_value, unit_weight }): StoredLine => {
      if (unit_weight != null) return [sku, quantity, unit_value, unit_weight];
      return unit_value === null ? [sku, quantity] : [sku, quantity, unit_value];
    }),
  );
}

/** The lines of a JSON text that encodeLines wrote. */
export function parseLines(text: string): OrderLine[] {
  return toLines(JSON.parse(text) as StoredLine[]);
}

/** The same, parsed already. */
export function toLines(stored: readonly StoredLine[]): OrderLine[] {
  return stored.map((line) => {
    const read = { sku: line[0], quantity: line[1], unit_value: line[2] ?? null };
    return line[3] === undefined ? read : { ...read, unit_weight: line[3] };
  });
}

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
