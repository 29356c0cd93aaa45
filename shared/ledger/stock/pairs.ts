import sql, { raw, type Sql } from 'sql-template-tag';
import { arrayColumn, column } from '../../db/columns.ts';
import type { Queryable } from '../../db/database.ts';
import { millisecondsOf, prepared } from '../../db/sql.ts';
import { decodeCount, encodeCount, NEVER_COUNTED, type Pair, type StoredCount, shortOf } from './pair.ts';
import { currentVersion, groupOf, keyOfRow, ledgerRow, type StockRowKey } from './stock-version.ts';

type StoredRowJson = [
  sku: string,
  warehouseGroup: number,
  warehouseIds: number[],
  free: number[],
  reserved: number[],
  ingestRunIds: (number | null)[],
  isCurrent: boolean,
  counts: StoredCount[],
];

/** The pairs of some rows of stock, in memory: read and written by whoever has the ledger's lock. */
export class Pairs {
  readonly #ledgerId: number;
  /** By row, and by warehouse. */
  readonly #rows: ReadonlyMap<string, Map<number, Pair>>;
  readonly #touched = new Map<string, StockRowKey>();

  private constructor(ledgerId: number, rows: Map<string, Map<number, Pair>>) {
    this.#ledgerId = ledgerId;
    this.#rows = rows;
  }

  /** Reads pairs, with all others of their rows. */
  static async read(tx: Queryable, ledgerId: number, keys: readonly StockRowKey[]): Promise<Pairs> {
    const { version, epoch } = ledgerRow(ledgerId);
    const byRow = new Map(keys.map((key) => [keyOfRow(key), new Map<number, Pair>()]));
    if (keys.length === 0) return new Pairs(ledgerId, byRow);
    const { rows } = await tx.query<{ read: string | null }>(
      prepared(sql`
        SELECT json_agg(json_build_array(
                 sku, warehouse_group, warehouse_ids, free, reserved, ingest_run_ids, reserved_epoch = ${epoch}, counts
               ))::text AS read
        FROM (
          SELECT ${column(keys, 'text', ({ sku }) => sku)} AS asked_sku,
                 ${column(keys, 'int', ({ warehouse_group }) => warehouse_group)} AS asked_group
        ) AS asked
        CROSS JOIN LATERAL (
          SELECT * FROM stock
          WHERE ledger_id = ${ledgerId} AND version = ${version} AND sku = asked_sku AND warehouse_group = asked_group OFFSET 0
        ) AS stored`),
    );
    for (const stored of JSON.parse(rows[0]!.read ?? '[]') as StoredRowJson[]) {
      const ofRow = byRow.get(keyOfRow({ sku: stored[0], warehouse_group: stored[1] }))!;
      for (const pair of pairsOf(stored)) ofRow.set(pair.warehouse, pair);
    }
    await resolveMoments(tx, ledgerId, byRow);
    return new Pairs(ledgerId, byRow);
  }

  /** A pair to be changed, of a row that was read. One that is not there yet is added. */
  at(sku: string, warehouse: number): Pair {
    const row = { sku, warehouse_group: groupOf(warehouse) };
    this.#touched.set(keyOfRow(row), row);
    const ofRow = this.#rows.get(keyOfRow(row))!;
    const known = ofRow.get(warehouse);
    if (known !== undefined) return known;
    const pair: Pair = {
      ...{ sku, warehouse, quantity: 0, reserved: 0 },
      ...{ ingest_run_id: null, count: NEVER_COUNTED },
    };
    ofRow.set(warehouse, pair);
    return pair;
  }

  /** Whether a pair's row was read. */
  knows(sku: string, warehouse: number): boolean {
    return this.#rows.has(keyOfRow({ sku, warehouse_group: groupOf(warehouse) }));
  }

  /** A pair; undefined: there is none. */
  find(sku: string, warehouse: number): Pair | undefined {
    return this.#rows.get(keyOfRow({ sku, warehouse_group: groupOf(warehouse) }))?.get(warehouse);
  }

