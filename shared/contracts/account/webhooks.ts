import { z } from 'zod';
import { moment } from '../common.ts';

/** What a client can be told of. docs/guides/webhooks.md says when each happens and what its data is. */
export const webhookEvent = z.enum([
  'run.completed',
  'run.failed',
  'run.cancelled',
  'inventory.synced',
  'what_if.completed',
  'order.rerouted',
  'order.released',
  'order.unroutable',
]);

export type WebhookEvent = z.output<typeof webhookEvent>;

const WEB = new Set(['https:', 'http:']);

/** Whether deliveries can be sent there, if the service may reach its address. */
function isEndpoint(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && WEB.has(url.protocol) && url.username + url.password + url.hash === '';
}

/** An endpoint as a person writes it. */
export const webhook = z.strictObject({
  url: z
    .string()
    .trim()
    .max(1000)
    .refine(isEndpoint, 'must be an https URL without credentials and fragment')
    .describe('Where events are sent, by POST: https and a public address. It names the endpoint.'),
  events: z
    .array(webhookEvent)
    .min(1)
    .refine((events) => new Set(events).size === events.length, 'must not repeat an event')
    .readonly()
    .describe('What it is told of: docs/guides/webhooks.md.'),
  enabled: z.boolean().default(true).describe('false: nothing is sent to it.'),
});

const etag = z.string().describe('The version of this element: send it as If-Match to change just this one.');
const secret = z.string().describe('What deliveries are signed with, shown this once.');

export const webhookView = z
  .strictObject({ url: z.string(), events: z.array(webhookEvent), enabled: z.boolean(), etag })
  .meta({ id: 'Webhook' });
export const createdWebhook = webhookView.extend({ secret }).meta({ id: 'CreatedWebhook' });
export const webhookBody = webhook.meta({ id: 'NewWebhook' });
export const webhookPatch = webhook.omit({ url: true }).partial().meta({ id: 'WebhookPatch' });
export const rotatedSecret = z
  .strictObject({
    url: z.string(),
    secret,
    previous_until: moment.describe('Until then, deliveries are signed with the previous secret too.'),
  })
  .meta({ id: 'RotatedWebhookSecret' });
