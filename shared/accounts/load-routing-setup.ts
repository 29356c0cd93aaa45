import {
  readCosts,
  readDeliveryCalendar,
  readProfileSettings,
  readSettings,
  readShadow,
  readWarehouseOptions,
} from '../contracts/account/stored-setup.ts';
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
  const warehouses = await tx.warehouse.findMany({
    where,
    orderBy: { id: 'asc' },
    omit: { client_id: true },
  });
  const profiles = await tx.routingProfile.findMany({
    where,
    orderBy: { position: 'asc' },
    omit: { id: true, client_id: true, position: true },
  });
  const item_controls = await readItemControls(tx, client_id);
  const { provider, ...options } = transit as Pick<TransitSetup, 'provider'> & Record<string, unknown>;
  return {
    contract_variant,
    settings: readSettings(settings),
    ...(shadow !== null && { shadow: readShadow(shadow) }),
    warehouses: warehouses.map(({ id: _, calendar, capacity, safety_stock, handling, ...warehouse }) => ({
      ...warehouse,
      ...readWarehouseOptions({
        ...(calendar !== null && { calendar }),
        ...(capacity !== null && { capacity }),
        ...(safety_stock > 0 && { safety_stock }),
        ...(handling !== null && { handling }),
      }),
    })),
    warehouse_db_ids: warehouses.map(({ id }) => id),
    profiles: profiles.map((profile) => ({
      ...profile,
      settings: readProfileSettings(profile.settings),
      warehouse_ids: profile.warehouse_ids as string[] | null,
    })),
    item_controls,
    ...(delivery_calendar !== null && { delivery_calendar: readDeliveryCalendar(delivery_calendar) }),
    ...(costs !== null && costsOf(costs, rate_table_id)),
    transit: { provider, lane_table_id, options },
  };
}

/** What the account says of costs. If it has rates, it has prices. */
function costsOf(
  stored: unknown,
  rate_table_id: number | null,
): Pick<RoutingSetup, 'rates' | 'split_penalty' | 'default_unit_weight'> {
  const { rates, ...costs } = readCosts(stored);
  return { ...(rates && { rates: { ...rates, rate_table_id: rate_table_id! } }), ...costs };
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
