import { z } from 'zod';
import { count, moment, named } from '../common.ts';
import { emailAddress, userRole } from './account-file-schema.ts';
import { text } from './account-text.ts';

const MAX_DOMAINS = 50;

const domain = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/, 'must be a domain name')
  .describe('What stands behind the @ of its people.');

function isIssuer(address: string): boolean {
  const url = URL.parse(address);
  return (
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.username + url.password + url.search + url.hash === ''
  );
}

const members = {
  issuer: z
    .string()
    .trim()
    .max(1000)
    .refine(isIssuer, 'must be an https URL without credentials, query and fragment')
    .describe('The provider: its metadata stand at /.well-known/openid-configuration under it.'),
  client_id: text.describe('The ID of this application at your provider.'),
  domains: z
    .array(domain)
    .max(MAX_DOMAINS)
    .refine((domains) => new Set(domains).size === domains.length, 'must not repeat a domain')
    .readonly()
    .describe('Whose people sign in by it. A domain counts once it is proved.'),
  role_claim: text
    .exactOptional()
    .describe(
      'A claim of the ID token, also one within another (realm_access.roles). Left out: roles are set here.',
    ),
  roles: z
    .record(text, userRole)
    .exactOptional()
    .describe(
      'The role of each value of role_claim; of several the highest. Left out: the values are the roles.',
    ),
  required: z
    .boolean()
    .exactOptional()
    .describe('true: nobody works on the account by a password but break_glass_user.'),
  scopes: z
    .array(z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,200}$/, 'must be a scope of OAuth 2.0'))
    .max(50)
    .readonly()
    .exactOptional()
    .describe(
      'What is asked of the provider beside `openid`. Left out: `email`, and `profile` and `offline_access` if it has them.',
    ),
  break_glass_user: emailAddress.describe('An owner who gets in while the provider does not answer.'),
};

/** What is read of a provider's claims, of whatever form they are. */
export const providerClaims = z.object({
  iss: z.string(),
  sub: z.string().regex(/^[\x20-\x7e]{1,255}$/, 'must have 1 to 255 ASCII characters'),
  email: emailAddress.optional(),
  email_verified: z
    .union(
      [z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')],
      'must be true or false',
    )
    .optional(),
  auth_time: z.number().optional(),
  sid: z.string().max(1000).optional(),
});

/** A connection as an owner writes it. */
export const ssoConnection = z
  .strictObject({
    ...members,
    client_secret: z
      .string()
      .min(1)
      .max(2000)
      .exactOptional()
      .describe('Left out: the present one stays. Another issuer needs it again.'),
  })
  .refine(({ role_claim, roles }) => roles === undefined || role_claim !== undefined, {
    path: ['roles'],
    message: 'need a role_claim',
  });

/** PUT /account/v1/sso. */
export const ssoBody = named('SsoConnection', { sso: ssoConnection });

export const ssoDomainParams = z.object({ domain });

export const ssoDomainView = named('SsoDomain', {
  domain: z.string(),
  record: z
    .strictObject({ name: z.string(), type: z.literal('TXT'), value: z.string() })
    .describe('What DNS must say, as long as the domain is used.'),
  proved_at: moment.nullable().describe('null: it does not count.'),
  proved_by: z.enum(['dns', 'operator']).nullable(),
  checked_at: moment.nullable().describe('When DNS was last asked: daily, and by you.'),
});

export const checkedSsoDomain = ssoDomainView
  .extend({ problem: z.string().nullable().describe('Why it is not proved, or not any more; null: it is.') })
  .meta({ id: 'CheckedSsoDomain' });

/** What a provider said at a test. */
export const ssoTest = z.strictObject({
  at: moment,
  problem: z.string().nullable().describe('Why nobody could sign in so; null: they could.'),
  claims: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe(
      'What the provider said of the person: iss, sub, email, email_verified, auth_time, the role_claim.',
    ),
  role: userRole.nullable().describe('That they would have; null: none, or none by a claim.'),
});

/** GET /account/v1/sso. */
export const ssoView = named('Sso', {
  sso: z
    .strictObject(members)
    .nullable()
    .describe('As PUT takes it, without the secret. null: there is no single sign-on.'),
  domains: z.array(ssoDomainView).describe('The same domains, and how each is proved.'),
  redirect_url: z
    .string()
    .nullable()
    .describe(
      'To be allowed at the provider; null: the service has no PUBLIC_URL, so nobody can sign in so.',
    ),
  logout_url: z.string().nullable().describe('For the provider’s back-channel logout.'),
  people: z
    .strictObject({ linked: count, not_linked: count })
    .describe('Members who have signed in by it, and those who have not.'),
  can_require: z.boolean().describe('You are an owner and signed in by it: only then `required` can be set.'),
  last_test: ssoTest.nullable(),
});

const returnTo = z
  .string()
  .max(1000)
  .regex(/^\/([\w\-.?&=%~+,:][\w\-./?&=%~+,:]*)?$/, 'must be a path of the console')
  .default('/')
  .describe('The page where the browser goes afterwards.');

/** Of a person who is signed in. */
export const ssoReturn = named('SsoReturn', { return_to: returnTo });

/** POST /account/v1/session/sso. */
export const ssoStart = named('SsoStart', {
  return_to: returnTo,
  email: emailAddress.describe('Its domain says which provider. No other part of it is used.'),
});

/** Where the browser goes. */
export const ssoRedirect = named('SsoRedirect', {
  authorization_url: z
    .string()
    .describe('The page opens it. It can be used by this browser, within ten minutes.'),
});

/** POST /account/v1/session/sso/logout. */
export const ssoLogout = z.looseObject({ logout_token: z.string().max(20_000) }).meta({ id: 'SsoLogout' });

/** GET /account/v1/session/sso/callback: what OpenID Connect and its extensions add to the address. */
export const ssoAnswer = z.looseObject({ state: z.string().optional() });
