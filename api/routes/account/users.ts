import type { FastifyPluginAsync } from 'fastify';
import { z } from 'zod';
import { listUsers } from '../../../shared/accounts/users.ts';
import { newUser, removalQuery, userPatch, userView } from '../../../shared/contracts/account/access.ts';
import { emailAddress } from '../../../shared/contracts/account/account-file-schema.ts';
import { accountErrorBody } from '../../../shared/contracts/errors.ts';
import { addOperation } from './responses.ts';
import { workOnAccount } from './work-on-account.ts';

const TAG = 'Access';
const params = z.object({ email: emailAddress });
const lastOwner = { 409: accountErrorBody.describe('The account would be left without an owner.') };

/** People who may sign in for the client. */
const users: FastifyPluginAsync = async (app) => {
  const { db } = app.services;
  const list = async (slug: string) =>
    (await listUsers(db.prisma, slug)).map(({ client: _, ...user }) => user);
  const find = async (slug: string, email: string) =>
    (await list(slug)).find((user) => user.email === email)!;

  addOperation(app, 'GET /users', {
    operationId: 'listUsers',
    tag: TAG,
    summary: 'List users',
    config: { role: 'member' },
    answer: z.strictObject({ users: z.array(userView) }),
    handle: async ({ account }) => ({ users: await list(account.slug) }),
  });

  addOperation(app, 'POST /users', {
    operationId: 'inviteUser',
    tag: TAG,
    summary: 'Add a user',
    description:
      'With a password to begin with. Somebody who was removed can be added again, also to another account.',
    config: { role: 'owner' },
    body: newUser,
    status: 201,
    answer: userView,
    responses: { 409: accountErrorBody.describe('An active user with this address already exists.') },
    handle: async (request, _reply, entry) => {
      const { account } = request;
      await workOnAccount(request, 'addClientUser', [account, entry]);
      return find(account.slug, entry.email);
    },
  });

  addOperation(app, 'PATCH /users/:email', {
    operationId: 'changeUser',
    tag: TAG,
    summary: 'Change a user’s role or password',
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
      return find(account.slug, email);
    },
  });

  addOperation(app, 'DELETE /users/:email', {
    operationId: 'removeUser',
    tag: TAG,
    summary: 'Remove a user',
    description:
      'Ends what the user may do, at once, and the account tokens that they made. API keys that they made stay, unless ' +
      'end_keys is true. The address can be added again, also to another account.',
    config: { role: 'owner' },
    params,
    query: removalQuery,
    status: 204,
    answer: z.undefined().describe('Removed.'),
    responses: lastOwner,
    handle: async (request, reply) => {
      const { account, params, query } = request;
      const removal = { email: params.email, end_keys: query.end_keys === 'true' };
      await workOnAccount(request, 'removeClientUser', [account, removal]);
      return reply.send();
    },
  });
};

export default users;
