import sql from 'sql-template-tag';
import type { ClearStock, StockOfAccounts } from '../../account/change-account.ts';
import { decisionMoment, lockSyncs, takeLedger } from '../../account/ledger-lock.ts';
import { prepared } from '../../db/sql.ts';
import { clientOf } from '../../db/transaction.ts';
import { countPairs } from './count-pairs.ts';
import { endSync, insertIngestRun, takeIngestRunId } from './counting.ts';
import { Pairs } from './pairs.ts';
import { countReserving } from './reserving-orders.ts';
import type { SentRow } from './snapshot-rows.ts';
import { currentVersion, type StockRowKey } from './stock-store.ts';

/** Rows of stock that are counted at a time. */
const ROWS_A_STEP = 5000;

interface RowToClear extends StockRowKey {
  readonly warehouses: readonly number[];
}

/** Counts what warehouses have as 0 in all ledgers of a client, as a count of this moment. */
const clearStock: ClearStock = async (prisma, { client_id, warehouses, on_hand }) => {
  const tx = clientOf(prisma);
  const { rows: ledgers } = await tx.query<{ id: number }>({
    text: 'SELECT id FROM ledgers WHERE client_id = $1 ORDER BY id',
    values: [client_id],
  });
  // First those of the syncs, as a sync does: a large upload has such a lock for long, and orders do not wait for it.
  for (const { id } of ledgers) await lockSyncs(tx, id);
  for (const { id } of ledgers) {
    const dated = decisionMoment(await takeLedger(tx, id));
    const { rows } = await tx.query<RowToClear>(
      prepared(sql`
        SELECT sku, warehouse_group, ARRAY(SELECT unnest(warehouse_ids) INTERSECT SELECT unnest(${warehouses}::int[])) AS warehouses
        FROM stock WHERE ledger_id = ${id} AND version = ${currentVersion(id)} AND warehouse_ids && ${warehouses}::int[]`),
    );
    if (rows.length === 0) continue;
    const ingest_run_id = await takeIngestRunId(tx);
    const counting = { isCounted: true, endsAll: false, on_hand, source_name: 'clear_stock', dated };
    const statements = [
      // It received nothing, which says that it is no sync.
      insertIngestRun(
        id,
        ingest_run_id,
        counting.source_name,
        { received: 0, inserted: 0, updated: 0 },
        dated,
      ),
      endSync(id, counting, false),
    ];
    for (let from = 0; from < rows.length; from += ROWS_A_STEP) {
      const some = rows.slice(from, from + ROWS_A_STEP);
      const pairs = await Pairs.read(tx, id, some);
      const counted = await countPairs(tx, id, some.flatMap(emptied), pairs, {
        ...counting,
        ...{ counted_at: dated, ingest_run_id },
      });
      statements.push(...pairs.changes(), ...counted.history);
    }
    for (const statement of statements) await tx.query(prepared(statement));
  }
};

/** 0 of each pair of a row of stock, as if it were sent. */
const emptied = ({ sku, warehouses }: RowToClear): SentRow[] =>
  warehouses.map((warehouse) => ({
    ...{
      sku,
      warehouse,
      position: 0,
      quantity: 0,
      unit_value: null,
      unit_weight: null,
      sku_description: null,
    },
  }));

/** For whatever changes accounts. `logDays`: for so many days what happened to stock is known. */
export const stockOfAccounts = (logDays: number): StockOfAccounts => ({
  clearStock,
  countReserving: (db, clientId) => countReserving(db, logDays, clientId),
});
