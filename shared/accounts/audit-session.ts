import type { PrismaDatabase } from '../db/database.ts';
import type { User } from '../db/generated/client.ts';
import type { Caller } from './access.ts';
import { actorOf, SERVICE } from './actor.ts';
import { writeAudit } from './audit.ts';

/** Somebody signed in, could not, or signed out. */
type SessionAction = 'session.start' | 'session.fail' | 'session.end';

/** Writes to the audit log of the person's account what became of their session, and from which IP address. */
export async function auditSession(
  { prisma }: PrismaDatabase,
  action: SessionAction,
  { name, role, client_id }: Pick<Caller, 'name' | 'role' | 'client_id'>,
  address: string,
): Promise<void> {
  const who = actorOf({ kind: 'user', id: 0, name, role, client_id });
  await writeAudit(prisma, { client_id, who, action, subject: `users/${name}`, changes: [from(address)] });
}

/**
 * The same for a sign-in that failed. If nobody has the address (`account` is null), the entry is the service's and does not
 * have it: it may be a password in the wrong field. An answer takes as long either way.
 */
export async function auditFailedSignIn(
  db: PrismaDatabase,
  account: User | null,
  address: string,
): Promise<void> {
  if (account !== null) return auditSession(db, 'session.fail', { ...account, name: account.email }, address);
  const changes = [from(address)];
  await writeAudit(db.prisma, {
    client_id: null,
    who: SERVICE,
    action: 'session.fail',
    subject: 'session',
    changes,
  });
}

function from(address: string) {
  return { path: 'address', before: null, after: address };
}
