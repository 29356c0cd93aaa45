import { Webhook } from 'standardwebhooks';

/** An event that the service has sent. */
export interface WebhookEvent {
  /** For example `run.completed`. */
  readonly type: string;
  /** When it happened. */
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/**
 * Returns the event of a delivery. Throws WebhookVerificationError of `standardwebhooks` unless `body` was signed with
 * `secret` (`whsec_…`) within the last five minutes. `body` must be the text as it came, not parsed and written again.
 */
export function verifyWebhook(
  secret: string,
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
  body: string,
): WebhookEvent {
  const single = Object.entries(headers).filter(([, value]) => typeof value === 'string');
  return new Webhook(secret).verify(
    body,
    Object.fromEntries(single) as Record<string, string>,
  ) as WebhookEvent;
}
