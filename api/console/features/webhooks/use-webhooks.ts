import type { components } from '../../../../shared/client/account-api.d.ts';
import { useReadAll } from '../../client/operations.ts';

export type Webhook = components['schemas']['Webhook'];
export type WebhookEvent = Webhook['events'][number];

/** The webhook endpoints of the account, all of them. */
export const useWebhooks = ({ isWanted = true } = {}) =>
  useReadAll('webhooks', '/account/v1/webhooks', 'webhooks', {}, { enabled: isWanted });
