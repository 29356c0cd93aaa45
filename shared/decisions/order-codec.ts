import type { OrderLine } from '../engine/types.ts';
import { jsonText } from '../platform/json-text.ts';

/**
 * Order lines as they are stored in `orders.lines`: `[[sku, quantity, unit_value?], …]`. SQL views read
 * positions 0 and 1. Written as text directly: this is part of every stored order.
 */

export type StoredLine = [sku: string, quantity: number, unitValue?: number];

/** Lines as JSON text. */
export function encodeLines(lines: readonly OrderLine[]): string {
  let text = '[';
  for (let i = 0; i < lines.length; i += 1) {
    const { sku, quantity, unit_value } = lines[i]!;
    text += `${i === 0 ? '' : ','}[${jsonText(sku)},${quantity}${unit_value === null ? '' : `,${unit_value}`}]`;
  }
  return `${text}]`;
}

/** The lines that encodeLines wrote. */
export function parseLines(text: string): OrderLine[] {
  return toLines(JSON.parse(text) as StoredLine[]);
}

/** The same, parsed already. */
export function toLines(stored: readonly StoredLine[]): OrderLine[] {
  return stored.map(([sku, quantity, unit_value = null]) => ({ sku, quantity, unit_value }));
}
