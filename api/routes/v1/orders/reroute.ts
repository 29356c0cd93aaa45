import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { runResponseA } from '../../../../shared/contracts/a/schema.ts';
import { orderResultB } from '../../../../shared/contracts/b/schema.ts';
import { dryRunA, dryRunOrderB, explainedDryRunQuery } from '../../../../shared/contracts/dry-run.ts';
import { errorBody } from '../../../../shared/contracts/errors.ts';
import { readStrictBody } from '../../../../shared/contracts/intake/strict-body.ts';
import { orderHistoryParams } from '../../../../shared/contracts/order-history.ts';
import { rerouteRequest, toReroute, worseReroute } from '../../../../shared/contracts/reroute.ts';
import { ERRORS } from '../../../../shared/foundation/errors/catalogue.ts';
import { rerouteOrder, WorseReroute } from '../../../../shared/routing/reroute-order.ts';
import { callerState } from '../../../caller-signal.ts';
import { idempotencyHeaders, idempotentRequestOf, markReplayed } from '../../../idempotency.ts';
import { sendJson } from '../../../send-json.ts';
import { bodyErrors } from '../responses.ts';
import { dryRunOf } from './dry-run.ts';

/** POST /orders/{order_id}/reroute (docs/guides/correct-an-order.md). */
const reroute: FastifyPluginAsyncZod = async (app) => {
  app.post(
    '/orders/:order_id/reroute',
    {
      config: { ownBodies: { 'application/json': rerouteRequest } },
      schema: {
        operationId: 'rerouteOrder',
        tags: ['Orders'],
        summary: 'Route a stored order again',
        description:
          'Routes the order as it was sent last under the present configuration, and answers as POST /orders/route. ' +
          'Its own reservation is released first. Warehouses may be left out, or named as the only ones. Counts as ' +
          'one routed order. The body may be left out.',
        headers: idempotencyHeaders,
        params: orderHistoryParams,
        querystring: explainedDryRunQuery,
        response: {
          200: z
            .union([runResponseA, orderResultB, dryRunA, dryRunOrderB])
            .describe('The order was decided.'),
          ...bodyErrors,
          404: errorBody.describe("No order of this ID was routed in the key's environment."),
          409: z
            .union([errorBody, worseReroute])
            .describe(
              'The Idempotency-Key was used with another request; or, with unless_worse, the order would ship fewer ' +
                'units or in more shipments, and nothing was changed.',
            ),
        },
      },
    },
    async (request, reply) => {
      const { params, query, principal, wholeBody } = request;
      const dry_run = dryRunOf(query);
      const body = readStrictBody(rerouteRequest, wholeBody);
      try {
        const { answer, replayed, tally } = await rerouteOrder(
          app.services,
          principal,
          {
            order_id: params.order_id,
            reroute: toReroute(body),
            unless_worse: body.unless_worse ?? false,
            idempotency: dry_run ? null : idempotentRequestOf(request),
            dry_run,
          },
          { signal: callerState(reply) },
        );
        if (tally !== null) app.metrics.countOrders(tally);
        markReplayed(reply, replayed);
        sendJson(reply, answer);
      } catch (error) {
        if (!(error instanceof WorseReroute)) throw error;
        const { status, detail } = ERRORS.reroute_worse;
        const head = JSON.stringify({ detail, code: 'reroute_worse' }).slice(0, -1);
        sendJson(reply.code(status), `${head},"dry_run":${Buffer.from(error.dryRun)}}`);
      }
      return reply;
    },
  );
};

export default reroute;
