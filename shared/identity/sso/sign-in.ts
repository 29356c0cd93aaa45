import { createHmac, randomBytes } from 'node:crypto';
import type { z } from 'zod';
import type { changeAccess } from '../../account/change-account.ts';
import type { ssoTest } from '../../contracts/account/sso.ts';
import type { PrismaDatabase } from '../../db/database.ts';
import type { Prisma, UserRole } from '../../db/generated/client.ts';
import { AppError } from '../../foundation/errors/app-error.ts';
import type { Reach } from '../../foundation/guarded-call.ts';
import { SERVICE } from '../actor.ts';
import { auditPerson, personAt, writeAudit } from '../audit.ts';
import { hashPassword } from '../passwords.ts';
import { secretHash } from '../secrets.ts';
import { confirmSession, endSessionOf, PERSON, type Person, type SeenAt, startSession } from '../sessions.ts';
import { saveMember } from '../users.ts';
import {
  authorizationUrl,
  type Checks,
  CLOCK_SECONDS,
  type Provider,
  problemOf,
  readAnswer,
  type Said,
} from './provider.ts';
import { placeOfClientSecret, SSO_CALLBACK } from './sso-state.ts';

/** A provider with what it may say of people. */
export interface Connection extends Provider {
  /** Whose people it signs in; null: the operators. */
  readonly client: { readonly id: number; readonly slug: string } | null;
  readonly role_claim: string | null;
  /** null: the values of the claim are the roles. */
  readonly roles: Readonly<Record<string, string>> | null;
}

/** What single sign-on needs. */
export interface SsoDeps {
  readonly db: PrismaDatabase;
  readonly ssoReach: Reach;
  readonly publicUrl: string | null;
  /** Members of an account come and change by it. It is given, because accounts are built on people. */
  readonly changeAccess: typeof changeAccess;
  /** null: operators have passwords. */
  readonly operatorSso: Connection | null;
}

/** Why somebody goes to a provider. */
export type SsoPurpose = 'sign_in' | 'link' | 'confirm' | 'test';

/** A visit to a provider. */
interface Attempt {
  readonly purpose: SsoPurpose;
  /** Whose session it is for; null for a sign-in. */
  readonly session_id: number | null;
  /** Where the browser goes afterwards. */
  readonly return_to: string;
}

/** How a visit ended. */
export type SsoOutcome =
  | { readonly refused: string }
  | { readonly refused: null; readonly return_to: string; readonly token?: string };

/** A person may take so long at the provider. */
export const ATTEMPT_MINUTES = 10;

/** The highest first. */
const ROLES = ['owner', 'member', 'viewer'] as const;

/** The provider of a mail domain that an account has proved. Throws AppError no_sso. */
export async function connectionOfDomain(deps: SsoDeps, email: string): Promise<Connection> {
  const domain = email.slice(email.lastIndexOf('@') + 1);
  const found = await deps.db.prisma.ssoDomain.findFirst({
    where: { domain, proved_at: { not: null }, client: { active: true, sso: {} } },
    select: { client_id: true },
  });
  if (found === null) throw new AppError('no_sso');
  return connectionOf(deps, found.client_id);
}

/** The provider of a client; of the operators for null. Throws AppError no_sso. */
export async function connectionOf(
  { db, operatorSso }: SsoDeps,
  client_id: number | null,
): Promise<Connection> {
  if (client_id === null) {
    if (operatorSso === null) throw new AppError('no_sso');
    return operatorSso;
  }
  const sso = await db.prisma.ssoConnection.findUnique({
    where: { client_id },
    include: { client: { select: { id: true, slug: true } } },
  });
  if (sso === null) throw new AppError('no_sso');
  const client_secret = db.secrets.open(sso.client_secret, placeOfClientSecret(sso));
  return { ...sso, client_secret, roles: sso.roles as Connection['roles'] };
}

/**
 * Sends somebody to a provider. Returns the address, and the secret of the cookie by which the browser is known when it comes
 * back. Throws AppError no_public_url, sso_provider.
 */
export async function beginSso(
  { db, ssoReach, publicUrl }: SsoDeps,
  connection: Connection,
  attempt: Attempt,
): Promise<{ readonly authorization_url: string; readonly secret: string }> {
  const redirect_uri = redirectUri(publicUrl);
  const secret = randomBytes(32).toString('base64url');
  const again = attempt.purpose === 'confirm';
  let authorization_url: string;
  try {
    authorization_url = await authorizationUrl(connection, ssoReach, checksOf(secret), {
      redirect_uri,
      again,
    });
  } catch (cause) {
    throw new AppError('sso_provider', `The identity provider cannot be used: ${problemOf(cause)}.`, {
      cause,
    });
  }
  const expires_at = new Date(Date.now() + ATTEMPT_MINUTES * 60_000);
  const client_id = connection.client?.id ?? null;
  await db.prisma.ssoAttempt.create({
    data: { ...attempt, cookie_hash: secretHash(secret), client_id, expires_at },
  });
  return { authorization_url, secret };
}

