import sql, { raw, type Sql } from 'sql-template-tag';
import { arrayColumn, column } from '../../db/columns.ts';
import type { Queryable } from '../../db/database.ts';
import { millisecondsOf, prepared } from '../../db/sql.ts';
import { decodeCount, encodeCount, NEVER_COUNTED, type Pair, type StoredCount } from './pair.ts';
import { currentEpoch, currentVersion, groupOf, keyOfRow, type StockRowKey } from './stock-store.ts';

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

/** A row of stock in its stored form, one index a warehouse, and those of its pairs that were read. */
interface Row {
  readonly key: StockRowKey;
  readonly warehouses: number[];
  readonly free: number[];
  readonly reserved: number[];
  readonly runs: (number | null)[];
  readonly counts: StoredCount[];
  readonly pairs: Map<number, Pair>;
}

/**
 * The pairs of some rows of stock, in memory: read and written by whoever has the ledger's lock. A row has many pairs of which
 * few are sent, so each becomes a pair when it is looked at.
 */
export class Pairs {
  readonly #ledgerId: number;
  readonly #rows: ReadonlyMap<string, Row>;
  readonly #touched = new Set<Row>();

  private constructor(ledgerId: number, rows: ReadonlyMap<string, Row>) {
    this.#ledgerId = ledgerId;
    this.#rows = rows;
  }

  /** Reads pairs, with all others of their rows. */
  static async read(tx: Queryable, ledgerId: number, keys: readonly StockRowKey[]): Promise<Pairs> {
    const rows = new Map(keys.map((key) => [keyOfRow(key), emptyRow(key)]));
    if (keys.length === 0) return new Pairs(ledgerId, rows);
    const found = await tx.query<{ read: string | null }>(
      prepared(sql`
        SELECT json_agg(json_build_array(
                 sku, warehouse_group, warehouse_ids, free, reserved, ingest_run_ids, reserved_epoch = ${currentEpoch(ledgerId)}, counts
               ))::text AS read
        FROM (
          SELECT ${column(keys, 'text', ({ sku }) => sku)} AS asked_sku,
                 ${column(keys, 'int', ({ warehouse_group }) => warehouse_group)} AS asked_group
        ) AS asked
        CROSS JOIN LATERAL (
          SELECT * FROM stock
          WHERE ledger_id = ${ledgerId} AND version = ${currentVersion(ledgerId)} AND sku = asked_sku AND warehouse_group = asked_group OFFSET 0
        ) AS stored`),
    );
    const read = JSON.parse(found.rows[0]!.read ?? '[]') as StoredRowJson[];
    for (const [sku, warehouse_group, warehouses, free, reserved, runs, isCurrent, counts] of read) {
      const key = { sku, warehouse_group };
      const row = { key, warehouses, free, reserved, runs, counts, pairs: new Map() };
      if (!isCurrent) unreserveRow(row);
      rows.set(keyOfRow(key), row);
    }
    await resolveMoments(tx, ledgerId, [...rows.values()]);
    return new Pairs(ledgerId, rows);
  }

  /** A pair to be changed, of a row that was read. One that is not there yet is added. */
  at(sku: string, warehouse: number): Pair {
    const row = this.#rowOf(sku, warehouse)!;
    this.#touched.add(row);
    const known = this.find(sku, warehouse);
    if (known !== undefined) return known;
    const count = NEVER_COUNTED;
    const pair: Pair = { sku, warehouse, quantity: 0, reserved: 0, ingest_run_id: null, count };
    row.pairs.set(warehouse, pair);
    return pair;
  }

  /** Whether a pair's row was read. */
  knows(sku: string, warehouse: number): boolean {
    return this.#rowOf(sku, warehouse) !== undefined;
  }

  /** A pair; undefined: there is none. */
  find(sku: string, warehouse: number): Pair | undefined {
    const row = this.#rowOf(sku, warehouse);
    const known = row?.pairs.get(warehouse);
    const index = row?.warehouses.indexOf(warehouse) ?? -1;
    if (row === undefined || known !== undefined || index < 0) return known;
    const pair = {
      ...{
        sku,
        warehouse,
        quantity: row.free[index]! + row.reserved[index]!,
        reserved: row.reserved[index]!,
      },
      ...{ ingest_run_id: row.runs[index]!, count: decodeCount(row.counts[index]!) },
    };
    row.pairs.set(warehouse, pair);
    return pair;
  }

