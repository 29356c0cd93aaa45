import type { OrderLine } from '../../engine/types.ts';

/** Order lines as they are stored in `orders.lines`: `[[sku, quantity, unit_value?], …]`. SQL views read positions 0 and 1. */
export type StoredLine = [sku: string, quantity: number, unitValue?: number];

/** Encodes lines as JSON text. */
export function encodeLines(lines: readonly OrderLine[]): string {
  return JSON.stringify(
    lines.map(
      ({ sku, quantity, unit_value }): StoredLine =>
        unit_value === null ? [sku, quantity] : [sku, quantity, unit_value],
    ),
  );
}

/** The lines of a JSON text that encodeLines wrote. */
export function parseLines(text: string): OrderLine[] {
  return toLines(JSON.parse(text) as StoredLine[]);
}

/** The same, parsed already. */
export function toLines(stored: readonly StoredLine[]): OrderLine[] {
  return stored.map((line) => ({ sku: line[0], quantity: line[1], unit_value: line[2] ?? null }));
}
