import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import type { Lane } from '../engine/types.ts';
import type { LaneProvider } from './provider.ts';

/** A line of a client's lane table, as it is stored. */
export interface LaneTableRow {
  readonly warehouse_id: string;
  /** Three or five digits. */
  readonly destination_prefix: string;
  readonly transit_days: number;
  /** As prices name it; left out or null: none. */
  readonly zone?: string | null;
}

/** A client's own lanes, or those of them that lead to some destinations. */
export interface LaneTable {
  /**
   * The lane from a warehouse to a ZIP of five digits; null: the table has neither the ZIP nor its first three digits.
   */
  lane(warehouseId: string, zip: string): Lane | null;
  /** What it takes in memory, about. */
  readonly bytes: number;
}

/** In place of days: there is no such lane. */
const NO_LANE = -1;

/** What a table takes besides its lanes. */
const TABLE_BYTES = 500;

/**
 * Indexes rows by warehouse and prefix. The longer of two prefixes wins. Two bytes a lane and four a prefix, and two a lane
 * more if any has a zone.
 */
export function createLaneTable(rows: readonly LaneTableRow[]): LaneTable {
  const warehouses = new Map([...new Set(rows.map((row) => row.warehouse_id))].map((id, nth) => [id, nth]));
  const prefixes = Int32Array.from(new Set(rows.map((row) => prefixKey(row.destination_prefix)))).sort();
  const days = new Int16Array(prefixes.length * warehouses.size).fill(NO_LANE);
  const zoneNames = [...new Set(rows.map(({ zone }) => zone ?? null))];
  // By place, the number of the zone's name.
  const zones = rows.some(({ zone }) => zone != null) ? new Uint16Array(days.length) : null;
  const zoneNumbers = new Map(zoneNames.map((name, number) => [name, number]));
  const placeOf = (prefix: string, warehouse: number) => {
    const at = indexIn(prefixes, prefixKey(prefix));
    return at === null ? null : at * warehouses.size + warehouse;
  };
  for (const { warehouse_id, destination_prefix, transit_days, zone = null } of rows) {
    const place = placeOf(destination_prefix, warehouses.get(warehouse_id)!)!;
    days[place] = transit_days;
    if (zones !== null) zones[place] = zoneNumbers.get(zone)!;
  }
  const laneAt = (prefix: string, warehouse: number): Lane | null => {
    const place = placeOf(prefix, warehouse);
    if (place === null || days[place] === NO_LANE) return null;
    const zone = zones === null ? null : zoneNames[zones[place]!]!;
    const lane = { transit_days: days[place]!, distance_miles: null, source: 'table' };
    return zone === null ? lane : { ...lane, zone };
  };
  return {
    lane(warehouseId, zip) {
      const warehouse = warehouses.get(warehouseId);
      if (warehouse === undefined) return null;
      return laneAt(zip, warehouse) ?? laneAt(zip.slice(0, 3), warehouse);
    },
    bytes: TABLE_BYTES + prefixes.byteLength + days.byteLength + (zones?.byteLength ?? 0),
  };
}

/** The number of a prefix: a one before it keeps its zeros. */
function prefixKey(prefix: string): number {
  return Number(`1${prefix}`);
}

/** Where `key` is in a sorted array; null: nowhere. */
function indexIn(sorted: Int32Array, key: number): number | null {
  let from = 0;
  let to = sorted.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (sorted[middle]! < key) from = middle + 1;
    else to = middle;
  }
  return sorted[from] === key ? from : null;
}

/** Enough for a thousand tables of ten warehouses and all prefixes of three digits. */
const MEMORY_BYTES = 32 * 1024 * 1024;

/** A table with more lanes is never read whole: that would hold up the thread. */
const MAX_LANES = 20_000;

/**
 * After so many destinations, which were read one by one, a table is read whole, which costs about as much. So tables
 * that do not all fit into memory at most double what reading single destinations costs.
 */
const DESTINATIONS_BEFORE_WHOLE = 20;

