import sql, { raw, type Sql } from 'sql-template-tag';
import { arrayColumn, column } from '../../db/columns.ts';
import type { Queryable } from '../../db/database.ts';
import { millisecondsOf, prepared } from '../../db/sql.ts';
import { decodeCount, encodeCount, NEVER_COUNTED, type Pair, type StoredCount, shortOf } from './pair.ts';
import { rowsOfSkus } from './stock-store.ts';
import { currentVersion, ledgerRow } from './stock-version.ts';

type StoredSkuJson = [
  sku: string,
  warehouseIds: number[],
  free: number[],
  reserved: number[],
  ingestRunIds: (number | null)[],
  isCurrent: boolean,
  counts: StoredCount[],
];

/** The pairs of some SKUs, in memory: read and written by whoever has the ledger's lock. */
export class Pairs {
  readonly #ledgerId: number;
  /** By SKU and warehouse. */
  readonly #skus: ReadonlyMap<string, ReadonlyMap<number, Pair>>;
  readonly #touched = new Set<string>();

  private constructor(ledgerId: number, skus: Map<string, Map<number, Pair>>) {
    this.#ledgerId = ledgerId;
    this.#skus = skus;
  }

  /** Reads the pairs of SKUs. */
  static async read(tx: Queryable, ledgerId: number, skus: readonly string[]): Promise<Pairs> {
    const { version, epoch } = ledgerRow(ledgerId);
    const bySku = new Map(skus.map((sku) => [sku, new Map<number, Pair>()]));
    if (skus.length === 0) return new Pairs(ledgerId, bySku);
    const stock = { table: sql`stock`, own: sql`ledger_id = ${ledgerId} AND version = ${version}` };
    const { rows } = await tx.query<{ read: string | null }>(
      prepared(sql`
        SELECT json_agg(json_build_array(
                 sku, warehouse_ids, free, reserved, ingest_run_ids, reserved_epoch = ${epoch}, counts
               ))::text AS read
        FROM ${rowsOfSkus(stock, [...bySku.keys()])}`),
    );
    for (const stored of JSON.parse(rows[0]!.read ?? '[]') as StoredSkuJson[]) {
      const ofSku = bySku.get(stored[0])!;
      for (const pair of pairsOf(stored)) ofSku.set(pair.warehouse, pair);
    }
    await resolveMoments(tx, ledgerId, bySku);
    return new Pairs(ledgerId, bySku);
  }

  /** A pair to be changed, of a SKU that was read. One that has no row yet gets one. */
  at(sku: string, warehouse: number): Pair {
    this.#touched.add(sku);
    const ofSku = this.#skus.get(sku) as Map<number, Pair>;
    const known = ofSku.get(warehouse);
    if (known !== undefined) return known;
    const pair: Pair = {
      ...{ sku, warehouse, quantity: 0, reserved: 0 },
      ...{ ingest_run_id: null, count: NEVER_COUNTED },
    };
    ofSku.set(warehouse, pair);
    return pair;
  }

  /** A pair; undefined: it has no row. */
  find(sku: string, warehouse: number): Pair | undefined {
    return this.#skus.get(sku)?.get(warehouse);
  }

  /** Writes SKUs again, also if nothing changed of them. */
  touch(skus: readonly string[]): void {
    for (const sku of skus) if (this.#skus.get(sku)!.size > 0) this.#touched.add(sku);
  }

  /** Releases all units in memory: whoever writes them knows what is reserved later. */
  unreserve(): void {
    for (const pairs of this.#skus.values()) for (const pair of pairs.values()) pair.reserved = 0;
  }

  /** What writes the SKUs that were changed into a version of the stock. */
  changes(version: Sql = currentVersion(this.#ledgerId)): Sql[] {
    if (this.#touched.size === 0) return [];
    const rows = [...this.#touched].map((sku) => ({ sku, pairs: [...this.#skus.get(sku)!.values()] }));
    const integers = (numberOf: (pair: Pair) => number | null) =>
      arrayColumn(rows, ({ pairs }) => pairs.map(numberOf));
    return [
      sql`
        INSERT INTO stock (ledger_id, version, sku, warehouse_ids, free, reserved, reserved_epoch, ingest_run_ids, counts,
                           is_short)
        SELECT ${this.#ledgerId}, ${version}, sku, warehouse_ids::int[], free::int[], reserved::int[],
               (SELECT stock_epoch FROM ledgers WHERE id = ${this.#ledgerId}), ingest_run_ids::bigint[], counts, is_short
        FROM ROWS FROM (
          ${column(rows, 'text', ({ sku }) => sku)},
          ${integers(({ warehouse }) => warehouse)},
          ${integers(({ quantity, reserved }) => quantity - reserved)},
          ${integers(({ reserved }) => reserved)},
          ${integers(({ ingest_run_id }) => ingest_run_id)},
          ${column(rows, 'json', ({ pairs }) => JSON.stringify(pairs.map(({ count }) => encodeCount(count))))},
          ${column(rows, 'bool', ({ pairs }) => pairs.some((pair) => shortOf(pair) > 0))}
        ) AS changed (sku, warehouse_ids, free, reserved, ingest_run_ids, counts, is_short)
        ON CONFLICT (ledger_id, version, sku) DO UPDATE
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
  skus: ReadonlyMap<string, ReadonlyMap<number, Pair>>,
): Promise<void> {
  const open = [...skus.values()].flatMap((ofSku) =>
    [...ofSku.values()].filter(({ count }) => count.counted_at === null && count.counted_by !== null),
  );
  if (open.length === 0) return;
  const ids = new Set(open.map(({ count }) => count.counted_by!));
  const { rows } = await tx.query<{ id: number; moment: number }>(
    prepared(sql`
      SELECT id, ${raw(millisecondsOf('created_at'))} AS moment FROM ingest_runs
      WHERE ledger_id = ${ledgerId} AND id = ANY(${[...ids]}::bigint[])`),
  );
  const moments = new Map(rows.map(({ id, moment }) => [id, moment]));
  for (const pair of open)
    pair.count = { ...pair.count, counted_at: moments.get(pair.count.counted_by!) ?? null };
}

function pairsOf([sku, warehouses, free, reserved, runs, isCurrent, counts]: StoredSkuJson): Pair[] {
  return warehouses.map((warehouse, index) => ({
    ...{ sku, warehouse, ingest_run_id: runs[index]!, count: decodeCount(counts[index]!) },
    quantity: free[index]! + reserved[index]!,
    reserved: isCurrent ? reserved[index]! : 0,
  }));
}
