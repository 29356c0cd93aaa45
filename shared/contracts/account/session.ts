import { z } from 'zod';
import { count, moment, named, recordId } from '../common.ts';
import { userRole } from './account-file-schema.ts';

const client = z
  .strictObject({ slug: z.string(), name: z.string() })
  .nullable()
  .describe(
    'The account that the caller works on; null for an operator of the service, and where `role` is null.',
  );

const role = z
  .enum([...userRole.options, 'operator'])
  .nullable()
  .describe('In that account; null: the person is in several, and ?client=slug must choose one.');

const mustEnrol = z
  .boolean()
  .describe('A second factor is required there and the person has none: they can only set one up.');

const needsSso = z
  .boolean()
  .describe(
    'Single sign-on is required there and the person signed in with a password: they can only sign in by it, or link.',
  );

const accounts = z
  .array(
    z.strictObject({
      slug: z.string(),
      name: z.string(),
      role: userRole,
      must_enrol: mustEnrol,
      needs_sso: needsSso,
    }),
  )
  .describe('The accounts that the person is a member of, by slug.');

const csrfToken = z.string().describe('Sent back as X-CSRF-Token with every request that changes something.');

/** A person who is signed in. */
const sessionUser = named('SessionUser', {
  email: z.string(),
  role,
  client,
  accounts,
  second_factor: z.boolean().describe('Whether the person has a second factor.'),
  must_enrol: mustEnrol.describe('The same where `role` is, also for an operator of the service.'),
  needs_sso: needsSso.describe('The same where `role` is, also for an operator of the service.'),
  by_sso: z.boolean().describe('They signed in by a provider, and confirm by it: POST /session/sso/confirm.'),
  may_link_sso: z
    .boolean()
    .describe(
      'They signed in with a password, and there is a provider to link with: POST /session/sso/link.',
    ),
});

/** A code of a person's second factor. */
const code = z.string().max(100).describe('Of the authenticator app, or a recovery code.');

/** POST /account/v1/session. */
export const signInRequest = named('SignInRequest', {
  email: z.string().max(1000),
  password: z.string().max(1024),
  code: code.optional().describe('Of somebody who has a second factor.'),
});

export const startedSession = named('StartedSession', { user: sessionUser, csrf_token: csrfToken });

/** GET /account/v1/session. */
export const whoAmIQuery = z.strictObject({
  client: z.string().optional().describe('Slug of the account, of a person who is in several.'),
});

export const whoAmI = named('WhoAmI', {
  user: sessionUser.nullable().describe('null for a token.'),
  token: z
    .strictObject({
      name: z.string(),
      role: userRole.describe('The lower of its own and that of the person who made it.'),
      client,
    })
    .nullable()
    .describe('null for a person.'),
  csrf_token: csrfToken.nullable().describe('null for a token, which needs none.'),
});

/** POST /account/v1/session/confirm. */
export const confirmation = z
  .strictObject({ password: z.string().max(1024).optional(), code: code.optional() })
  .refine(({ password, code }) => (password === undefined) !== (code === undefined), {
    path: ['password'],
    message: 'must come alone, or `code` instead of it',
  })
  .meta({ id: 'SessionConfirmation' });

/** GET /account/v1/second-factor. */
export const secondFactorView = named('SecondFactor', {
  since: moment.nullable().describe('null: you have none.'),
  recovery_codes_left: count,
});

/** POST /account/v1/second-factor. */
export const newSecondFactor = named('NewSecondFactor', {
  otpauth_url: z.string().describe('What an authenticator app reads, as a QR code. It has the seed.'),
});

/** POST /account/v1/second-factor/confirm and /recovery-codes, and DELETE /account/v1/second-factor. */
export const secondFactorCode = named('SecondFactorCode', { code });

export const recoveryCodes = named('RecoveryCodes', {
  recovery_codes: z
    .array(z.string())
    .describe('Each works once in place of a code. They are shown this once.'),
});

/** GET /account/v1/sessions. */
export const sessionsView = named('Sessions', {
  sessions: z.array(
    z.strictObject({
      id: recordId,
      browser: z.string().nullable().describe('What the browser said that it is, when it signed in.'),
      address: z.string().nullable().describe('Where it was last seen.'),
      created_at: moment,
      last_seen_at: moment.describe('At most a minute late.'),
      is_current: z.boolean().describe('The session of this request.'),
    }),
  ),
});

/** PUT /account/v1/session/password. */
export const passwordChange = named('PasswordChange', {
  current_password: z.string().max(1024),
  new_password: z
    .string()
    .min(8)
    .max(1024)
    .describe('At least eight characters, not a common password and not the own address.'),
});
