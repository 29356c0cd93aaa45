import type { Database } from '../db/database.ts';
import type { Prisma } from '../db/generated/client.ts';
import type { AccountChange } from './account-changes.ts';
import type { Actor } from './actor.ts';
import type { PageRequest } from './history.ts';

/** An entry of the audit log as people see it. */
export interface AuditEntryView {
  readonly id: bigint;
  readonly at: string;
  readonly who: Actor;
  readonly action: string;
  readonly subject: string;
  readonly changes: readonly AccountChange[];
}

/** Which entries are listed; what is undefined filters nothing. */
export interface AuditFilter {
  readonly who?: string | undefined;
  /** An action, or the part before its dot. */
  readonly action?: string | undefined;
  /** Whether operators' looks at the account are listed. */
  readonly requests: boolean;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
}

const REQUESTS = 'operator.request';

/** A client's audit log, newest first. */
export async function listAudit(
  { prisma }: Pick<Database, 'prisma'>,
  client_id: number,
  filter: AuditFilter,
  { before, limit }: PageRequest,
): Promise<AuditEntryView[]> {
  const rows = await prisma.auditEntry.findMany({
    where: { clientId: client_id, AND: conditionsOf(filter), ...(before !== null && { id: { lt: before } }) },
    orderBy: { id: 'desc' },
    take: limit,
  });
  return rows.map(({ id, at, actorKind, actor, action, subject, changes }) => ({
    id,
    at: at.toISOString(),
    who: { kind: actorKind, name: actor },
    action,
    subject,
    changes: changes as unknown as AccountChange[],
  }));
}

/** All entries, a page after the other. */
export async function* readAudit(
  db: Pick<Database, 'prisma'>,
  client_id: number,
  filter: AuditFilter,
  { before: first, limit }: PageRequest,
): AsyncGenerator<AuditEntryView> {
  let before = first;
  for (;;) {
    const page: AuditEntryView[] = await listAudit(db, client_id, filter, { before, limit });
    yield* page;
    if (page.length < limit) return;
    before = page.at(-1)!.id;
  }
}

function conditionsOf({ who, action, requests, from, to }: AuditFilter): Prisma.AuditEntryWhereInput[] {
  return [
    ...(who === undefined ? [] : [{ actor: who }]),
    ...(action === undefined ? [] : [{ OR: [{ action }, { action: { startsWith: `${action}.` } }] }]),
    ...(requests ? [] : [{ NOT: { action: REQUESTS } }]),
    ...(from === undefined ? [] : [{ at: { gte: from } }]),
    ...(to === undefined ? [] : [{ at: { lt: to } }]),
  ];
}
