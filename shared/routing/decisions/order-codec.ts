import type { OrderLine } from '../../engine/types.ts';
import type { Utf8Writer } from '../../foundation/utf8-writer.ts';

/** Order lines as they are stored in `orders.lines`: `[[sku, quantity, unit_value?], …]`. SQL views read positions 0 and 1. */
export type StoredLine = [sku: string, quantity: number, unitValue?: number];

/** Writes lines as JSON. A loop, because every stored order is written here: by forms it takes half as long again. */
export function writeLines(out: Utf8Writer, lines: readonly OrderLine[]): void {
  out.ascii('[');
  for (let i = 0; i < lines.length; i += 1) {
    const { sku, quantity, unit_value } = lines[i]!;
    out
      .ascii(i === 0 ? '[' : ',[')
      .json(sku)
      .ascii(',')
      .integer(quantity);
    if (unit_value !== null) out.ascii(',').ascii(String(unit_value));
    out.ascii(']');
  }
  out.ascii(']');
}

/** The lines of a JSON text that writeLines wrote. */
export function parseLines(text: string): OrderLine[] {
  return toLines(JSON.parse(text) as StoredLine[]);
}

/** The same, parsed already. */
export function toLines(stored: readonly StoredLine[]): OrderLine[] {
  return stored.map((line) => ({ sku: line[0], quantity: line[1], unit_value: line[2] ?? null }));
}
