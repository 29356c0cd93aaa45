import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { dryRun } from '../../../shared/contracts/account/account.ts';
import { activationsPage, configurationView, restored } from '../../../shared/contracts/account/history.ts';
import { MAX_INT, pageQuery } from '../../../shared/contracts/common.ts';
import { sendJson } from '../../send-json.ts';
import { reading } from '../../send-long.ts';
import { ENTRY_BYTES } from './audit.ts';
import { addOperation } from './responses.ts';
import { workOnAccount } from './work-on-account.ts';

const TAG = 'History';
const params = z.object({ configuration_id: z.coerce.number().int().min(1).max(MAX_INT) });

/** Earlier configurations of an account, who changed them, and how to restore one. */
export default async function history(app: FastifyInstance): Promise<void> {
  addOperation(app, TAG, 'GET /configurations', {
    operationId: 'listActivations',
    summary: 'List configuration activations',
    description:
      'Newest first, each with its time, author and changes. A configuration may have been activated more than once.',
    config: { role: 'member' },
    query: pageQuery,
    answer: activationsPage,
    handle: reading('listActivations', ({ account, query }) => [account.client_id, query], ENTRY_BYTES),
  });

  addOperation(app, TAG, 'GET /configurations/:configuration_id', {
    operationId: 'getConfiguration',
    summary: 'Show one configuration',
    config: { role: 'member' },
    params,
    answer: configurationView,
    handle: async (request, reply) => {
      const { client_id } = request.account;
      const asked = { client_id, id: request.params.configuration_id };
      const { answer } = await workOnAccount(request, 'readConfigurationOf', [asked]);
      return sendJson(reply, answer);
    },
  });

  addOperation(app, TAG, 'POST /configurations/:configuration_id/restore', {
    operationId: 'restoreConfiguration',
    summary: 'Restore a configuration',
    description:
      'Adds an activation. Warehouses that are younger are disabled; keys, users and the contract variant stay.',
    config: { role: 'owner' },
    params,
    query: dryRun,
    answer: restored,
    handle: async (request) => {
      const { dry_run } = request.query;
      const { slug, who } = request.account;
      const id = request.params.configuration_id;
      const restored = await workOnAccount(request, 'restoreConfiguration', [slug, { who, id, dry_run }]);
      return { dry_run, ...restored, configuration_id: dry_run ? null : restored.configuration_id };
    },
  });
}
