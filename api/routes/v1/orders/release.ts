import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { dryRunQuery } from '../../../../shared/contracts/dry-run.ts';
import { errorBody } from '../../../../shared/contracts/errors.ts';
import { readStrictBody } from '../../../../shared/contracts/intake/strict-body.ts';
import { orderHistoryParams } from '../../../../shared/contracts/order-history.ts';
import { dryRunRelease, releasedOrder, releaseRequest } from '../../../../shared/contracts/release.ts';
import { releaseOrder } from '../../../../shared/routing/release-order.ts';
import { callerState } from '../../../caller-signal.ts';
import { idempotencyHeaders, idempotentRequestOf, markReplayed } from '../../../idempotency.ts';
import { sendJson } from '../../../send-json.ts';
import { bodyErrors, idempotencyErrors } from '../responses.ts';

/** POST /orders/{order_id}/release (docs/guides/correct-an-order.md). */
const release: FastifyPluginAsyncZod = async (app) => {
  app.post(
    '/orders/:order_id/release',
    {
      config: { ownBodies: { 'application/json': releaseRequest } },
      schema: {
        operationId: 'releaseOrder',
        tags: ['Orders'],
        summary: 'Release what an order has reserved',
        description:
          'For an order that was cancelled or has left: its active reservation ends, and other orders can have its ' +
          'units. Counts no usage. The body may be left out.',
        headers: idempotencyHeaders,
        params: orderHistoryParams,
        querystring: dryRunQuery,
        response: {
          200: z.union([releasedOrder, dryRunRelease]).describe('What was released.'),
          ...bodyErrors,
          ...idempotencyErrors,
          404: errorBody.describe("No order of this ID was routed in the key's environment."),
        },
      },
    },
    async (request, reply) => {
      const { params, query, principal, wholeBody } = request;
      readStrictBody(releaseRequest, wholeBody);
      const { order_id } = params;
      const { dry_run } = query;
      const idempotency = dry_run ? null : idempotentRequestOf(request);
      const { answer, replayed } = await releaseOrder(
        app.services,
        principal,
        { order_id, dry_run, idempotency },
        { signal: callerState(reply) },
      );
      markReplayed(reply, replayed);
      return sendJson(reply, answer);
    },
  );
};

export default release;