function redirectUri(public_url: string | null): string {
  if (public_url === null) throw new AppError('no_public_url');
  return public_url.replace(/\/+$/, '') + SSO_CALLBACK;
}

/** State, nonce and verifier are made of the cookie's secret, so that the database cannot tell them. */
function checksOf(secret: string): Checks {
  const made = (what: string) => createHmac('sha256', secret).update(what).digest('base64url');
  return { state: made('state'), nonce: made('nonce'), verifier: made('verifier') };
}

/** Where somebody comes back from, and with what. */
interface CameBack {
  /** Of the cookie; undefined: this browser has none. */
  readonly secret: string | undefined;
  /** The parameters of the address, as the provider wrote them. */
  readonly query: string;
  readonly state: string | undefined;
  readonly seen: SeenAt & { readonly address: string };
  readonly now: Date;
}

/** Ends a visit to a provider. Of many who come back with the same answer at once, to any processes, one is let in. */
export async function finishSso(deps: SsoDeps, came: CameBack): Promise<SsoOutcome> {
  const { secret, state } = came;
  // Before the attempt is taken: a page elsewhere can send the browser here, too.
  if (secret === undefined || state !== checksOf(secret).state) return STRANGE;
  const [attempt] = await deps.db.prisma.$queryRaw<
    (Attempt & { client_id: number | null; expires_at: Date })[]
  >`
    DELETE FROM sso_attempts WHERE cookie_hash = ${secretHash(secret)}::bytea
    RETURNING client_id, purpose, session_id, return_to, expires_at`;
  if (attempt === undefined || attempt.expires_at <= came.now) return STRANGE;
  const connection = await connectionOf(deps, attempt.client_id);
  const outcome = await settle(deps, connection, attempt, came);
  if (typeof outcome !== 'string') return { refused: null, return_to: attempt.return_to, ...outcome };
  const { address } = came.seen;
  await writeAudit(deps.db.prisma, {
    client_id: attempt.client_id,
    who: { ...SERVICE, address },
    action: 'session.fail',
    subject: 'sso',
    changes: [{ path: 'problem', before: null, after: outcome }],
  });
  return { refused: outcome };
}

const STRANGE: SsoOutcome = {
  refused:
    'This sign-in was already used, took longer than ten minutes, or began in another browser. Start again.',
};

/** What a visit leads to: a session by its token, nothing more, or a sentence that refuses. */
async function settle(
  deps: SsoDeps,
  connection: Connection,
  attempt: Attempt & { readonly expires_at: Date },
  { secret, query, seen, now }: CameBack,
): Promise<{ readonly token?: string } | string> {
  const { db, ssoReach, publicUrl } = deps;
  const url = new URL(`${redirectUri(publicUrl)}?${query}`);
  let said: Said;
  try {
    said = await readAnswer(connection, ssoReach, checksOf(secret!), url);
  } catch (error) {
    const problem = problemOf(error);
    if (attempt.purpose === 'test') await saveTest(db, connection, problem, null);
    return `The identity provider did not sign you in, or its answer is not valid: ${problem}.`;
  }
  const began = attempt.expires_at.getTime() / 1000 - ATTEMPT_MINUTES * 60;
  switch (attempt.purpose) {
    case 'test':
      await saveTest(db, connection, await problemWith(db, connection, said.claims), said.claims);
      return {};
    case 'confirm':
      return confirmBy(db, connection, attempt.session_id, { said, began, now });
    case 'link':
    case 'sign_in': {
      const who = { claims: said.claims, address: seen.address };
      const found =
        attempt.purpose === 'link'
          ? await linkPerson(db, connection, attempt.session_id, who)
          : await findPerson(deps, connection, who);
      if (typeof found === 'string') return found;
      const { person, identity_id } = found;
      const { token, ...session } = await startSession(db, person, now, seen, { ...said, identity_id });
      if (attempt.session_id !== null) await endSessionOf(db, person.id, attempt.session_id);
      const by = { path: 'issuer', before: null, after: connection.issuer };
      const signedIn = ofConnection(person, connection);
      const actor = personAt({ ...person, session }, seen.address);
      await auditPerson(db.prisma, 'session.start', signedIn, actor, [by]);
      return { token };
    }
  }
}

/** The person with the account of the provider alone. */
function ofConnection(person: Person, { client }: Connection): Person {
  return { ...person, memberships: person.memberships.filter((each) => each.client.id === client?.id) };
}

type Claims = Said['claims'];

/** Somebody who comes from a provider. */
interface Visitor {
  readonly claims: Claims;
  /** Their IP address. */
  readonly address: string;
}

