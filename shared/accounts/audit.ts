import sql, { type Sql } from 'sql-template-tag';
import type { z } from 'zod';
import type { auditQuery, auditEntry as entryView, serviceAuditPage } from '../contracts/account/history.ts';
import { recordId } from '../contracts/common.ts';
import { decodeCursor, encodeCursor, pageOf } from '../contracts/cursor.ts';
import type { PrismaDatabase } from '../db/database.ts';
import type { Prisma } from '../db/generated/client.ts';
import { isFull } from '../foundation/answer-slice.ts';
import { spreadsheetRow } from '../foundation/csv-text.ts';
import type { Utf8Writer } from '../foundation/utf8-writer.ts';
import type { AccountChange } from './account-changes.ts';
import { type Actor, SERVICE } from './actor.ts';
import type { Person, SignedIn } from './sessions.ts';

/** What somebody did. */
interface AuditRecord {
  /** null: the whole service */
  readonly client_id: number | null;
  readonly who: Actor;
  /** `warehouses.change` */
  readonly action: string;
  /** What it was done to: `warehouses/EWR1`. */
  readonly subject: string;
  readonly changes: readonly AccountChange[];
}

/** The most changes of one entry, because one change may replace a list of a hundred thousand rules. */
const MAX_CHANGES = 1000;

/** Writes an entry of the audit log, in the transaction of the change. Returns its id. */
export async function writeAudit(
  tx: Pick<Prisma.TransactionClient, '$queryRaw'>,
  record: AuditRecord,
): Promise<bigint> {
  const [{ id }] = await tx.$queryRaw<[{ id: bigint }]>(auditEntry(record));
  return id;
}

/**
 * The same as a statement, for a transaction that does not use Prisma. It also writes the event audit.recorded. Run it last:
 * a transaction that writes an entry of a client keeps others of that client from writing one.
 */
export function auditEntry({ client_id, who, action, subject, changes }: AuditRecord): Sql {
  const { kind, name, address = null, session_id = null, person_id = null } = who;
  return sql`
    WITH entry AS (
      INSERT INTO audit_entries (client_id, actor_kind, actor, action, subject, changes, address, session_id, person_id)
      VALUES (${client_id}::int, ${kind}::actor_kind, ${name}, ${action}, ${subject},
              ${JSON.stringify(changes.slice(0, MAX_CHANGES))}::jsonb, ${address}, ${session_id}::int, ${person_id}::int)
      RETURNING *
    ), events AS (
      INSERT INTO webhook_deliveries (endpoint_id, client_id, type, data)
      SELECT w.id, e.client_id, 'audit.recorded', json_build_object(
        'id', e.id, 'at', to_char(e.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'who', json_build_object('kind', e.actor_kind, 'name', e.actor), 'action', e.action, 'subject', e.subject,
        'changes', e.changes, 'address', e.address, 'session_id', e.session_id)
      FROM entry e
      JOIN webhook_endpoints w ON w.client_id = e.client_id AND w.enabled AND 'audit.recorded' = ANY(w.events)
    )
    SELECT id FROM entry`;
}

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

/** What a person did, or somebody in their name, that belongs to no account. */
type PersonAction =
  | 'session.start'
  | 'session.fail'
  /** The password was right, and a code was asked for. */
  | 'session.challenge'
  | 'session.end'
  /** A person is linked with who they are at their provider. */
  | 'sso.link'
  | 'password.change'
  | 'password.reset'
  | 'second_factor.add'
  /** New recovery codes. */
  | 'second_factor.renew'
  | 'second_factor.remove'
  | 'second_factor.reset';

/** Writes what a person did, or somebody for them, to the audit log of each of their accounts; an operator's to the service's. */
export async function auditPerson(
  tx: Pick<Prisma.TransactionClient, '$queryRaw'>,
  action: PersonAction,
  person: Person,
  who: Actor,
  changes: readonly AccountChange[] = [],
): Promise<void> {
  const { email, is_operator, memberships } = person;
  const logs = is_operator ? [null] : memberships.map(({ client }) => client.id);
  for (const client_id of logs)
    await writeAudit(tx, { client_id, who, action, subject: `users/${email}`, changes });
}

/** A person as the audit log names them, at an IP address, with their session if they are signed in. */
export function personAt(
  { id, email, is_operator, session }: Person & { readonly session?: Pick<SignedIn['session'], 'id'> },
  address: string,
): Actor {
  const at = { address, person_id: id, ...(session && { session_id: session.id }) };
  return { kind: is_operator ? 'operator' : 'user', name: email, ...at };
}

/**
 * Writes that a sign-in failed. If nobody has the address (`account` is null), the entry is the service's and does not
 * have it: it may be a password in the wrong field. An answer takes as long either way. `isChallenge`: only a code is missing.
 */
export async function auditFailedSignIn(
  db: PrismaDatabase,
  account: Person | null,
  address: string,
  isChallenge = false,
): Promise<void> {
  const action = isChallenge ? 'session.challenge' : 'session.fail';
  if (account !== null) return auditPerson(db.prisma, action, account, personAt(account, address));
  const entry = { client_id: null, who: { ...SERVICE, address }, subject: 'session', changes: [] };
  await writeAudit(db.prisma, { ...entry, action: 'session.fail' });
}
