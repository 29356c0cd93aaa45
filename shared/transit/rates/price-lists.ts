import { LRUCache } from 'lru-cache';
import type { Queryable } from '../../db/database.ts';
import type { PriceList } from '../../engine/rules/price-list.ts';

/** In place of a warehouse_id: every warehouse that has no prices of its own for the zone. */
export const EVERY_WAREHOUSE = '*';

/** The prices from a warehouse to a zone, as they are stored: in ten-thousandths, weights ascending. */
export interface PriceListRow {
  readonly warehouse_id: string;
  readonly zone: string;
  readonly max_weights: readonly number[];
  readonly prices: readonly number[];
}

/** From where to where a shipment goes. */
interface PricedWay {
  readonly warehouse_id: string;
  /** Null: not known. */
  readonly zone: string | null;
}

/** The price list of each way, in their order; null: there is no price. A table never changes. */
export type PriceLists = (
  clientId: number,
  rateTableId: number,
  ways: readonly PricedWay[],
) => Promise<(PriceList | null)[]>;

const MEMORY_BYTES = 32 * 1024 * 1024;

/** What a list takes in memory beside its rows. */
const LIST_BYTES = 300;

/** Makes the reader of price lists of a process or thread. Those used last are in memory. */
export function createPriceLists(pool: Queryable): PriceLists {
  const known = new LRUCache<string, { readonly list: PriceList | null }>({
    maxSize: MEMORY_BYTES,
    sizeCalculation: ({ list }) => LIST_BYTES + 16 * (list?.prices.length ?? 0),
  });

  return async (clientId, rateTableId, ways) => {
    const keyOf = (warehouse: string, zone: string) =>
      JSON.stringify([clientId, rateTableId, warehouse, zone]);
    // By key; what is not in it is not known yet. The cache may drop a list before it is used here.
    const found = new Map<string, PriceList | null>();
    const missing: PricedWay[] = [];
    const look = (warehouse_id: string, zone: string) => {
      const key = keyOf(warehouse_id, zone);
      if (found.has(key)) return;
      const cached = known.get(key);
      if (cached === undefined) missing.push({ warehouse_id, zone });
      found.set(key, cached?.list ?? null);
    };
    for (const { warehouse_id, zone } of ways) {
      if (zone === null) continue;
      look(warehouse_id, zone);
      look(EVERY_WAREHOUSE, zone);
    }
    if (missing.length > 0) {
      const rows = await readLists(pool, clientId, rateTableId, missing);
      for (const { warehouse_id, zone, ...list } of rows) found.set(keyOf(warehouse_id, zone), list);
      for (const { warehouse_id, zone } of missing) {
        const key = keyOf(warehouse_id, zone!);
        known.set(key, { list: found.get(key) ?? null });
      }
    }
    return ways.map(({ warehouse_id, zone }) =>
      zone === null
        ? null
        : (found.get(keyOf(warehouse_id, zone)) ?? found.get(keyOf(EVERY_WAREHOUSE, zone)) ?? null),
    );
  };
}

/** Reads lists of a table. A table of another client has none. */
async function readLists(
  pool: Queryable,
  clientId: number,
  rateTableId: number,
  ways: readonly PricedWay[],
): Promise<PriceListRow[]> {
  const { rows } = await pool.query<{ lists: string | null }>({
    name: 'read price lists',
    // As one JSON text: bigint arrays would be read as texts.
    text: `SELECT json_agg(found)::text AS lists FROM (
             SELECT l.warehouse_id, l.zone, l.max_weights, l.prices
             FROM price_lists l JOIN rate_tables t ON t.id = l.rate_table_id
             JOIN unnest($3::text[], $4::text[]) AS sought (warehouse_id, zone)
               ON sought.warehouse_id = l.warehouse_id AND sought.zone = l.zone
             WHERE t.id = $1 AND t.client_id = $2) AS found`,
    values: [
      rateTableId,
      clientId,
      ways.map(({ warehouse_id }) => warehouse_id),
      ways.map(({ zone }) => zone),
    ],
  });
  return JSON.parse(rows[0]!.lists ?? '[]') as PriceListRow[];
}