/** A person whom a provider may sign in, and who they are there. */
interface Found {
  readonly person: Person;
  readonly identity_id: number;
}

/** Who a provider's person is here: known, or new and let in by a role or an invitation. A sentence: why nobody. */
async function findPerson(
  deps: SsoDeps,
  connection: Connection,
  { claims, address }: Visitor,
): Promise<Found | string> {
  const { db } = deps;
  const { issuer, client } = connection;
  const role = roleOf(connection, claims);
  if (role === null) return NO_ROLE;
  const where = { client_id: client?.id ?? null, issuer, sub: claims.sub };
  const identity = await db.prisma.ssoIdentity.findFirst({
    where,
    select: { id: true, user: { select: PERSON } },
  });
  if (identity !== null) {
    const [present] = ofConnection(identity.user, connection).memberships;
    if (client !== null && role !== undefined && role !== present?.role)
      await applyRole(deps, client.slug, identity.user.email, role);
    return { person: identity.user, identity_id: identity.id };
  }
  const problem = await emailProblem(db, connection, claims);
  if (problem !== null) return problem;
  const email = emailOf(claims);
  const present = await db.prisma.user.findUnique({ where: { email }, select: PERSON });
  if (present !== null) {
    if (!mayLink(present, connection)) return ELSEWHERE;
    const linked = { user_id: present.id, client_id: where.client_id };
    return (await db.prisma.ssoIdentity.count({ where: linked })) > 0 ? LINKED : LINK_FIRST;
  }
  return client === null ? ELSEWHERE : addPerson(deps, connection, client, { claims, address, email, role });
}

const NO_ROLE = 'Your identity provider gives you no role in this account. Ask its administrator.';
const ELSEWHERE =
  'This provider cannot sign in the user with your email address. Sign in with your password, or ask an account owner.';
const LINK_FIRST =
  'Your email address has a password here. Sign in with it once, then choose Link single sign-on in your menu.';
const LINKED = 'Your email address is linked with another user of the provider. Ask an account owner.';

/** The role that a provider gives; null: none; undefined: it does not give roles. */
function roleOf({ role_claim, roles, client }: Connection, claims: Claims): UserRole | null | undefined {
  if (role_claim === null) return undefined;
  const value =
    claims[role_claim] ?? role_claim.split('.').reduce<unknown>((at, key) => Object(at)[key], claims);
  const values = (Array.isArray(value) ? value : [value]).map(String);
  const given = new Set(
    roles === null ? values : values.map((each) => Object.hasOwn(roles, each) && roles[each]),
  );
  if (client === null) return given.has('operator') ? undefined : null;
  return ROLES.find((role) => given.has(role)) ?? null;
}

/** Gives a person the role that their provider says. The last owner stays one. */
async function applyRole(
  { db, changeAccess }: SsoDeps,
  slug: string,
  email: string,
  role: UserRole,
): Promise<void> {
  const act = { who: SERVICE, action: 'users.change', subject: `users/${email}` };
  try {
    await changeAccess(db, slug, act, (tx, { id }) => saveMember(tx, id, { email, role }));
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'last_owner') throw error;
  }
}

const emailOf = ({ email }: Claims) => String(email).trim().toLowerCase();

/** Why an address does not say who somebody is; null: it does. */
async function emailProblem(
  { prisma }: PrismaDatabase,
  { client }: Connection,
  claims: Claims,
): Promise<string | null> {
  if (typeof claims.email !== 'string') return 'Your identity provider did not send your email address.';
  if (claims.email_verified !== true)
    return 'Your identity provider did not confirm that your email address is verified (email_verified).';
  if (client === null) return null;
  const domain = emailOf(claims).split('@').at(-1)!;
  const proved = { client_id: client.id, domain, proved_at: { not: null } };
  if ((await prisma.ssoDomain.count({ where: proved })) > 0) return null;
  return `Your account has not verified the domain ${domain}.`;
}

/** An account's provider speaks for people of this account alone. */
function mayLink({ is_operator, memberships }: Person, { client }: Connection): boolean {
  if (client === null) return is_operator;
  return !is_operator && memberships.length === 1 && memberships[0]!.client.id === client.id;
}

