import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { loadConfiguration } from '../../../shared/account/configurations.ts';
import { asOfQuery } from '../../../shared/contracts/dry-run.ts';
import { errorBody } from '../../../shared/contracts/errors.ts';
import {
  acceptedWhatIf,
  changesPage,
  changesQuery,
  whatIfChange,
  whatIfChangeParams,
  whatIfPage,
  whatIfParams,
  whatIfRequest,
  whatIfsQuery,
  whatIfView,
  whatIfWhy,
} from '../../../shared/contracts/what-if.ts';
import { pipeline } from '../../../shared/db/pipeline.ts';
import { inTransaction } from '../../../shared/db/transaction.ts';
import { findRun } from '../../../shared/runs/run-queries.ts';
import { enqueueWhatIfs } from '../../../shared/work/jobs.ts';
import { CHANGE_COLUMNS, changesHeader } from '../../../shared/work/what-if/changes.ts';
import {
  cancelWhatIf,
  createWhatIf,
  deleteWhatIf,
  findWhatIf,
  listWhatIfs,
  viewWhatIf,
} from '../../../shared/work/what-if/what-ifs.ts';
import { preferredType } from '../../accept.ts';
import { enqueue } from '../../enqueue.ts';
import { answeredOnce, idempotencyHeaders, sendAnswer } from '../../idempotency.ts';
import { sendLong, sendRead } from '../../send-long.ts';
import { workOnAccount } from '../account/work-on-account.ts';
import { addOperation } from './responses.ts';
import { refusePaging } from './runs/read.ts';

const TAG = 'What-if';
const TYPES = ['application/json', 'application/x-ndjson', 'text/csv'] as const;
const DEFAULT_LIMIT = 100;

const noSuchWhatIf = { 404: errorBody.describe("No such what-if in the key's environment.") };

