import sql, { raw, type Sql } from 'sql-template-tag';
import { type LockedLedger, MILLISECONDS_NOW } from '../../account/ledger-lock.ts';
import { column } from '../../db/columns.ts';
import type { Queryable } from '../../db/database.ts';
import { millisecondsOf, prepared } from '../../db/sql.ts';
import type { Pair, PairEntry, PairKey } from './pair.ts';
import { currentEpoch, currentVersion, groupSql, type StockRowKey } from './stock-store.ts';

// The rows that a ledger has beside its stock: what happened to its pairs, and what each decision reserved of them.
// Whoever writes them has the ledger's lock.

/** SQL of a moment in milliseconds since 1970. */
export const toMoment = (milliseconds: number): Sql => sql`to_timestamp(${milliseconds / 1000}::float8)`;

/** SQL of whether `reserved_units` `u` of a pair are those of a decision `d`. With the pair it is the whole key. */
export const RESERVED_BY = `u.decided_at = date_trunc('milliseconds', d.decided_at) AND u.decision_id = d.id`;

/**
 * What notes a moment that is later than the clock, which has stepped back: later counts are not before it. A clock that is
 * right does so by itself.
 */
export function noteMoment({ as_of }: Pick<LockedLedger, 'as_of'>, ledgerId: number, moment: number): Sql[] {
  if (moment <= as_of) return [];
  return [
    sql`UPDATE ledgers SET latest_count = greatest(latest_count, ${toMoment(moment)}) WHERE id = ${ledgerId}`,
  ];
}

/**
 * SQL of the moment before which the reservations of a pair have ended, by the names of the rows that have the pair and its
 * ledger's `stock_version`; 0: none have.
 */
export function endedBefore(pair: string, ledger: string): string {
  return `coalesce((
    SELECT (s.counts -> (array_position(s.warehouse_ids, ${pair}.warehouse_id) - 1) ->> 2)::float8 FROM stock s
    WHERE s.ledger_id = ${pair}.ledger_id AND s.version = ${ledger}.stock_version
      AND s.sku = ${pair}.sku AND s.warehouse_group = ${groupSql(`${pair}.warehouse_id`)}
  ), 0)`;
}

/** SQL of whether `reserved_units` `u` of a decision `d` are reserved now, in a ledger `l`. */
export const IS_RESERVED = `(u.quantity > 0 AND d.reservation_epoch = l.stock_epoch
  AND ${millisecondsOf('u.decided_at')} >= ${endedBefore('u', 'l')})`;

export interface KeptEntry extends PairEntry {
  readonly sku: string;
  readonly warehouse: number;
  readonly decision_id: number | null;
  readonly note: string | null;
}

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

export const NO_UNITS = new PairUnits(null);

/** The sums of the entries of pairs that a count of some moment does not know of (`isLater`). */
export async function readLater(
  tx: Queryable,
  ledgerId: number,
  pairs: readonly PairKey[],
  { counted_at, on_hand }: { readonly counted_at: number; readonly on_hand: boolean },
): Promise<PairUnits> {
  const shipment = on_hand ? sql`left_at` : sql`happened_at`;
  // None happened after it left. The condition on that lets the index find what is later, however much is earlier.
  return sumsOf(
    tx,
    pairs,
    sql`
      SELECT sum(quantity) AS units FROM stock_entries
      WHERE ledger_id = ${ledgerId} AND sku = p.sku AND warehouse_id = p.warehouse_id AND left_at >= ${toMoment(counted_at)}
        AND (kind = 'change' AND happened_at > ${toMoment(counted_at)}
          OR kind = 'shipment' AND ${shipment} >= ${toMoment(counted_at)})`,
  );
}

/** The units of pairs that active reservations of a moment or later have. */
export async function readReserved(
  tx: Queryable,
  ledgerId: number,
  pairs: readonly PairKey[],
  decidedFrom: number,
): Promise<PairUnits> {
  return sumsOf(
    tx,
    pairs,
    sql`
      SELECT sum(u.quantity) AS units
      FROM reserved_units u
      CROSS JOIN LATERAL (
        SELECT FROM decisions d
        WHERE d.id = u.decision_id AND d.ledger_id = ${ledgerId}
          AND d.reservation_epoch = ${currentEpoch(ledgerId)} OFFSET 0
      ) AS d
      WHERE u.ledger_id = ${ledgerId} AND u.sku = p.sku AND u.warehouse_id = p.warehouse_id
        AND u.decided_at >= ${toMoment(decidedFrom)}`,
  );
}

/** Looks each pair up by its key, with SQL that selects the `units` of a pair `p`. */
async function sumsOf(tx: Queryable, pairs: readonly PairKey[], sums: Sql): Promise<PairUnits> {
  if (pairs.length === 0) return NO_UNITS;
  const { rows } = await tx.query<{ read: string | null }>(
    prepared(sql`
      SELECT json_agg(json_build_array(p.sku, p.warehouse_id, units))::text AS read
      FROM (
        SELECT ${column(pairs, 'text', ({ sku }) => sku)} AS sku,
               ${column(pairs, 'int', ({ warehouse }) => warehouse)} AS warehouse_id
      ) AS p
      CROSS JOIN LATERAL (${sums} OFFSET 0) AS of_pair
      WHERE units IS NOT NULL`),
  );
  return new PairUnits(rows[0]!.read);
}

/** A ledger as it was when a sync began. Moments are in milliseconds since 1970. */
export interface BeganLedger extends Pick<LockedLedger, 'as_of' | 'latest_count'> {
  /** Its last entry; 0: it has none. */
  readonly entry_id: number;
  /** The oldest transaction that was under way: it and later ones may write what the sync has not seen. */
  readonly xid: string;
}

/** Reads it without the lock. */
export async function beganLedger(tx: Queryable, ledgerId: number): Promise<BeganLedger> {
  const { rows } = await tx.query<BeganLedger>(
    prepared(sql`
      SELECT coalesce((SELECT max(id) FROM stock_entries WHERE ledger_id = ${ledgerId}), 0) AS entry_id,
             pg_snapshot_xmin(pg_current_snapshot())::xid::text AS xid,
             ${MILLISECONDS_NOW} AS as_of, ${raw(millisecondsOf('latest_count'))} AS latest_count
      FROM ledgers WHERE id = ${ledgerId}`),
  );
  return rows[0]!;
}

/**
 * The rows of stock that may have changed since a sync began. If all reservations end, only entries count; else any write
 * of a row does. Which rows were written is asked of their transactions, because a ledger has many rows.
 */
export async function changedSince(
  tx: Queryable,
  ledgerId: number,
  { entry_id, xid }: BeganLedger,
  endsAll: boolean,
): Promise<StockRowKey[]> {
  const { rows } = await tx.query<StockRowKey>(
    prepared(
      endsAll
        ? sql`
          SELECT DISTINCT sku, ${raw(groupSql('warehouse_id'))} AS warehouse_group FROM stock_entries
          WHERE ledger_id = ${ledgerId} AND id > ${entry_id}`
        : sql`
          SELECT sku, warehouse_group FROM stock
          WHERE ledger_id = ${ledgerId} AND version = ${currentVersion(ledgerId)} AND age(xmin) <= age(${xid}::xid)`,
    ),
  );
  return rows;
}
