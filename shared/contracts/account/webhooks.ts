import { z } from 'zod';
import { count, HAS_NUL, moment, named, paged, pageQuery, recordId, soughtText } from '../common.ts';
import { etag } from './account-text.ts';

/** Events that a client can receive. docs/guides/webhooks.md says when each happens and what its data is. */
export const WEBHOOK_EVENTS = [
  'run.completed',
  'run.failed',
  'run.cancelled',
  'inventory.synced',
  'inventory.short',
  'what_if.completed',
  'order.rerouted',
  'order.released',
  'order.shipped',
  'order.unroutable',
  'api_key.expiring',
  'sso.break_glass',
  'sso.domain_lost',
  'audit.recorded',
] as const;

const webhookEvent = z.enum(WEBHOOK_EVENTS);

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
    .regex(
      ENDPOINT,
      'must be an https URL with a host name or IPv4 address, without credentials and fragment',
    )
    .describe('Where events are sent, by POST: https and a public address. It names the endpoint.'),
  events: z
    .array(webhookEvent)
    .min(1)
    .refine((events) => new Set(events).size === events.length, 'must not repeat an event')
    .meta({ uniqueItems: true })
    .readonly()
    .describe('Event types to send: docs/guides/webhooks.md.'),
  enabled: z.boolean().default(true).describe('false: nothing is sent to it.'),
});

const secret = z.string().describe('What deliveries are signed with, shown this once.');

export const lastAnswer = z
  .strictObject({
    at: moment,
    status: z.int().nullable().describe('null: there was no answer, but an error.'),
    error: z.string().nullable(),
    failures: z.int().describe('Answers in a row that were no success.'),
    failing: count.describe('Deliveries that are failing, of the latest 10,000 to it.'),
  })
  .nullable()
  .describe('null: it was not called yet.');

export const webhookView = named('Webhook', {
  url: z.string(),
  events: z.array(webhookEvent),
  enabled: z.boolean(),
  last_answer: lastAnswer.optional(),
  etag,
});
export const createdWebhook = webhookView
  .extend({
    secret: secret
      .nullable()
      .describe('What deliveries are signed with, shown this once; null in a dry run.'),
  })
  .meta({ id: 'CreatedWebhook' });
export const webhookBody = webhook.meta({ id: 'NewWebhook' });
export const webhookPatch = webhook.omit({ url: true }).partial().meta({ id: 'WebhookPatch' });
export const rotatedSecret = named('RotatedWebhookSecret', {
  url: z.string(),
  secret,
  previous_until: moment.describe('Until then, deliveries are signed with the previous secret too.'),
});

/** dropped: it was never sent, because too many to the endpoint waited. */
export const deliveryStatus = z.enum(['pending', 'delivered', 'failed', 'dropped']);

/** What deliveries are searched by. */
export const soughtStatus = z.enum([...deliveryStatus.options, 'failing']);

const listedDelivery = named('ListedWebhookDelivery', {
  delivery_id: recordId,
  webhook_id: z.string().describe('The header webhook-id, the same in every attempt.'),
  url: z.string(),
  type: z.string(),
  status: deliveryStatus,
  attempts: count,
  created_at: moment,
  next_attempt_at: moment.nullable().describe('null unless it is pending.'),
  answered_at: moment.nullable().describe('When the last attempt ended.'),
  response_status: z.int().nullable(),
  error: z.string().nullable().describe('Why there was no answer.'),
});

export const deliveryView = listedDelivery
  .extend({
    body: z.string().nullable().describe('As it was sent; null before the first attempt.'),
    response_body: z.string().nullable().describe('The first 4,096 bytes.'),
  })
  .meta({ id: 'WebhookDelivery' });

/** What was sent of one order. Addresses of endpoints are their owners' alone, so only the host is said. */
export const orderDeliveries = named('OrderWebhookDeliveries', {
  deliveries: z
    .array(listedDelivery.omit({ url: true, next_attempt_at: true }).extend({ host: z.string() }))
    .describe('The last 100 of 30 days, newest first. An event about several orders is not among them.'),
});

export const deliveriesQuery = pageQuery.extend({
  url: soughtText(1000, HAS_NUL).optional().describe('Only those to this endpoint.'),
  status: soughtStatus
    .optional()
    .describe(
      'Only those of this status, or failing: its last attempt was no success, and nothing got through since.',
    ),
});

export const deliveryPage = paged('WebhookDeliveryPage', {
  deliveries: z.array(listedDelivery).describe('Newest first.'),
});
