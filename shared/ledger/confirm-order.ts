import { loadConfiguration } from '../account/configurations.ts';
import { takeLedger } from '../account/ledger-lock.ts';
import type { ConfirmedOrder } from '../contracts/correct.ts';
import type { Database } from '../db/database.ts';
import { pipeline } from '../db/pipeline.ts';
import { totalQuantity } from '../engine/rules/derive.ts';
import { AppError } from '../foundation/errors/app-error.ts';
import type { Principal } from '../identity/principal.ts';
import { neverRouted } from './decisions/decision-records.ts';
import { noteEvent } from './decisions/latest-decisions.ts';
import { type AnsweredOnce, answerTextOnce } from './idempotency/answer-once.ts';
import type { IdempotentRequest } from './idempotency/idempotency-keys.ts';
import { type LedgerDeps, refuseGone } from './ledger-queues.ts';
import { ledgerContext } from './ledger-state.ts';
import { expiryWithin, isDue, saveExpiries } from './order-expiries.ts';
import { loadReserved } from './release-order.ts';
import type { LedgerWait } from './turns.ts';

/**
 * Confirms an order that is held: its hold does not release it any more (docs/guides/keep-stock-true.md). Returns the answer
 * as JSON text. Throws AppError: not_found, hold_expired, order_released, idempotency_conflict.
 */
export async function confirmOrder(
  deps: LedgerDeps & { readonly db: Database },
  principal: Principal,
  { order_id, idempotency }: { readonly order_id: string; readonly idempotency: IdempotentRequest | null },
  wait: LedgerWait = {},
): Promise<AnsweredOnce<string>> {
  const { ledger_id, configuration_id } = principal;
  const configuration = await loadConfiguration(deps.db, configuration_id);
  const context = ledgerContext(ledger_id, configuration);
  return answerTextOnce(deps.db, ledger_id, idempotency, (saveKey) =>
    deps.ledgerQueues.pushAlone(principal, wait, async (tx) => {
      const { ledger, state } = await pipeline(tx).run({
        ledger: () => takeLedger(tx, ledger_id),
        state: () => loadReserved(tx, context, [order_id]),
      });
      refuseGone(wait.signal);
      const latest = state.latestOn(order_id);
      if (latest === null) throw neverRouted(order_id);
      if (latest.state === 'expired' || isDue(latest, ledger.as_of)) throw new AppError('hold_expired');
      if (latest.state === 'released')
        throw new AppError('order_released', 'The order was released. Send it again if it is still wanted.');
      const answer: ConfirmedOrder = {
        order_id,
        routing_decision_id: latest.decision_id,
        confirmed: true,
        reserved_units: totalQuantity(latest.units),
      };
      const response = JSON.stringify(answer);
      const expiry = expiryWithin(configuration.reservation_days, ledger.as_of);
      const changes = saveExpiries(ledger_id, [{ order_id, expiry }]);
      const isHeld = latest.state === 'held';
      const confirms = isHeld
        ? [...changes, noteEvent(ledger_id, latest.decision_id, 'confirmed', principal.by)]
        : [];
      return { answer: response, save: [...confirms, ...saveKey(response)] };
    }),
  );
}
