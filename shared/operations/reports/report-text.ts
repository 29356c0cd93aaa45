import { type CsvRowWriter, csvRow, spreadsheetRow } from '../../foundation/csv-text.ts';
import { Decimal } from '../../foundation/decimal.ts';
import type { ReportRows } from './reports.ts';

/** The forms in which a report is written. */
export const REPORT_TYPES = ['text/csv', 'application/json', 'application/x-ndjson'] as const;

export type ReportType = (typeof REPORT_TYPES)[number];

/** The form of a report. */
export type ReportForm = ReportType | 'text/csv for a spreadsheet';

interface ReportSyntax {
  /** Before the first row. */
  readonly head: (columns: readonly string[]) => string;
  readonly row: (row: ReportRows[number], columns: readonly string[]) => string;
  /** Between rows. */
  readonly separator: string;
  /** After the last row. */
  readonly tail: string;
}

const csv = (write: CsvRowWriter): ReportSyntax => ({
  head: (columns) => write(...columns),
  row: (row, columns) => write(...columns.map((column) => row[column] ?? null)),
  separator: '',
  tail: '',
});

const FORMS: Readonly<Record<ReportForm, ReportSyntax>> = {
  'text/csv': csv(csvRow),
  'text/csv for a spreadsheet': csv(spreadsheetRow),
  'application/json': { head: () => '[', row: jsonRow, separator: ',\n', tail: ']\n' },
  'application/x-ndjson': {
    head: () => '',
    row: (row) => `${jsonRow(row)}\n`,
    separator: '',
    tail: '',
  },
};

function jsonRow(row: ReportRows[number]): string {
  const members = Object.entries(row).map(
    ([name, value]) => `"${name}":${value instanceof Decimal ? value : JSON.stringify(value)}`,
  );
  return `{${members.join(',')}}`;
}

/**
 * Writes rows, one text for each part that was read. Nothing is written before the first part was read, so that a failure
 * until then can still be answered.
 */
export async function* reportText(
  form: ReportForm,
  columns: readonly string[],
  parts: AsyncIterable<ReportRows>,
): AsyncGenerator<string> {
  const { head, row, separator, tail } = FORMS[form];
  let before = head(columns);
  for await (const rows of parts) {
    if (rows.length === 0) continue;
    yield before + rows.map((each) => row(each, columns)).join(separator);
    before = separator;
  }
  yield (before === separator ? '' : before) + tail;
}
