import type { FastifyInstance } from 'fastify';
import { deliveryView } from '../../../shared/contracts/account/webhooks.ts';
import { inLockedTransaction } from '../../../shared/db/transaction.ts';
import { findDelivery, sendAgain, sendTestEvent } from '../../../shared/work/webhooks/deliveries.ts';
import { addOperation } from './responses.ts';
import { deliveryParams, params, TAG } from './webhooks.ts';

/** The lock of a client's endpoints. */
const endpoints = (client_id: number) => ({ lock: `webhooks ${client_id}`, owner: client_id });

/** What calls an endpoint at once because a person asks for it. It has a rate limit of its own, by client. */
export default async function sendWebhooks(app: FastifyInstance): Promise<void> {
  const { db } = app.services;

  addOperation(app, TAG, 'POST /webhooks/:url/test', {
    operationId: 'testWebhook',
    summary: 'Send a webhook endpoint a test event',
    description: 'Of type webhook.test, at once, also if the endpoint is disabled. Answers the delivery.',
    config: { role: 'owner' },
    params,
    status: 202,
    answer: deliveryView,
    handle: async ({ account: { client_id }, params: { url } }) => {
      const id = await inLockedTransaction(db, endpoints(client_id), (tx) =>
        sendTestEvent(tx, client_id, url),
      );
      return findDelivery(db.pool, client_id, id);
    },
  });

  addOperation(app, TAG, 'POST /webhook-deliveries/:delivery_id/send', {
    operationId: 'sendWebhookDelivery',
    summary: 'Send a delivery again',
    description: 'With the same webhook-id, at once, and again for 24 hours. Takes no body.',
    config: { role: 'owner' },
    params: deliveryParams,
    status: 202,
    answer: deliveryView,
    handle: async ({ account: { client_id }, params: { delivery_id } }) => {
      await inLockedTransaction(db, endpoints(client_id), (tx) => sendAgain(tx, client_id, delivery_id));
      return findDelivery(db.pool, client_id, delivery_id);
    },
  });
}
