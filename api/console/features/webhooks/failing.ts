import type { Webhook } from './use-webhooks.ts';

/** Whether the latest deliveries to an enabled endpoint failed. */
export const isFailing = ({ enabled, last_answer }: Webhook) => enabled && (last_answer?.failing ?? 0) > 0;
