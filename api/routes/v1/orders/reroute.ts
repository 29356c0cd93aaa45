import type { FastifyPluginAsync } from 'fastify';
import { z } from 'zod';
import { runResponseA } from '../../../../shared/contracts/a/schema.ts';
import { orderResultB } from '../../../../shared/contracts/b/schema.ts';
import {
  dryRunA,
  dryRunOf,
  dryRunOrderB,
  explainedDryRunQuery,
} from '../../../../shared/contracts/dry-run.ts';
import { errorBody } from '../../../../shared/contracts/errors.ts';
import { orderParams } from '../../../../shared/contracts/order-history.ts';
import { rerouteRequest, worseReroute } from '../../../../shared/contracts/reroute.ts';
import { answerBody } from '../../../bodies/answer-body.ts';
import { idempotencyHeaders } from '../../../idempotency.ts';
import { addOperation, neverRouted } from '../responses.ts';

/** POST /orders/{order_id}/reroute (docs/guides/correct-an-order.md). */
const reroute: FastifyPluginAsync = async (app) => {
  addOperation(app, 'POST /orders/:order_id/reroute', {
    operationId: 'rerouteOrder',
    tag: 'Orders',
    summary: 'Route a stored order again',
    description:
      'Routes the order as it was sent last under the present configuration, and answers as POST /orders/route. ' +
      'Its own reservation is released first. Warehouses may be left out, or named as the only ones: that holds for ' +
      'the order until it is rerouted so again, or sent again. Counts as one routed order. The body may be left out.',
    params: orderParams,
    query: explainedDryRunQuery,
    headers: idempotencyHeaders,
    bodies: { 'application/json': rerouteRequest },
    answer: z.union([runResponseA, orderResultB, dryRunA, dryRunOrderB]).describe('The order was decided.'),
    responses: {
      ...neverRouted,
      409: z
        .union([errorBody, worseReroute])
        .describe(
          'The Idempotency-Key was used with another request; or the shipments of the order have left (order_has_left); ' +
            'or, with unless_worse, the order would ship fewer units or in more shipments. Nothing was changed.',
        ),
    },
    handle: (request, reply) => {
      const { order_id } = request.params;
      return answerBody(app, request, reply, 'rerouteStored', { order_id, dry_run: dryRunOf(request.query) });
    },
  });
};

export default reroute;
