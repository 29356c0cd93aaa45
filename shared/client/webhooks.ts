import { Webhook } from 'standardwebhooks';
import type { webhooks } from './openapi.d.ts';

/** An event that the service has sent. Its `type`, such as `run.completed`, says what its `data` is. */
export type WebhookEvent = webhooks[keyof webhooks];

/** Headers of a request as a framework has them: of Node.js, or of the web. */
export type WebhookHeaders =
  | Iterable<readonly [string, string]>
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Returns the event of a delivery. Throws WebhookVerificationError of `standardwebhooks` unless `body` was signed with
 * `secret` (`whsec_…`) within the last five minutes. `body` must be as it came, not parsed and written again.
 */
export function verifyWebhook(
  secret: string,
  headers: WebhookHeaders,
  body: string | Uint8Array,
): WebhookEvent {
  const entries = Symbol.iterator in headers ? [...headers] : Object.entries(headers);
  const single = entries.filter(([, value]) => typeof value === 'string');
  const text = typeof body === 'string' ? body : Buffer.from(body).toString();
  return new Webhook(secret).verify(
    text,
    Object.fromEntries(single) as Record<string, string>,
  ) as WebhookEvent;
}
