import { encodeCursor } from '../contracts/cursor.ts';
import type { PrismaDatabase } from '../db/database.ts';
import { isFull } from '../foundation/answer-slice.ts';
import { spreadsheetRow } from '../foundation/csv-text.ts';
import type { Utf8Writer } from '../foundation/utf8-writer.ts';
import { type AuditQuery, listAudit } from './audit.ts';

/** The header of the audit log as CSV for a spreadsheet. */
export const auditHeader = () =>
  spreadsheetRow('id', 'at', 'who_kind', 'who', 'action', 'subject', 'path', 'before', 'after');

/** Entries that are read at a time. An entry may have a thousand changes. */
export const AUDIT_READ = 50;

/** Some of a client's audit log. Plain data. */
interface AuditAsk {
  readonly client_id: number;
  readonly query: AuditQuery;
}

/** Writes entries, one row for each change. An entry without changes is one row. */
export async function writeAuditCsv(
  { db }: { readonly db: PrismaDatabase },
  { client_id, query }: AuditAsk,
  out: Utf8Writer,
): Promise<AuditAsk | null> {
  for (let page = query; ; ) {
    const { entries, next_cursor } = await listAudit(db, client_id, page);
    for (const { id, at, who, action, subject, changes } of entries) {
      const begin = [id, at, who.kind, who.name, action, subject] as const;
      if (changes.length === 0) out.write(spreadsheetRow(...begin, null, null, null));
      for (const { path, before, after } of changes)
        out.write(spreadsheetRow(...begin, path, cell(before), cell(after)));
      if (isFull(out)) return { client_id, query: { ...query, cursor: encodeCursor(id) } };
    }
    if (next_cursor === null) return null;
    page = { ...query, cursor: next_cursor };
  }
}

function cell(value: unknown): string | number | boolean | null {
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return value;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
