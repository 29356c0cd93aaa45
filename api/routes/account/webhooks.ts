import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { rollQuery } from '../../../shared/contracts/account/access.ts';
import {
  createdWebhook,
  deliveriesQuery,
  deliveryPage,
  deliveryView,
  rotatedSecret,
  webhookBody,
  webhookPatch,
  webhookView,
} from '../../../shared/contracts/account/webhooks.ts';
import { soughtText } from '../../../shared/contracts/common.ts';
import { findDelivery, lastAnswers } from '../../../shared/work/webhooks/deliveries.ts';
import { reading } from '../../send-long.ts';
import { addList } from './list-routes.ts';
import { addOperation } from './responses.ts';
import { workOnAccount } from './work-on-account.ts';

export const TAG = 'Webhooks';
export const params = z.object({ url: soughtText(1000).describe('URL of the endpoint, encoded.') });
export const deliveryParams = z.object({ delivery_id: z.coerce.number().int().min(1) });

/** Webhook endpoints, and what was sent to them. */
export default async function webhooks(app: FastifyInstance): Promise<void> {
  const { db } = app.services;

  addList(app, {
    list: 'webhooks',
    path: 'webhooks',
    noun: 'webhook endpoint',
    idName: 'url',
    operation: 'Webhook',
    tag: TAG,
    view: webhookView,
    created: createdWebhook,
    body: webhookBody,
    patch: webhookPatch,
    more: async ({ account }) => {
      const answers = await lastAnswers(db.pool, account.client_id);
      return new Map([...answers].map(([url, last_answer]) => [url, { last_answer }]));
    },
    removal: 'The endpoint is removed with its deliveries.',
  });

  addOperation(app, TAG, 'POST /webhooks/:url/rotate', {
    operationId: 'rotateWebhookSecret',
    summary: 'Give a webhook endpoint a new secret',
    description:
      'Deliveries are signed with the present one too, for a day or for overlap_hours, so that none is refused meanwhile. 0 ends one that has leaked at once.',
    config: { role: 'owner' },
    params,
    query: rollQuery,
    answer: rotatedSecret,
    handle: async (request) => {
      const wanted = { ...request.params, ...request.query };
      const rotated = await workOnAccount(request, 'rotateWebhookSecret', [request.account, wanted]);
      return { ...rotated, previous_until: rotated.previous_until.toISOString() };
    },
  });

  addOperation(app, TAG, 'GET /webhook-deliveries', {
    operationId: 'listWebhookDeliveries',
    summary: 'List deliveries of the last 30 days',
    config: { role: 'member' },
    query: deliveriesQuery,
    answer: deliveryPage.describe('A page of deliveries.'),
    handle: reading('listDeliveries', ({ account, query }) => [account.client_id, query]),
  });

  addOperation(app, TAG, 'GET /webhook-deliveries/:delivery_id', {
    operationId: 'getWebhookDelivery',
    summary: 'Show a delivery with its body and its answer',
    config: { role: 'member' },
    params: deliveryParams,
    answer: deliveryView,
    handle: ({ account, params }) => findDelivery(db.pool, account.client_id, params.delivery_id),
  });
}