/** Makes somebody a member who is new to the service: with the role of the provider, or that of an invitation. */
async function addPerson(
  { db, changeAccess }: SsoDeps,
  { issuer }: Connection,
  { id: client_id, slug }: NonNullable<Connection['client']>,
  { claims, address, email, role }: Visitor & { email: string; role: UserRole | undefined },
): Promise<Found | string> {
  const invitation = await db.prisma.invitation.findFirst({
    where: { client_id, email, expires_at: { gt: new Date() } },
  });
  const wanted = role ?? invitation?.role;
  if (wanted === undefined) return 'You are not invited to this account. Ask one of its owners.';
  // Nobody has this password. Who is removed here, or loses the provider, has none.
  const password_hash = await hashPassword(randomBytes(32).toString('base64url'));
  const who = { kind: 'user', name: email, address } as const;
  const act = { who, action: 'users.accept', subject: `users/${email}` };
  return changeAccess(db, slug, act, async (tx) => {
    if ((await tx.user.count({ where: { email } })) > 0)
      throw new AppError('unavailable', 'The person was changed meanwhile. Try again.');
    await saveMember(tx, client_id, { email, role: wanted, password_hash });
    await tx.invitation.deleteMany({ where: { client_id, email } });
    const person = await tx.user.findUniqueOrThrow({ where: { email }, select: PERSON });
    return { person, identity_id: await addIdentity(tx, person.id, { client_id, issuer, sub: claims.sub }) };
  });
}

async function addIdentity(
  tx: Prisma.TransactionClient,
  user_id: number,
  identity: Pick<Prisma.SsoIdentityUncheckedCreateInput, 'client_id' | 'issuer' | 'sub'>,
): Promise<number> {
  return (await tx.ssoIdentity.create({ data: { ...identity, user_id } })).id;
}

/** Links somebody who has signed in with their password and who they are at the provider. A sentence: why not. */
async function linkPerson(
  db: PrismaDatabase,
  connection: Connection,
  session_id: number | null,
  { claims, address }: Visitor,
): Promise<Found | string> {
  const { issuer, client } = connection;
  const person = await personOfSession(db, session_id);
  if (person === null) return SESSION_ENDED;
  if (roleOf(connection, claims) === null) return NO_ROLE;
  const problem = await emailProblem(db, connection, claims);
  if (problem !== null) return problem;
  if (emailOf(claims) !== person.email)
    return `You are signed in here as ${person.email}, and at the provider as someone else.`;
  if (!mayLink(person, connection)) return ELSEWHERE;
  const client_id = client?.id ?? null;
  return db.prisma.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT id FROM users WHERE id = ${person.id} FOR UPDATE`;
    const taken = { client_id, OR: [{ user_id: person.id }, { issuer, sub: claims.sub }] };
    if ((await tx.ssoIdentity.count({ where: taken })) > 0) return LINKED;
    const identity_id = await addIdentity(tx, person.id, { client_id, issuer, sub: claims.sub });
    const by = { path: 'issuer', before: null, after: issuer };
    await auditPerson(tx, 'sso.link', person, personAt(person, address), [by]);
    return { person, identity_id };
  });
}

const SESSION_ENDED = 'Your session has ended. Sign in again.';

async function personOfSession({ prisma }: PrismaDatabase, id: number | null): Promise<Person | null> {
  if (id === null) return null;
  const where = { id, expires_at: { gt: new Date() } };
  return (await prisma.session.findFirst({ where, select: { user: { select: PERSON } } }))?.user ?? null;
}

/** Confirms a session by the same person, who has just shown at the provider that it is them. */
async function confirmBy(
  db: PrismaDatabase,
  { issuer, client }: Connection,
  session_id: number | null,
  { said: { claims }, began, now }: { said: Said; began: number; now: Date },
): Promise<object | string> {
  const ssoIdentity = { client_id: client?.id ?? null, issuer, sub: claims.sub };
  const session = await db.prisma.session.findFirst({ where: { id: session_id ?? 0, ssoIdentity } });
  if (session === null) return 'You are signed in here as someone else.';
  if (typeof claims.auth_time !== 'number' || claims.auth_time < began - CLOCK_SECONDS)
    return 'Your identity provider did not ask you to sign in again (auth_time).';
  await confirmSession(db, session.id, now);
  return {};
}

/** Why nobody could sign in with these claims; null: they could. */
async function problemWith(
  db: PrismaDatabase,
  connection: Connection,
  claims: Claims,
): Promise<string | null> {
  return roleOf(connection, claims) === null ? NO_ROLE : emailProblem(db, connection, claims);
}

/** Keeps what the provider said, for the owner who tests it. */
async function saveTest(
  { prisma }: PrismaDatabase,
  connection: Connection,
  problem: string | null,
  claims: Claims | null,
): Promise<void> {
  const { client, role_claim } = connection;
  const names = [
    'iss',
    'sub',
    'email',
    'email_verified',
    'auth_time',
    ...(role_claim === null ? [] : [role_claim]),
  ];
  const last_test: z.output<typeof ssoTest> = {
    at: new Date().toISOString(),
    problem,
    claims: claims && Object.fromEntries(names.map((name) => [name, claims[name] ?? null])),
    role: claims && (roleOf(connection, claims) ?? null),
  };
  await prisma.ssoConnection.updateMany({
    where: { client_id: client!.id, issuer: connection.issuer },
    data: { last_test: last_test as Prisma.InputJsonObject },
  });
}
