import sql, { raw, type Sql } from 'sql-template-tag';
import { arrayColumn, column } from '../../db/columns.ts';
import type { Queryable } from '../../db/database.ts';
import { millisecondsOf, oneOf, prepared } from '../../db/sql.ts';
import { decodeCount, encodeCount, NEVER_COUNTED, type Pair, type StoredCount } from './pair.ts';
import type { StoredSku } from './snapshot-store.ts';
import { currentVersion, ledgerRow } from './stock-version.ts';

type StoredSkuJson = [
  sku: string,
  warehouseIds: number[],
  free: number[],
  reserved: number[],
  ingestRunIds: (number | null)[],
  isCurrent: boolean,
  counts: StoredCount[] | null,
  changedAt: (number | null)[],
];

/**
 * The pairs of some SKUs of a tracked ledger, in memory: read and written by whoever has the ledger's lock. A pair whose
 * last sync came before the ledger was tracked has a count of when its row last changed.
 */
export class Pairs {
  readonly #ledgerId: number;
  readonly #skus: Map<string, Pair[]>;
  readonly #touched = new Set<string>();
  /** Pairs that had no row. */
  readonly #added: Pair[] = [];

  private constructor(ledgerId: number, skus: Map<string, Pair[]>) {
    this.#ledgerId = ledgerId;
    this.#skus = skus;
  }

  /** Reads the pairs of SKUs. */
  static async read(tx: Queryable, ledgerId: number, skus: readonly string[]): Promise<Pairs> {
    const { version, epoch } = ledgerRow(ledgerId);
    if (skus.length === 0) return new Pairs(ledgerId, new Map());
    const { rows } = await tx.query<{ read: string | null }>(
      prepared(sql`
        SELECT json_agg(json_build_array(
                 sku, warehouse_ids, free, reserved, ingest_run_ids, reserved_epoch = ${epoch}, counts,
                 CASE WHEN counts IS NULL THEN ARRAY(
                   SELECT ${raw(millisecondsOf('g.created_at'))}
                   FROM unnest(ingest_run_ids) WITH ORDINALITY AS r (id, place) LEFT JOIN ingest_runs g ON g.id = r.id
                   ORDER BY place
                 ) END
               ))::text AS read
        FROM stock WHERE ledger_id = ${ledgerId} AND version = ${version} AND sku ${oneOf([...skus])}`),
    );
    const found = (JSON.parse(rows[0]!.read ?? '[]') as StoredSkuJson[]).map(
      (stored) => [stored[0], pairsOf(stored)] as const,
    );
    const pairs = new Map(found);
    await resolveMoments(tx, ledgerId, pairs);
    return new Pairs(ledgerId, pairs);
  }

