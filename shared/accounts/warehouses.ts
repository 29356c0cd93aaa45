import { Prisma } from '../db/generated/client.ts';
import type { Warehouse } from '../engine/types.ts';
import { isSameJson } from '../foundation/canonical-json.ts';
import type { RoutingSetup } from './routing-setup.ts';

/**
 * Makes `listed` the client's warehouses. A warehouse that is left out is disabled, never deleted, because its stock and
 * history stay. No other warehouse has a code of the list (checked by account-references.ts).
 */
export async function saveWarehouses(
  tx: Prisma.TransactionClient,
  client_id: number,
  present: Pick<RoutingSetup, 'warehouses' | 'warehouse_db_ids'>,
  listed: readonly Warehouse[],
): Promise<void> {
  const wanted = new Map(listed.map((warehouse) => [warehouse.warehouse_id, warehouse]));
  const changed = present.warehouses.flatMap((old, index) => {
    const next = wanted.get(old.warehouse_id) ?? { ...old, enabled: false };
    wanted.delete(old.warehouse_id);
    return isSameJson(old, next) ? [] : [{ id: present.warehouse_db_ids[index]!, old, next }];
  });
  const recoded = changed.filter(({ old, next }) => old.warehouse_code !== next.warehouse_code);
  for (const { id } of recoded) {
    // Two warehouses may swap their codes, which are unique at every moment.
    await tx.warehouse.update({ where: { id, client_id }, data: { warehouse_code: `\u0001${id}` } });
  }
  for (const { id, next } of changed) {
    await tx.warehouse.update({ where: { id, client_id }, data: rowOf(next) });
  }
  await tx.warehouse.createMany({
    data: [...wanted.values()].map((item) => ({ client_id, ...rowOf(item) })),
  });
}

/** What a warehouse lacks is null, or 0 units. */
function rowOf({ calendar, capacity, safety_stock = 0, handling, ...warehouse }: Warehouse) {
  return {
    ...warehouse,
    calendar: jsonOrNull(calendar),
    capacity: jsonOrNull(capacity),
    safety_stock,
    handling: jsonOrNull(handling),
  };
}

function jsonOrNull(value: object | null | undefined) {
  return value == null ? Prisma.DbNull : (value as Prisma.InputJsonObject);
}
