import type { Database } from '../../db/database.ts';
import { type Frame, isFull } from '../../foundation/answer-slice.ts';
import { type CsvRowWriter, csvRow, spreadsheetRow } from '../../foundation/csv-text.ts';
import { Decimal } from '../../foundation/decimal.ts';
import type { Utf8Writer } from '../../foundation/utf8-writer.ts';
import type { Principal } from '../../identity/principal.ts';
import { REPORTS, type ReportFilter, type ReportPart, type ReportRows } from './reports.ts';

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

/** Text around and between the rows of a report. */
export function reportFrame(form: ReportForm, columns: readonly string[]): Frame {
  const { head, separator, tail } = FORMS[form];
  // A filter may have to look through all decisions before the first row.
  return { head: head(columns), headAtOnce: true, separator, tail };
}

/** Writes a row, and before it, if it is not the first one of a slice, the separator. */
export function writeReportRow(
  form: ReportForm,
  columns: readonly string[],
  row: ReportRows[number],
  out: Utf8Writer,
): void {
  const syntax = FORMS[form];
  if (out.length > 0) out.write(syntax.separator);
  out.write(syntax.row(row, columns));
}

/** A part of a report as text. Plain data. */
interface ReportAsk {
  readonly name: (typeof REPORTS)[number]['name'];
  readonly principal: Principal;
  readonly filter: ReportFilter;
  readonly form: ReportForm;
  readonly columns: readonly string[];
  readonly part: ReportPart;
}

/** Writes rows of a report. */
export async function writeReport(
  { db }: { readonly db: Database },
  ask: ReportAsk,
  out: Utf8Writer,
): Promise<ReportAsk | null> {
  const { name, principal, filter, form, columns, part } = ask;
  const report = REPORTS.find((known) => known.name === name)!;
  for await (const { rows, rest } of report.read(db, principal, filter, part)) {
    for (const row of rows) writeReportRow(form, columns, row, out);
    if (!isFull(out)) continue;
    const left = rest();
    return left && { ...ask, part: left };
  }
  return null;
}
