import { type PresentableRun, presentRun } from '../contracts/present-run.ts';
import { readBatchBody } from '../intake/batch-body.ts';
import type { CsvReading } from '../intake/intake-warnings.ts';
import { inSteps } from '../platform/steps.ts';
import { answerOrders, type OrdersRequest } from './answer-orders.ts';
import type { RouteOptions, RoutingDeps } from './prepared-run.ts';
import type { OnceAnswered } from './route-once.ts';

/** Answers a batch from its bytes to its bytes. Throws AppError: those of readBatchBody and routeOnce. */
export function routeBatch(
  deps: RoutingDeps,
  request: OrdersRequest,
  wait: RouteOptions = {},
): Promise<OnceAnswered<Uint8Array>> {
  const { principal, body } = request;
  const kind = {
    read: (reading: CsvReading) => readBatchBody(body, principal.contract_variant, reading),
    // In steps, as the database takes the decisions meanwhile, part by part.
    present: (routed: PresentableRun) => inSteps(presentRun(routed)),
  };
  return answerOrders<Uint8Array>(deps, request, kind, wait);
}
