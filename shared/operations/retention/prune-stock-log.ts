import type pg from 'pg';
import sql, { raw } from 'sql-template-tag';
import { takeLedger } from '../../account/ledger-lock.ts';
import type { Database } from '../../db/database.ts';
import { pipeline } from '../../db/pipeline.ts';
import { millisecondsOf, prepared } from '../../db/sql.ts';
import { inTransaction } from '../../db/transaction.ts';
import { isLater, type PairEntry } from '../../ledger/stock/pair.ts';
import { IS_RESERVED } from '../../ledger/stock/pair-rows.ts';
import { Pairs } from '../../ledger/stock/pairs.ts';
import { stockRowsOf } from '../../ledger/stock/stock-store.ts';

/** The most entries that a transaction removes: orders of the ledger wait for it. */
const ENTRIES_A_STEP = 1000;

/**
 * Removes what happened to stock before `cutoff`. What the last count of a pair did not know of becomes a part of it, so that
 * quantities stay.
 */
export async function pruneStockLog(
  { pool }: Pick<Database, 'pool'>,
  cutoff: Date,
  signal?: AbortSignal,
): Promise<void> {
  const { rows: ledgers } = await pool.query<{ id: number }>('SELECT id FROM ledgers ORDER BY id');
  for (const { id } of ledgers) {
    for (let step = ENTRIES_A_STEP; step === ENTRIES_A_STEP && !signal?.aborted; )
      step = await inTransaction(pool, (tx) => removeEntries(tx, id, cutoff));
    if (signal?.aborted) return;
    await pool.query('DELETE FROM counted_stock WHERE ledger_id = $1 AND recorded_at < $2', [id, cutoff]);
    await removeEnded(pool, id, cutoff);
  }
}

type OldEntry = PairEntry & { readonly sku: string; readonly warehouse_id: number };

async function removeEntries(tx: pg.PoolClient, ledgerId: number, cutoff: Date): Promise<number> {
  await takeLedger(tx, ledgerId);
  const { rows: entries } = await tx.query<OldEntry>(
    prepared(sql`
      DELETE FROM stock_entries WHERE ledger_id = ${ledgerId} AND id IN (
        SELECT id FROM stock_entries WHERE ledger_id = ${ledgerId} AND recorded_at < ${cutoff} ORDER BY id LIMIT ${ENTRIES_A_STEP}
      )
      RETURNING sku, warehouse_id, kind, quantity,
                ${raw(millisecondsOf('happened_at'))} AS happened_at,
                ${raw(millisecondsOf('left_at'))} AS left_at`),
  );
  const keys = entries.map(({ sku, warehouse_id: warehouse }) => ({ sku, warehouse }));
  const pairs = await Pairs.read(tx, ledgerId, stockRowsOf(keys));
  for (const entry of entries) {
    const known = pairs.find(entry.sku, entry.warehouse_id);
    if (known === undefined || !isLater(entry, known.count)) continue;
    const pair = pairs.at(entry.sku, entry.warehouse_id);
    pair.count = { ...pair.count, quantity: pair.count.quantity + entry.quantity };
  }
  await pipeline(tx).commitWith({ stock: pairs.changes() });
  return entries.length;
}

/** What decisions before `cutoff` reserved by pair and have not any more: they never will again. */
async function removeEnded(pool: pg.Pool, ledgerId: number, cutoff: Date): Promise<void> {
  await pool.query(
    prepared(sql`
      DELETE FROM reserved_units u WHERE u.ledger_id = ${ledgerId} AND u.decided_at < ${cutoff} AND NOT EXISTS (
        SELECT FROM decisions d JOIN ledgers l ON l.id = d.ledger_id
        WHERE d.id = u.decision_id AND l.id = ${ledgerId} AND ${raw(IS_RESERVED)}
      )`),
  );
}
