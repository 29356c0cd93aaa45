import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byPriority, movedPriorities, type Ranked } from './account-lists.ts';

const warehouse = (warehouse_id: string, priority: number | null): Ranked => ({ warehouse_id, priority });

describe('a warehouse that is moved', () => {
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
