import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { runResponseA } from '../../../../shared/contracts/a/schema.ts';
import { routedOrderB } from '../../../../shared/contracts/b/schema.ts';
import {
  dryRunA,
  dryRunOf,
  dryRunOrderB,
  explainedDryRunQuery,
} from '../../../../shared/contracts/dry-run.ts';
import { orderCsv } from '../../../../shared/contracts/intake/csv-schemas.ts';
import { csvQuery } from '../../../../shared/contracts/intake-warning.ts';
import { orderRequest } from '../../../../shared/contracts/order.ts';
import { MAX_ORDER_BYTES, MORE_ORDERS } from '../../../../shared/contracts/order-limits.ts';
import { routeOrder } from '../../../../shared/runs/answer-orders.ts';
import { answerBody } from '../../../bodies/answer-body.ts';
import { idempotencyHeaders } from '../../../idempotency.ts';
import { addOperation } from '../responses.ts';

/** POST /orders/route: from the body's bytes to the answer's. */
export default async function orderRoute(app: FastifyInstance): Promise<void> {
  addOperation(app, 'Orders', 'POST /orders/route', {
    operationId: 'routeOrder',
    summary: 'Route one order',
    description:
      'Variant A answers a routing run whose results has exactly one element, Variant B the order result. ' +
      `Counts as one routed order. As CSV, all rows are lines of the one order. A body of more than ${MAX_ORDER_BYTES} ` +
      'bytes is a 413.',
    config: { ifLarger: MORE_ORDERS, needsBody: true },
    query: explainedDryRunQuery.extend(csvQuery.shape),
    headers: idempotencyHeaders,
    bodyLimit: Math.min(MAX_ORDER_BYTES, app.initialConfig.bodyLimit ?? MAX_ORDER_BYTES),
    bodies: { 'application/json': orderRequest, 'text/csv': orderCsv },
    answer: z.union([runResponseA, routedOrderB, dryRunA, dryRunOrderB]).describe('The order was decided.'),
    handle: async (request, reply) => {
      const { zip_leading_zeros } = request.query;
      const dry_run = dryRunOf(request.query);
      return answerBody(app, request, reply, routeOrder, { dry_run, zip_leading_zeros });
    },
  });
}
