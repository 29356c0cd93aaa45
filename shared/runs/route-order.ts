import { presentOrderB } from '../contracts/b/present.ts';
import { type PresentableRun, presentRun } from '../contracts/present-run.ts';
import type { CsvReading } from '../intake/intake-warnings.ts';
import { readOrderBody } from '../intake/order-body.ts';
import { atOnce } from '../platform/steps.ts';
import { answerOrders, type OrdersRequest } from './answer-orders.ts';
import type { RouteOptions, RoutingDeps } from './prepared-run.ts';
import type { OnceAnswered } from './route-once.ts';

/** Answers one order from its bytes to its JSON. Throws AppError: those of readOrderBody and routeOnce. */
export function routeOrder(
  deps: RoutingDeps,
  request: OrdersRequest,
  wait: RouteOptions = {},
): Promise<OnceAnswered<string | Uint8Array>> {
  const read = (reading: CsvReading) => readOrderBody(request.body, reading);
  return answerOrders(deps, request, { read, present: presentSingle }, wait);
}

/** A single order is answered as a run of one in Variant A, as its result alone in Variant B. */
export function presentSingle(routed: PresentableRun): string | Uint8Array {
  const { configuration, run, decisions } = routed;
  if (configuration.contract_variant === 'A') return atOnce(presentRun(routed));
  const decided = decisions[0]!;
  if (!run.dry_run) return presentOrderB(configuration, decided);
  const dryRunMembers = `,"dry_run":true${decided.dryRunMembers ?? ''}`;
  return presentOrderB(configuration, { ...decided, dryRunMembers });
}
