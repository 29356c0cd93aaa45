import type { components } from '../../../../shared/client/account-api.d.ts';
import { useReadAll } from '../../client/operations.ts';

export type Webhook = components['schemas']['Webhook'];
export type WebhookEvent = Webhook['events'][number];

/** The webhook endpoints of the account, all of them. */
export const useWebhooks = ({ isWanted = true } = {}) =>
  useReadAll('webhooks', '/account/v1/webhooks', 'webhooks', {}, { enabled: isWanted });

/** Whether the latest deliveries to an enabled endpoint failed. */
export const isFailing = ({ enabled, last_answer }: Webhook) => enabled && (last_answer?.failures ?? 0) > 0;
