import type { OrderLine } from '../engine/types.ts';
import {
  array,
  integer,
  numberOrNull,
  text,
  tupleWithoutLastNulls,
  writerOf,
} from '../platform/json-form.ts';

/** Order lines as they are stored in `orders.lines`: `[[sku, quantity, unit_value?], …]`. SQL views read positions 0 and 1. */
export type StoredLine = [sku: string, quantity: number, unitValue?: number];

/** Writes lines as JSON. A hot path: it is part of every stored order. */
export const writeLines = writerOf(
  array(
    (lines: readonly OrderLine[]) => lines,
    tupleWithoutLastNulls<OrderLine>(
      text(({ sku }) => sku),
      integer(({ quantity }) => quantity),
      numberOrNull(({ unit_value }) => unit_value),
    ),
  ),
);

/** The lines of a JSON text that writeLines wrote. */
export function parseLines(text: string): OrderLine[] {
  return toLines(JSON.parse(text) as StoredLine[]);
}

/** The same, parsed already. */
export function toLines(stored: readonly StoredLine[]): OrderLine[] {
  return stored.map((line) => ({ sku: line[0], quantity: line[1], unit_value: line[2] ?? null }));
}
