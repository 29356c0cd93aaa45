import { csvRow } from '../foundation/csv-text.ts';
import type { AuditEntryView } from './audit-log.ts';

/** The audit log as CSV, one row for each change. An entry without changes is one row. */
export async function* auditCsv(entries: AsyncIterable<AuditEntryView>): AsyncGenerator<string> {
  yield csvRow('id', 'at', 'who_kind', 'who', 'action', 'subject', 'path', 'before', 'after');
  for await (const { id, at, who, action, subject, changes } of entries) {
    const begin = [id, at, who.kind, who.name, action, subject] as const;
    if (changes.length === 0) yield csvRow(...begin, null, null, null);
    for (const { path, before, after } of changes) yield csvRow(...begin, path, cell(before), cell(after));
  }
}

function cell(value: unknown): string | number | boolean | null {
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return value;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
