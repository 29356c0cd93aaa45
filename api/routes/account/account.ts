import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { applyAccountBody } from '../../../shared/accounts/apply-body.ts';
import { readAccountFile } from '../../../shared/accounts/read-account.ts';
import {
  accountBody,
  accountView,
  appliedAccount,
  dryRun,
} from '../../../shared/contracts/account/account.ts';
import { accountErrorBody } from '../../../shared/contracts/errors.ts';
import { sendJson } from '../../send-json.ts';
import { ifMatchHeaders } from './if-match.ts';
import { bodyErrors, preconditionErrors } from './responses.ts';
import { workOnAccount } from './work-on-account.ts';

const TAGS = ['Account'];

/**
 * The whole account as one file (docs/reference/account-file.md), with the same rules and faults as on the command
 * line.
 */
const account: FastifyPluginAsyncZod = async (app) => {
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
      const { slug } = request.account;
      const { answer, etag } = await workOnAccount(request, readAccountFile, [slug]);
      return sendJson(reply.header('etag', etag), answer);
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
      const file = { ...account, body: wholeBody, if_match: headers['if-match'], dry_run: query.dry_run };
      const { answer, etag } = await workOnAccount(request, applyAccountBody, [file]);
      return sendJson(reply.header('etag', etag), answer);
    },
  );
};

export default account;
