import type { Warehouse } from '../../client/warehouses.ts';
import type { Effect } from '../../components/effect-table.tsx';
import { whole } from '../../view/numbers.ts';

/** The warehouses whose rank changes if one is moved right before another one, or right after it. */
export function placesMoved(
  ranked: readonly Pick<Warehouse, 'warehouse_id' | 'warehouse_name'>[],
  movedId: string,
  place: { readonly before?: string; readonly after?: string },
): Effect[] {
  const moved = ranked.filter(({ warehouse_id }) => warehouse_id === movedId);
  const others = ranked.filter(({ warehouse_id }) => warehouse_id !== movedId);
  const anchor = others.findIndex(({ warehouse_id }) => warehouse_id === (place.before ?? place.after));
  const reranked = others.toSpliced(place.before === undefined ? anchor + 1 : anchor, 0, ...moved);
  return reranked.flatMap((warehouse, rank) => {
    const before = ranked.indexOf(warehouse);
    return before === rank
      ? []
      : [{ what: `Rank of ${warehouse.warehouse_name}`, before: whole(before + 1), after: whole(rank + 1) }];
  });
}
