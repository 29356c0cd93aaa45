import type { z } from 'zod';
import type {
  auditPage,
  auditQuery,
  auditEntry as entryView,
  serviceAuditPage,
} from '../contracts/account/history.ts';
import { recordId } from '../contracts/common.ts';
import { decodeCursor, encodeCursor, pageOf } from '../contracts/cursor.ts';
import type { PrismaDatabase } from '../db/database.ts';
import type { Prisma } from '../db/generated/client.ts';
import { isFull } from '../foundation/answer-slice.ts';
import { spreadsheetRow } from '../foundation/csv-text.ts';
import type { Utf8Writer } from '../foundation/utf8-writer.ts';
import type { AccountChange } from '../identity/audit.ts';

/** Which entries are listed, and which page of them. */
export type AuditQuery = z.output<typeof auditQuery>;

const REQUESTS = 'operator.request';

/** Whose entries: a client's by id, those without a client (null), or all (undefined). */
type Whose = number | null | undefined;

/** A page of a client's audit log, or of the whole service's, newest first. Throws AppError validation_failed for a bad cursor. */
export async function listAudit(
  { prisma }: PrismaDatabase,
  whose: Whose,
  { cursor, limit, ...filter }: AuditQuery,
): Promise<z.output<typeof serviceAuditPage>> {
  const rows = await prisma.auditEntry.findMany({
    where: {
      AND: conditionsOf(filter),
      ...(whose !== undefined && { client_id: whose }),
      ...(cursor !== undefined && { id: { lt: decodeCursor(recordId, cursor) } }),
    },
    include: { client: { select: { slug: true } } },
    orderBy: { id: 'desc' },
    take: limit + 1,
  });
  const entries = rows.map(({ id, at, client, actor_kind, actor, action, subject, changes, ...where }) => ({
    at: at.toISOString(),
    client: client?.slug ?? null,
    who: { kind: actor_kind, name: actor },
    action,
    subject,
    changes: changes as unknown as AccountChange[],
    address: where.address,
    session_id: where.session_id,
    id: Number(id),
  }));
  const { page, next_cursor } = pageOf(entries, limit, ({ id }) => id);
  return { entries: page, next_cursor };
}

/** A page of a client's audit log, newest first. Throws as `listAudit`. */
export async function listClientAudit(
  db: PrismaDatabase,
  clientId: number,
  query: AuditQuery,
): Promise<z.output<typeof auditPage>> {
  const { entries, next_cursor } = await listAudit(db, clientId, query);
  return { entries: entries.map(({ client: _, ...entry }) => entry), next_cursor };
}

function conditionsOf({
  who,
  action,
  requests,
  from,
  to,
}: Omit<AuditQuery, 'cursor' | 'limit'>): Prisma.AuditEntryWhereInput[] {
  return [
    ...(who === undefined ? [] : [{ actor: who }]),
    ...(action === undefined ? [] : [{ OR: [{ action }, { action: { startsWith: `${action}.` } }] }]),
    ...(requests ? [] : [{ NOT: { action: REQUESTS } }]),
    ...(from === undefined ? [] : [{ at: { gte: from } }]),
    ...(to === undefined ? [] : [{ at: { lt: to } }]),
  ];
}

type AuditView = z.output<typeof entryView>;

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
export async function exportAudit(
  { db }: { readonly db: PrismaDatabase },
  { client_id, query, form }: AuditAsk,
  out: Utf8Writer,
): Promise<AuditAsk | null> {
  for (let page = query; ; ) {
    const { entries, next_cursor } = await listClientAudit(db, client_id, page);
    for (const entry of entries) {
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
