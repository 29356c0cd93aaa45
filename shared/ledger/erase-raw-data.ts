import sql from 'sql-template-tag';
import { takeLedger } from '../account/ledger-lock.ts';
import { ERASED_MARK, type ErasedRawData, erasedMark } from '../contracts/correct.ts';
import { prepared } from '../db/sql.ts';
import type { Actor } from '../identity/actor.ts';
import { auditEntry } from '../identity/audit.ts';
import type { Principal } from '../identity/principal.ts';
import { neverRouted } from './decisions/decision-records.ts';
import { type LedgerDeps, refuseGone } from './ledger-queues.ts';
import type { LedgerWait } from './turns.ts';

/**
 * Erases the raw_order_data of an order, of all times that it was sent; what else is known of it stays, as decisions depend
 * on it. It takes the ledger's lock, because whoever routes the order again copies the data under it. The entry of the audit
 * log does not have the data. Throws AppError not_found.
 */
export function eraseRawData(
  { ledgerQueues }: LedgerDeps,
  principal: Pick<Principal, 'client_id' | 'ledger_id'>,
  { order_id, who }: { readonly order_id: string; readonly who: Actor },
  wait: LedgerWait = {},
): Promise<ErasedRawData> {
  const { client_id, ledger_id } = principal;
  return ledgerQueues.pushAlone(principal, wait, async (tx) => {
    await takeLedger(tx, ledger_id);
    refuseGone(wait.signal);
    const { rowCount } = await tx.query(
      prepared(sql`
        UPDATE orders SET raw_order_data = ${erasedMark(new Date())}::json
        WHERE ledger_id = ${ledger_id} AND order_id = ${order_id}
          AND raw_order_data IS NOT NULL AND raw_order_data::text !~ ${ERASED_MARK}`),
    );
    const erased = rowCount ?? 0;
    const { rows } = await tx.query<{ known: boolean }>(
      prepared(sql`
        SELECT EXISTS (SELECT FROM orders WHERE ledger_id = ${ledger_id} AND order_id = ${order_id}) AS known`),
    );
    if (!rows[0]!.known) throw neverRouted(order_id);
    const entry = { action: 'orders.erase_raw_data', subject: `orders/${order_id}`, changes: [] };
    return {
      answer: { order_id, erased },
      save: erased > 0 ? [auditEntry({ client_id, who, ...entry })] : [],
    };
  });
}
