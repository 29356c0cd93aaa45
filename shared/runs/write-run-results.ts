import { encodeCursor } from '../contracts/cursor.ts';
import { USUAL_RESULT_BYTES } from '../contracts/write-results.ts';
import type { Database } from '../db/database.ts';
import { isFull } from '../foundation/answer-slice.ts';
import { rowFor } from '../foundation/csv-text.ts';
import type { Utf8Writer } from '../foundation/utf8-writer.ts';
import type { IdRange } from '../ledger/run-row.ts';
import { restOf } from './id-parts.ts';
import { resultRow } from './result-cells.ts';
import { openRunResults, type ResultFilter, type ResultsOf } from './run-results.ts';

/** Some of a run's results as lines of JSON or rows of CSV. Plain data. */
export interface ResultsAsk {
  readonly run: ResultsOf;
  readonly filter: ResultFilter;
  readonly form: 'application/x-ndjson' | 'text/csv';
  /** Who reads the CSV. */
  readonly reader: 'spreadsheet' | undefined;
  /** The ids that they have. */
  readonly range: IdRange;
  /** Results that are read for a slice. */
  readonly size: number;
}

/** The results that are read for a slice. With fewer, planning the statement would be a fifth of its work. */
export const RESULTS_OF_SLICE = 1000;

/** The bytes of a result, about. Most of them are about warehouses. */
export const resultBytes = (warehouses: number) => Math.ceil((USUAL_RESULT_BYTES / 2) * (1 + warehouses / 8));

/** Writes some of a run's results. */
export async function writeResults(
  { db }: { readonly db: Database },
  ask: ResultsAsk,
  out: Utf8Writer,
): Promise<ResultsAsk | null> {
  const { run, filter, form, range, size } = ask;
  const { configuration, writeOrder, read } = await openRunResults(db, run);
  const csvRow = rowFor(ask.reader);
  const decisions = await read(filter, range, size);
  let written = 0;
  for (const decided of decisions) {
    if (form === 'text/csv') out.write(csvRow(...resultRow(configuration.configuration, decided)));
    else {
      writeOrder(out, decided);
      out.byte(LINE_END);
    }
    written += 1;
    if (isFull(out)) break;
  }
  const rest = restOf({ range, size }, decisions, written);
  return rest && { ...ask, ...rest };
}

const LINE_END = 0x0a;

/** One page of a run's results, as JSON. Plain data. */
export interface ResultsPageAsk {
  readonly run: ResultsOf;
  readonly filter: ResultFilter;
  readonly limit: number;
  /** The decision before the first one. */
  readonly after: number;
}

/** Writes the page as a whole. */
export async function writeResultsPage(
  { db }: { readonly db: Database },
  { run, filter, limit, after }: ResultsPageAsk,
  out: Utf8Writer,
): Promise<null> {
  const { slices, writeOrder } = await openRunResults(db, run);
  const page = [];
  for await (const slice of slices(filter, limit + 1, after)) {
    page.push(...slice);
    if (page.length > limit) break;
  }
  const shown = page.slice(0, limit);
  const next = page.length > limit ? `"${encodeCursor(shown.at(-1)!.id)}"` : 'null';
  out.write('{"results":[');
  shown.forEach((decided, i) => {
    writeOrder(i === 0 ? out : out.write(','), decided);
  });
  out.write(`],"next_cursor":${next}}`);
  return null;
}
