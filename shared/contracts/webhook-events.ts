import { z } from 'zod';
import { unroutableFields } from './a/schema.ts';
import { auditEntry } from './account/history.ts';
import type { WebhookEvent } from './account/webhooks.ts';
import { count, moment, recordId } from './common.ts';
import { releasedOrder } from './correct.ts';
import { inventorySyncResponse, shortPairs } from './inventory.ts';
import { runResult, runView } from './run.ts';
import { shippedOrder } from './shipped.ts';
import { whatIfView } from './what-if.ts';

const unroutableOrders = z.strictObject({
  routing_run_id: recordId,
  none_count: count,
  orders: z
    .array(z.strictObject({ order_id: z.string(), ...unroutableFields }).omit({ unroutable_category: true }))
    .describe('The first 1,000.'),
  all_orders: z.string().describe('The path of all of them.'),
});

const expiringKey = z.strictObject({
  api_key_id: recordId,
  name: z.string(),
  environment: z.enum(['test', 'live']),
  key_prefix: z.string().describe('Leading part of the key.'),
  expires_at: moment,
});

const brokenGlass = z.strictObject({
  email: z.string().describe('Who signed in with a password although single sign-on is required.'),
  address: z.string(),
});

const lostDomain = z.strictObject({
  domain: z
    .string()
    .describe('DNS no longer proves it. It still counts: single sign-on is required and there is no other.'),
  problem: z.string(),
});

/** What an endpoint is sent, by the type of the event (docs/guides/webhooks.md). */
export const EVENT_BODIES = {
  'run.completed': eventBody('run.completed', runView),
  'run.failed': eventBody('run.failed', runView),
  'run.cancelled': eventBody('run.cancelled', runView),
  'inventory.synced': eventBody('inventory.synced', inventorySyncResponse),
  'inventory.short': eventBody('inventory.short', shortPairs),
  'what_if.completed': eventBody('what_if.completed', whatIfView),
  'order.rerouted': eventBody('order.rerouted', runResult),
  'order.released': eventBody(
    'order.released',
    releasedOrder.extend({ reason: z.literal('expired').exactOptional() }),
  ),
  'order.shipped': eventBody('order.shipped', shippedOrder),
  'order.unroutable': eventBody('order.unroutable', unroutableOrders),
  'api_key.expiring': eventBody('api_key.expiring', expiringKey),
  'sso.break_glass': eventBody('sso.break_glass', brokenGlass),
  'sso.domain_lost': eventBody('sso.domain_lost', lostDomain),
  'audit.recorded': eventBody('audit.recorded', auditEntry),
  'webhook.test': eventBody('webhook.test', z.strictObject({ url: z.string() })),
} satisfies Record<WebhookEvent | 'webhook.test', z.ZodType>;

function eventBody<T extends string, D extends z.ZodType>(type: T, data: D) {
  return z
    .strictObject({ type: z.literal(type), timestamp: moment.describe('When it happened.'), data })
    .meta({ id: `${eventName(type)}Event` });
}

/** `RunCompleted` */
function eventName(type: string): string {
  return type.replace(/(?:^|[._])(\w)/g, (_match, letter: string) => letter.toUpperCase());
}
