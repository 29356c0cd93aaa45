import type { IdRange } from '../../ledger/run-row.ts';

/** The ids of ranges in their order, in lists of `size` ids; the last list may be shorter. */
export function* idsOf(ranges: readonly IdRange[], size: number): Generator<number[]> {
  let ids: number[] = [];
  for (const { first_id, orders } of ranges) {
    for (let id = first_id; id < first_id + orders; id++) {
      ids.push(id);
      if (ids.length < size) continue;
      yield ids;
      ids = [];
    }
  }
  if (ids.length > 0) yield ids;
}
