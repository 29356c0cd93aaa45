import { z } from 'zod';
import { named } from '../common.ts';
import { emailAddress, newPassword, userRole } from './account-file-schema.ts';

const token = z.string().min(1).max(200).describe('The part of the link behind #.');

/** POST /account/v1/session/link. */
export const linkToken = named('LinkToken', {
  token,
  kind: z
    .enum(['invitation', 'reset'])
    .describe('For whom the link is: a new person, or one who forgot their password.'),
});

export const linkView = named('Link', {
  kind: z.enum(['invitation', 'reset']),
  email: z.string().describe('Whom it is for.'),
  role: userRole.nullable().describe('That they would have; null for a reset.'),
  client: z.string().nullable().describe('Name of the account that they would join; null for a reset.'),
});

/** POST /account/v1/session/invitation. */
export const acceptance = named('Acceptance', {
  token,
  password: newPassword
    .optional()
    .describe('The present one of somebody who has an account, or a new one. Left out: they are signed in.'),
  code: z.string().max(100).optional().describe('Of somebody who has an account and a second factor.'),
});

/** POST /account/v1/session/forgot. */
export const forgottenPassword = named('ForgottenPassword', { email: emailAddress });

/** POST /account/v1/session/reset. */
export const passwordReset = named('PasswordReset', { token, new_password: newPassword });
