import sql, { type Sql } from 'sql-template-tag';
import { MILLISECONDS_NOW } from '../../account/ledger-lock.ts';
import { column } from '../../db/columns.ts';
import type { Queryable } from '../../db/database.ts';
import { oneOf, prepared } from '../../db/sql.ts';
import type { Pair, PairEntry } from './pair.ts';

// The rows that a tracked ledger has beside its stock: what happened to its pairs, and what each decision reserved of them.
// Whoever writes them has the ledger's lock.

/** SQL of a moment in milliseconds since 1970. */
export const toMoment = (milliseconds: number): Sql => sql`to_timestamp(${milliseconds / 1000}::float8)`;

/** SQL of the moment of a decision `d`, as counts are compared with it. */
const DECIDED_AT = sql`date_trunc('milliseconds', d.decided_at)`;

/**
 * What begins to track a ledger: from now on its pairs are written. What orders have reserved is found by pair then. A
 * ledger that is tracked stays as it is.
 */
export function startTracking(ledgerId: number): Sql[] {
  return [
    sql`
      INSERT INTO reserved_units (ledger_id, sku, warehouse_id, decision_id, quantity)
      SELECT l.id, o.lines -> (a.value ->> 0)::int ->> 0, c.warehouse_db_ids[(a.value ->> 1)::int + 1], d.id,
             sum((a.value ->> 2)::int)::int
      FROM ledgers l
      JOIN runs r ON r.ledger_id = l.id
      JOIN run_chunks k ON k.run_id = r.id
      JOIN configurations c ON c.id = r.configuration_id
      CROSS JOIN LATERAL (
        SELECT id, data, decided_at FROM decisions
        WHERE id >= k.first_id AND id < k.first_id + k.orders AND ledger_id = l.id AND reservation_epoch = l.stock_epoch OFFSET 0
      ) AS d
      JOIN orders o ON o.id = d.id
      CROSS JOIN LATERAL json_array_elements(d.data -> 'allocations') AS a(value)
      WHERE l.id = ${ledgerId} AND NOT l.is_tracked
        AND c.warehouse_db_ids[(a.value ->> 1)::int + 1]
          = ANY (reservation_ended_at(l.id, l.stock_epoch, d.decided_at)) IS NOT TRUE
      GROUP BY 1, 2, 3, 4`,
    sql`UPDATE ledgers SET is_tracked = true WHERE id = ${ledgerId} AND NOT is_tracked`,
  ];
}

/** What notes the moment of a count: no later decision is before it. */
export function noteCount(ledgerId: number, countedAt: number): Sql {
  return sql`
    UPDATE ledgers SET latest_count = greatest(latest_count, ${toMoment(countedAt)}) WHERE id = ${ledgerId}`;
}

/** An entry of a pair as it is kept. */
export interface KeptEntry extends PairEntry {
  readonly sku: string;
  readonly warehouse: number;
  readonly decision_id: number | null;
  readonly note: string | null;
}

/** What keeps entries. */
export function insertEntries(ledgerId: number, entries: readonly KeptEntry[]): Sql[] {
  if (entries.length === 0) return [];
  const moment = (name: 'happened_at' | 'left_at') =>
    sql`to_timestamp(${column(entries, 'bigint', (entry) => entry[name])} / 1000.0)`;
  return [
    sql`
      INSERT INTO stock_entries (ledger_id, sku, warehouse_id, kind, quantity, happened_at, left_at, decision_id, note)
      SELECT ${ledgerId}, ${column(entries, 'text', ({ sku }) => sku)},
             ${column(entries, 'int', ({ warehouse }) => warehouse)},
             ${column(entries, 'stock_entry_kind', ({ kind }) => kind)},
             ${column(entries, 'int', ({ quantity }) => quantity)}, ${moment('happened_at')}, ${moment('left_at')},
             ${column(entries, 'bigint', ({ decision_id }) => decision_id)},
             ${column(entries, 'text', ({ note }) => note)}`,
  ];
}

/** What a sync counted, as its pairs' history keeps it. */
export interface KeptCounts {
  readonly counted_at: number;
  readonly source_name: string | null;
  readonly pairs: readonly Pick<Pair, 'sku' | 'warehouse' | 'count'>[];
}

/** The most SKUs of a row of counts: whoever looks for a pair reads all of it. */
const SKUS_A_ROW = 1000;

