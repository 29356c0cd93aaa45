import type { Pool } from 'pg';
import type { Lane } from '../engine/types.ts';
import { RecentlyUsed } from '../platform/recently-used.ts';
import type { LaneTableRow } from './lane-table-row.ts';
import type { LaneProvider } from './provider.ts';

/** A client's own lanes. */
export interface LaneTable {
  /**
   * The lane from a warehouse to a ZIP of five digits; null: the table has neither the ZIP nor its first three digits.
   */
  lane(warehouseId: string, zip: string): Lane | null;
}

/** Indexes rows by warehouse and prefix. The longer of two prefixes wins. */
export function createLaneTable(rows: Iterable<LaneTableRow>): LaneTable {
  const byWarehouse = new Map<string, Map<string, Lane>>();
  // Rows with the same days share one lane: a table has thousands of rows and few different days.
  const byDays = new Map<number, Lane>();
  for (const row of rows) {
    const lane = byDays.get(row.transit_days) ?? tableLane(row.transit_days);
    byDays.set(row.transit_days, lane);
    const prefixes = byWarehouse.get(row.warehouse_id) ?? new Map<string, Lane>();
    byWarehouse.set(row.warehouse_id, prefixes.set(row.destination_prefix, lane));
  }
  return {
    lane(warehouseId, zip) {
      const prefixes = byWarehouse.get(warehouseId);
      return prefixes?.get(zip) ?? prefixes?.get(zip.slice(0, 3)) ?? null;
    },
  };
}

function tableLane(transitDays: number): Lane {
  return { transit_days: transitDays, distance_miles: null, source: 'table' };
}

/** The provider `table`: a pair that is not in the table has no lane. */
export function tableProvider(table: LaneTable): LaneProvider {
  return {
    lookUp: async (pairs) =>
      pairs.map((pair) => ({ lane: table.lane(pair.origin.warehouse_id, pair.destination_zip) })),
  };
}

/** The most tables in memory, of some megabytes together. Destinations that were resolved are in memory elsewhere. */
const MAX_TABLES = 20;

/** Makes a function that reads lane tables, which never change, and keeps those in memory that were used last. */
export function createLaneTableStore(
  pool: Pool,
): (clientId: number, laneTableId: number | null) => Promise<LaneTable> {
  const known = new RecentlyUsed<number, Promise<LaneTable>>(MAX_TABLES);
  return (clientId, laneTableId) => {
    if (laneTableId === null) return Promise.resolve(createLaneTable([]));
    return known.get(laneTableId, () => {
      const loading = loadLaneTable(pool, clientId, laneTableId);
      loading.catch(() => known.drop(laneTableId, loading));
      return loading;
    });
  };
}

async function loadLaneTable(pool: Pool, clientId: number, laneTableId: number): Promise<LaneTable> {
  const { rows } = await pool.query<LaneTableRow>(
    `SELECT l.warehouse_id, l.destination_prefix, l.transit_days
     FROM lane_table_lanes l
     JOIN lane_tables t ON t.id = l.lane_table_id
     WHERE t.id = $1 AND t.client_id = $2`,
    [laneTableId, clientId],
  );
  return createLaneTable(rows);
}
