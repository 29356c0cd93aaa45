import type { Principal } from '../accounts/principal.ts';
import type { ZipLeadingZeros } from '../contracts/intake-warning.ts';
import type { RoutingOrder } from '../contracts/order.ts';
import type { PresentableRun } from '../contracts/present-run.ts';
import type { IdempotentRequest } from '../idempotency/idempotency-keys.ts';
import { type CsvReading, IntakeWarnings } from '../intake/intake-warnings.ts';
import type { WholeBody } from '../intake/whole-body.ts';
import type { RouteOptions, RoutingDeps } from './prepared-run.ts';
import { type OnceAnswered, routeOnce } from './route-once.ts';
import { type DryRun, tryOrders } from './try-orders.ts';
import { withWarnings } from './with-warnings.ts';

/** A body of orders as plain data, so that it can be answered in any thread. */
export interface OrdersRequest {
  readonly principal: Principal;
  readonly body: WholeBody;
  readonly idempotency: IdempotentRequest | null;
  /** Nothing is kept then. */
  readonly dry_run?: DryRun | null;
  readonly zip_leading_zeros?: ZipLeadingZeros;
}

/** What differs between kinds of bodies. */
export interface OrdersBody<T> {
  read(reading: CsvReading): Promise<readonly RoutingOrder[]>;
  present(routed: PresentableRun): T | Promise<T>;
}

/** Answers a body of orders from its bytes. Throws what `read` throws, and AppError: those of routeOnce. */
export async function answerOrders<T extends string | Uint8Array>(
  deps: RoutingDeps,
  { principal, body, idempotency, dry_run, zip_leading_zeros = 'keep' }: OrdersRequest,
  { read, present }: OrdersBody<T>,
  wait: RouteOptions,
): Promise<OnceAnswered<T | Buffer>> {
  const warnings = new IntakeWarnings();
  const orders = await read({ warnings, zip_leading_zeros });
  const request = { orders, warnings: warnings.shown, bytes: body.bytes.length };
  if (!dry_run) return routeOnce(deps, principal, request, idempotency, present, wait);
  const options = { ...dry_run, mostWork: wait.mostWork };
  return tryOrders(deps, principal, orders, options, async (tried) =>
    withWarnings(await present(tried), request.warnings),
  );
}
