import type { Database } from '../db/database.ts';
import type { Prisma } from '../db/generated/client.ts';
import type { AccountChange } from './account-changes.ts';
import type { Actor } from './actor.ts';
import type { HistoryPageRequest } from './history.ts';

/** An entry of the audit log as people see it. */
export interface AuditEntryView {
  readonly id: bigint;
  readonly at: string;
  /** Slug; null: done to the whole service. */
  readonly client: string | null;
  readonly who: Actor;
  readonly action: string;
  readonly subject: string;
  readonly changes: readonly AccountChange[];
}

/** Which entries are listed. A filter that is undefined filters nothing. */
export interface AuditFilter {
  readonly who?: string | undefined;
  /** An action, or the part before its dot. */
  readonly action?: string | undefined;
  /** Whether requests of operators that only read are listed. */
  readonly requests: boolean;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
}

const REQUESTS = 'operator.request';

/** Whose entries: a client's by id, those without a client (null), or all (undefined). */
type Whose = number | null | undefined;

/** A client's audit log, or the whole service's, newest first. */
export async function listAudit(
  { prisma }: Pick<Database, 'prisma'>,
  whose: Whose,
  filter: AuditFilter,
  { before, limit }: HistoryPageRequest,
): Promise<AuditEntryView[]> {
  const rows = await prisma.auditEntry.findMany({
    where: {
      AND: conditionsOf(filter),
      ...(whose !== undefined && { client_id: whose }),
      ...(before !== null && { id: { lt: before } }),
    },
    include: { client: { select: { slug: true } } },
    orderBy: { id: 'desc' },
    take: limit,
  });
  return rows.map(({ id, at, client, actor_kind, actor, action, subject, changes }) => ({
    id,
    at: at.toISOString(),
    client: client?.slug ?? null,
    who: { kind: actor_kind, name: actor },
    action,
    subject,
    changes: changes as unknown as AccountChange[],
  }));
}

/** All entries, read page by page. */
export async function* readAudit(
  db: Pick<Database, 'prisma'>,
  whose: Whose,
  filter: AuditFilter,
  { before: first, limit }: HistoryPageRequest,
): AsyncGenerator<AuditEntryView> {
  let before = first;
  for (;;) {
    const page: AuditEntryView[] = await listAudit(db, whose, filter, { before, limit });
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
