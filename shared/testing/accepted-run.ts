import type { RoutingOrder } from '../contracts/order.ts';
import type { Database } from '../db/database.ts';
import { prepared } from '../db/sql.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Principal } from '../identity/principal.ts';
import { insertOrders } from '../ledger/run-store.ts';

/**
 * Stores a managed run whose orders have been received, in chunks of `chunkOrders`, and not been scored. Returns its
 * id.
 */
export async function createAcceptedRun(
  db: Database,
  principal: Principal,
  orders: readonly RoutingOrder[],
  chunkOrders: number,
): Promise<number> {
  return inTransaction(db.pool, async (tx) => {
    const { rows } = await tx.query<{ id: number }>(
      `WITH number AS (
         UPDATE ledgers SET last_run_number = last_run_number + 1 WHERE id = $2 RETURNING last_run_number
       )
       INSERT INTO runs (client_id, ledger_id, client_run_number, kind, status, phase, configuration_id, orders_total,
                         request_number, accepted_at)
       SELECT $1, $2, last_run_number, 'managed', 'queued', 'scoring', $3, $4, nextval('runs_id_seq'), clock_timestamp()
       FROM number
       RETURNING id`,
      [principal.client_id, principal.ledger_id, principal.configuration_id, orders.length],
    );
    const runId = rows[0]!.id;
    for (let from = 0; from < orders.length; from += chunkOrders) {
      const part = orders.slice(from, from + chunkOrders);
      const chunk = await tx.query<{ first_id: number }>(
        `INSERT INTO run_chunks (run_id, chunk, first_id, orders)
         SELECT $1, $2, take_order_ids($3), $3 RETURNING first_id`,
        [runId, from / chunkOrders, part.length],
      );
      await tx.query(prepared(insertOrders(principal.ledger_id, chunk.rows[0]!.first_id, part)));
    }
    return runId;
  });
}
