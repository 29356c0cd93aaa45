import type { IdRange } from '../ledger/run-row.ts';

/** Ranges of ids in their order, cut so that none has more than `size`. */
export function* idParts(ranges: readonly IdRange[], size: number): Generator<IdRange> {
  for (const { first_id, orders } of ranges) {
    for (let done = 0; done < orders; done += size) {
      yield { first_id: first_id + done, orders: Math.min(size, orders - done) };
    }
  }
}

/** A range of ids, of which `size` are read for a slice. */
interface PartlyRead {
  readonly range: IdRange;
  readonly size: number;
}

/** What is left of a range when the first `written` of those that were read for a slice are written; null: nothing. */
export function restOf(
  { range: { first_id, orders }, size }: PartlyRead,
  read: readonly { readonly id: number }[],
  written: number,
): PartlyRead | null {
  if (written === read.length && written < size) return null;
  const { id } = read[written - 1]!;
  const left = first_id + orders - 1 - id;
  // What did not fit is read again. So little more is read next than fits.
  return left > 0 ? { range: { first_id: id + 1, orders: left }, size: 2 * written } : null;
}
