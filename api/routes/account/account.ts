import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { parseAccountFile } from '../../../shared/accounts/account-file.ts';
import type { AccountState } from '../../../shared/accounts/account-state.ts';
import { hasOperatorRights } from '../../../shared/accounts/actor.ts';
import { applyIn } from '../../../shared/accounts/apply-account.ts';
import { changeAccount } from '../../../shared/accounts/change-account.ts';
import { assertMatches, etagOf } from '../../../shared/accounts/etag.ts';
import { showAccount } from '../../../shared/accounts/show-account.ts';
import {
  accountBody,
  accountView,
  appliedAccount,
  dryRun,
} from '../../../shared/contracts/account/account.ts';
import { accountErrorBody } from '../../../shared/contracts/errors.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { validationFailed } from '../../../shared/errors/faults.ts';
import { readPatch } from '../../../shared/intake/strict-body.ts';
import { ifMatchHeaders } from './if-match.ts';
import { bodyErrors, preconditionErrors } from './responses.ts';

const TAGS = ['Account'];
const etag = ({ file, lane_table_id }: AccountState) => etagOf([file, lane_table_id]);

/** The whole account as one file (managed-runs.md): the same rules and the same faults as on the command line. */
const account: FastifyPluginAsyncZod = async (app) => {
  const { db } = app.services;

  app.get(
    '/account',
    {
      config: { role: 'member' },
      schema: {
        operationId: 'getAccount',
        tags: TAGS,
        summary: 'Show the account file',
        description: 'Without secrets and passwords. Sent back unchanged, it changes nothing.',
        response: { 200: accountView },
      },
    },
    async (request, reply) => {
      const state = await showAccount(db, request.account.slug);
      return reply.header('etag', etag(state)).send(state.file as never);
    },
  );

  app.put(
    '/account',
    {
      config: { role: 'owner', ownBodies: { 'application/json': accountBody } },
      schema: {
        operationId: 'putAccount',
        tags: TAGS,
        summary: 'Apply an account file',
        description:
          'What is left out stays as it is; a list that is given is the whole list. Of the client, owners change the ' +
          'name only. Lane tables are uploaded to /transit/lanes: lanes_file is a fault here.',
        headers: ifMatchHeaders,
        querystring: dryRun,
        response: {
          200: appliedAccount,
          ...bodyErrors,
          ...preconditionErrors,
          409: accountErrorBody.describe('The account would be left without an owner.'),
        },
      },
    },
    async (request, reply) => {
      const { account, headers, query, wholeBody } = request;
      const { slug, who } = account;
      const file = parseAccountFile(readPatch(z.looseObject({}), wholeBody));
      if (file.client.slug !== slug) {
        if (!hasOperatorRights(who))
          throw new AppError('forbidden', 'Only operators may change client.slug.');
        throw validationFailed([
          { path: 'client.slug', message: `must be ${slug}, the client that is open` },
        ]);
      }
      const check = (state: AccountState) => assertMatches(headers['if-match'], etag(state));
      const act = { who, action: 'account.apply', subject: 'account', check, dry_run: query.dry_run };
      const { result, changes, state } = await changeAccount(db, slug, act, (tx, client) =>
        applyIn(tx, client, file, null),
      );
      const api_keys = result.api_keys.map((key) => (query.dry_run ? { ...key, key: null } : key));
      const answer = { dry_run: query.dry_run, account: state.file, changes, api_keys };
      return reply.header('etag', etag(state)).send(answer as never);
    },
  );
};

export default account;
