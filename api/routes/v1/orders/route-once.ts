import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RoutingOrder } from '../../../../shared/contracts/order.ts';
import { answerOnce } from '../../../../shared/idempotency/answer-once.ts';
import { loadRun, type StoredRun } from '../../../../shared/runs/load-run.ts';
import { routeOrders } from '../../../../shared/runs/route-orders.ts';
import { idempotentRequestOf } from '../../../idempotency.ts';

/** Routes a request's orders, or reads back the run that the same request with its Idempotency-Key made before. */
export async function routeOnce(
  app: FastifyInstance,
  request: FastifyRequest,
  orders: readonly RoutingOrder[],
): Promise<StoredRun> {
  const { services } = app;
  const { principal } = request;
  const idempotency = idempotentRequestOf(request);
  return answerOnce<StoredRun>(
    services.db,
    principal.ledger_id,
    idempotency,
    ({ run_id }) => loadRun(services.db, principal.ledger_id, run_id!),
    async () => {
      const routed = await routeOrders(services, principal, orders, idempotency);
      app.countRun(routed);
      return routed;
    },
  );
}
