import { z } from 'zod';
import { emailAddress, newPassword, userRole } from './account-file-schema.ts';

const token = z.string().min(1).max(200).describe('The part of the link behind #.');

/** POST /account/v1/session/link. */
export const linkToken = z
  .strictObject({
    token,
    kind: z
      .enum(['invitation', 'reset'])
      .describe('For whom the link is: a new person, or one who forgot their password.'),
  })
  .meta({ id: 'LinkToken' });

export const linkView = z
  .strictObject({
    kind: z.enum(['invitation', 'reset']),
    email: z.string().describe('Whom it is for.'),
    role: userRole.nullable().describe('That they would have; null for a reset.'),
    client: z.string().nullable().describe('Name of the account that they would join; null for a reset.'),
  })
  .meta({ id: 'Link' });

/** POST /account/v1/session/invitation. */
export const acceptance = z
  .strictObject({
    token,
    password: newPassword
      .optional()
      .describe(
        'The present one of somebody who has an account, or a new one. Left out: they are signed in.',
      ),
    code: z.string().max(100).optional().describe('Of somebody who has an account and a second factor.'),
  })
  .meta({ id: 'Acceptance' });

/** POST /account/v1/session/forgot. */
export const forgottenPassword = z.strictObject({ email: emailAddress }).meta({ id: 'ForgottenPassword' });

/** POST /account/v1/session/reset. */
export const passwordReset = z
  .strictObject({ token, new_password: newPassword })
  .meta({ id: 'PasswordReset' });