/** What a draft of the configuration would do to stored orders (docs/guides/what-if.md). */
export default async function whatIfs(app: FastifyInstance): Promise<void> {
  const { db } = app.services;

  addOperation(app, TAG, 'POST /what-ifs', {
    operationId: 'createWhatIf',
    summary: 'Ask what a change would do',
    description:
      'Decides stored orders twice in the background, from the present stock without reservations: under the ' +
      'present configuration, and with the draft laid over. Nothing is reserved, stored as a decision or counted as ' +
      'usage. Real runs go first. A what-if is kept for 30 days after it ends.',
    query: asOfQuery,
    headers: idempotencyHeaders,
    bodies: { 'application/json': whatIfRequest },
    status: 202,
    answer: acceptedWhatIf,
    responses: { 404: errorBody.describe("No such run in the key's environment.") },
    handle: async (request, reply) => {
      const { principal, query, wholeBody: body } = request;
      const as_of = query.as_of === undefined ? null : new Date(query.as_of);
      const { client_id, ledger_id, configuration_id } = principal;
      const answered = await answeredOnce(request, async (saveKey) => {
        const asked = await workOnAccount(
          request,
          'readWhatIf',
          [{ client_id, configuration_id, body, as_of }],
          client_id,
        );
        if (asked.routing_run_id !== null) await findRun(db.pool, ledger_id, asked.routing_run_id);
        return inTransaction(db.pool, async (tx) => {
          const what_if_id = await createWhatIf(tx, ledger_id, asked, nameOf(request));
          const response = JSON.stringify({ what_if_id, status: 'queued' });
          await pipeline(tx).commitWith({ key: saveKey(response) });
          return response;
        });
      });
      enqueueNext(app, ledger_id);
      const { what_if_id } = JSON.parse(answered.answer) as z.infer<typeof acceptedWhatIf>;
      reply.header('location', `${app.prefix}/what-ifs/${what_if_id}`);
      return sendAnswer(reply.code(202), answered);
    },
  });

  addOperation(app, TAG, 'GET /what-ifs', {
    operationId: 'listWhatIfs',
    summary: 'List what-ifs',
    query: whatIfsQuery,
    answer: whatIfPage,
    handle: ({ query, principal }) => listWhatIfs(db, principal.ledger_id, query),
  });

  addOperation(app, TAG, 'GET /what-ifs/:what_if_id', {
    operationId: 'getWhatIf',
    summary: 'Show a what-if: both sides in numbers',
    params: whatIfParams,
    answer: whatIfView,
    responses: noSuchWhatIf,
    handle: async ({ params, principal }) =>
      viewWhatIf(db, await findWhatIf(db.pool, principal.ledger_id, params.what_if_id)),
  });

  addOperation(app, TAG, 'GET /what-ifs/:what_if_id/changes', {
    operationId: 'listWhatIfChanges',
    summary: 'Read the orders that are decided differently',
    description:
      'An order is changed if its status, its shipments, the units of a line from a warehouse, its warnings or ' +
      'search_complete differ. JSON comes in pages; with Accept `application/x-ndjson` or `text/csv` everything ' +
      `comes as one stream, and limit and cursor are refused. The columns are ${CHANGE_COLUMNS.join(', ')}; the last two ` +
      'only where the account has rates.',
    params: whatIfParams,
    query: changesQuery,
    answer: {
      description: 'The changed orders, as they were sent. While the what-if runs, those so far.',
      content: {
        'application/json': { schema: changesPage },
        'application/x-ndjson': { schema: whatIfChange },
        'text/csv': { schema: z.string() },
      },
    },
    responses: noSuchWhatIf,
    handle: async (request, reply) => {
      const { params, query, headers, principal } = request;
      const whatIf = await findWhatIf(db.pool, principal.ledger_id, params.what_if_id);
      const { limit, cursor, ...filter } = query;
      const type = preferredType(headers.accept, TYPES);
      reply.header('vary', 'accept');
      if (type === 'application/json') {
        const page = { cursor, limit: limit ?? DEFAULT_LIMIT };
        return sendRead(request, reply, 'listChanges', [whatIf, filter, page], page.limit);
      }
      refusePaging(limit, cursor);
      const isCsv = type === 'text/csv';
      const isPriced = (await loadConfiguration(db, whatIf.configuration_id)).rates !== null;
      const { id, ledger_id, configuration_id, draft_configuration_id } = whatIf;
      const compared = { id, ledger_id, configuration_id, draft_configuration_id };
      const all = { whatIf: compared, filter, form: type, isPriced, after: 0 };
      return sendLong(request, reply, principal.client_id, 'writeChanges', [all], {
        type,
        file: `what-if-${id}-changes.${isCsv ? 'csv' : 'ndjson'}`,
        head: isCsv ? changesHeader(isPriced, filter.for) : '',
      });
    },
  });

  addOperation(app, TAG, 'GET /what-ifs/:what_if_id/changes/:routing_decision_id/why', {
    operationId: 'explainWhatIfChange',
    summary: 'Explain why an order is decided differently',
    description:
      'Why each side decides it as it does, from the stock that was left on that side at its turn.',
    params: whatIfChangeParams,
    answer: whatIfWhy,
    responses: noSuchWhatIf,
    handle: async (request, reply) => {
      const { params, principal } = request;
      const whatIf = await findWhatIf(db.pool, principal.ledger_id, params.what_if_id);
      const asked = [whatIf, params.routing_decision_id] as const;
      return sendRead(request, reply, 'whyChange', [...asked], Number.POSITIVE_INFINITY);
    },
  });

  addOperation(app, TAG, 'POST /what-ifs/:what_if_id/cancel', {
    operationId: 'cancelWhatIf',
    summary: 'Cancel a what-if',
    description: 'Stops it before its next step. What it has compared stays. Takes no body.',
    params: whatIfParams,
    headers: idempotencyHeaders,
    answer: whatIfView,
    responses: noSuchWhatIf,
    handle: async (request, reply) => {
      const { ledger_id } = request.principal;
      const answered = await answeredOnce(request, async (saveKey) => {
        const { id } = await findWhatIf(db.pool, ledger_id, request.params.what_if_id);
        await cancelWhatIf(db, request.principal, id);
        const response = JSON.stringify(await viewWhatIf(db, await findWhatIf(db.pool, ledger_id, id)));
        const key = saveKey(response);
        // In a transaction of its own, because to cancel it twice has the same effect as once.
        if (key.length > 0) await inTransaction(db.pool, (tx) => pipeline(tx).commitWith({ key }));
        return response;
      });
      enqueueNext(app, ledger_id);
      return sendAnswer(reply, answered);
    },
  });

  addOperation(app, TAG, 'DELETE /what-ifs/:what_if_id', {
    operationId: 'deleteWhatIf',
    summary: 'Delete a what-if',
    description: 'Also one that is under way.',
    params: whatIfParams,
    status: 204,
    answer: z.null().describe('It is deleted.'),
    responses: noSuchWhatIf,
    handle: async ({ params, principal }, reply) => {
      const { id, ledger_id } = await findWhatIf(db.pool, principal.ledger_id, params.what_if_id);
      await deleteWhatIf(db, principal, id);
      enqueueNext(app, ledger_id);
      return reply.send();
    },
  });
}

/** Who asks: a person or token of the account API, or an API key. */
function nameOf({
  account,
  keyPrincipal,
}: Partial<Pick<FastifyRequest, 'account' | 'keyPrincipal'>>): string {
  return account?.who.name ?? keyPrincipal!.key_name;
}

function enqueueNext({ services: { db, queues }, log }: FastifyInstance, ledgerId: number): void {
  enqueue(log, 'a what-if', () => enqueueWhatIfs(db, queues, ledgerId));
}
