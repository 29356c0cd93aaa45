import type { PrismaDatabase } from '../db/database.ts';
import type { Prisma } from '../db/generated/client.ts';
import type { AccountChange } from './account-changes.ts';
import { type Actor, SERVICE } from './actor.ts';
import { writeAudit } from './audit.ts';
import type { Person } from './person.ts';
import type { SignedIn } from './sessions.ts';

/** What a person did, or somebody in their name, that belongs to no account. */
type PersonAction =
  | 'session.start'
  | 'session.fail'
  /** The password was right, and a code was asked for. */
  | 'session.challenge'
  | 'session.end'
  | 'password.change'
  | 'password.reset'
  | 'second_factor.add'
  | 'second_factor.remove'
  | 'second_factor.reset';

/** A person, with their session if they are signed in. */
type InSession = Person & Partial<Pick<SignedIn, 'session'>>;

/** Writes what a person did, or `who` for them, to the audit log of each of their accounts; an operator's to the service's. */
export async function auditPerson(
  tx: Pick<Prisma.TransactionClient, '$queryRaw'>,
  action: PersonAction,
  person: InSession,
  changes: readonly AccountChange[],
  who: Actor = themselves(person),
): Promise<void> {
  const { email, is_operator, memberships } = person;
  const logs = is_operator ? [null] : memberships.map(({ client }) => client.id);
  for (const client_id of logs)
    await writeAudit(tx, { client_id, who, action, subject: `users/${email}`, changes });
}

function themselves({ id, email, is_operator, session }: InSession): Actor {
  const at = { person_id: id, ...(session && { session_id: session.id }) };
  return { kind: is_operator ? 'operator' : 'user', name: email, ...at };
}

/** Writes what became of a person's session, and from which IP address. */
export function auditSession(
  { prisma }: PrismaDatabase,
  action: PersonAction,
  person: InSession,
  address: string,
): Promise<void> {
  return auditPerson(prisma, action, person, [from(address)], { ...themselves(person), address });
}

/**
 * The same for a sign-in that failed. If nobody has the address (`account` is null), the entry is the service's and does not
 * have it: it may be a password in the wrong field. An answer takes as long either way. `isChallenge`: only a code is missing.
 */
export async function auditFailedSignIn(
  db: PrismaDatabase,
  account: Person | null,
  address: string,
  isChallenge = false,
): Promise<void> {
  if (account !== null)
    return auditSession(db, isChallenge ? 'session.challenge' : 'session.fail', account, address);
  const changes = [from(address)];
  await writeAudit(db.prisma, {
    client_id: null,
    who: { ...SERVICE, address },
    action: 'session.fail',
    subject: 'session',
    changes,
  });
}

function from(address: string) {
  return { path: 'address', before: null, after: address };
}
