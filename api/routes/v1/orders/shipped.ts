import type { FastifyInstance } from 'fastify';
import { errorBody } from '../../../../shared/contracts/errors.ts';
import { shippedCsv } from '../../../../shared/contracts/intake/csv-shipped.ts';
import { orderParams } from '../../../../shared/contracts/order-history.ts';
import {
  batchShipped,
  batchShippedQuery,
  batchShippedRequest,
  shippedOrder,
  shippedRequest,
} from '../../../../shared/contracts/shipped.ts';
import { shipBatch, shipSent } from '../../../../shared/ledger/ship-requests.ts';
import { answerBody } from '../../../bodies/answer-body.ts';
import { takeFormats } from '../../../bodies/formats.ts';
import { idempotencyHeaders } from '../../../idempotency.ts';
import { addOperation, neverRouted } from '../responses.ts';

/** What has left of orders (docs/guides/keep-stock-true.md). */
export default async function shipped(app: FastifyInstance): Promise<void> {
  takeFormats(app, 'csv');

  addOperation(app, 'Orders', 'POST /orders/:order_id/shipped', {
    operationId: 'shipOrder',
    summary: 'Say that an order has shipped',
    description:
      'Takes the units that have left out of stock, and ends as much of their reservation as is active. Without ' +
      'shipments: all that the latest decision allocated and that has not shipped. The body may be left out. Counts no usage.',
    params: orderParams,
    headers: idempotencyHeaders,
    bodies: { 'application/json': shippedRequest },
    answer: shippedOrder.describe('What has shipped of the order.'),
    responses: {
      ...neverRouted,
      409: errorBody.describe(
        'not_allocated, order_released or nothing_reserved: nothing changed. Or the Idempotency-Key was used with ' +
          'another request.',
      ),
    },
    handle: (request, reply) =>
      answerBody(app, request, reply, shipSent, {
        log_days: app.services.stockLogDays,
        ...request.params,
      }),
  });

  addOperation(app, 'Orders', 'POST /orders/batch-shipped', {
    operationId: 'shipOrders',
    summary: 'Say that many orders have shipped',
    description:
      'The same for up to 5,000 orders, each as a whole or not at all: one element an order, its answer or what refused ' +
      'it. An order may come several times, each with another shipped_at. CSV has the columns order_id, warehouse_id, sku, ' +
      'quantity and shipped_at; all but the first may be empty.',
    config: { needsBody: true },
    query: batchShippedQuery,
    headers: idempotencyHeaders,
    bodies: { 'application/json': batchShippedRequest, 'text/csv': shippedCsv },
    answer: batchShipped.describe('One element an order.'),
    handle: (request, reply) =>
      answerBody(app, request, reply, shipBatch, {
        log_days: app.services.stockLogDays,
        on_invalid: request.query.on_invalid,
      }),
  });
}
