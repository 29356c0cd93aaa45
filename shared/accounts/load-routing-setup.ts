import { readProfileSettings, readSettings } from '../contracts/account/stored-setup.ts';
import type { Prisma } from '../db/generated/client.ts';
import type { ItemControl } from '../engine/types.ts';
import type { RoutingSetup, TransitSetup } from './routing-setup.ts';

/** Reads a client's present set-up. */
export async function loadRoutingSetup(
  tx: Prisma.TransactionClient,
  client_id: number,
): Promise<RoutingSetup> {
  const clientId = client_id;
  // One after another, because a transaction has one connection.
  const client = await tx.client.findUniqueOrThrow({ where: { id: clientId } });
  const { settings, transit, laneTableId } = await tx.clientSettings.findUniqueOrThrow({
    where: { clientId },
  });
  const warehouses = await tx.warehouse.findMany({ where: { clientId }, orderBy: { id: 'asc' } });
  const profiles = await tx.routingProfile.findMany({ where: { clientId }, orderBy: { position: 'asc' } });
  const controls = await readItemControls(tx, client_id);
  const { provider, ...options } = transit as Pick<TransitSetup, 'provider'> & Record<string, unknown>;
  return {
    contract_variant: client.contractVariant,
    settings: readSettings(settings),
    warehouses: warehouses.map((row) => ({
      warehouse_id: row.warehouseId,
      warehouse_code: row.warehouseCode,
      warehouse_name: row.warehouseName,
      zip: row.zip,
      enabled: row.enabled,
      priority: row.priority,
    })),
    warehouse_db_ids: warehouses.map((row) => row.id),
    profiles: profiles.map((row) => ({
      partner_id: row.partnerId,
      name: row.name,
      enabled: row.enabled,
      settings: readProfileSettings(row.settings),
      warehouse_ids: row.warehouseIds as string[] | null,
    })),
    item_controls: controls.map(itemControlOf),
    transit: { provider, lane_table_id: laneTableId, options },
  };
}

interface ItemControlRow {
  readonly sku: string;
  readonly rule: ItemControl['rule'];
  readonly warehouse_ids: readonly string[];
  readonly fallback: 'block' | 'allow' | null;
  readonly days: number | null;
  readonly note: string | null;
}

/** As one JSON value, because there may be as many rules as SKUs, and Prisma Client takes some microseconds for each row. */
async function readItemControls(
  tx: Prisma.TransactionClient,
  client_id: number,
): Promise<readonly ItemControlRow[]> {
  const [row] = await tx.$queryRaw<[{ controls: readonly ItemControlRow[] }]>`
    SELECT coalesce(json_agg(json_build_object(
             'sku', sku, 'rule', rule, 'warehouse_ids', warehouse_ids, 'fallback', fallback, 'days', days, 'note', note
           ) ORDER BY position), '[]') AS controls
    FROM item_controls WHERE client_id = ${client_id}`;
  return row.controls;
}

function itemControlOf(row: ItemControlRow): ItemControl {
  const { sku, rule, note, warehouse_ids } = row;
  switch (rule) {
    case 'restrict':
      return { sku, rule, warehouse_ids, fallback: row.fallback!, note };
    case 'prefer':
    case 'exclude':
      return { sku, rule, warehouse_ids, note };
    case 'max_transit_days':
      return { sku, rule, days: row.days!, note };
    default:
      return { sku, rule, note };
  }
}
