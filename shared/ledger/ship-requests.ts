import { takeLedger } from '../account/ledger-lock.ts';
import type { OnInvalid } from '../contracts/intake/found-faults.ts';
import { readShipped, type SentShipped } from '../contracts/intake/read-shipped.ts';
import { readStrictBody } from '../contracts/intake/strict-body.ts';
import type { WholeBody } from '../contracts/intake/whole-body.ts';
import { type ShippedElement, type ShippedRequest, shippedRequest } from '../contracts/shipped.ts';
import { parseTimestamp } from '../contracts/timestamp.ts';
import type { Database } from '../db/database.ts';
import { pipeline } from '../db/pipeline.ts';
import { AppError } from '../foundation/errors/app-error.ts';
import type { Principal } from '../identity/principal.ts';
import {
  type AnsweredOnce,
  answerTextOnce,
  type IdempotentRequest,
  insertKeys,
  type KeyedAnswer,
  type KeyTaken,
  refusalAtLock,
  takenKeys,
} from './idempotency/answer-once.ts';
import type { LedgerDeps, LedgerWait, Outcome, Refused, Turn } from './ledger-queues.ts';
import { workOfShipping } from './order-work.ts';
import type { RouteOptions } from './prepared-run.ts';
import { TOO_HARD, type TooHard } from './search-allowance.ts';
import { type OrderToShip, readOrders, type Shipped, shipOrders } from './ship-orders.ts';

type ShippingDeps = LedgerDeps & { readonly db: Database };

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
  return ship(deps, shipping, [order], wait, ([result]) => result!);
}

/** The same from the bytes of its body. Throws also what reading them throws. */
export async function shipSent(
  deps: ShippingDeps,
  { body, order_id, ...shipping }: Shipping & { readonly body: WholeBody; readonly order_id: string },
  wait: LedgerWait = {},
): Promise<AnsweredOnce<string>> {
  const order = { ...readStrictBody(shippedRequest, body), order_id };
  return shipOrder(deps, shipping, order, wait);
}

/**
 * Says the same of many orders from the bytes of their body, each as a whole or not at all: the answer has an element for
 * each. An order may come several times, each with another time. Throws AppError: those of reading the body,
 * duplicate_order_id, idempotency_conflict. Returns TOO_HARD if it is more work than `mostWork`.
 */
export async function shipBatch(
  deps: ShippingDeps,
  { body, on_invalid, ...shipping }: Shipping & { readonly body: WholeBody; readonly on_invalid: OnInvalid },
  { mostWork = Number.POSITIVE_INFINITY, ...wait }: RouteOptions = {},
): Promise<AnsweredOnce<string> | TooHard> {
  const { orders: sent, warnings } = await readShipped(body, on_invalid);
  const isGood = (order: SentShipped): order is ShippedElement => !('code' in order);
  const orders = sent.filter(isGood);
  if (workOfShipping(orders.length) > mostWork) return TOO_HARD;
  const seen = new Set<string>();
  for (const { order_id, shipped_at } of orders) {
    const message = `${shipped_at == null ? '' : parseTimestamp(shipped_at)} ${order_id}`;
    if (seen.has(message))
      throw new AppError(
        'duplicate_order_id',
        `Order ${order_id} comes more than once in one request with the same shipped_at.`,
      );
    seen.add(message);
  }
  return ship(deps, shipping, orders, wait, (results) => {
    let good = 0;
    return {
      orders: sent.map((order) => {
        if (!isGood(order)) return order;
        const result = results[good++]!;
        if (!('refused' in result)) return result;
        const { code, message: detail } = result.refused;
        return { order_id: order.order_id, code, detail };
      }),
      ...(warnings && { warnings }),
    };
  });
}

function ship(
  deps: ShippingDeps,
  { principal, idempotency, log_days }: Shipping,
  orders: readonly OrderToShip[],
  wait: LedgerWait,
  present: ShipRequest['present'],
): Promise<AnsweredOnce<string>> {
  const { db, ledgerQueues } = deps;
  const ids = orders.map(({ order_id }) => `order ${order_id}`);
  return answerTextOnce(db, principal.ledger_id, idempotency, () =>
    ledgerQueues.push<string | KeyTaken, ShipRequest>({
      data: { db, principal, idempotency, log_days, orders, wait, present },
      ...{ turn: shipTurn, principal, wait },
      turnKey: JSON.stringify([principal.contract_variant, principal.webhook_events, principal.by]),
      exclusiveKeys: idempotency === null ? ids : [...ids, `key ${idempotency.key}`],
      ...{ size: orders.reduce((sum, order) => sum + sizeOf(order), 0), bytes: 0, work: 0 },
    }),
  );
}

/** The lines that are sent of an order; at least one. */
function sizeOf({ shipments = [] }: OrderToShip): number {
  return Math.max(
    1,
    shipments.reduce((sum, { lines = [] }) => sum + lines.length, 0),
  );
}

/** Orders to ship, and how their request is answered. */
interface ShipRequest extends Shipping {
  readonly db: Database;
  readonly orders: readonly OrderToShip[];
  readonly wait: LedgerWait;
  /** Makes the answer from the results of the orders, or refuses the request. */
  readonly present: (results: readonly Shipped[]) => object | Refused;
}

/** Ships the orders of requests together: no order is in two of them. */
const shipTurn: Turn<ShipRequest> = async (tx, requests, { isAlone }) => {
  const [{ db, principal, log_days }] = requests as readonly [ShipRequest];
  const { ledger_id } = principal;
  const ids = requests.flatMap(({ orders }) => orders.map(({ order_id }) => order_id));
  const { ledger, taken, ...read } = await pipeline(tx).run({
    ledger: () => takeLedger(tx, ledger_id),
    taken: () => takenKeys(tx, requests, isAlone),
    ...readOrders(tx, ledger_id, ids),
  });
  const refusals = requests.map((request) => refusalAtLock(request, taken));
  const orders = requests.flatMap((request, index) => (refusals[index] === null ? request.orders : []));
  const { results, changes } = await shipOrders(tx, { db, principal, ledger, log_days }, orders, read);
  let from = 0;
  const answers: KeyedAnswer[] = [];
  const outcomes = requests.map((request, index): Outcome => {
    const refusal = refusals[index] ?? null;
    if (refusal !== null) return refusal;
    const own = results.slice(from, from + request.orders.length);
    from += own.length;
    const answer = request.present(own);
    if ('refused' in answer) return answer;
    const response = JSON.stringify(answer);
    answers.push({ request: request.idempotency, run_id: null, response });
    return { answer: response };
  });
  return { outcomes, save: [...changes, ...insertKeys(ledger_id, answers)] };
};
