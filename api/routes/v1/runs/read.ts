import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { loadConfiguration } from '../../../../shared/account/configurations.ts';
import { recordId } from '../../../../shared/contracts/common.ts';
import { decodeCursor } from '../../../../shared/contracts/cursor.ts';
import {
  type RunView,
  runParams,
  runResult,
  runResultsPage,
  runResultsQuery,
} from '../../../../shared/contracts/run.ts';
import { supersededOrder, why } from '../../../../shared/contracts/why.ts';
import { piecesOfSlice } from '../../../../shared/foundation/answer-slice.ts';
import { rowFor } from '../../../../shared/foundation/csv-text.ts';
import { validationFailed } from '../../../../shared/foundation/errors/faults.ts';
import { perObject } from '../../../../shared/foundation/per-object.ts';
import { certificateParts } from '../../../../shared/runs/certificate.ts';
import { idParts } from '../../../../shared/runs/id-parts.ts';
import { hasEnded } from '../../../../shared/runs/managed/run-states.ts';
import type { RunEvent } from '../../../../shared/runs/managed/watch-run.ts';
import {
  COST_COLUMN,
  DATE_COLUMN,
  RESULT_COLUMNS,
  resultColumns,
} from '../../../../shared/runs/result-cells.ts';
import { findRun } from '../../../../shared/runs/run-queries.ts';
import { resultRanges } from '../../../../shared/runs/run-results.ts';
import { whyParts } from '../../../../shared/runs/why.ts';
import { RESULTS_OF_SLICE, resultBytes } from '../../../../shared/runs/write-run-results.ts';
import { preferredType } from '../../../accept.ts';
import { callerSignal } from '../../../caller-signal.ts';
import { sendLong, sendWhole } from '../../../send-long.ts';
import { addOperation, noSuchRun } from '../responses.ts';

