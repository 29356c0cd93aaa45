import type { FastifyPluginAsync } from 'fastify';
import { z } from 'zod';
import { loadConfiguration } from '../../../../shared/account/configurations.ts';
import { recordId } from '../../../../shared/contracts/common.ts';
import { decodeCursor } from '../../../../shared/contracts/cursor.ts';
import { runParams, runResult, runResultsPage, runResultsQuery } from '../../../../shared/contracts/run.ts';
import { piecesOfSlice } from '../../../../shared/foundation/answer-slice.ts';
import { rowFor } from '../../../../shared/foundation/csv-text.ts';
import { validationFailed } from '../../../../shared/foundation/errors/faults.ts';
import { idParts } from '../../../../shared/runs/id-parts.ts';
import {
  COST_COLUMN,
  DATE_COLUMN,
  RESULT_COLUMNS,
  resultColumns,
} from '../../../../shared/runs/result-cells.ts';
import { findRun } from '../../../../shared/runs/run-queries.ts';
import { resultRanges } from '../../../../shared/runs/run-results.ts';
import { RESULTS_OF_SLICE, resultBytes } from '../../../../shared/runs/write-run-results.ts';
import { preferredType } from '../../../accept.ts';
import { sendLong, sendWhole } from '../../../send-long.ts';
import { addOperation, noSuchRun } from '../responses.ts';

const TYPES = ['application/json', 'application/x-ndjson', 'text/csv'] as const;
const DEFAULT_LIMIT = 100;

/** GET /api/v1/runs/{routing_run_id}/results: in pages, or whole as a stream. */
const results: FastifyPluginAsync = async (app) => {
  addOperation(app, 'GET /runs/:routing_run_id/results', {
    operationId: 'listRunResults',
    tag: 'Runs',
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
};

export default results;

/** Throws AppError validation_failed: a stream has no pages. */
export function refusePaging(limit: number | undefined, cursor: string | undefined): void {
  const faults = Object.entries({ limit, cursor })
    .filter(([, value]) => value !== undefined)
    .map(([path]) => ({ path, message: 'belongs to pages of application/json; a stream is whole' }));
  if (faults.length > 0) throw validationFailed(faults, 'query');
}
