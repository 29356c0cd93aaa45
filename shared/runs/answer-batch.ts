import { readBatchBody } from '../contracts/intake/batch-body.ts';
import type { CsvReading } from '../contracts/intake/intake-warnings.ts';
import { batchPath } from '../contracts/intake/refuse-orders.ts';
import { variantUnder } from '../contracts/present.ts';
import type { RoutedRun } from '../contracts/routed-run.ts';
import { inSteps } from '../foundation/steps.ts';
import { TOGETHER } from '../ledger/decide-window.ts';
import type { OnceAnswered, RouteOptions, RoutingDeps } from '../ledger/prepared-run.ts';
import type { TooHard } from '../ledger/search-allowance.ts';
import { answerOrders, type OrdersRequest } from './answer-orders.ts';

/** Answers a batch from its bytes to its bytes. Throws AppError: those of readBatchBody and routeOnce. */
export function routeBatch(
  deps: RoutingDeps,
  request: OrdersRequest,
  wait: RouteOptions = {},
): Promise<OnceAnswered<Uint8Array> | TooHard> {
  const { principal, body } = request;
  const kind = {
    read: (reading: CsvReading) => readBatchBody(body, principal.contract_variant, reading),
    pathOf: batchPath,
    together: TOGETHER,
    // In steps, as the database takes the decisions meanwhile, part by part.
    present: (routed: RoutedRun) => inSteps(variantUnder(routed.configuration).presentRun(routed)),
  };
  return answerOrders<Uint8Array>(deps, request, kind, wait);
}