  /** The SKUs as their rows have them now. */
  stored(): ReadonlyMap<string, StoredSku> {
    const rows = [...this.#skus].map(([sku, pairs]): readonly [string, StoredSku] => [
      sku,
      {
        warehouses: pairs.map(({ warehouse }) => warehouse),
        quantities: pairs.map(({ quantity }) => quantity),
        ingest_run_ids: pairs.map(({ ingest_run_id }) => ingest_run_id),
      },
    ]);
    return new Map(rows);
  }

  /** A pair to be changed. One that has no row yet gets one. */
  at(sku: string, warehouse: number): Pair {
    this.#touched.add(sku);
    const known = this.find(sku, warehouse);
    if (known !== undefined) return known;
    const pair: Pair = {
      sku,
      warehouse,
      quantity: 0,
      reserved: 0,
      ingest_run_id: null,
      count: NEVER_COUNTED,
    };
    this.#skus.set(sku, [...(this.#skus.get(sku) ?? []), pair]);
    this.#added.push(pair);
    return pair;
  }

  /** A pair; undefined: it has no row. */
  find(sku: string, warehouse: number): Pair | undefined {
    return this.#skus.get(sku)?.find((pair) => pair.warehouse === warehouse);
  }

  /** Writes SKUs again, also if nothing changed of them. */
  touch(skus: readonly string[]): void {
    for (const sku of skus) if (this.#skus.has(sku)) this.#touched.add(sku);
  }

  /** Releases all units in memory: whoever writes them knows what is reserved later. */
  unreserve(): void {
    for (const pairs of this.#skus.values()) for (const pair of pairs) pair.reserved = 0;
  }

  /** What writes the SKUs that were changed into a version of the stock. */
  changes(version: Sql = currentVersion(this.#ledgerId)): Sql[] {
    if (this.#touched.size === 0) return [];
    const rows = [...this.#touched].map((sku) => ({ sku, pairs: this.#skus.get(sku)! }));
    const integers = (numberOf: (pair: Pair) => number | null) =>
      arrayColumn(rows, ({ pairs }) => pairs.map(numberOf));
    return [
      sql`
        INSERT INTO stock (ledger_id, version, sku, warehouse_ids, free, reserved, reserved_epoch, ingest_run_ids, counts)
        SELECT ${this.#ledgerId}, ${version}, sku, warehouse_ids::int[], free::int[], reserved::int[],
               (SELECT stock_epoch FROM ledgers WHERE id = ${this.#ledgerId}), ingest_run_ids::bigint[], counts
        FROM ROWS FROM (
          ${column(rows, 'text', ({ sku }) => sku)},
          ${integers(({ warehouse }) => warehouse)},
          ${integers(({ quantity, reserved }) => quantity - reserved)},
          ${integers(({ reserved }) => reserved)},
          ${integers(({ ingest_run_id }) => ingest_run_id)},
          ${column(rows, 'json', ({ pairs }) => JSON.stringify(pairs.map(({ count }) => encodeCount(count))))}
        ) AS changed (sku, warehouse_ids, free, reserved, ingest_run_ids, counts)
        ON CONFLICT (ledger_id, version, sku) DO UPDATE
          SET warehouse_ids = excluded.warehouse_ids, free = excluded.free, reserved = excluded.reserved,
              reserved_epoch = excluded.reserved_epoch, ingest_run_ids = excluded.ingest_run_ids,
              counts = excluded.counts`,
    ];
  }

  /** What counts the rows that pairs got beside a sync. */
  rowsAdded(): Sql[] {
    if (this.#added.length === 0) return [];
    const counted = new Map<number, number>();
    for (const { warehouse } of this.#added) counted.set(warehouse, (counted.get(warehouse) ?? 0) + 1);
    const rows = [...counted];
    return [
      sql`
        INSERT INTO stock_warehouses AS w (ledger_id, warehouse_id, rows)
        SELECT ${this.#ledgerId}, ${column(rows, 'int', ([warehouse]) => warehouse)}, ${column(rows, 'int', ([, count]) => count)}
        ON CONFLICT (ledger_id, warehouse_id) DO UPDATE SET rows = w.rows + excluded.rows`,
    ];
  }
}

/** Gives counts of an upload, which name their sync, its moment. */
async function resolveMoments(
  tx: Queryable,
  ledgerId: number,
  skus: ReadonlyMap<string, readonly Pair[]>,
): Promise<void> {
  const open = [...skus.values()].flat().filter(({ count }) => (count.counted_at ?? 0) < 0);
  if (open.length === 0) return;
  const ids = new Set(open.map(({ count }) => -count.counted_at!));
  const { rows } = await tx.query<{ id: number; moment: number }>(
    prepared(sql`
      SELECT id, ${raw(millisecondsOf('created_at'))} AS moment FROM ingest_runs
      WHERE ledger_id = ${ledgerId} AND id = ANY(${[...ids]}::bigint[])`),
  );
  const moments = new Map(rows.map(({ id, moment }) => [id, moment]));
  for (const pair of open)
    pair.count = { ...pair.count, counted_at: moments.get(-pair.count.counted_at!) ?? null };
}

function pairsOf([
  sku,
  warehouses,
  free,
  reserved,
  runs,
  isCurrent,
  counts,
  changedAt,
]: StoredSkuJson): Pair[] {
  return warehouses.map((warehouse, place) => {
    const quantity = free[place]! + reserved[place]!;
    return {
      sku,
      warehouse,
      quantity,
      reserved: isCurrent ? reserved[place]! : 0,
      ingest_run_id: runs[place]!,
      count: counts
        ? decodeCount(counts[place]!)
        : { ...NEVER_COUNTED, quantity, counted_at: changedAt[place]! },
    };
  });
}
