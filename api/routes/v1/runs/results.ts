import type { FastifyPluginAsync } from 'fastify';
import { z } from 'zod';
import { recordId } from '../../../../shared/contracts/common.ts';
import { decodeCursor, encodeCursor } from '../../../../shared/contracts/cursor.ts';
import type { PresentedOrder } from '../../../../shared/contracts/routed-run.ts';
import { runParams, runResult, runResultsPage, runResultsQuery } from '../../../../shared/contracts/run.ts';
import { USUAL_RESULT_BYTES } from '../../../../shared/contracts/write-results.ts';
import { type CsvRowWriter, rowFor } from '../../../../shared/foundation/csv-text.ts';
import { validationFailed } from '../../../../shared/foundation/errors/faults.ts';
import { readAhead } from '../../../../shared/foundation/read-ahead.ts';
import { Utf8Writer } from '../../../../shared/foundation/utf8-writer.ts';
import {
  COST_COLUMN,
  DATE_COLUMN,
  RESULT_COLUMNS,
  resultColumns,
  resultRow,
} from '../../../../shared/routing/result-cells.ts';
import { findRun } from '../../../../shared/routing/run-queries.ts';
import {
  openRunResults,
  type ResultFilter,
  type RunResults,
} from '../../../../shared/routing/run-results.ts';
import { preferredType } from '../../../accept.ts';
import { sendJson } from '../../../send-json.ts';
import { sendStream } from '../../../send-stream.ts';
import { addOperation, noSuchRun } from '../responses.ts';

const TYPES = ['application/json', 'application/x-ndjson', 'text/csv'] as const;
const DEFAULT_LIMIT = 100;

/** Results that are read at a time. With fewer, planning the statement would be a fifth of its work. */
const SLICE = 1000;
/** Results that are written at a time. It takes some milliseconds, in which no other request is served. */
const STEP = 500;

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
    handle: async ({ params, query, headers, principal }, reply) => {
      const { db } = app.services;
      const run = await findRun(db.pool, principal.ledger_id, params.routing_run_id);
      const { limit, cursor, for: reader, ...filter } = query;
      const type = preferredType(headers.accept, TYPES);
      reply.header('vary', 'accept');
      if (type === 'application/json') {
        const after = cursor === undefined ? 0 : decodeCursor(recordId, cursor);
        return sendJson(
          reply,
          await readPage(await openRunResults(db, run), filter, limit ?? DEFAULT_LIMIT, after),
        );
      }
      refusePaging(limit, cursor);
      const stored = await openRunResults(db, run);
      const csv = type === 'text/csv';
      const file = `run-${run.client_run_number}-results.${csv ? 'csv' : 'ndjson'}`;
      return sendStream(
        reply,
        type,
        csv ? csvOf(stored, filter, rowFor(reader)) : ndjsonOf(stored, filter),
        file,
      );
    },
  });
};

export default results;

async function readPage(
  { slices, writeOrder }: RunResults,
  filter: ResultFilter,
  limit: number,
  after: number,
): Promise<Buffer> {
  const page = [];
  for await (const slice of slices(filter, limit + 1, after)) {
    page.push(...slice);
    if (page.length > limit) break;
  }
  const more = page.length > limit;
  const shown = page.slice(0, limit);
  const next = more ? `"${encodeCursor(shown.at(-1)!.id)}"` : 'null';
  const out = new Utf8Writer((shown.length + 1) * USUAL_RESULT_BYTES).write('{"results":[');
  shown.forEach((decided, i) => {
    writeOrder(i === 0 ? out : out.write(','), decided);
  });
  return out.write(`],"next_cursor":${next}}`).bytes();
}

function ndjsonOf({ slices, writeOrder }: RunResults, filter: ResultFilter): AsyncGenerator<Buffer> {
  return written(slices(filter, SLICE), (out, decided) => {
    writeOrder(out, decided);
    out.write('\n');
  });
}

async function* csvOf(
  { slices, configuration }: RunResults,
  filter: ResultFilter,
  csvRow: CsvRowWriter,
): AsyncGenerator<string | Buffer> {
  yield csvRow(...resultColumns(configuration.configuration));
  yield* written(slices(filter, SLICE), (out, decided) => {
    out.write(csvRow(...resultRow(configuration.configuration, decided)));
  });
}

/** Writes slices in steps, each step as one buffer: fewer and larger writes cost less (suite `results`). */
async function* written(
  slices: AsyncGenerator<PresentedOrder[]>,
  write: (out: Utf8Writer, decided: PresentedOrder) => void,
): AsyncGenerator<Buffer> {
  for await (const slice of readAhead(slices)) {
    for (let from = 0; from < slice.length; from += STEP) {
      const step = slice.slice(from, from + STEP);
      const out = new Utf8Writer(step.length * USUAL_RESULT_BYTES);
      for (const decided of step) write(out, decided);
      yield out.bytes();
    }
  }
}

/** Throws AppError validation_failed: a stream has no pages. */
export function refusePaging(limit: number | undefined, cursor: string | undefined): void {
  const faults = Object.entries({ limit, cursor })
    .filter(([, value]) => value !== undefined)
    .map(([path]) => ({ path, message: 'belongs to pages of application/json; a stream is whole' }));
  if (faults.length > 0) throw validationFailed(faults, 'query');
}
