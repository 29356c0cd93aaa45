import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { findClient } from '../../../shared/account/clients.ts';
import {
  invitedUser,
  newUser,
  removalQuery,
  userPatch,
  usersView,
  userView,
} from '../../../shared/contracts/account/access.ts';
import { emailAddress } from '../../../shared/contracts/account/account-file-schema.ts';
import { accountErrorBody } from '../../../shared/contracts/errors.ts';
import type { UserRole } from '../../../shared/db/generated/enums.ts';
import { listInvitations } from '../../../shared/identity/links.ts';
import { nameOf, secondFactorResetMail } from '../../../shared/identity/mails.ts';
import { resetSecondFactor } from '../../../shared/identity/second-factor.ts';
import { givesRoles } from '../../../shared/identity/sso/sso-state.ts';
import { listUsers } from '../../../shared/identity/users.ts';
import { mailInvitations } from './mail-invitations.ts';
import { addOperation } from './responses.ts';
import { workOnAccount } from './work-on-account.ts';

const TAG = 'Access';
const params = z.object({ email: emailAddress });
const lastOwner = { 409: accountErrorBody.describe('The account would be left without an owner.') };

/** People who may sign in for the client. */
export default async function users(app: FastifyInstance): Promise<void> {
  const { db, publicUrl, mailer } = app.services;
  const list = async (slug: string) =>
    (await listUsers(db.prisma, slug)).map(({ client: _, role, ...user }) => ({
      ...user,
      role: role as UserRole,
    }));

  addOperation(app, TAG, 'GET /users', {
    operationId: 'listUsers',
    summary: 'List users',
    config: { role: 'member' },
    answer: usersView,
    handle: async ({ account }) => ({
      users: await list(account.slug),
      invitations: await listInvitations(db.prisma, account.client_id),
      require_second_factor: (await findClient(db.prisma, account.slug)).require_second_factor,
      roles_by_claim: await givesRoles(db, account.client_id),
      can_invite: publicUrl !== null,
    }),
  });

  addOperation(app, TAG, 'POST /users', {
    operationId: 'inviteUser',
    summary: 'Invite a user',
    description:
      'Makes a link for this address and role, which is used once within seven days. If the service has SMTP_URL, it is mailed, and only mailed; else it is answered. An earlier link for the address ends. ' +
      'The answer is the same whether the person has an account already or not.',
    config: { role: 'owner' },
    body: newUser,
    status: 201,
    answer: invitedUser,
    responses: {
      409: accountErrorBody.describe(
        'A user of the account has this address, or the service has no PUBLIC_URL.',
      ),
    },
    handle: async (request, _reply, entry) => {
      const { account } = request;
      const mailed = mailer !== null;
      const links = { public_url: publicUrl, mailed };
      const invitation_url = await workOnAccount(request, 'inviteClientUser', [account, entry, links]);
      await mailInvitations(request, [{ email: entry.email, invitation_url }]);
      const invitations = await listInvitations(db.prisma, account.client_id);
      const invitation = invitations.find(({ email }) => email === entry.email)!;
      return { ...invitation, invitation_url: mailed ? null : invitation_url, mailed };
    },
  });

  addOperation(app, TAG, 'PATCH /users/:email', {
    operationId: 'changeUser',
    summary: 'Change a user’s role',
    description: 'Ends all sessions of the user.',
    config: { role: 'owner' },
    params,
    body: userPatch,
    answer: userView,
    responses: lastOwner,
    handle: async (request, _reply, patch) => {
      const { account, params } = request;
      const { email } = params;
      await workOnAccount(request, 'changeClientUser', [account, email, patch]);
      return (await list(account.slug)).find((user) => user.email === email)!;
    },
  });

  addOperation(app, TAG, 'DELETE /users/:email/second-factor', {
    operationId: 'resetSecondFactor',
    summary: 'Reset a user’s second factor',
    description:
      'For somebody who has lost it. Ends their sessions; they sign in with the password alone, and set up another one. Of a user of ' +
      'several accounts only an operator resets it.',
    config: { role: 'owner' },
    params,
    answer: z.undefined().describe('They have no second factor now.'),
    handle: async ({ account, params }) => {
      await resetSecondFactor(db, account.who, params.email, account.client_id);
      mailer?.send(secondFactorResetMail(params.email, nameOf(account.who)));
    },
  });

  addOperation(app, TAG, 'DELETE /users/:email', {
    operationId: 'removeUser',
    summary: 'Remove a user, or withdraw an invitation',
    description:
      'Ends what the user may do in this account, at once, and the account tokens and open invitations that they made. API keys that they made stay, unless ' +
      'end_keys is true. A person of no other account can sign in no more.',
    config: { role: 'owner' },
    params,
    query: removalQuery,
    answer: z.undefined().describe('Removed.'),
    responses: lastOwner,
    handle: async (request) => {
      const { account, params, query } = request;
      const removal = { email: params.email, end_keys: query.end_keys === 'true' };
      await workOnAccount(request, 'removeClientUser', [account, removal]);
    },
  });
}
