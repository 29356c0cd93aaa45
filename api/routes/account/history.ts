import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { listActivations, restoreConfiguration } from '../../../shared/accounts/history.ts';
import { readConfigurationOf } from '../../../shared/accounts/read-account.ts';
import { dryRun } from '../../../shared/contracts/account/account.ts';
import { activationsPage, configurationView, restored } from '../../../shared/contracts/account/history.ts';
import { MAX_INT, pageQuery } from '../../../shared/contracts/common.ts';
import { sendJson } from '../../send-json.ts';
import { pageBefore, pageOf } from './page-before.ts';
import { workOnAccount } from './work-on-account.ts';

const TAGS = ['History'];
const params = z.object({ configuration_id: z.coerce.number().int().min(1).max(MAX_INT) });

/** Earlier configurations of an account, who changed them, and how to restore one. */
const history: FastifyPluginAsyncZod = async (app) => {
  const { db } = app.services;

  app.get(
    '/configurations',
    {
      config: { role: 'member' },
      schema: {
        operationId: 'listActivations',
        tags: TAGS,
        summary: 'List configuration activations',
        description:
          'Newest first, each with its time, author and changes. A configuration may have been activated more than once.',
        querystring: pageQuery,
        response: { 200: activationsPage },
      },
    },
    async ({ account, query }) => {
      const found = await listActivations(db, account.client_id, pageBefore(query));
      const { rows, next_cursor } = pageOf(found, query.limit);
      const activations = rows.map(({ id, changes, ...rest }) => ({
        activation_id: id,
        ...rest,
        changes: [...changes],
      }));
      return { activations, next_cursor };
    },
  );

  app.get(
    '/configurations/:configuration_id',
    {
      config: { role: 'member' },
      schema: {
        operationId: 'getConfiguration',
        tags: TAGS,
        summary: 'Show one configuration',
        params,
        response: { 200: configurationView },
      },
    },
    async (request, reply) => {
      const { client_id } = request.account;
      const asked = { client_id, id: request.params.configuration_id };
      const { answer } = await workOnAccount(request, readConfigurationOf, [asked]);
      return sendJson(reply, answer);
    },
  );

  app.post(
    '/configurations/:configuration_id/restore',
    {
      config: { role: 'owner' },
      schema: {
        operationId: 'restoreConfiguration',
        tags: TAGS,
        summary: 'Restore a configuration',
        description:
          'Adds an activation. Warehouses that are younger are disabled; keys, users and the contract variant stay.',
        params,
        querystring: dryRun,
        response: { 200: restored },
      },
    },
    async (request) => {
      const { dry_run } = request.query;
      const { slug, who } = request.account;
      const id = request.params.configuration_id;
      const restored = await workOnAccount(request, restoreConfiguration, [slug, { who, id, dry_run }]);
      const configuration_id = dry_run ? null : restored.configuration_id;
      return { dry_run, configuration_id, changes: [...restored.changes] };
    },
  );
};

export default history;
