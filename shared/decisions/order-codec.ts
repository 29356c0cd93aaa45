import type { OrderLine } from '../engine/types.ts';
import { Utf8Writer } from '../platform/utf8-writer.ts';

/**
 * Order lines as they are stored in `orders.lines`: `[[sku, quantity, unit_value?], …]`. SQL views read
 * positions 0 and 1. Written as bytes directly: this is part of every stored order.
 */

export type StoredLine = [sku: string, quantity: number, unitValue?: number];

/** Lines as JSON text. */
export function encodeLines(lines: readonly OrderLine[]): string {
  const out = new Utf8Writer(lines.length * USUAL_LINE_BYTES);
  writeLines(out, lines);
  return out.bytes().toString();
}

const USUAL_LINE_BYTES = 64;

/** Writes the same. */
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

/** The lines that encodeLines wrote. */
export function parseLines(text: string): OrderLine[] {
  return toLines(JSON.parse(text) as StoredLine[]);
}

/** The same, parsed already. */
export function toLines(stored: readonly StoredLine[]): OrderLine[] {
  return stored.map((line) => ({ sku: line[0], quantity: line[1], unit_value: line[2] ?? null }));
}
