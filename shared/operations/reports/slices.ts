import type { IdRange } from '../../routing/run-row.ts';

/** A part of a range: the ids from `first_id` to before `end_id`. */
export interface Slice<T extends IdRange> {
  readonly of: T;
  readonly first_id: number;
  readonly end_id: number;
}

/**
 * Cuts ranges into lists of slices, in their order. A list has up to `size` ids. Long ranges are in several lists, and
 * short ranges share a list.
 */
export function* slicesOf<T extends IdRange>(ranges: readonly T[], size: number): Generator<Slice<T>[]> {
  let slices: Slice<T>[] = [];
  let room = size;
  for (const of of ranges) {
    const end = of.first_id + of.orders;
    for (let first = of.first_id; first < end; ) {
      const end_id = Math.min(end, first + room);
      slices.push({ of, first_id: first, end_id });
      room -= end_id - first;
      first = end_id;
      if (room > 0) continue;
      yield slices;
      slices = [];
      room = size;
    }
  }
  if (slices.length > 0) yield slices;
}
