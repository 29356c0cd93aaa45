import sql, { type Sql } from 'sql-template-tag';
import type { z } from 'zod';
import type { auditQuery, serviceAuditPage } from '../contracts/account/history.ts';
import { recordId } from '../contracts/common.ts';
import { decodeCursor, pageOf } from '../contracts/cursor.ts';
import type { PrismaDatabase } from '../db/database.ts';
import type { Prisma } from '../db/generated/client.ts';
import type { AccountChange } from './account-changes.ts';
import type { Actor } from './actor.ts';

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
