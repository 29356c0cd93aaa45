import type { z } from 'zod';
import type { auditEntry } from '../contracts/account/history.ts';
import { encodeCursor } from '../contracts/cursor.ts';
import type { PrismaDatabase } from '../db/database.ts';
import { isFull } from '../foundation/answer-slice.ts';
import { spreadsheetRow } from '../foundation/csv-text.ts';
import type { Utf8Writer } from '../foundation/utf8-writer.ts';
import { type AuditQuery, listAudit } from './audit.ts';

type AuditView = z.output<typeof auditEntry>;

/** Types in which the audit log is exported. */
export type AuditForm = 'csv' | 'ndjson';

/** What comes before the entries: the header of CSV for a spreadsheet. */
export function auditHeader(form: AuditForm): string {
  if (form === 'ndjson') return '';
  const columns = ['id', 'at', 'who_kind', 'who', 'action', 'subject', 'path', 'before', 'after'] as const;
  return spreadsheetRow(...columns, 'address', 'session_id');
}

/** Entries that are read at a time. An entry may have a thousand changes. */
export const AUDIT_READ = 50;

/** Some of a client's audit log. Plain data. */
interface AuditAsk {
  readonly client_id: number;
  readonly query: AuditQuery;
  readonly form: AuditForm;
}

/** Writes entries: as NDJSON one a line, as CSV one row for each change. An entry without changes is one row. */
export async function writeAudit(
  { db }: { readonly db: PrismaDatabase },
  { client_id, query, form }: AuditAsk,
  out: Utf8Writer,
): Promise<AuditAsk | null> {
  for (let page = query; ; ) {
    const { entries, next_cursor } = await listAudit(db, client_id, page);
    for (const { client: _, ...entry } of entries) {
      out.write(form === 'ndjson' ? `${JSON.stringify(entry)}\n` : rowsOf(entry));
      if (isFull(out)) return { client_id, form, query: { ...query, cursor: encodeCursor(entry.id) } };
    }
    if (next_cursor === null) return null;
    page = { ...query, cursor: next_cursor };
  }
}

function rowsOf({ id, at, who, action, subject, changes, address, session_id }: AuditView): string {
  const begin = [id, at, who.kind, who.name, action, subject] as const;
  const rows = changes.length === 0 ? [{ path: null, before: null, after: null }] : changes;
  return rows
    .map(({ path, before, after }) =>
      spreadsheetRow(...begin, path, cell(before), cell(after), address, session_id),
    )
    .join('');
}

function cell(value: unknown): string | number | boolean | null {
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return value;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
