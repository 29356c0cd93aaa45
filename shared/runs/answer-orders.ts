import type { DryRun } from '../contracts/dry-run.ts';
import { type CsvReading, IntakeWarnings } from '../contracts/intake/intake-warnings.ts';
import { readOrderBody } from '../contracts/intake/order-body.ts';
import type { WholeBody } from '../contracts/intake/whole-body.ts';
import type { ZipLeadingZeros } from '../contracts/intake-warning.ts';
import type { RoutingOrder } from '../contracts/order.ts';
import { variantUnder } from '../contracts/present.ts';
import type { PresentableOrder, RoutedRun } from '../contracts/routed-run.ts';
import { atOnce } from '../foundation/steps.ts';
import type { Principal } from '../identity/principal.ts';
import type { Together } from '../ledger/decide-window.ts';
import { answerOnce, type IdempotentRequest, type SavedAnswer } from '../ledger/idempotency/answer-once.ts';
import { routeOrders } from '../ledger/ledger-turn.ts';
import {
  estimateOrders,
  type OnceAnswered,
  type RouteOptions,
  type RoutingDeps,
  type RunToRoute,
} from '../ledger/prepared-run.ts';
import { TOO_HARD, type TooHard } from '../ledger/search-allowance.ts';
import { tallyOf } from '../ledger/status-counts.ts';
import { refuseHolds } from './refuse-holds.ts';
import { loadRun } from './run-results.ts';
import { tryOrders } from './try-orders.ts';

/** A body of orders as plain data, so that it can be answered in any thread. */
export interface OrdersRequest {
  readonly principal: Principal;
  readonly body: WholeBody;
  readonly idempotency: IdempotentRequest | null;
  /** If given, nothing is saved. */
  readonly dry_run?: DryRun | null;
  readonly zip_leading_zeros?: ZipLeadingZeros;
}

/** Answers one order from its bytes to its JSON. Throws AppError: those of readOrderBody and routeOnce. */
export function routeOrder(
  deps: RoutingDeps,
  request: OrdersRequest,
  wait: RouteOptions = {},
): Promise<OnceAnswered<string | Uint8Array> | TooHard> {
  const read = (reading: CsvReading) => readOrderBody(request.body, reading);
  return answerOrders(deps, request, { read, pathOf: () => '', present: presentSingle }, wait);
}

/** What differs between kinds of bodies. */
export interface OrdersBody<T> {
  read(reading: CsvReading): Promise<readonly RoutingOrder[]>;
  /** Names an order of JSON; '' if the body is the order. */
  pathOf(index: number): string;
  present(routed: RoutedRun): T | Promise<T>;
  readonly together?: Together | undefined;
}

/** Answers orders from the bytes of their body. */
export async function answerOrders<T extends string | Uint8Array>(
  deps: RoutingDeps,
  { principal, body, idempotency, dry_run, zip_leading_zeros = 'keep' }: OrdersRequest,
  { read, pathOf, present, together }: OrdersBody<T>,
  wait: RouteOptions,
): Promise<OnceAnswered<T> | TooHard> {
  const warnings = new IntakeWarnings();
  const orders = await read({ warnings, zip_leading_zeros });
  const nameOf = (index: number) => (body.format === 'csv' ? orders[index]!.order_id : pathOf(index));
  await refuseHolds(deps.db, principal, orders, nameOf);
  const request = { orders, warnings: warnings.shown, bytes: body.bytes.length };
  if (!dry_run) {
    // A replay costs as much as the first answer: with much work it is too hard, too.
    if (idempotency !== null && (await estimateOrders(deps, principal, orders, wait.mostWork)).isTooMuch)
      return TOO_HARD;
    return routeOnce<T>(deps, { principal, request, idempotency, present, wait, together });
  }
  return tryOrders(deps, principal, orders, { ...wait, ...dry_run, together }, (tried) =>
    present({ ...tried, run: { ...tried.run, warnings: request.warnings } }),
  );
}

/**
 * Routes a run and answers it, or reads back and answers the run that the same request with its Idempotency-Key made
 * before. Throws AppError: usage_limit, idempotency_conflict. Returns TOO_HARD, and what refuses a run that is read under the
 * lock.
 */
export async function routeOnce<T extends string | Uint8Array, Refusal = never>(
  deps: RoutingDeps,
  run: RunToRoute<T, PresentableOrder>,
): Promise<OnceAnswered<T> | Refusal | TooHard> {
  const { db } = deps;
  const { principal, idempotency, present } = run;
  const { ledger_id } = principal;
  const presentNew = async (routed: RoutedRun) => ({
    answer: await present(routed),
    tally: tallyOf(routed.decisions.map(({ decision }) => decision)),
  });
  const again = async ({ run_id }: SavedAnswer) => ({
    answer: await present(await loadRun(db, ledger_id, run_id!)),
  });
  const { answer: routed, replayed } = await answerOnce<Tallied<T> | Refusal | TooHard>(
    ...[db, ledger_id, idempotency, again],
    () => routeOrders<Tallied<T>, Refusal>(deps, { ...run, present: presentNew }),
  );
  const isAnswer = typeof routed === 'object' && routed !== null && 'answer' in routed;
  return isAnswer ? { replayed, ...routed } : routed;
}

/** An answer, and what was decided for it. */
type Tallied<T> = Omit<OnceAnswered<T>, 'replayed'>;

/** A single order is answered as a run of one in Variant A, as its result alone in Variant B. */
export function presentSingle(routed: RoutedRun): string | Uint8Array {
  const { configuration, run, decisions } = routed;
  const variant = variantUnder(configuration);
  if (configuration.contract_variant === 'A') return atOnce(variant.presentRun(routed));
  const { dry_run, warnings } = run;
  return variant.presentOrder(configuration, { ...decisions[0]!, dry_run, warnings });
}
