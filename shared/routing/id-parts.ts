import type { IdRange } from './run-row.ts';

/** Ranges of ids in their order, cut so that none has more than `size`. */
export function* idParts(ranges: readonly IdRange[], size: number): Generator<IdRange> {
  for (const { first_id, orders } of ranges) {
    for (let done = 0; done < orders; done += size) {
      yield { first_id: first_id + done, orders: Math.min(size, orders - done) };
    }
  }
}

/** What of a range comes after an id; null: nothing. */
export function restAfter({ first_id, orders }: IdRange, id: number): IdRange | null {
  const left = first_id + orders - 1 - id;
  return left > 0 ? { first_id: id + 1, orders: left } : null;
}
