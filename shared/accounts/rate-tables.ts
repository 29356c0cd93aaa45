import { Prisma } from '../db/generated/client.ts';
import type { Rates } from '../engine/types.ts';
import { parsePriceFile } from '../transit/rates/price-file.ts';
import { EVERY_WAREHOUSE, type PriceListRow } from '../transit/rates/price-lists.ts';
import type { AccountState } from './account-state.ts';
import { storeOnce, type TableKind } from './table-kind.ts';

/** A client's prices. */
export const PRICES: TableKind<PriceListRow> = {
  key: 'rates.prices_file',
  missing: 'is needed: there are no prices yet',
  parse: parsePriceFile,
  read: (tx, client_id, rate_table_id) => readPriceLists(tx, { client_id, rate_table_id, limit: null }),
  store: storePrices,
};

function storePrices(
  tx: Prisma.TransactionClient,
  client_id: number,
  lists: readonly PriceListRow[],
): Promise<number> {
  const rows = lists.map(({ warehouse_id, zone, max_weights, prices }) => [
    warehouse_id,
    zone,
    max_weights,
    prices,
  ]);
  return storeOnce(
    tx.rateTable,
    client_id,
    rows,
    (id) => tx.$executeRaw`
      INSERT INTO price_lists (rate_table_id, warehouse_id, zone, max_weights, prices)
      SELECT ${id}::int, warehouse_id, zone, max_weights, prices
      FROM jsonb_to_recordset(${JSON.stringify(lists)}::jsonb) AS row
        (warehouse_id text, zone text, max_weights bigint[], prices bigint[])`,
  );
}

/** Which price lists of a table are read, by warehouse and zone. */
export interface PriceListRequest {
  readonly client_id: number;
  readonly rate_table_id: number;
  /** Only lists of this warehouse. */
  readonly warehouse_id?: string | null;
  /** A text that the warehouse or the zone contains. */
  readonly sought?: string;
  /** Only lists after this one. */
  readonly after?: Pick<PriceListRow, 'warehouse_id' | 'zone'> | null;
  /** Null: all. */
  readonly limit: number | null;
}

/** By this, zones are sorted: numbers by their size. A zone has at most 50 characters. */
const sortKeyOf = (zone: Prisma.Sql) =>
  Prisma.sql`CASE WHEN ${zone} ~ '^[0-9]+$' THEN lpad(${zone}, 50, '0') ELSE ${zone} END`;

/** Reads price lists of a client's table, by warehouse and zone. */
export async function readPriceLists(
  tx: Pick<Prisma.TransactionClient, '$queryRaw'>,
  request: PriceListRequest,
): Promise<PriceListRow[]> {
  const { client_id, rate_table_id, warehouse_id = null, sought = '', after = null, limit } = request;
  const last = after ?? { warehouse_id: '', zone: '' };
  const sortKey = sortKeyOf(Prisma.sql`l.zone`);
  const lastKey = sortKeyOf(Prisma.sql`${last.zone}::text`);
  // As one JSON text: Prisma Client takes long for arrays of bigint.
  const [row] = await tx.$queryRaw<[{ lists: string | null }]>`
    SELECT json_agg(found)::text AS lists FROM (
      SELECT l.warehouse_id, l.zone, l.max_weights, l.prices
      FROM price_lists l JOIN rate_tables t ON t.id = l.rate_table_id
      WHERE t.id = ${rate_table_id} AND t.client_id = ${client_id}
        AND (${warehouse_id}::text IS NULL OR l.warehouse_id = ${warehouse_id})
        AND (strpos(lower(l.warehouse_id), ${sought}) > 0 OR strpos(lower(l.zone), ${sought}) > 0)
        AND (l.warehouse_id, ${sortKey}, l.zone) > (${last.warehouse_id}, ${lastKey}, ${last.zone})
      ORDER BY l.warehouse_id, ${sortKey}, l.zone LIMIT ${limit}::int) AS found`;
  return JSON.parse(row.lists ?? '[]') as PriceListRow[];
}

/** How many prices each warehouse has in a client's table. */
export function countPrices(
  tx: Pick<Prisma.TransactionClient, '$queryRaw'>,
  client_id: number,
  rate_table_id: number,
): Promise<{ warehouse_id: string; prices: number }[]> {
  return tx.$queryRaw`
    SELECT l.warehouse_id, sum(cardinality(l.prices))::int AS prices
    FROM price_lists l JOIN rate_tables t ON t.id = l.rate_table_id
    WHERE t.id = ${rate_table_id} AND t.client_id = ${client_id}
    GROUP BY l.warehouse_id ORDER BY l.warehouse_id`;
}

/** The most zones of warehouses that are named. */
const MAX_UNPRICED = 1000;

/** The zones that shipments of enabled warehouses may have and for which a table has no price, by warehouse. */
export function findUnpriced(
  tx: Pick<Prisma.TransactionClient, '$queryRaw'>,
  { client_id, file: { warehouses }, lane_table_id }: AccountState,
  { zones }: Pick<Rates, 'zones'>,
  rate_table_id: number,
): Promise<{ warehouse_id: string; zones: string[] }[]> {
  const ids = warehouses.flatMap(({ warehouse_id, enabled }) => (enabled ? [warehouse_id] : []));
  const ways =
    zones.by === 'miles'
      ? Prisma.sql`SELECT warehouse_id, zone::text FROM unnest(${ids}::text[]) AS warehouse_id,
          generate_series(1, ${zones.upto.length + 1}::int) AS zone`
      : Prisma.sql`SELECT DISTINCT a.warehouse_id, a.zone
          FROM lane_table_lanes a JOIN lane_tables b ON b.id = a.lane_table_id
          WHERE b.id = ${lane_table_id} AND b.client_id = ${client_id} AND a.warehouse_id = ANY(${ids}::text[])
            AND a.zone IS NOT NULL`;
  const sortKey = sortKeyOf(Prisma.sql`way.zone`);
  return tx.$queryRaw`
    SELECT warehouse_id, array_agg(zone ORDER BY sort_key, zone) AS zones FROM (
      SELECT way.warehouse_id, way.zone, ${sortKey} AS sort_key FROM (${ways}) AS way
      WHERE NOT EXISTS (
        SELECT FROM price_lists l JOIN rate_tables t ON t.id = l.rate_table_id
        WHERE t.id = ${rate_table_id} AND t.client_id = ${client_id}
          AND l.warehouse_id IN (way.warehouse_id, ${EVERY_WAREHOUSE}) AND l.zone = way.zone)
      ORDER BY way.warehouse_id, sort_key, way.zone LIMIT ${MAX_UNPRICED}) AS unpriced
    GROUP BY warehouse_id ORDER BY warehouse_id`;
}
