import type { changeAccess } from '../../account/change-account.ts';
import type { PrismaDatabase } from '../../db/database.ts';
import { inLockedPrisma } from '../../db/transaction.ts';
import { AppError } from '../../foundation/errors/app-error.ts';
import type { Reach } from '../../foundation/guarded-call.ts';
import { type Actor, SERVICE } from '../actor.ts';
import { writeAudit } from '../audit.ts';
import type { Person } from '../sessions.ts';
import type { SignIn } from '../sign-in.ts';
import type { ProviderPerson } from './claims.ts';
import type { Provider } from './provider.ts';
import { placeOfClientSecret } from './sso-state.ts';

/** An account's provider, with what it may say of people. */
export interface Connection extends Provider {
  readonly client: { readonly id: number; readonly slug: string };
  /** null: the values of the claim are the roles. */
  readonly roles: Readonly<Record<string, string>> | null;
}

/** What single sign-on needs. */
export interface SsoDeps {
  readonly db: PrismaDatabase;
  readonly ssoReach: Reach;
  readonly publicUrl: string | null;
  readonly signIn: SignIn;
  /** Members of an account come and change by it. It is given, because accounts are built on people. */
  readonly changeAccess: typeof changeAccess;
}

/** The provider of a mail domain that an account has proved. Throws AppError no_sso. */
export async function connectionOfDomain({ db }: SsoDeps, email: string): Promise<Connection> {
  const domain = email.slice(email.lastIndexOf('@') + 1);
  const found = await db.prisma.ssoDomain.findFirst({
    where: { domain, proved_at: { not: null }, client: { active: true, sso: {} } },
    select: { client_id: true },
  });
  if (found === null) throw new AppError('no_sso');
  return connectionOf({ db }, found.client_id);
}

/** The provider of a client. Throws AppError no_sso. */
export async function connectionOf({ db }: Pick<SsoDeps, 'db'>, client_id: number): Promise<Connection> {
  const sso = await db.prisma.ssoConnection.findUnique({
    where: { client_id },
    include: { client: { select: { id: true, slug: true } } },
  });
  if (sso === null) throw new AppError('no_sso');
  return {
    ...sso,
    client_secret: db.secrets.open(sso.client_secret, placeOfClientSecret(sso)),
    roles: sso.roles as Connection['roles'],
    scopes: sso.scopes as string[] | null,
  };
}

/** Somebody who has come back from a provider. */
export interface Visitor {
  readonly person: ProviderPerson;
  /** Their IP address. */
  readonly address: string;
  /** Whose session the visit is for; null for a sign-in. */
  readonly session_id: number | null;
  /** When it began, in seconds. */
  readonly began: number;
  readonly now: Date;
}

/** Why a visit leads to nothing, in a sentence for the person. */
export interface Refused {
  readonly refused: string;
}

/** A person whom a provider may sign in, and who they are there. */
export interface Found {
  readonly person: Person;
  readonly identity_id: number;
}

export const refused = (sentence: string): Refused => ({ refused: sentence });

/** The person with the account of the provider alone. */
export function ofConnection(person: Person, { client }: Connection): Person {
  return { ...person, memberships: person.memberships.filter((each) => each.client.id === client.id) };
}

/** Why an address does not say who somebody is; null: it does. */
export async function emailProblem(
  { prisma }: PrismaDatabase,
  { client }: Connection,
  { email, email_verified }: ProviderPerson,
): Promise<string | null> {
  if (email === undefined) return 'Your identity provider did not send your email address.';
  if (email_verified !== true)
    return 'Your identity provider did not confirm that your email address is verified (email_verified).';
  const domain = email.split('@').at(-1)!;
  const proved = { client_id: client.id, domain, proved_at: { not: null } };
  if ((await prisma.ssoDomain.count({ where: proved })) > 0) return null;
  return `Your account has not verified the domain ${domain}.`;
}

/** An account's provider speaks for people of this account alone. */
export function mayLink({ is_operator, memberships }: Person, { client }: Connection): boolean {
  return !is_operator && memberships.length === 1 && memberships[0]!.client.id === client.id;
}

export const NO_ROLE = 'Your identity provider gives you no role in this account. Ask its administrator.';
export const OTHER_ACCOUNT =
  'This provider cannot sign in the user with your email address. Sign in with your password, or ask an account owner.';
export const LINKED = 'Your email address is linked with another user of the provider. Ask an account owner.';

/** Visits that are refused within a minute are one entry of the audit log: strangers may cause them. */
export async function auditRefusal(
  db: PrismaDatabase,
  { client }: Connection,
  problem: string,
  address: string,
): Promise<void> {
  const who: Actor = { ...SERVICE, address };
  await inLockedPrisma(db, { lock: `visits ${client.id}`, owner: client.id }, async (tx) => {
    const [counted] = await tx.$queryRaw<{ visits: number; is_due: boolean }[]>`
      WITH present AS (
        SELECT id, refused_visits + 1 AS visits, coalesce(refused_at <= now() - interval '1 minute', true) AS is_due
        FROM sso_connections WHERE client_id = ${client.id} FOR UPDATE
      )
      UPDATE sso_connections c SET refused_visits = CASE WHEN is_due THEN 0 ELSE visits END,
        refused_at = CASE WHEN is_due THEN now() ELSE c.refused_at END
      FROM present WHERE c.id = present.id RETURNING visits, is_due`;
    if (!counted?.is_due) return;
    const changes = Object.entries({ problem, visits: counted.visits });
    await writeAudit(tx, {
      ...{ client_id: client.id, who, action: 'session.fail', subject: 'sso' },
      changes: changes.map(([path, after]) => ({ path, before: null, after })),
    });
  });
}
