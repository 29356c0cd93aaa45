import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Prisma } from '../db/generated/client.ts';
import type { Rates } from '../engine/types.ts';
import { decodeText, NOT_TEXT } from '../foundation/decode-text.ts';
import type { Fault } from '../foundation/errors/app-error.ts';
import { parseLaneFile } from '../transit/lane-file.ts';
import { parsePriceFile } from '../transit/rates/price-file.ts';
import { EVERY_WAREHOUSE, type PriceListRow } from '../transit/rates/price-lists.ts';
import type { LaneTableRow } from '../transit/table.ts';
import { invalidAccountFile } from './account-file.ts';
import type { AccountState } from './account-state.ts';

/** A kind of table that a client has: its lanes, or its prices. A table never changes; its id is in configurations. */
interface TableKind<Row extends { readonly warehouse_id: string }> {
  /** The key of the account file that names a file of it. */
  readonly key: 'transit.lanes_file' | 'rates.prices_file';
  /** The fault of an account file that needs a table, while there is none. */
  readonly missing: string;
  parse(text: string, warehouseIds: Iterable<string>): { rows: readonly Row[]; faults: readonly Fault[] };
  read(tx: Prisma.TransactionClient, client_id: number, id: number): Promise<readonly Row[]>;
  tablesIn(tx: Prisma.TransactionClient): Tables;
  /** The values by which rows are compared: tables with equal ones are the same table. */
  valuesOf(row: Row): readonly unknown[];
  /** The statement that writes rows, as JSON, to a new table. */
  insert(id: number, rows: string): Prisma.Sql;
}

/** How the tables that an account file names are read. */
interface TableFiles {
  /** The folder that their names are relative to; null if no files may be read. */
  readonly baseDir: string | null;
  readonly warehouseIds: Iterable<string>;
}

/**
 * The id of the table in a file that an account file names or, if it names none, of the present one. Throws AppError
 * validation_failed without a table, and for faults in the file.
 */
export async function tableId<Row extends { readonly warehouse_id: string }>(
  tx: Prisma.TransactionClient,
  client_id: number,
  kind: TableKind<Row>,
  { named, present }: { readonly named: string | undefined; readonly present: number | null },
  { baseDir, warehouseIds }: TableFiles,
): Promise<number> {
  const { key, missing } = kind;
  if (named === undefined) {
    if (present === null) throw invalidAccountFile([{ path: key, message: missing }]);
    return present;
  }
  const { rows, faults } = kind.parse(await readTableFile(key, named, baseDir), warehouseIds);
  if (faults.length === 0) return storeRows(tx, client_id, kind, rows);
  throw invalidAccountFile(
    faults.map(({ path, message }) => ({ path: key, message: `${named} ${path}: ${message}` })),
  );
}

async function readTableFile(path: string, file: string, baseDir: string | null): Promise<string> {
  if (baseDir === null) {
    throw invalidAccountFile([{ path, message: 'a file can be read on the command line only' }]);
  }
  const bytes = await readFile(resolve(baseDir, file)).catch((error: NodeJS.ErrnoException) => {
    throw invalidAccountFile([{ path, message: `cannot read ${file}: ${error.code}` }]);
  });
  const text = decodeText(bytes);
  if (text === null) throw invalidAccountFile([{ path, message: `${file} ${NOT_TEXT}` }]);
  return text;
}

/** Stores a table of these rows and of those that the present one has of other warehouses. Returns its id. */
export async function replaceRows<Row extends { readonly warehouse_id: string }>(
  tx: Prisma.TransactionClient,
  client_id: number,
  kind: TableKind<Row>,
  present: number | null,
  rows: readonly Row[],
): Promise<number> {
  const before = present === null ? [] : await kind.read(tx, client_id, present);
  const replaced = new Set(rows.map(({ warehouse_id }) => warehouse_id));
  return storeRows(tx, client_id, kind, [
    ...before.filter(({ warehouse_id }) => !replaced.has(warehouse_id)),
    ...rows,
  ]);
}

/** Prisma's access to the tables of a kind. */
interface Tables {
  findUnique(args: {
    where: { client_id_digest: { client_id: number; digest: string } };
  }): PromiseLike<{ id: number } | null>;
  create(args: { data: { client_id: number; digest: string } }): PromiseLike<{ id: number }>;
}

/** The id of a client's table with these rows, in any order: the one that there is, or a new one. */
async function storeRows<Row extends { readonly warehouse_id: string }>(
  tx: Prisma.TransactionClient,
  client_id: number,
  kind: TableKind<Row>,
  rows: readonly Row[],
): Promise<number> {
  const tables = kind.tablesIn(tx);
  const lines = rows.map((row) => JSON.stringify(kind.valuesOf(row))).sort();
  const digest = createHash('sha256').update(lines.join('\n')).digest('hex');
  const known = await tables.findUnique({ where: { client_id_digest: { client_id, digest } } });
  if (known !== null) return known.id;
  const { id } = await tables.create({ data: { client_id, digest } });
  await tx.$executeRaw(kind.insert(id, JSON.stringify(rows)));
  return id;
}

/** A client's own lanes. */
export const LANES: TableKind<LaneTableRow> = {
  key: 'transit.lanes_file',
  missing: 'is needed by the provider table',
  parse: parseLaneFile,
  /** By warehouse and prefix. */
  async read(tx, client_id, lane_table_id) {
    const rows = await tx.laneTableLane.findMany({
      where: { lane_table_id, laneTable: { client_id } },
      orderBy: [{ warehouse_id: 'asc' }, { destination_prefix: 'asc' }],
      omit: { lane_table_id: true },
    });
    return rows.map(({ zone, ...lane }) => (zone === null ? lane : { ...lane, zone }));
  },
  tablesIn: (tx) => tx.laneTable,
  valuesOf: ({ warehouse_id, destination_prefix, transit_days, zone }) =>
    [warehouse_id, destination_prefix, transit_days, zone].filter((value) => value != null),
  insert: (id, rows) => Prisma.sql`
    INSERT INTO lane_table_lanes (lane_table_id, warehouse_id, destination_prefix, transit_days, zone)
    SELECT ${id}::int, warehouse_id, destination_prefix, transit_days, zone
    FROM jsonb_to_recordset(${rows}::jsonb) AS row
      (warehouse_id text, destination_prefix text, transit_days smallint, zone text)`,
};

/** A client's prices. */
export const PRICES: TableKind<PriceListRow> = {
  key: 'rates.prices_file',
  missing: 'is needed: there are no prices yet',
  parse: parsePriceFile,
  read: (tx, client_id, rate_table_id) => readPriceLists(tx, { client_id, rate_table_id, limit: null }),
  tablesIn: (tx) => tx.rateTable,
  valuesOf: ({ warehouse_id, zone, max_weights, prices }) => [warehouse_id, zone, max_weights, prices],
  insert: (id, rows) => Prisma.sql`
    INSERT INTO price_lists (rate_table_id, warehouse_id, zone, max_weights, prices)
    SELECT ${id}::int, warehouse_id, zone, max_weights, prices
    FROM jsonb_to_recordset(${rows}::jsonb) AS row
      (warehouse_id text, zone text, max_weights bigint[], prices bigint[])`,
};

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
  { client: { id: client_id }, file: { warehouses }, lane_table_id }: AccountState,
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
