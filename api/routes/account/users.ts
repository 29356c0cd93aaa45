import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { addClientUser, changeClientUser, removeClientUser } from '../../../shared/accounts/client-users.ts';
import { listUsers, type UserInfo } from '../../../shared/accounts/users.ts';
import { newUser, userPatch, userView } from '../../../shared/contracts/account/access.ts';
import { emailAddress } from '../../../shared/contracts/account/account-file-schema.ts';
import { accountErrorBody } from '../../../shared/contracts/errors.ts';
import { readStrictBody } from '../../../shared/contracts/intake/strict-body.ts';
import { bodyErrors } from './responses.ts';
import { workOnAccount } from './work-on-account.ts';

const TAGS = ['Access'];
const params = z.object({ email: emailAddress });
const lastOwner = { 409: accountErrorBody.describe('The account would be left without an owner.') };

/** People who may sign in for the client. */
const users: FastifyPluginAsyncZod = async (app) => {
  const { db } = app.services;
  const find = async (slug: string, email: string) =>
    shown((await listUsers(db.prisma, slug)).find((user) => user.email === email)!);

  app.get(
    '/users',
    {
      config: { role: 'member' },
      schema: {
        operationId: 'listUsers',
        tags: TAGS,
        summary: 'List users',
        description: 'Those who were removed too.',
        response: { 200: z.strictObject({ users: z.array(userView) }) },
      },
    },
    async ({ account }) => ({ users: (await listUsers(db.prisma, account.slug)).map(shown) }),
  );

  app.post(
    '/users',
    {
      config: { role: 'owner', ownBodies: { 'application/json': newUser } },
      schema: {
        operationId: 'inviteUser',
        tags: TAGS,
        summary: 'Add a user',
        description: 'With a password to begin with. Somebody who was removed can be added again.',
        response: {
          201: userView,
          ...bodyErrors,
          409: accountErrorBody.describe('An active user with this address already exists.'),
        },
      },
    },
    async (request, reply) => {
      const { account, wholeBody } = request;
      const entry = readStrictBody(newUser, wholeBody);
      await workOnAccount(request, addClientUser, [account, entry]);
      return reply.code(201).send(await find(account.slug, entry.email));
    },
  );

  app.patch(
    '/users/:email',
    {
      config: { role: 'owner', ownBodies: { 'application/json': userPatch } },
      schema: {
        operationId: 'changeUser',
        tags: TAGS,
        summary: 'Change a user’s role or password',
        description: 'Ends all sessions of the user.',
        params,
        response: { 200: userView, ...bodyErrors, ...lastOwner },
      },
    },
    async (request) => {
      const { account, params, wholeBody } = request;
      const { email } = params;
      const patch = readStrictBody(userPatch, wholeBody);
      await workOnAccount(request, changeClientUser, [account, email, patch]);
      return find(account.slug, email);
    },
  );

  app.delete(
    '/users/:email',
    {
      config: { role: 'owner' },
      schema: {
        operationId: 'removeUser',
        tags: TAGS,
        summary: 'Remove a user',
        description: 'Ends what the user may do, at once. The address can be added again.',
        params,
        response: { 204: z.undefined().describe('Removed.'), ...lastOwner },
      },
    },
    async (request, reply) => {
      const { account, params } = request;
      await workOnAccount(request, removeClientUser, [account, params.email]);
      return reply.code(204).send();
    },
  );
};

export default users;

function shown({ email, role, created_at, removed_at }: UserInfo): z.output<typeof userView> {
  return {
    email,
    role,
    created_at: created_at.toISOString(),
    removed_at: removed_at?.toISOString() ?? null,
  };
}
