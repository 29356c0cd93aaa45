import type { FastifyPluginAsync } from 'fastify';
import { z } from 'zod';
import { rotateWebhookSecret } from '../../../shared/accounts/client-access.ts';
import {
  createdWebhook,
  rotatedSecret,
  webhookBody,
  webhookPatch,
  webhookView,
} from '../../../shared/contracts/account/webhooks.ts';
import { listRoutes } from './list-routes.ts';
import { addOperation } from './responses.ts';
import { workOnAccount } from './work-on-account.ts';

const TAG = 'Webhooks';
const params = z.object({ url: z.string().max(1000).describe('URL of the endpoint, encoded.') });

/** Webhook endpoints. */
const webhooks: FastifyPluginAsync = async (app) => {
  await app.register(
    listRoutes({
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
      removal: 'The endpoint is removed with its deliveries.',
    }),
  );

  addOperation(app, 'POST /webhooks/:url/rotate', {
    operationId: 'rotateWebhookSecret',
    tag: TAG,
    summary: 'Give a webhook endpoint a new secret',
    description:
      'For a day, deliveries are signed with the present one too, so that none is refused meanwhile.',
    config: { role: 'owner' },
    params,
    answer: rotatedSecret,
    handle: async (request) => {
      const { url } = request.params;
      const rotated = await workOnAccount(request, rotateWebhookSecret, [request.account, url]);
      return { ...rotated, previous_until: rotated.previous_until.toISOString() };
    },
  });
};

export default webhooks;
