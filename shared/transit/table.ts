import type { Pool } from 'pg';
import type { Lane } from '../engine/types.ts';
import { FOREVER, type LaneSource } from './provider.ts';
import { sharedLane } from './shared-lanes.ts';

/** A line of a client's lane table, as it is stored. */
export interface LaneTableRow {
  readonly warehouse_id: string;
  /** Three or five digits. */
  readonly destination_prefix: string;
  readonly transit_days: number;
  /** As prices name it; left out or null: none. */
  readonly zone?: string | null;
}

/**
 * The lane from a warehouse to a ZIP of five digits; null: the table has neither the ZIP nor its first three digits. The
 * longer of two prefixes wins.
 */
type LaneTable = (warehouseId: string, zip: string) => Lane | null;

/** Indexes rows by warehouse and prefix. */
export function createLaneTable(rows: readonly LaneTableRow[]): LaneTable {
  const keyOf = (warehouseId: string, prefix: string) => `${warehouseId} ${prefix}`;
  const lanes = new Map(
    rows.map(({ warehouse_id, destination_prefix, transit_days, zone = null }) => {
      const lane: Lane = { transit_days, distance_miles: null, source: 'table' };
      return [keyOf(warehouse_id, destination_prefix), sharedLane(zone === null ? lane : { ...lane, zone })];
    }),
  );
  return (warehouseId, zip) =>
    lanes.get(keyOf(warehouseId, zip)) ?? lanes.get(keyOf(warehouseId, zip.slice(0, 3))) ?? null;
}

/**
 * The lanes of a client's table, which never changes; null: the client has none. They are read when they are asked for,
 * because a resolver has destinations in memory.
 */
export function tableSource(pool: Pool, clientId: number, laneTableId: number | null): LaneSource {
  return {
    async lanes(origins, zips) {
      const warehouses = origins.flatMap((origin) => origin?.warehouse_id ?? []);
      const prefixes = new Set(zips.flatMap((zip) => [zip, zip.slice(0, 3)]));
      const rows =
        laneTableId === null ? [] : await readLanes(pool, clientId, laneTableId, warehouses, prefixes);
      const laneOf = createLaneTable(rows);
      return zips.map((zip) => ({
        lanes: origins.map((origin) => origin && laneOf(origin.warehouse_id, zip)),
        ...FOREVER,
      }));
    },
  };
}

/** Reads lanes of a table. A table of another client has none. */
async function readLanes(
  pool: Pool,
  clientId: number,
  laneTableId: number,
  warehouses: readonly string[],
  prefixes: Iterable<string>,
): Promise<LaneTableRow[]> {
  const { rows } = await pool.query<LaneTableRow>({
    name: 'read lanes of a table',
    text: `SELECT l.warehouse_id, l.destination_prefix, l.transit_days, l.zone
           FROM lane_table_lanes l
           JOIN lane_tables t ON t.id = l.lane_table_id
           WHERE t.id = $1 AND t.client_id = $2 AND l.warehouse_id = ANY($3) AND l.destination_prefix = ANY($4)`,
    values: [laneTableId, clientId, warehouses, [...prefixes]],
  });
  return rows;
}
