import { z } from 'zod';
import { moment, named, recordId } from '../common.ts';
import { scopeName } from '../scopes.ts';
import { allowedAddresses, apiKey, expiresAt, keyName, user, userRole } from './account-file-schema.ts';

/** The secret before a new one works for so many hours, unless the caller says otherwise. */
export const OVERLAP_HOURS = 24;
export const MAX_OVERLAP_HOURS = 168;

const createdBy = z
  .string()
  .nullable()
  .describe('The person of the account who made it, also by a token; null: an operator, or a command.');
/** What keys and tokens have beside their names. */
const ofKeys = {
  expires_at: moment.nullable().describe('From then on it is refused; null: it does not expire.'),
  allowed_addresses: z
    .array(z.string())
    .nullable()
    .describe('IP addresses and ranges that it may be used from; null: anywhere.'),
  rolled_at: moment.nullable().describe('When it got its present secret; null: when it was created.'),
  previous_until: moment.nullable().describe('How long the secret before works; null: there was none.'),
  last_used_from: z.string().nullable().describe('The address of its last use.'),
  created_at: moment,
  last_used_at: moment.nullable().describe('Some seconds late; null: not used yet.'),
  revoked_at: moment.nullable(),
};

/** How a key or token gets a new secret. */
export const rollBody = named('Roll', {
  overlap_hours: z
    .int()
    .min(0)
    .max(MAX_OVERLAP_HOURS)
    .default(OVERLAP_HOURS)
    .describe('How long the secret before still works. Of older ones none does.'),
});

/** The same of a webhook endpoint, whose request has no body. */
export const rollQuery = z.strictObject({
  overlap_hours: z.coerce
    .number()
    .int()
    .min(0)
    .max(MAX_OVERLAP_HOURS)
    .default(OVERLAP_HOURS)
    .describe('How long deliveries are signed with the secret before, too.'),
});

export const apiKeyView = named('ApiKey', {
  id: recordId,
  name: z.string(),
  environment: z.enum(['test', 'live']),
  created_by: createdBy,
  key_prefix: z.string().describe('Leading part of the key.'),
  scopes: z.array(scopeName).nullable().describe('What it may do; null: everything.'),
  ...ofKeys,
});
export const newApiKey = apiKey.meta({ id: 'NewApiKey' });
export const createdApiKey = apiKeyView
  .extend({ key: z.string().describe('The key itself, shown this once.') })
  .meta({ id: 'CreatedApiKey' });

const tokenRole = z.enum(['member', 'owner']);

export const tokenView = named('AccountToken', {
  id: recordId,
  name: z.string(),
  role: tokenRole,
  created_by: createdBy,
  token_prefix: z.string().describe('Leading part of the token.'),
  ...ofKeys,
});
export const newToken = named('NewAccountToken', {
  name: keyName,
  role: tokenRole.describe('The rights that the token has.'),
  expires_at: expiresAt,
  allowed_addresses: allowedAddresses,
});
export const createdToken = tokenView
  .extend({ token: z.string().describe('The token itself, shown this once.') })
  .meta({ id: 'CreatedAccountToken' });

export const userView = named('User', {
  email: z.string(),
  role: userRole,
  second_factor: z.boolean().describe('Whether they have one.'),
  created_at: moment,
});
export const invitationView = named('Invitation', {
  email: z.string(),
  role: userRole,
  created_by: z
    .string()
    .nullable()
    .describe('The person of the account who invited; null: an operator, or a command.'),
  created_at: moment,
  expires_at: moment.describe('The link works until then.'),
});
export const usersView = z.strictObject({
  users: z.array(userView),
  invitations: z.array(invitationView).describe('Nobody has accepted them yet.'),
  require_second_factor: z
    .boolean()
    .describe('Who has none can only set one up. A member `client` of the account file.'),
  roles_by_claim: z
    .boolean()
    .describe('The identity provider gives roles: it lets somebody in again who is removed here alone.'),
  can_invite: z.boolean().describe('false: the service has no PUBLIC_URL, so it makes no links.'),
});
export const invitedUser = invitationView
  .extend({
    invitation_url: z.string().nullable().describe('The link itself, shown this once; null: it is mailed.'),
    mailed: z.boolean().describe('Whether the link is on its way to the address.'),
  })
  .meta({ id: 'InvitedUser' });
export const removalQuery = z.strictObject({
  end_keys: z
    .enum(['true', 'false'])
    .optional()
    .describe('Whether the API keys that the person made are revoked. Left out: they stay.'),
});
export const newUser = user.omit({ password: true }).meta({ id: 'NewUser' });
export const userPatch = user.pick({ role: true }).partial().meta({ id: 'UserPatch' });