/** What becomes of a run: its progress and its decisions, whole as streams or in pages (docs/guides/runs.md). */
export default async function read(app: FastifyInstance): Promise<void> {
  addOperation(app, 'Runs', 'GET /runs/:routing_run_id/events', {
    operationId: 'watchRun',
    summary: 'Watch a run',
    description:
      'Server-sent events: the run, as GET /runs/{routing_run_id} shows it, at once and whenever it ' +
      'changes, and at last as it ended; then the stream closes. Comment lines show that the connection is alive. A ' +
      'caller that reconnects with the Last-Event-ID of the end gets 204. A client may watch 50 at once; the next is a 429.',
    params: runParams,
    answer: {
      description: 'The data of each event is a Run.',
      content: { 'text/event-stream': { schema: z.string() } },
    },
    responses: {
      204: z.undefined().describe('The run has ended, and the caller has seen it.'),
      ...noSuchRun,
    },
    handle: async ({ params, headers, principal: { client_id, ledger_id } }, reply) => {
      const { run, events, close } = await app.services.runWatch.open({
        ...{ client_id, ledger_id, run_id: params.routing_run_id },
      });
      const stopped = AbortSignal.any([app.draining, callerSignal(reply)]);
      stopped.addEventListener('abort', close);
      reply.raw.once('close', close);
      if (stopped.aborted) close();
      if (hasEnded(run) && headers['last-event-id'] === eventId(run)) return reply.code(204).send();
      reply.header('cache-control', 'no-store').header('x-accel-buffering', 'no');
      const sent = Readable.from(eventStream(events()), { highWaterMark: EVENTS_WAITING });
      return reply.type('text/event-stream; charset=utf-8').send(sent);
    },
  });

  addOperation(app, 'Runs', 'GET /runs/:routing_run_id/why', {
    operationId: 'explainRun',
    summary: "Explain a run's decisions",
    description:
      'Why each order of the run was decided as it was, in request order, an explanation a line. Of a run that ' +
      'is under way, what is decided so far. Behind them, a line for each order that the run left out, because a later ' +
      'request asked for something else.',
    params: runParams,
    answer: {
      description: 'The explanations.',
      content: { 'application/x-ndjson': { schema: z.union([why, supersededOrder]) } },
    },
    responses: noSuchRun,
    handle: async (request, reply) => {
      const { params, principal } = request;
      const run = await findRun(app.services.db.pool, principal.ledger_id, params.routing_run_id);
      return sendLong(request, reply, principal.client_id, 'writeWhys', whyParts(app.services, run), {
        type: 'application/x-ndjson',
        file: `run-${run.client_run_number}-why.ndjson`,
      });
    },
  });

  addOperation(app, 'Runs', 'GET /runs/:routing_run_id/certificate', {
    operationId: 'getRunCertificate',
    summary: "Get the certificate of a run's floor",
    description:
      'Of a run whose orders were improved together (setting batch_optimization), once its floor is computed: supply and prices, who ' +
      'may ship what, and the routes of each order alone and in the end, a line each. A short program checks by it that no ' +
      'assignment has fewer shipments than the floor, and that no order is worse off.',
    params: runParams,
    answer: {
      description: 'The lines. The first one is of type run; each window begins with a line of type window.',
      content: { 'application/x-ndjson': { schema: line } },
    },
    responses: noSuchRun,
    handle: async (request, reply) => {
      const { params, principal } = request;
      const { db } = app.services;
      const run = await findRun(db.pool, principal.ledger_id, params.routing_run_id);
      const parts = await certificateParts(db, run);
      return sendLong(request, reply, principal.client_id, 'writeCertificate', parts, {
        type: 'application/x-ndjson',
        file: `run-${run.client_run_number}-certificate.ndjson`,
      });
    },
  });

  addOperation(app, 'Runs', 'GET /runs/:routing_run_id/results', {
    operationId: 'listRunResults',
    summary: "Read a run's results",
    description:
      'In request order, each the order result of the client’s variant. JSON comes in pages; with Accept ' +
      '`application/x-ndjson` (a result a line) or `text/csv` (a row an order) everything comes as one ' +
      'stream, and limit and cursor are refused. Of a run that is under way, what is decided so far. CSV ' +
      'lists are parted by semicolons. ' +
      `The columns are ${RESULT_COLUMNS.join(', ')}, and ${DATE_COLUMN} and ${COST_COLUMN} if results have them.`,
    params: runParams,
    query: runResultsQuery,
    answer: {
      description: 'The results.',
      content: {
        'application/json': { schema: runResultsPage },
        'application/x-ndjson': { schema: runResult },
        'text/csv': { schema: z.string() },
      },
    },
    responses: noSuchRun,
    handle: async (request, reply) => {
      const { params, query, headers, principal } = request;
      const { client_id, ledger_id } = principal;
      const { db } = app.services;
      const { client_run_number, ...found } = await findRun(db.pool, ledger_id, params.routing_run_id);
      const run = { id: found.id, ledger_id, configuration_id: found.configuration_id };
      const { configuration } = await loadConfiguration(db, run.configuration_id);
      const usual = resultBytes(configuration.warehouses.length);
      const { limit, cursor, for: reader, ...filter } = query;
      const form = preferredType(headers.accept, TYPES);
      reply.header('vary', 'accept');
      if (form === 'application/json') {
        const after = cursor === undefined ? 0 : decodeCursor(recordId, cursor);
        const page = { run, filter, limit: limit ?? DEFAULT_LIMIT, after };
        const most = Math.min(page.limit, found.orders_total);
        return sendWhole(request, reply, client_id, 'writeResultsPage', page, most * usual);
      }
      refusePaging(limit, cursor);
      const size = piecesOfSlice(usual, RESULTS_OF_SLICE);
      const ranges = idParts(await resultRanges(db, run, filter), size);
      const parts = Array.from(ranges, (range) => ({ run, filter, form, reader, range, size }));
      const csv = form === 'text/csv';
      return sendLong(request, reply, client_id, 'writeResults', parts, {
        type: form,
        file: `run-${client_run_number}-results.${csv ? 'csv' : 'ndjson'}`,
        head: csv ? rowFor(reader)(...resultColumns(configuration)) : '',
      });
    },
  });
}

/** Events that may wait for a slow caller. */
const EVENTS_WAITING = 2;

const textOf = perObject((run: RunView) => `id: ${eventId(run)}\ndata: ${JSON.stringify(run)}\n\n`);

async function* eventStream(runs: AsyncIterable<RunEvent>): AsyncGenerator<string> {
  for await (const run of runs) yield run === null ? ': still there\n\n' : textOf(run);
}

/** Differs for each state of a run. */
function eventId({ status, progress }: RunView): string {
  const { updated_at, orders_scored, orders_routed, waiting_for, earlier_run_id, retry_at } = progress;
  const counts = `${Date.parse(updated_at)}-${orders_scored}-${orders_routed}`;
  if (waiting_for === null) return `${status}-${counts}`;
  const wait = [
    waiting_for,
    ...(earlier_run_id ? [earlier_run_id] : []),
    ...(retry_at ? [Date.parse(retry_at)] : []),
  ];
  return `${status}-${counts}-waiting-for-${wait.join('-')}`;
}

const line = z
  .looseObject({ type: z.enum(['run', 'window', 'supply', 'eligible', 'order']) })
  .meta({ id: 'CertificateLine' });

const TYPES = ['application/json', 'application/x-ndjson', 'text/csv'] as const;
const DEFAULT_LIMIT = 100;

/** Throws AppError validation_failed: a stream has no pages. */
export function refusePaging(limit: number | undefined, cursor: string | undefined): void {
  const faults = Object.entries({ limit, cursor })
    .filter(([, value]) => value !== undefined)
    .map(([path]) => ({ path, message: 'belongs to pages of application/json; a stream is whole' }));
  if (faults.length > 0) throw validationFailed(faults, 'query');
}
