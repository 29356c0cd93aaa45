import type { Prisma } from '../db/generated/client.ts';
import type { ItemControl } from '../engine/types.ts';
import type { RoutingSetup, TransitSetup } from './routing-setup.ts';

/** Reads a client's present set-up. */
export async function loadRoutingSetup(
  tx: Prisma.TransactionClient,
  client_id: number,
): Promise<RoutingSetup> {
  const where = { client_id };
  // One after another, because a transaction has one connection.
  const { contract_variant } = await tx.client.findUniqueOrThrow({ where: { id: client_id } });
  const { settings, shadow, delivery_calendar, transit, lane_table_id, costs, rate_table_id } =
    await tx.clientSettings.findUniqueOrThrow({ where });
  const warehouses = await tx.warehouse.findMany({ where, orderBy: { id: 'asc' } });
  const profiles = await tx.routingProfile.findMany({ where, orderBy: { position: 'asc' } });
  const item_controls = await readItemControls(tx, client_id);
  const { provider, ...options } = transit as Pick<TransitSetup, 'provider'> & Record<string, unknown>;
  const { rates = null, ...otherCosts } = (costs ?? {}) as { readonly rates?: object };
  return {
    contract_variant,
    settings,
    warehouses: warehouses.map(
      ({ id: _, client_id: __, calendar, capacity, safety_stock, handling, ...warehouse }) => ({
        ...warehouse,
        ...given({ calendar, capacity, safety_stock: safety_stock || null, handling }),
      }),
    ),
    warehouse_db_ids: warehouses.map(({ id }) => id),
    profiles: profiles.map(({ id: _, client_id: __, position: ___, ...profile }) => profile),
    item_controls,
    // If an account has rates, it has prices.
    ...given({ shadow, delivery_calendar, rates: rates && { ...rates, rate_table_id } }),
    ...otherCosts,
    transit: { provider, lane_table_id, options },
  } as unknown as RoutingSetup;
}

/** Without the members that are null: a set-up leaves them out. */
function given(members: Readonly<Record<string, unknown>>) {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null));
}

/**
 * As one JSON value, because there may be as many rules as SKUs, and Prisma Client takes some microseconds for each row.
 * A rule has only the members of its kind, and a note or null.
 */
async function readItemControls(tx: Prisma.TransactionClient, client_id: number): Promise<ItemControl[]> {
  const [row] = await tx.$queryRaw<[{ controls: readonly Partial<ItemControl>[] }]>`
    SELECT coalesce(json_agg(json_strip_nulls(json_build_object(
             'sku', sku, 'rule', rule, 'warehouse_ids', nullif(warehouse_ids, '{}'), 'fallback', fallback, 'days', days,
             'units', units, 'note', note
           )) ORDER BY position), '[]') AS controls
    FROM item_controls WHERE client_id = ${client_id}`;
  return row.controls.map(({ note = null, ...control }) => ({ ...control, note }) as ItemControl);
}