  /** Writes rows again, also if nothing changed of them. */
  touch(keys: readonly StockRowKey[]): void {
    for (const key of keys) {
      const row = this.#rows.get(keyOfRow(key))!;
      if (row.warehouses.length + row.pairs.size > 0) this.#touched.add(row);
    }
  }

  /** Releases all units in memory: whoever writes them knows what is reserved later. */
  unreserve(): void {
    for (const row of this.#rows.values()) unreserveRow(row);
  }

  /** What writes the rows that were changed into a version of the stock. */
  changes(version: Sql = currentVersion(this.#ledgerId)): Sql[] {
    if (this.#touched.size === 0) return [];
    const rows = [...this.#touched];
    for (const row of rows) storePairs(row);
    return [
      sql`
        INSERT INTO stock (ledger_id, version, sku, warehouse_group, warehouse_ids, free, reserved, reserved_epoch, ingest_run_ids, counts,
                           is_short)
        SELECT ${this.#ledgerId}, ${version}, sku, warehouse_group, warehouse_ids::int[], free::int[], reserved::int[],
               ${currentEpoch(this.#ledgerId)}, ingest_run_ids::bigint[], counts, is_short
        FROM ROWS FROM (
          ${column(rows, 'text', ({ key }) => key.sku)},
          ${column(rows, 'int', ({ key }) => key.warehouse_group)},
          ${arrayColumn(rows, ({ warehouses }) => warehouses)},
          ${arrayColumn(rows, ({ free }) => free)},
          ${arrayColumn(rows, ({ reserved }) => reserved)},
          ${arrayColumn(rows, ({ runs }) => runs)},
          ${column(rows, 'json', ({ counts }) => JSON.stringify(counts))},
          ${column(rows, 'bool', ({ free }) => free.some((units) => units < 0))}
        ) AS changed (sku, warehouse_group, warehouse_ids, free, reserved, ingest_run_ids, counts, is_short)
        ON CONFLICT (ledger_id, version, sku, warehouse_group) DO UPDATE
          SET warehouse_ids = excluded.warehouse_ids, free = excluded.free, reserved = excluded.reserved,
              reserved_epoch = excluded.reserved_epoch, ingest_run_ids = excluded.ingest_run_ids,
              counts = excluded.counts, is_short = excluded.is_short`,
    ];
  }

  #rowOf(sku: string, warehouse: number): Row | undefined {
    return this.#rows.get(keyOfRow({ sku, warehouse_group: groupOf(warehouse) }));
  }
}

const emptyRow = (key: StockRowKey): Row => ({
  ...{ key, warehouses: [], free: [], reserved: [], runs: [], counts: [], pairs: new Map() },
});

function unreserveRow({ free, reserved, pairs }: Row): void {
  for (let index = 0; index < free.length; index++) {
    free[index]! += reserved[index]!;
    reserved[index] = 0;
  }
  for (const pair of pairs.values()) pair.reserved = 0;
}

/** Puts the pairs that were read into the stored form of their row. */
function storePairs({ warehouses, free, reserved, runs, counts, pairs }: Row): void {
  for (const pair of pairs.values()) {
    const known = warehouses.indexOf(pair.warehouse);
    const index = known < 0 ? warehouses.push(pair.warehouse) - 1 : known;
    free[index] = pair.quantity - pair.reserved;
    reserved[index] = pair.reserved;
    runs[index] = pair.ingest_run_id;
    counts[index] = encodeCount(pair.count);
  }
}

/** Gives counts whose moment is that of their sync this moment. */
async function resolveMoments(tx: Queryable, ledgerId: number, rows: readonly Row[]): Promise<void> {
  const isOpen = ([, countedAt, , , , countedBy]: StoredCount) => countedAt === null && countedBy !== null;
  const open = rows.filter(({ counts }) => counts.some(isOpen));
  if (open.length === 0) return;
  const ids = new Set(open.flatMap(({ counts }) => counts.filter(isOpen).map((count) => count[5]!)));
  const { rows: found } = await tx.query<{ id: number; moment: number }>(
    prepared(sql`
      SELECT id, ${raw(millisecondsOf('created_at'))} AS moment FROM ingest_runs
      WHERE ledger_id = ${ledgerId} AND id = ANY(${[...ids]}::bigint[])`),
  );
  const moments = new Map(found.map(({ id, moment }) => [id, moment]));
  for (const { counts } of open)
    for (const [index, count] of counts.entries())
      if (isOpen(count))
        counts[index] = encodeCount({ ...decodeCount(count), counted_at: moments.get(count[5]!) ?? null });
}
