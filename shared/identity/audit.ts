import sql, { type Sql } from 'sql-template-tag';
import type { z } from 'zod';
import type { accountChange } from '../contracts/account/account.ts';
import type { PrismaDatabase } from '../db/database.ts';
import type { Prisma } from '../db/generated/client.ts';
import { inLockedPrisma } from '../db/transaction.ts';
import { type Actor, SERVICE } from './actor.ts';
import type { Person, SignedIn } from './sessions.ts';

/** A value of an account that has changed. `before` or `after` is null if the value did not or does not exist. */
export type AccountChange = z.output<typeof accountChange>;

const NOT_SHOWN = 'not shown';

/** The change of a password. Neither password is shown. */
export function changedPassword(email: string): AccountChange {
  return changedSecret(`users[${email}].password`);
}

/** The change of a secret. */
export function changedSecret(path: string): AccountChange {
  return { path, before: NOT_SHOWN, after: NOT_SHOWN };
}

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
  | 'second_factor.reset'
  /** Ten wrong codes came after the right password. */
  | 'second_factor.lock';

/**
 * As `inLockedPrisma`, for what changes a person or writes of them to audit logs: of all people of a client together, few
 * connections wait.
 */
export function changePerson<T>(
  db: PrismaDatabase,
  { id, memberships }: Pick<Person, 'id' | 'memberships'>,
  work: (tx: Prisma.TransactionClient) => Promise<T>,
): Promise<T> {
  const lock = `person ${id}`;
  return inLockedPrisma(db, { lock, owner: memberships[0]?.client.id ?? lock }, work);
}

/** The same as `auditPerson`, alone. */
export function noteOfPerson(
  db: PrismaDatabase,
  action: PersonAction,
  person: Person,
  who: Actor,
  changes: readonly AccountChange[] = [],
): Promise<void> {
  return changePerson(db, person, (tx) => auditPerson(tx, action, person, who, changes));
}

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
  if (account !== null) return noteOfPerson(db, action, account, personAt(account, address));
  const entry = { client_id: null, who: { ...SERVICE, address }, subject: 'session', changes: [] };
  await writeAudit(db.prisma, { ...entry, action: 'session.fail' });
}
