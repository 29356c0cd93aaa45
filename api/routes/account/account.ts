import type { FastifyInstance } from 'fastify';
import {
  accountBody,
  accountView,
  appliedAccount,
  dryRun,
} from '../../../shared/contracts/account/account.ts';
import { accountErrorBody } from '../../../shared/contracts/errors.ts';
import { sendJson } from '../../send-json.ts';
import { ifMatchHeaders, matchedAccount } from './etag.ts';
import { mailInvitations } from './mail-invitations.ts';
import { addOperation } from './responses.ts';
import { workOnAccount } from './work-on-account.ts';

const TAG = 'Account';

/**
 * The whole account as one file (docs/reference/account-file.md), with the same rules and faults as on the command
 * line.
 */
export default async function account(app: FastifyInstance): Promise<void> {
  addOperation(app, TAG, 'GET /account', {
    operationId: 'getAccount',
    summary: 'Show the account file',
    description: 'Without secrets and passwords. Sent back unchanged, it changes nothing.',
    config: { role: 'member' },
    answer: accountView,
    handle: async (request, reply) => {
      const { slug } = request.account;
      const { answer, etag } = await workOnAccount(request, 'readAccountFile', [slug]);
      return sendJson(reply.header('etag', etag), answer);
    },
  });

  addOperation(app, TAG, 'PUT /account', {
    operationId: 'putAccount',
    summary: 'Apply an account file',
    description:
      'What is left out stays as it is; a list that is given is the whole list. Of the client, owners change the ' +
      'name only. Lane tables are uploaded to /transit/lanes: lanes_file is a fault here.',
    config: { role: 'owner' },
    query: dryRun,
    headers: ifMatchHeaders,
    bodies: { 'application/json': accountBody },
    answer: appliedAccount,
    responses: { 409: accountErrorBody.describe('The account would be left without an owner.') },
    handle: async (request, reply) => {
      const { query, wholeBody } = request;
      const { publicUrl: public_url, mailer } = app.services;
      const file = {
        ...matchedAccount(request),
        body: wholeBody,
        dry_run: query.dry_run,
        public_url,
        mailed: mailer !== null,
      };
      const { answer, etag, invited } = await workOnAccount(request, 'applyAccountBody', [file]);
      await mailInvitations(request, invited);
      return sendJson(reply.header('etag', etag), answer);
    },
  });
}
