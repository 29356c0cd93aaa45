import { takeLedger } from '../accounts/ledger-lock.ts';
import type { Principal } from '../accounts/principal.ts';
import type { ShippedRequest } from '../contracts/shipped.ts';
import type { Database } from '../db/database.ts';
import { pipeline } from '../db/pipeline.ts';
import { AppError } from '../foundation/errors/app-error.ts';
import { type AnsweredOnce, answerTextOnce } from './idempotency/answer-once.ts';
import type { IdempotentRequest } from './idempotency/idempotency-keys.ts';
import { shipOrders } from './ship-orders.ts';
import {
  inLedgerTransaction,
  type LedgerMutexDeps,
  type LedgerWait,
  refuseGone,
} from './stock/ledger-mutex.ts';
import type { OrderToShip } from './wanted-shipment.ts';

type ShippingDeps = LedgerMutexDeps & { readonly db: Database };

interface Shipping {
  readonly principal: Principal;
  readonly idempotency: IdempotentRequest | null;
  /** For so many days it is known what happened to stock. */
  readonly log_days: number;
}

/**
 * Says that shipments of an order have left (docs/guides/keep-stock-true.md). Returns the answer as JSON text. Throws AppError:
 * not_found, not_allocated, order_released, nothing_reserved, bad_request, idempotency_conflict.
 */
export function shipOrder(
  deps: ShippingDeps,
  shipping: Shipping,
  order: ShippedRequest & { readonly order_id: string },
  wait: LedgerWait = {},
): Promise<AnsweredOnce<string>> {
  return ship(deps, shipping, [order], wait, ([result]) => {
    if (result instanceof AppError) throw result;
    return result;
  });
}

/** Says the same of many orders, each as a whole or not at all: the answer has an element for each. */
export function shipBatch(
  deps: ShippingDeps,
  shipping: Shipping,
  orders: readonly OrderToShip[],
  wait: LedgerWait = {},
): Promise<AnsweredOnce<string>> {
  const ids = orders.map(({ order_id }) => order_id);
  const repeated = ids.find((id, place) => ids.indexOf(id) !== place);
  if (repeated !== undefined)
    throw new AppError('duplicate_order_id', `Order ${repeated} comes more than once in one request.`);
  return ship(deps, shipping, orders, wait, (results) => ({
    orders: results.map((result, place) =>
      result instanceof AppError
        ? { order_id: ids[place], code: result.code, detail: result.message }
        : result,
    ),
  }));
}

function ship(
  deps: ShippingDeps,
  { principal, idempotency, log_days }: Shipping,
  orders: readonly OrderToShip[],
  wait: LedgerWait,
  answer: (results: Awaited<ReturnType<typeof shipOrders>>['results']) => unknown,
): Promise<AnsweredOnce<string>> {
  const { db } = deps;
  const { ledger_id } = principal;
  return answerTextOnce(db, ledger_id, idempotency, (saveKey) =>
    inLedgerTransaction(deps, ledger_id, wait, async (tx) => {
      const ledger = await takeLedger(tx, ledger_id);
      refuseGone(wait.signal);
      const { results, changes } = await shipOrders(tx, { db, principal, ledger, log_days }, orders);
      const response = JSON.stringify(answer(results));
      await pipeline(tx).commitWith({ changes, key: saveKey(response) });
      return response;
    }),
  );
}
