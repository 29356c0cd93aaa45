import { spreadsheetRow } from '../foundation/csv-text.ts';
import type { AuditEntryView } from './audit-log.ts';

/** The audit log as CSV for a spreadsheet, one row for each change. An entry without changes is one row. */
export async function* auditCsv(entries: AsyncIterable<AuditEntryView>): AsyncGenerator<string> {
  yield spreadsheetRow('id', 'at', 'who_kind', 'who', 'action', 'subject', 'path', 'before', 'after');
  for await (const { id, at, who, action, subject, changes } of entries) {
    const begin = [id, at, who.kind, who.name, action, subject] as const;
    if (changes.length === 0) yield spreadsheetRow(...begin, null, null, null);
    for (const { path, before, after } of changes)
      yield spreadsheetRow(...begin, path, cell(before), cell(after));
  }
}

function cell(value: unknown): string | number | boolean | null {
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return value;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
