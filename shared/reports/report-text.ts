import { csvRow } from '../platform/csv-text.ts';
import type { ReportRows } from './report.ts';

/** The forms in which a report is written. */
export const REPORT_TYPES = ['text/csv', 'application/json', 'application/x-ndjson'] as const;

export type ReportType = (typeof REPORT_TYPES)[number];

interface Form {
  /** Before the first row. */
  readonly head: (columns: readonly string[]) => string;
  readonly row: (row: ReportRows[number], columns: readonly string[]) => string;
  /** Between rows. */
  readonly separator: string;
  /** After the last row. */
  readonly tail: string;
}

const FORMS: Readonly<Record<ReportType, Form>> = {
  'text/csv': {
    head: (columns) => csvRow(...columns),
    row: (row, columns) => csvRow(...columns.map((column) => row[column]!)),
    separator: '',
    tail: '',
  },
  'application/json': { head: () => '[', row: (row) => JSON.stringify(row), separator: ',\n', tail: ']\n' },
  'application/x-ndjson': {
    head: () => '',
    row: (row) => `${JSON.stringify(row)}\n`,
    separator: '',
    tail: '',
  },
};

/**
 * Writes rows as they come, one text for each part that was read. Nothing is written before the first part is
 * there, so that a failure up to then can still be answered.
 */
export async function* reportText(
  type: ReportType,
  columns: readonly string[],
  parts: AsyncIterable<ReportRows>,
): AsyncGenerator<string> {
  const { head, row, separator, tail } = FORMS[type];
  let before = head(columns);
  for await (const rows of parts) {
    if (rows.length === 0) continue;
    yield before + rows.map((each) => row(each, columns)).join(separator);
    before = separator;
  }
  yield (before === separator ? '' : before) + tail;
}
