import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { acceptInvitation } from '../../../shared/account/change-client.ts';
import {
  acceptance,
  forgottenPassword,
  linkToken,
  linkView,
  passwordReset,
} from '../../../shared/contracts/account/links.ts';
import { startedSession } from '../../../shared/contracts/account/session.ts';
import { accountErrorBody } from '../../../shared/contracts/errors.ts';
import { AppError } from '../../../shared/foundation/errors/app-error.ts';
import { validationFailed } from '../../../shared/foundation/errors/faults.ts';
import { passwordFault } from '../../../shared/foundation/password-fault.ts';
import { findLink, linkTo } from '../../../shared/identity/links.ts';
import { resetMail } from '../../../shared/identity/mails.ts';
import { hashPasswordOf, newForgottenToken, resetPassword } from '../../../shared/identity/passwords.ts';
import { PERSON, type Person } from '../../../shared/identity/sessions.ts';
import { hasCsrfToken } from '../../plugins/browser-session.ts';
import { addOperation } from './responses.ts';
import { signedInBy, start } from './session.ts';

const TAG = 'Session';
const config = { role: 'public' } as const;
const ended = { 404: accountErrorBody.describe('The link was used or replaced, or its time is over.') };

/** What a link in a person's hands is for: an invitation, or a new password. The token is only in bodies. */
export default async function links(app: FastifyInstance): Promise<void> {
  const { db, signIn, mailer, publicUrl } = app.services;

  addOperation(app, TAG, 'POST /session/link', {
    operationId: 'readLink',
    summary: 'Show what a link is for',
    config,
    body: linkToken,
    answer: linkView,
    responses: ended,
    handle: async (_request, _reply, { token, kind }) => {
      const { email, role, client } = await findLink(db, kind, token);
      return { kind, email, role, client: client?.name ?? null };
    },
  });

  addOperation(app, TAG, 'POST /session/invitation', {
    operationId: 'acceptInvitation',
    summary: 'Accept an invitation',
    description:
      'Somebody who has an account sends its password and the code of their second factor, or neither if they are signed in. Somebody who is new chooses one. ' +
      'Sets the cookie of a new session.',
    config,
    body: acceptance,
    answer: startedSession.describe('Accepted, and signed in.'),
    responses: ended,
    handle: async (request, reply, { token, password, code }) => {
      const { email, client } = await findLink(db, 'invitation', token);
      const { signedIn } = request;
      // What the provider of one account says counts in no other.
      const isSignedIn = signedIn?.email === email && signedIn.sso === undefined && hasCsrfToken(request);
      const known =
        password === undefined ? isSignedIn : await hasAccount(request, { email, password, code });
      if (password === undefined && !known)
        throw validationFailed([{ path: 'password', message: 'is required: yours, or a new one' }]);
      const hash = known ? null : await hashPasswordOf(email, password!, 'password');
      await acceptInvitation(db, token, hash, request.ip);
      const person: Person = await db.prisma.user.findUniqueOrThrow({ where: { email }, select: PERSON });
      return start(request, reply, person, client.slug);
    },
  });

  /** Whether the address has an account, of which this is the password. Throws AppError sign_in_failed, second_factor_required. */
  async function hasAccount(
    request: FastifyRequest,
    sent: { readonly email: string; readonly password: string; readonly code: string | undefined },
  ): Promise<boolean> {
    // First, so that the refusal of a bad password does not show whether there is an account.
    const message = passwordFault(sent.email, sent.password);
    if (message !== null) throw validationFailed([{ path: 'password', message }]);
    const checked = await signIn.attempt({ ...sent, address: request.ip });
    return checked.account !== null && (await signedInBy(request, checked)) !== null;
  }

  addOperation(app, TAG, 'POST /session/forgot', {
    operationId: 'forgotPassword',
    summary: 'Ask for a link to a new password',
    description:
      'The link is mailed to the address if somebody has it, at most one in five minutes. The answer does not tell.',
    config,
    body: forgottenPassword,
    answer: z.undefined().describe('Asked for.'),
    responses: { 409: accountErrorBody.describe('The service sends no mails.') },
    handle: async (request, _reply, { email }) => {
      if (mailer === null) throw new AppError('no_mail');
      await signIn.countMail(request.ip);
      // Not awaited: the time of the answer must not show whether the address has an account.
      const token = newForgottenToken(db, email, request.ip);
      mailer.send(
        token.then((made) => (made === null ? null : resetMail(email, linkTo(publicUrl, 'reset', made)))),
      );
    },
  });

  addOperation(app, TAG, 'POST /session/reset', {
    operationId: 'resetPassword',
    summary: 'Set a new password by a link',
    description: 'Ends all sessions of the person, who then signs in.',
    config,
    body: passwordReset,
    answer: z.undefined().describe('The password is changed.'),
    responses: ended,
    handle: async (request, _reply, { token, new_password }) => {
      await resetPassword(db, token, new_password, request.ip);
    },
  });
}
