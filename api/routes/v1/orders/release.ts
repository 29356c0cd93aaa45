import type { FastifyPluginAsync } from 'fastify';
import { z } from 'zod';
import { dryRunQuery } from '../../../../shared/contracts/dry-run.ts';
import { orderParams } from '../../../../shared/contracts/order-history.ts';
import { dryRunRelease, releasedOrder, releaseRequest } from '../../../../shared/contracts/release.ts';
import { releaseOrder } from '../../../../shared/ledger/release-order.ts';
import { callerSignal } from '../../../caller-signal.ts';
import { idempotencyHeaders, idempotentRequestOf, sendAnswer } from '../../../idempotency.ts';
import { addOperation, neverRouted } from '../responses.ts';

/** POST /orders/{order_id}/release (docs/guides/correct-an-order.md). */
const release: FastifyPluginAsync = async (app) => {
  addOperation(app, 'POST /orders/:order_id/release', {
    operationId: 'releaseOrder',
    tag: 'Orders',
    summary: 'Release what an order has reserved',
    description:
      'For an order that was cancelled or has left: its active reservation ends, and other orders can have its ' +
      'units. Counts no usage. The body may be left out.',
    params: orderParams,
    query: dryRunQuery,
    headers: idempotencyHeaders,
    body: releaseRequest,
    answer: z.union([releasedOrder, dryRunRelease]).describe('What was released.'),
    responses: neverRouted,
    handle: async (request, reply, { left = false }) => {
      const { params, query, principal } = request;
      const idempotency = query.dry_run ? null : idempotentRequestOf(request);
      const asked = { ...params, ...query, left, idempotency };
      const signal = callerSignal(reply);
      return sendAnswer(reply, await releaseOrder(app.services, principal, asked, { signal }));
    },
  });
};

export default release;
