import type { PrismaDatabase } from '../db/database.ts';
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
 * The same for a sign-in that failed. What was sent as an address that nobody has is not kept, because it may be a password
 * in the wrong field; the entry is the service's. An answer takes as long either way.
 */
export async function auditFailedSignIn(db: PrismaDatabase, sent: string, address: string): Promise<void> {
  const email = sent.trim().toLowerCase();
  const user = email.includes('\0') ? null : await db.prisma.user.findUnique({ where: { email } });
  if (user !== null) return auditSession(db, 'session.fail', { ...user, name: email }, address);
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
