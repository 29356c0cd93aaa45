import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { findClient } from '../../../shared/account/clients.ts';
import { readSso } from '../../../shared/account/sso-connection.ts';
import { checkDomain } from '../../../shared/account/sso-domains.ts';
import { dryRun } from '../../../shared/contracts/account/account.ts';
import {
  checkedSsoDomain,
  ssoBody,
  ssoDomainParams,
  ssoView,
} from '../../../shared/contracts/account/sso.ts';
import { soughtIdentifier } from '../../../shared/contracts/common.ts';
import { accountErrorBody } from '../../../shared/contracts/errors.ts';
import { validationFailed } from '../../../shared/foundation/errors/faults.ts';
import { actorOf } from '../../../shared/identity/actor.ts';
import { connectionOf } from '../../../shared/identity/sso/connection.ts';
import { readProvider } from '../../../shared/identity/sso/provider.ts';
import { addOperation } from './responses.ts';
import { workOnAccount } from './work-on-account.ts';

const TAG = 'Single sign-on';
const config = { role: 'owner' } as const;
const taken = { 409: accountErrorBody.describe('Another account has proved the domain.') };

/** How the people of an account sign in by its own provider (docs/guides/single-sign-on.md). */
export default async function sso(app: FastifyInstance): Promise<void> {
  const { db, publicUrl, ssoReach, lookUpTxt } = app.services;
  const view = ({ account }: FastifyRequest) => readSso(db, account.client_id, account.who, publicUrl);
  const domainOf = async (request: FastifyRequest, domain: string) =>
    (await view(request)).domains.find((each) => each.domain === domain)!;

  addOperation(app, TAG, 'GET /sso', {
    operationId: 'getSso',
    summary: 'Show the single sign-on',
    config,
    answer: ssoView,
    handle: view,
  });

  addOperation(app, TAG, 'PUT /sso', {
    operationId: 'setSso',
    summary: 'Set the single sign-on',
    description:
      'Replaces it as a whole, but for the secret. Another issuer or client_id unlinks everybody. `required` can be set only by an ' +
      'owner who signed in by it, and needs a break_glass_user with a second factor.',
    config,
    query: dryRun,
    body: ssoBody,
    answer: ssoView,
    handle: async (request, _reply, body) => {
      if (!ssoReach.allowPrivate && !body.sso.issuer.startsWith('https:'))
        throw validationFailed([{ path: 'sso.issuer', message: 'must begin with https://' }]);
      await workOnAccount(request, 'saveSso', [{ ...request.account, ...request.query }, body.sso]);
      const connection = await connectionOf({ db }, request.account.client_id).catch(() => null);
      // A provider that does not answer now may do so later; a test says why it does not.
      if (connection !== null) await readProvider(connection, ssoReach).catch(() => undefined);
      return view(request);
    },
  });

  addOperation(app, TAG, 'DELETE /sso', {
    operationId: 'removeSso',
    summary: 'Remove the single sign-on',
    description: 'Ends the sessions by it. Passwords work again.',
    config,
    query: dryRun,
    answer: z.undefined().describe('Removed.'),
    handle: async (request) => {
      await workOnAccount(request, 'removeSso', [{ ...request.account, ...request.query }]);
    },
  });

  addOperation(app, TAG, 'POST /sso/domains/:domain/check', {
    operationId: 'checkSsoDomain',
    summary: 'Look whether a domain is proved',
    description: 'Asks DNS for the record of the domain.',
    config,
    params: ssoDomainParams,
    answer: checkedSsoDomain,
    responses: taken,
    handle: async (request) => {
      const { account, params } = request;
      const { isUnknown, ...found } = await checkDomain(db, account.client_id, params.domain, lookUpTxt);
      if (!isUnknown) await workOnAccount(request, 'saveCheckedDomain', [account, found]);
      return { ...(await domainOf(request, params.domain)), problem: found.problem };
    },
  });

  addOperation(app, 'Operators', 'POST /clients/:slug/sso-domains/:domain/prove', {
    operationId: 'proveSsoDomain',
    summary: 'Say that a domain is a client’s',
    description: 'The word of an operator counts as long as the client lists the domain, whatever DNS says.',
    config: { role: 'operator' },
    params: ssoDomainParams.extend({ slug: soughtIdentifier }),
    answer: z.undefined().describe('Proved.'),
    responses: {
      404: accountErrorBody.describe('There is no such client, or it does not list the domain.'),
      ...taken,
    },
    handle: async (request) => {
      const { slug, domain } = request.params;
      const { id } = await findClient(db.prisma, slug);
      await workOnAccount(request, 'proveDomain', [{ slug, who: actorOf(request.caller!) }, domain], id);
    },
  });
}
