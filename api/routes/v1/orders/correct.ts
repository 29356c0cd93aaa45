import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { runResponseA } from '../../../../shared/contracts/a/schema.ts';
import { orderResultB } from '../../../../shared/contracts/b/schema.ts';
import {
  confirmedOrder,
  confirmRequest,
  dryRunRelease,
  erasedRawData,
  releasedOrder,
  releaseRequest,
} from '../../../../shared/contracts/correct.ts';
import {
  dryRunA,
  dryRunOf,
  dryRunOrderB,
  dryRunQuery,
  explainedDryRunQuery,
} from '../../../../shared/contracts/dry-run.ts';
import { errorBody } from '../../../../shared/contracts/errors.ts';
import { orderParams } from '../../../../shared/contracts/order-history.ts';
import { rerouteRequest, worseReroute } from '../../../../shared/contracts/reroute.ts';
import type { Actor } from '../../../../shared/identity/actor.ts';
import { confirmOrder, eraseRawData, releaseOrder } from '../../../../shared/ledger/correct-order.ts';
import { rerouteStored } from '../../../../shared/runs/reroute-order.ts';
import { answerBody } from '../../../bodies/answer-body.ts';
import { callerSignal } from '../../../caller-signal.ts';
import { idempotencyHeaders, idempotentRequestOf, sendAnswer } from '../../../idempotency.ts';
import { addOperation, neverRouted } from '../responses.ts';

/** What is done to a stored order: its data are erased, it is released, confirmed, or routed again (docs/guides/correct-an-order.md). */
export default async function correct(app: FastifyInstance): Promise<void> {
  addOperation(app, 'Orders', 'DELETE /orders/:order_id/raw_order_data', {
    operationId: 'eraseRawOrderData',
    summary: 'Erase the raw_order_data of an order',
    description:
      'Of all times that it was sent. From then on `raw_order_data` is `{"erased_at": …}`; decisions, explanations and what else ' +
      'is known of the order stay. The audit log says that it was erased, without the data.',
    params: orderParams,
    answer: erasedRawData.describe('There is no raw_order_data of the order any more.'),
    responses: neverRouted,
    handle: async (request, reply) => {
      const { principal, params } = request;
      const erase = { order_id: params.order_id, who: actorOf(request) };
      return eraseRawData(app.services, principal, erase, { signal: callerSignal(reply) });
    },
  });

  addOperation(app, 'Orders', 'POST /orders/:order_id/release', {
    operationId: 'releaseOrder',
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

  addOperation(app, 'Orders', 'POST /orders/:order_id/confirm', {
    operationId: 'confirmOrder',
    summary: 'Confirm an order that is held',
    description:
      'Its hold does not release it any more. An order that is not held, or was confirmed before, stays as it is. Counts no ' +
      'usage. The body may be left out.',
    params: orderParams,
    headers: idempotencyHeaders,
    body: confirmRequest,
    answer: confirmedOrder.describe('The order is confirmed.'),
    responses: {
      ...neverRouted,
      409: errorBody.describe(
        'hold_expired or order_released: nothing changed. Or the Idempotency-Key was used with another request.',
      ),
    },
    handle: async (request, reply) => {
      const { params, principal } = request;
      const asked = { ...params, idempotency: idempotentRequestOf(request) };
      const signal = callerSignal(reply);
      return sendAnswer(reply, await confirmOrder(app.services, principal, asked, { signal }));
    },
  });

  addOperation(app, 'Orders', 'POST /orders/:order_id/reroute', {
    operationId: 'rerouteOrder',
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
      return answerBody(app, request, reply, rerouteStored, { order_id, dry_run: dryRunOf(request.query) });
    },
  });
}

/** A person or token of the account API, or an API key. */
function actorOf({
  account,
  keyPrincipal,
  ip: address,
}: Pick<FastifyRequest, 'ip'> & Partial<Pick<FastifyRequest, 'account' | 'keyPrincipal'>>): Actor {
  return account?.who ?? { kind: 'api_key', name: keyPrincipal!.key_name, address };
}
