import { z } from 'zod';
import { count, moment, named, recordId } from './common.ts';
import { scopeName } from './scopes.ts';

/** Key validation, and how much of the plan is used. */
export const meResponse = named('Me', {
  status: z.literal('ok'),
  api_key_id: recordId,
  client_id: recordId,
  environment: z.enum(['test', 'live']),
  key_prefix: z.string().describe('Leading part of the key.'),
  name: z.string().describe('Name of the key.'),
  subscription_status: z.enum(['trialing', 'active', 'past_due', 'paused', 'cancelled']),
  subscription_tier: z.string().describe('Code of the plan.'),
  plan: z
    .strictObject({
      code: z.string(),
      period: z.enum(['total', 'month']).describe('What usage is counted over: all time, or the UTC month.'),
      limit: count.nullable().describe('Routed orders in that period; null: no limit.'),
      used: count.describe('Routed so far, by live keys: test keys do not count.'),
      remaining: count.nullable().describe('null: no limit.'),
    })
    .describe('What the plan allows, and what the client has used of it in the present period.'),
  scopes: z.array(scopeName).nullable().describe('What the key may do; null: everything.'),
  expires_at: moment.nullable().describe('When the key expires; null: it does not.'),
  currency: z.string().exactOptional().describe('Of costs. Only if the account has rates.'),
});