/** What keeps the counts of a sync. */
export function insertCounts(ledgerId: number, { counted_at, source_name, pairs }: KeptCounts): Sql[] {
  const rows: { warehouse_id: number; skus: string[]; quantities: number[] }[] = [];
  const open = new Map<number, (typeof rows)[number]>();
  for (const { sku, warehouse: warehouse_id, count } of pairs) {
    let row = open.get(warehouse_id);
    if (row === undefined || row.skus.length === SKUS_A_ROW) {
      row = { warehouse_id, skus: [], quantities: [] };
      open.set(warehouse_id, row);
      rows.push(row);
    }
    row.skus.push(sku);
    row.quantities.push(count.quantity);
  }
  if (rows.length === 0) return [];
  return [
    sql`
      INSERT INTO counted_stock (id, ledger_id, warehouse_id, counted_at, source_name, first_sku, last_sku, skus, quantities)
      SELECT nextval('stock_entries_id_seq'), ${ledgerId}, warehouse_id, ${toMoment(counted_at)}, ${source_name}, first_sku, last_sku, skus, quantities
      FROM json_to_recordset(${JSON.stringify(rows)}) AS counted (warehouse_id int, skus text[], quantities int[])
      CROSS JOIN LATERAL (SELECT min(sku) AS first_sku, max(sku) AS last_sku FROM unnest(skus) AS each (sku)) AS range`,
  ];
}

/** What dates counts of a ledger anew. */
export function dateCounts(ledgerId: number, from: number, to: number): Sql {
  return sql`
    UPDATE counted_stock SET counted_at = ${toMoment(to)} WHERE ledger_id = ${ledgerId} AND counted_at = ${toMoment(from)}`;
}

/** Units by SKU and warehouse. */
export class PairUnits {
  readonly #units = new Map<string, number>();

  constructor(read: string | null) {
    for (const [sku, warehouse, units] of JSON.parse(read ?? '[]') as [string, number, number][])
      this.#units.set(`${warehouse} ${sku}`, units);
  }

  of(sku: string, warehouse: number): number {
    return this.#units.size === 0 ? 0 : (this.#units.get(`${warehouse} ${sku}`) ?? 0);
  }
}

/** The sums of the entries of SKUs that a count of some moment does not know of (`isLater`). */
export async function readLater(
  tx: Queryable,
  ledgerId: number,
  skus: readonly string[],
  { counted_at, on_hand }: { readonly counted_at: number; readonly on_hand: boolean },
): Promise<PairUnits> {
  const shipment = on_hand ? sql`left_at` : sql`happened_at`;
  return sumsOf(
    tx,
    sql`
      SELECT sku, warehouse_id, sum(quantity) AS units FROM stock_entries
      WHERE ledger_id = ${ledgerId} AND sku ${oneOf([...skus])}
        AND (kind = 'change' AND happened_at > ${toMoment(counted_at)}
          OR kind = 'shipment' AND ${shipment} >= ${toMoment(counted_at)})
      GROUP BY 1, 2`,
  );
}

/** The units of SKUs that active reservations of a moment or later have. */
export async function readReserved(
  tx: Queryable,
  ledgerId: number,
  skus: readonly string[],
  decidedFrom: number,
): Promise<PairUnits> {
  return sumsOf(
    tx,
    sql`
      SELECT u.sku, u.warehouse_id, sum(u.quantity) AS units
      FROM reserved_units u
      JOIN decisions d ON d.id = u.decision_id
        AND d.reservation_epoch = (SELECT stock_epoch FROM ledgers WHERE id = ${ledgerId})
      WHERE u.ledger_id = ${ledgerId} AND u.sku ${oneOf([...skus])} AND ${DECIDED_AT} >= ${toMoment(decidedFrom)}
      GROUP BY 1, 2`,
  );
}

async function sumsOf(tx: Queryable, sums: Sql): Promise<PairUnits> {
  const { rows } = await tx.query<{ read: string | null }>(
    prepared(
      sql`SELECT json_agg(json_build_array(sku, warehouse_id, units))::text AS read FROM (${sums}) AS sums`,
    ),
  );
  return new PairUnits(rows[0]!.read);
}

/** The last entry of a ledger and the time, in milliseconds since 1970. */
export async function lastEntry(
  tx: Queryable,
  ledgerId: number,
): Promise<{ readonly id: number; readonly as_of: number }> {
  const { rows } = await tx.query<{ id: number; as_of: number }>(
    prepared(sql`
      SELECT coalesce(max(id), 0) AS id, ${MILLISECONDS_NOW} AS as_of
      FROM stock_entries WHERE ledger_id = ${ledgerId}`),
  );
  return rows[0]!;
}

/** The SKUs of which units are reserved, or to which anything happened after an entry. */
export async function changedSince(tx: Queryable, ledgerId: number, entryId: number): Promise<string[]> {
  const { rows } = await tx.query<{ sku: string }>(
    prepared(sql`
      SELECT sku FROM stock_entries WHERE ledger_id = ${ledgerId} AND id > ${entryId}
      UNION
      SELECT u.sku FROM reserved_units u
      JOIN decisions d ON d.id = u.decision_id
        AND d.reservation_epoch = (SELECT stock_epoch FROM ledgers WHERE id = ${ledgerId})
      WHERE u.ledger_id = ${ledgerId} AND u.quantity > 0`),
  );
  return rows.map(({ sku }) => sku);
}
