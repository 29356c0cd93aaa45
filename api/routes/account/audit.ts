import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { AUDIT_READ, type AuditForm, auditHeader } from '../../../shared/account/audit-log.ts';
import { showClient } from '../../../shared/account/plans.ts';
import {
  auditEntry,
  auditPage,
  auditQuery,
  serviceAuditPage,
  serviceAuditQuery,
} from '../../../shared/contracts/account/history.ts';
import { accountErrorBody } from '../../../shared/contracts/errors.ts';
import { validationFailed } from '../../../shared/foundation/errors/faults.ts';
import { actorOf } from '../../../shared/identity/actor.ts';
import { preferredType } from '../../accept.ts';
import { sendLong, sendRead } from '../../send-long.ts';
import { addOperation } from './responses.ts';

/** An entry may have a thousand changes. */
export const ENTRY_BYTES = 50_000;

/** The audit log of one account, and that of the whole service. */
export default async function audit(app: FastifyInstance): Promise<void> {
  const { db, now, operatorUses } = app.services;

  addOperation(app, 'History', 'GET /audit', {
    operationId: 'listAudit',
    summary: 'Who did what, when',
    description:
      'Newest first, without secrets. With Accept text/csv or application/x-ndjson all of it, or of the time from `from` to `to`, ' +
      'as one stream: a row a change, or a line an entry.',
    config: { role: 'member' },
    query: auditQuery,
    answer: {
      description: 'A page, or all of it as CSV or NDJSON.',
      content: {
        'application/json': { schema: auditPage },
        'text/csv': { schema: z.string() },
        'application/x-ndjson': { schema: auditEntry },
      },
    },
    handle: async (request, reply) => {
      const { account, headers, query } = request;
      const { client_id } = account;
      reply.header('vary', 'accept');
      const type = preferredType(headers.accept, ['application/json', 'text/csv', 'application/x-ndjson']);
      if (type !== 'application/json') {
        const form: AuditForm = type === 'text/csv' ? 'csv' : 'ndjson';
        const all = { client_id, form, query: { ...query, limit: AUDIT_READ } };
        const sent = { type, file: `audit.${form}`, head: auditHeader(form) };
        return sendLong(request, reply, client_id, 'exportAudit', [all], sent);
      }
      return sendRead(request, reply, 'listClientAudit', [client_id, query], query.limit, ENTRY_BYTES);
    },
  });

  addOperation(app, 'Operators', 'GET /service/audit', {
    operationId: 'listServiceAudit',
    summary: 'Who did what, to any client or to the whole service',
    description: 'Newest first, without secrets. The audit log records that it was read.',
    config: { role: 'operator' },
    query: serviceAuditQuery,
    answer: serviceAuditPage,
    responses: { 404: accountErrorBody.describe('There is no such client.') },
    handle: async (request, reply) => {
      const { caller, method, query } = request;
      const { client, without_client, ...page } = query;
      if (without_client && client !== undefined) {
        throw validationFailed(
          [{ path: 'without_client', message: 'cannot be true beside client' }],
          'query',
        );
      }
      const clientId = client === undefined ? null : (await showClient(db, client, now())).client_id;
      const who = actorOf(caller!);
      if (!without_client) {
        const use = { client_id: clientId, who, method, path: '/account/v1/service/audit' };
        await operatorUses.note(use, now().getTime());
      }
      const whose = without_client ? null : (clientId ?? undefined);
      return sendRead(request, reply, 'listAudit', [whose, page], page.limit, ENTRY_BYTES);
    },
  });
}
