import type { Database } from '../../db/database.ts';
import { isFull } from '../../foundation/answer-slice.ts';
import type { Utf8Writer } from '../../foundation/utf8-writer.ts';
import type { Principal } from '../../identity/principal.ts';
import { type ReportForm, writeReportRow } from './report-text.ts';
import { REPORTS, type ReportFilter, type ReportPart } from './reports.ts';

/** A part of a report as text. Plain data. */
export interface ReportAsk {
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
