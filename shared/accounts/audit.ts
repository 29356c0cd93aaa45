import sql, { type Sql } from 'sql-template-tag';
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

/** The same as a statement, for a transaction that does not use Prisma. */
export function auditEntry({ client_id, who, action, subject, changes }: AuditRecord): Sql {
  return sql`
    INSERT INTO audit_entries (client_id, actor_kind, actor, action, subject, changes)
    VALUES (${client_id}, ${who.kind}::actor_kind, ${who.name}, ${action}, ${subject},
            ${JSON.stringify(changes.slice(0, MAX_CHANGES))}::jsonb)
    RETURNING id`;
}