/** A table of which lanes were asked for. */
interface KnownTable {
  /** How many destinations were read one by one. */
  readonly destinations: number;
  /** Null: it is not in memory. */
  readonly whole: LaneTable | null;
}

/** Makes the providers `table` of a process or thread. Tables never change. Those used last are in memory. */
export function createLaneTables(
  pool: Pool,
  memory_bytes = MEMORY_BYTES,
): (clientId: number, laneTableId: number | null) => LaneProvider {
  // By client and table.
  const known = new LRUCache<string, KnownTable>({
    maxSize: memory_bytes,
    sizeCalculation: ({ whole }) => whole?.bytes ?? TABLE_BYTES,
  });
  let isReadingWhole = false;

  /** Reads a table whole in the background, unless another one is being read. A failure fails no request. */
  async function readWhole(clientId: number, laneTableId: number): Promise<void> {
    if (isReadingWhole) return;
    isReadingWhole = true;
    try {
      const rows = await readLanes(pool, clientId, laneTableId, null);
      const whole = rows.length > MAX_LANES ? null : createLaneTable(rows);
      known.set(keyOf(clientId, laneTableId), {
        destinations: whole === null ? Number.NEGATIVE_INFINITY : 0,
        whole,
      });
    } catch {
      // The next request reads its own lanes, and fails by itself if the database is away.
    } finally {
      isReadingWhole = false;
    }
  }

  /** Reads the lanes of some pairs only. */
  async function readPart(
    clientId: number,
    laneTableId: number,
    warehouses: ReadonlySet<string>,
    zips: ReadonlySet<string>,
  ): Promise<LaneTable> {
    const key = keyOf(clientId, laneTableId);
    const destinations = (known.get(key)?.destinations ?? 0) + zips.size;
    known.set(key, { destinations, whole: null });
    const rows = await readLanes(pool, clientId, laneTableId, { warehouses, zips });
    if (destinations > DESTINATIONS_BEFORE_WHOLE) void readWhole(clientId, laneTableId);
    return createLaneTable(rows);
  }

  return (clientId, laneTableId) => ({
    async lookUp(pairs) {
      if (laneTableId === null) return pairs.map(() => ({ lane: null }));
      const warehouses = new Set(pairs.map(({ origin }) => origin.warehouse_id));
      const zips = new Set(pairs.map(({ destination_zip }) => destination_zip));
      const table =
        known.get(keyOf(clientId, laneTableId))?.whole ??
        (await readPart(clientId, laneTableId, warehouses, zips));
      return pairs.map(({ origin, destination_zip }) => ({
        lane: table.lane(origin.warehouse_id, destination_zip),
      }));
    },
  });
}

function keyOf(clientId: number, laneTableId: number): string {
  return `${clientId} ${laneTableId}`;
}

/**
 * Reads the lanes of a table that some pairs need, or (`part` null) up to one more than MAX_LANES of all. A table of
 * another client has none.
 */
async function readLanes(
  pool: Pool,
  clientId: number,
  laneTableId: number,
  part: { readonly warehouses: ReadonlySet<string>; readonly zips: ReadonlySet<string> } | null,
): Promise<LaneTableRow[]> {
  const lanes = `SELECT l.warehouse_id, l.destination_prefix, l.transit_days, l.zone
                 FROM lane_table_lanes l
                 JOIN lane_tables t ON t.id = l.lane_table_id
                 WHERE t.id = $1 AND t.client_id = $2`;
  const prefixes = [...(part?.zips ?? [])].flatMap((zip) => [zip, zip.slice(0, 3)]);
  const { rows } = await pool.query<LaneTableRow>(
    part === null
      ? { text: `${lanes} LIMIT $3`, values: [laneTableId, clientId, MAX_LANES + 1] }
      : {
          name: 'read lanes of a table',
          text: `${lanes} AND l.warehouse_id = ANY($3) AND l.destination_prefix = ANY($4)`,
          values: [laneTableId, clientId, [...part.warehouses], [...new Set(prefixes)]],
        },
  );
  return rows;
}
