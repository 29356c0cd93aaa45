import sql, { raw, type Sql } from 'sql-template-tag';
import type { z } from 'zod';
import { loadConfiguration } from '../../account/configurations.ts';
import { type pairHistory, pairPosition } from '../../contracts/account/inventory.ts';
import { decodeCursor, pageOf } from '../../contracts/cursor.ts';
import type { Database } from '../../db/database.ts';
import { millisecondsOf, prepared } from '../../db/sql.ts';
import { AppError } from '../../foundation/errors/app-error.ts';
import type { Principal } from '../../identity/principal.ts';
import { toMoment } from '../../ledger/stock/pair-rows.ts';
import { Pairs } from '../../ledger/stock/pairs.ts';
import { stockRowsOf } from '../../ledger/stock/stock-store.ts';

type PairHistory = z.output<typeof pairHistory>;
type Entry = PairHistory['entries'][number];

/** Which pair is looked at, and where a page begins. */
interface PairAsk {
  readonly sku: string;
  readonly warehouse_id: string;
  readonly cursor?: string | undefined;
  readonly limit: number;
}

/** Reads what happened to a pair, newest first. Throws AppError not_found if the account has no such warehouse. */
export async function readPairHistory(
  db: Database,
  { ledger_id, configuration_id }: Pick<Principal, 'ledger_id' | 'configuration_id'>,
  { sku, warehouse_id, cursor, limit }: PairAsk,
): Promise<PairHistory> {
  const { configuration, warehouse_db_ids } = await loadConfiguration(db, configuration_id);
  const index = configuration.warehouses.findIndex((warehouse) => warehouse.warehouse_id === warehouse_id);
  if (index < 0) throw new AppError('not_found', `There is no warehouse ${warehouse_id}.`);
  const warehouse = warehouse_db_ids[index]!;
  const after = cursor ? decodeCursor(pairPosition, cursor) : null;
  const pair = (await Pairs.read(db.pool, ledger_id, stockRowsOf([{ sku, warehouse }]))).find(sku, warehouse);
  const found = await readEntries(db, { ledger_id, sku, warehouse }, after, limit + 1);
  const { page, next_cursor } = pageOf(found, limit, ({ at_ms, is_decision, id }) => [
    at_ms,
    is_decision,
    id,
  ]);
  const missing = pair?.count.missing ?? 0;
  const adjustment: Entry[] = after === null && missing > 0 ? [{ ...NOTHING, quantity: missing }] : [];
  const { quantity = 0, reserved = 0, count } = pair ?? {};
  return {
    ...{ sku, warehouse_id, quantity_available: quantity, reserved_quantity: reserved },
    counted_at: count?.counted_at == null ? null : new Date(count.counted_at).toISOString(),
    entries: [...adjustment, ...page.map(({ at_ms: _, is_decision: __, id: ___, ...entry }) => entry)],
    next_cursor,
  };
}

const NOTHING = {
  ...({ kind: 'adjustment', at: null, recorded_at: null, order_id: null } as const),
  ...{ routing_decision_id: null, state: null, note: null },
};

type Position = z.output<typeof pairPosition>;

/** An entry with its place in the history. */
interface PlacedEntry extends Entry {
  readonly at_ms: number;
  readonly is_decision: 0 | 1;
  readonly id: number;
}

async function readEntries(
  db: Database,
  {
    ledger_id,
    sku,
    warehouse,
  }: { readonly ledger_id: number; readonly sku: string; readonly warehouse: number },
  after: Position | null,
  limit: number,
): Promise<PlacedEntry[]> {
  const isEarlier = (position: Sql) =>
    after === null
      ? sql`true`
      : sql`(${position}) < (${after[0]}::float8, ${after[1]}::int, ${after[2]}::bigint)`;
  // For the index, which knows nothing of milliseconds.
  const until = (moment: Sql) => (after === null ? sql`true` : sql`${moment} <= ${toMoment(after[0])}`);
  const { rows } = await db.pool.query<
    Omit<PlacedEntry, 'at' | 'recorded_at'> & { at: Date; recorded_at: Date }
  >(
    prepared(sql`
      SELECT h.at_ms, h.is_decision, h.id, h.kind, h.quantity, h.at, h.recorded_at, o.order_id,
             h.decision_id AS routing_decision_id, h.state, h.note
      FROM (
        (
          SELECT ${raw(millisecondsOf('e.left_at'))} AS at_ms, 0 AS is_decision, e.id, e.kind::text AS kind, e.quantity,
                 e.left_at AS at, e.recorded_at, e.decision_id, NULL::text AS state, e.note
          FROM stock_entries e
          WHERE e.ledger_id = ${ledger_id} AND e.sku = ${sku} AND e.warehouse_id = ${warehouse}
            AND ${until(sql`e.left_at`)} AND ${isEarlier(sql`${raw(millisecondsOf('e.left_at'))}, 0, e.id`)}
          ORDER BY e.left_at DESC, e.id DESC LIMIT ${limit}
        )
        UNION ALL
        (
          SELECT ${raw(millisecondsOf('c.counted_at'))}, 0, c.id, 'count', c.quantities[array_position(c.skus, ${sku})],
                 c.counted_at, c.recorded_at, NULL, NULL, c.source_name
          FROM counted_stock c
          WHERE c.ledger_id = ${ledger_id} AND c.warehouse_id = ${warehouse} AND ${sku} BETWEEN c.first_sku AND c.last_sku
            AND ${until(sql`c.counted_at`)} AND ${isEarlier(sql`${raw(millisecondsOf('c.counted_at'))}, 0, c.id`)} AND ${sku} = ANY (c.skus)
          ORDER BY c.counted_at DESC, c.id DESC LIMIT ${limit}
        )
        UNION ALL
        SELECT ${raw(millisecondsOf('d.decided_at'))}, 1, d.id, 'reservation', (
                 SELECT sum((a.value ->> 2)::int)::int FROM json_array_elements(d.data -> 'allocations') AS a (value)
                 WHERE q.lines -> (a.value ->> 0)::int ->> 0 = ${sku}
                   AND c.warehouse_db_ids[(a.value ->> 1)::int + 1] = ${warehouse}
               ), d.decided_at, d.decided_at, d.id, d.state::text, NULL
        FROM (
          SELECT d.* FROM reserved_units u
          CROSS JOIN LATERAL (SELECT * FROM decisions WHERE id = u.decision_id OFFSET 0) AS d
          WHERE u.ledger_id = ${ledger_id} AND u.sku = ${sku} AND u.warehouse_id = ${warehouse}
            AND ${until(sql`u.decided_at`)} AND ${isEarlier(sql`${raw(millisecondsOf('u.decided_at'))}, 1, u.decision_id`)}
          ORDER BY u.decided_at DESC, u.decision_id DESC LIMIT ${limit}
        ) AS d
        JOIN orders q ON q.id = d.id
        JOIN runs r ON r.id = d.run_id
        JOIN configurations c ON c.id = r.configuration_id
      ) AS h
      LEFT JOIN orders o ON o.id = h.decision_id
      ORDER BY h.at_ms DESC, h.is_decision DESC, h.id DESC LIMIT ${limit}`),
  );
  return rows.map((row) => ({
    ...row,
    at: row.at.toISOString(),
    recorded_at: row.recorded_at.toISOString(),
  }));
}
