import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { routingFile } from '../../../shared/accounts/account-state.ts';
import { auditCsv } from '../../../shared/accounts/audit-csv.ts';
import { listAudit, readAudit } from '../../../shared/accounts/audit-log.ts';
import {
  findConfiguration,
  listActivations,
  restoreConfiguration,
} from '../../../shared/accounts/history.ts';
import { dryRun } from '../../../shared/contracts/account/account.ts';
import {
  activationsPage,
  auditPage,
  auditQuery,
  configurationView,
  restored,
} from '../../../shared/contracts/account/history.ts';
import { MAX_INT, pageQuery } from '../../../shared/contracts/common.ts';
import { decodeCursor, encodeCursor } from '../../../shared/contracts/cursor.ts';
import { preferredType } from '../../accept.ts';
import { sendStream } from '../../send-stream.ts';

const TAGS = ['History'];
const CSV_PAGE = 500;
const position = z.int().min(1);
const params = z.object({ configuration_id: z.coerce.number().int().min(1).max(MAX_INT) });

/** What the account was, who changed it, and how to go back. */
const history: FastifyPluginAsyncZod = async (app) => {
  const { db } = app.services;

  app.get(
    '/configurations',
    {
      config: { role: 'member' },
      schema: {
        operationId: 'listActivations',
        tags: TAGS,
        summary: 'List configurations as they became the present one',
        description: 'Newest first. The same configuration may have been the present one more than once.',
        querystring: pageQuery,
        response: { 200: activationsPage },
      },
    },
    async ({ account, query }) => {
      const page = await listActivations(db, account.client_id, pageOf(query));
      const activations = page.slice(0, query.limit).map(({ id, ...rest }) => ({
        activation_id: Number(id),
        ...rest,
        changes: [...rest.changes],
      }));
      const next = page.length > query.limit ? encodeCursor(activations.at(-1)!.activation_id) : null;
      return { activations, next_cursor: next };
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
    async ({ account, params: { configuration_id } }) => {
      const { created_at, setup } = await findConfiguration(db.prisma, account.client_id, configuration_id);
      const { configurationId } = await db.prisma.client.findUniqueOrThrow({
        where: { id: account.client_id },
      });
      return {
        configuration_id,
        created_at: created_at.toISOString(),
        is_current: configuration_id === configurationId,
        contract_variant: setup.contract_variant,
        ...(routingFile(setup) as object),
      } as never;
    },
  );

  app.post(
    '/configurations/:configuration_id/restore',
    {
      config: { role: 'owner' },
      schema: {
        operationId: 'restoreConfiguration',
        tags: TAGS,
        summary: 'Configure the account as it was then',
        description:
          'Adds an activation. Warehouses that are younger are disabled; keys, users and the contract variant stay.',
        params,
        querystring: dryRun,
        response: { 200: restored },
      },
    },
    async ({ account, params: { configuration_id }, query: { dry_run } }) => {
      const { changes, state } = await restoreConfiguration(db, account.slug, {
        who: account.who,
        id: configuration_id,
        dry_run,
      });
      return { dry_run, configuration_id: dry_run ? null : state.configuration_id, changes: [...changes] };
    },
  );

  app.get(
    '/audit',
    {
      exposeHeadRoute: false,
      config: { role: 'member' },
      schema: {
        operationId: 'listAudit',
        tags: TAGS,
        summary: 'Who did what, when',
        description:
          'Newest first, without secrets. With Accept text/csv all of it as one stream, a row a change.',
        querystring: auditQuery,
        response: {
          200: {
            description: 'A page, or all of it as CSV.',
            content: { 'application/json': { schema: auditPage }, 'text/csv': { schema: z.string() } },
          },
        },
      },
    },
    async ({ account, headers, query }, reply) => {
      const { limit, cursor, ...filter } = query;
      reply.header('vary', 'accept');
      if (preferredType(headers.accept, ['application/json', 'text/csv']) === 'text/csv') {
        reply.header('content-disposition', 'attachment; filename="audit.csv"');
        const { before } = pageOf({ cursor, limit });
        sendStream(
          reply,
          'text/csv',
          auditCsv(readAudit(db, account.client_id, filter, { before, limit: CSV_PAGE })),
        );
        return reply;
      }
      const page = await listAudit(db, account.client_id, filter, pageOf(query));
      const entries = page.slice(0, limit).map(({ id, ...rest }) => ({ id: Number(id), ...rest }));
      const next_cursor = page.length > limit ? encodeCursor(entries.at(-1)!.id) : null;
      return reply.send({ entries, next_cursor } as never);
    },
  );
};

export default history;

/** One more than the page holds says whether there is another page. */
function pageOf({ cursor, limit }: { readonly cursor?: string | undefined; readonly limit: number }) {
  return { before: cursor === undefined ? null : BigInt(decodeCursor(position, cursor)), limit: limit + 1 };
}
