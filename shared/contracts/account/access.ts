import { z } from 'zod';
import { moment, recordId } from '../common.ts';
import { apiKey, keyName, user } from './account-file-schema.ts';

const createdBy = z
  .string()
  .nullable()
  .describe('The person of the account who made it, also by a token; null: an operator, or a command.');
const lastUsed = moment.nullable().describe('Some seconds late; null: not used yet.');

export const apiKeyView = z
  .strictObject({
    id: recordId,
    name: z.string(),
    environment: z.enum(['test', 'live']),
    created_by: createdBy,
    key_prefix: z.string().describe('Leading part of the key.'),
    created_at: moment,
    last_used_at: lastUsed,
    revoked_at: moment.nullable(),
  })
  .meta({ id: 'ApiKey' });
export const newApiKey = apiKey.meta({ id: 'NewApiKey' });
export const createdApiKey = apiKeyView
  .extend({ key: z.string().describe('The key itself, shown this once.') })
  .meta({ id: 'CreatedApiKey' });

const tokenRole = z.enum(['member', 'owner']);

export const tokenView = z
  .strictObject({
    id: recordId,
    name: z.string(),
    role: tokenRole,
    created_by: createdBy,
    token_prefix: z.string().describe('Leading part of the token.'),
    created_at: moment,
    last_used_at: lastUsed,
    revoked_at: moment.nullable(),
  })
  .meta({ id: 'AccountToken' });
export const newToken = z
  .strictObject({ name: keyName, role: tokenRole.describe('The rights that the token has.') })
  .meta({ id: 'NewAccountToken' });
export const createdToken = tokenView
  .extend({ token: z.string().describe('The token itself, shown this once.') })
  .meta({ id: 'CreatedAccountToken' });

export const userView = z
  .strictObject({
    email: z.string(),
    role: z.enum(['member', 'owner', 'operator']),
    created_at: moment,
  })
  .meta({ id: 'User' });
export const removalQuery = z.strictObject({
  end_keys: z
    .enum(['true', 'false'])
    .optional()
    .describe('Whether the API keys that the person made are revoked. Left out: they stay.'),
});
export const newUser = user.required({ password: true }).meta({ id: 'NewUser' });
export const userPatch = user.omit({ email: true }).partial().meta({ id: 'UserPatch' });
