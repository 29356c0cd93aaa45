import { z } from 'zod';
import { recordId } from './common.ts';

/** Key validation (routing-service-api.md section 2.8). */
export const meResponse = z
  .strictObject({
    status: z.literal('ok'),
    api_key_id: recordId,
    client_id: recordId,
    environment: z.enum(['test', 'live']),
    key_prefix: z.string().describe('Leading part of the key.'),
    name: z.string().describe('Name of the key.'),
    subscription_status: z.enum(['trialing', 'active', 'past_due', 'paused', 'cancelled']),
    subscription_tier: z.string().describe('Code of the plan.'),
  })
  .meta({ id: 'Me' });
