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

const HOST = String.raw`(?:[A-Za-z0-9-]+\.)*[A-Za-z][A-Za-z0-9-]*`;
const BYTE = '(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])';
const PORT = '(?:6553[0-5]|655[0-2][0-9]|65[0-4][0-9]{2}|6[0-4][0-9]{3}|[1-5]?[0-9]{1,4})';
/** A URL of the web in ASCII, with a host name or an IPv4 address, without credentials and fragment. */
const ENDPOINT = new RegExp(
  String.raw`^https?://(?:${HOST}|${BYTE}(?:\.${BYTE}){3})(?::${PORT})?(?:[/?][!-"$-~]*)?$`,
);

/** An endpoint as a person writes it. */
export const webhook = z.strictObject({
  url: z
    .string()
    .trim()
    .max(1000)
    .regex(ENDPOINT, 'must be an https URL without credentials and fragment')
    .describe('Where events are sent, by POST: https and a public address. It names the endpoint.'),
  events: z
    .array(webhookEvent)
    .min(1)
    .refine((events) => new Set(events).size === events.length, 'must not repeat an event')
    .meta({ uniqueItems: true })
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
