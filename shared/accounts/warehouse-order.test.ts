import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_INT } from '../contracts/common.ts';
import { byPriority, movedPriorities, type Place, type Ranked } from './warehouse-order.ts';

const warehouse = (warehouse_id: string, priority: number | null): Ranked => ({ warehouse_id, priority });

/** The priorities that a move changes. */
function changed(warehouses: readonly Ranked[], id: string, place: Place): Record<string, number | null> {
  const after = movedPriorities(warehouses, id, place);
  return Object.fromEntries(
    warehouses
      .filter(({ warehouse_id, priority }) => after.get(warehouse_id) !== priority)
      .map(({ warehouse_id }) => [warehouse_id, after.get(warehouse_id)!]),
  );
}

describe('a warehouse that is moved', () => {
  const spaced = [warehouse('A', 10), warehouse('B', 20), warehouse('C', 30), warehouse('D', null)];

  it('takes a free number, and no other number changes', () => {
    expect(changed(spaced, 'C', { before: 'B' })).toEqual({ C: 11 });
    expect(changed(spaced, 'C', { before: 'A' })).toEqual({ C: 1 });
    expect(changed(spaced, 'D', { after: 'C' })).toEqual({ D: 31 });
  });

  it('pushes back only those that must make room', () => {
    const dense = [warehouse('A', 1), warehouse('B', 2), warehouse('C', 3), warehouse('D', 9)];
    expect(changed(dense, 'C', { before: 'A' })).toEqual({ C: 1, A: 2, B: 3 });
    expect(changed(dense, 'D', { after: 'A' })).toEqual({ D: 2, B: 3, C: 4 });
  });

  it('gives a number to those before it that have none, and to none behind it', () => {
    const unranked = [warehouse('A', 1), warehouse('B', null), warehouse('C', null), warehouse('D', null)];
    expect(changed(unranked, 'D', { after: 'B' })).toEqual({ B: 2, D: 3 });
  });

  it('has room behind the largest number', () => {
    const full = [warehouse('A', 7), warehouse('B', MAX_INT), warehouse('C', null)];
    expect(changed(full, 'C', { after: 'B' })).toEqual({ A: 1, B: 2, C: 3 });
  });

  it('is at its place, and all others keep their order, whatever the priorities were', () => {
    const some = fc
      .uniqueArray(fc.stringMatching(/^[A-Z]{1,2}$/), { minLength: 2, maxLength: 8 })
      .chain((ids) =>
        fc.tuple(
          fc.tuple(
            ...ids.map((id) =>
              fc.option(fc.integer({ min: 1, max: 6 })).map((number) => warehouse(id, number)),
            ),
          ),
          fc.shuffledSubarray(ids, { minLength: 2, maxLength: 2 }),
          fc.boolean(),
        ),
      );
    fc.assert(
      fc.property(some, ([warehouses, [id, anchor], isBefore]) => {
        const moved = movedPriorities(warehouses, id!, isBefore ? { before: anchor! } : { after: anchor! });
        const others = warehouses
          .filter(({ warehouse_id }) => warehouse_id !== id)
          .toSorted(byPriority)
          .map(({ warehouse_id }) => warehouse_id);
        const wanted = others.toSpliced(others.indexOf(anchor!) + (isBefore ? 0 : 1), 0, id!);
        const order = warehouses
          .map(({ warehouse_id }) => warehouse(warehouse_id, moved.get(warehouse_id)!))
          .toSorted(byPriority)
          .map(({ warehouse_id }) => warehouse_id);
        expect(order).toEqual(wanted);
      }),
    );
  });
});
