import type { Pool } from 'pg';
import type { Lane } from '../engine/types.ts';
import type { LaneProvider } from './provider.ts';

/** A client's own lanes, or those of them that lead to some destinations. */
export interface LaneTable {
  /**
   * The lane from a warehouse to a ZIP of five digits; null: the table has neither the ZIP nor its first three digits.
   */
  lane(warehouseId: string, zip: string): Lane | null;
}

/** Indexes rows by warehouse and prefix. The longer of two prefixes wins. */
export function createLaneTable(rows: Iterable<LaneTableRow>): LaneTable {
  const byWarehouse = new Map<string, Map<string, number>>();
  for (const { warehouse_id, destination_prefix, transit_days } of rows) {
    const days = byWarehouse.get(warehouse_id) ?? new Map<string, number>();
    byWarehouse.set(warehouse_id, days.set(destination_prefix, transit_days));
  }
  return {
    lane(warehouseId, zip) {
      const days = byWarehouse.get(warehouseId);
      const transit_days = days?.get(zip) ?? days?.get(zip.slice(0, 3));
      return transit_days === undefined ? null : { transit_days, distance_miles: null, source: 'table' };
    },
  };
}

/**
 * The provider `table`: a pair that is not in the table has no lane. It reads only the
 * lanes of the pairs, which costs as little with many clients as with one.
 */
export function tableProvider(pool: Pool, clientId: number, laneTableId: number | null): LaneProvider {
  return {
    async lookUp(pairs) {
      const warehouses = new Set(pairs.map(({ origin }) => origin.warehouse_id));
      const zips = new Set(pairs.map(({ destination_zip }) => destination_zip));
      const prefixes = new Set([...zips].flatMap((zip) => [zip, zip.slice(0, 3)]));
      const table = createLaneTable(await readLanes(pool, clientId, laneTableId, warehouses, prefixes));
      return pairs.map(({ origin, destination_zip }) => ({
        lane: table.lane(origin.warehouse_id, destination_zip),
      }));
    },
  };
}

/** Reads some lanes of a table; none without a table, and none of another client's. */
async function readLanes(
  pool: Pool,
  clientId: number,
  laneTableId: number | null,
  warehouses: Iterable<string>,
  prefixes: Iterable<string>,
): Promise<LaneTableRow[]> {
  if (laneTableId === null) return [];
  const { rows } = await pool.query<LaneTableRow>({
    name: 'read lanes of a table',
    text: `SELECT l.warehouse_id, l.destination_prefix, l.transit_days
           FROM lane_table_lanes l
           JOIN lane_tables t ON t.id = l.lane_table_id
           WHERE t.id = $1 AND t.client_id = $2 AND l.warehouse_id = ANY($3) AND l.destination_prefix = ANY($4)`,
    values: [laneTableId, clientId, [...warehouses], [...prefixes]],
  });
  return rows;
}

/** A line of a client's lane table, as it is stored. */
export interface LaneTableRow {
  readonly warehouse_id: string;
  /** Three or five digits. */
  readonly destination_prefix: string;
  readonly transit_days: number;
}
