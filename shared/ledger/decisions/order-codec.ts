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