  /** Writes rows again, also if nothing changed of them. */
  touch(rows: readonly StockRowKey[]): void {
    for (const row of rows)
      if (this.#rows.get(keyOfRow(row))!.size > 0) this.#touched.set(keyOfRow(row), row);
  }

  /** Releases all units in memory: whoever writes them knows what is reserved later. */
  unreserve(): void {
    for (const pairs of this.#rows.values()) for (const pair of pairs.values()) pair.reserved = 0;
  }

  /** What writes the rows that were changed into a version of the stock. */
  changes(version: Sql = currentVersion(this.#ledgerId)): Sql[] {
    if (this.#touched.size === 0) return [];
    const rows = [...this.#touched].map(([key, row]) => ({
      ...row,
      pairs: [...this.#rows.get(key)!.values()],
    }));
    const integers = (numberOf: (pair: Pair) => number | null) =>
      arrayColumn(rows, ({ pairs }) => pairs.map(numberOf));
    return [
      sql`
        INSERT INTO stock (ledger_id, version, sku, warehouse_group, warehouse_ids, free, reserved, reserved_epoch, ingest_run_ids, counts,
                           is_short)
        SELECT ${this.#ledgerId}, ${version}, sku, warehouse_group, warehouse_ids::int[], free::int[], reserved::int[],
               (SELECT stock_epoch FROM ledgers WHERE id = ${this.#ledgerId}), ingest_run_ids::bigint[], counts, is_short
        FROM ROWS FROM (
          ${column(rows, 'text', ({ sku }) => sku)},
          ${column(rows, 'int', ({ warehouse_group }) => warehouse_group)},
          ${integers(({ warehouse }) => warehouse)},
          ${integers(({ quantity, reserved }) => quantity - reserved)},
          ${integers(({ reserved }) => reserved)},
          ${integers(({ ingest_run_id }) => ingest_run_id)},
          ${column(rows, 'json', ({ pairs }) => JSON.stringify(pairs.map(({ count }) => encodeCount(count))))},
          ${column(rows, 'bool', ({ pairs }) => pairs.some((pair) => shortOf(pair) > 0))}
        ) AS changed (sku, warehouse_group, warehouse_ids, free, reserved, ingest_run_ids, counts, is_short)
        ON CONFLICT (ledger_id, version, sku, warehouse_group) DO UPDATE
          SET warehouse_ids = excluded.warehouse_ids, free = excluded.free, reserved = excluded.reserved,
              reserved_epoch = excluded.reserved_epoch, ingest_run_ids = excluded.ingest_run_ids,
              counts = excluded.counts, is_short = excluded.is_short`,
    ];
  }
}

/** Gives counts whose moment is that of their sync this moment. */
async function resolveMoments(
  tx: Queryable,
  ledgerId: number,
  rows: ReadonlyMap<string, ReadonlyMap<number, Pair>>,
): Promise<void> {
  const open = [...rows.values()].flatMap((ofRow) =>
    [...ofRow.values()].filter(({ count }) => count.counted_at === null && count.counted_by !== null),
  );
  if (open.length === 0) return;
  const ids = new Set(open.map(({ count }) => count.counted_by!));
  const { rows: found } = await tx.query<{ id: number; moment: number }>(
    prepared(sql`
      SELECT id, ${raw(millisecondsOf('created_at'))} AS moment FROM ingest_runs
      WHERE ledger_id = ${ledgerId} AND id = ANY(${[...ids]}::bigint[])`),
  );
  const moments = new Map(found.map(({ id, moment }) => [id, moment]));
  for (const pair of open)
    pair.count = { ...pair.count, counted_at: moments.get(pair.count.counted_by!) ?? null };
}

function pairsOf([sku, , warehouses, free, reserved, runs, isCurrent, counts]: StoredRowJson): Pair[] {
  return warehouses.map((warehouse, index) => ({
    ...{ sku, warehouse, ingest_run_id: runs[index]!, count: decodeCount(counts[index]!) },
    quantity: free[index]! + reserved[index]!,
    reserved: isCurrent ? reserved[index]! : 0,
  }));
}
