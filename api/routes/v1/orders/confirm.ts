import type { FastifyPluginAsync } from 'fastify';
import { confirmedOrder, confirmRequest } from '../../../../shared/contracts/confirm.ts';
import { errorBody } from '../../../../shared/contracts/errors.ts';
import { orderParams } from '../../../../shared/contracts/order-history.ts';
import { confirmOrder } from '../../../../shared/ledger/confirm-order.ts';
import { callerSignal } from '../../../caller-signal.ts';
import { idempotencyHeaders, idempotentRequestOf, sendAnswer } from '../../../idempotency.ts';
import { addOperation, neverRouted } from '../responses.ts';

/** POST /orders/{order_id}/confirm (docs/guides/keep-stock-true.md). */
const confirm: FastifyPluginAsync = async (app) => {
  addOperation(app, 'POST /orders/:order_id/confirm', {
    operationId: 'confirmOrder',
    tag: 'Orders',
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
};

export default confirm;
