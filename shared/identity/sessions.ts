import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Database, PrismaDatabase } from '../db/database.ts';
import type { Prisma, User } from '../db/generated/client.ts';
import type { UserRole } from '../db/generated/enums.ts';
import type { SealedPlace } from '../foundation/sealing.ts';
import type { Caller, KnownClient } from './actor.ts';
import { secretHash } from './secrets.ts';

/** A person's account, with what they are in it. */
export interface Membership {
  readonly role: UserRole;
  readonly client: KnownClient & {
    readonly name: string;
    readonly require_second_factor: boolean;
    readonly sso: { readonly required: boolean; readonly break_glass_user: string } | null;
  };
}

/** A person who is signed in. */
export interface Person {
  readonly id: number;
  readonly email: string;
  readonly is_operator: boolean;
  /** Since when they have a second factor; null: they have none. */
  readonly second_factor_at: Date | null;
  /** By slug; empty for an operator. Of somebody who signed in by an account's provider, that account alone. */
  readonly memberships: readonly Membership[];
  /** By whose provider they signed in, and who they are there. Left out: with a password. */
  readonly sso?: { readonly client_id: number; readonly id: number };
}

/** What is read of a `Person`. */
export const PERSON = {
  id: true,
  email: true,
  is_operator: true,
  second_factor_at: true,
  memberships: {
    select: {
      role: true,
      client: {
        select: {
          id: true,
          slug: true,
          name: true,
          active: true,
          require_second_factor: true,
          sso: { select: { required: true, break_glass_user: true } },
        },
      },
    },
    orderBy: { client: { slug: 'asc' } },
  },
} as const satisfies Prisma.UserSelect;

/** What operators need (OPERATOR_SECOND_FACTOR). */
export interface OperatorRules {
  readonly operatorSecondFactor: boolean;
}

/**
 * The person as a caller. `slug` is the account that a request names; null: it names none, and they work on their only
 * account.
 */
export function callerOf(person: Person, slug: string | null, rules: OperatorRules): Omit<Caller, 'address'> {
  const { id, email, is_operator, memberships } = person;
  const only = memberships.length === 1 ? memberships[0] : undefined;
  const chosen = slug === null ? only : memberships.find(({ client }) => client.slug === slug);
  const must_enrol = is_operator ? mustEnrolAsOperator(person, rules) : chosen && mustEnrolIn(person, chosen);
  const needs_sso = chosen && needsSsoIn(person, chosen);
  const who = {
    ...({ kind: 'user', id, name: email } as const),
    ...(must_enrol && { must_enrol }),
    ...(needs_sso && { needs_sso }),
    ...(person.sso && { by_sso: true }),
  };
  if (is_operator) return { ...who, role: 'operator', client_id: null };
  return { ...who, role: chosen?.role ?? null, client_id: chosen?.client.id ?? null };
}

/** Whether a person can only set up a second factor in an account, because it requires one and they have none. */
export function mustEnrolIn({ second_factor_at, sso }: Person, { client }: Membership): boolean {
  // A provider asks for factors of its own.
  return second_factor_at === null && client.require_second_factor && sso === undefined;
}

/** Whether a person can do nothing in an account, because it requires single sign-on and they signed in with a password. */
export function needsSsoIn(person: Person, membership: Membership): boolean {
  return (
    (membership.client.sso?.required ?? false) &&
    person.sso === undefined &&
    !usesBreakGlassAccount(person, membership)
  );
}

/** Whether somebody may use their password although single sign-on is required. */
export function usesBreakGlassAccount(
  { email, second_factor_at }: Person,
  { role, client }: Membership,
): boolean {
  const { required = false, break_glass_user = null } = client.sso ?? {};
  return required && email === break_glass_user && role === 'owner' && second_factor_at !== null;
}

/** Whether an operator can only set up a second factor. */
export function mustEnrolAsOperator(
  { is_operator, second_factor_at }: Person,
  { operatorSecondFactor }: OperatorRules,
): boolean {
  return is_operator && second_factor_at === null && operatorSecondFactor;
}

/** Whether somebody who signed in with a password could link with the provider of their only account. */
export function mayLinkSso({ memberships, sso }: Person): boolean {
  return sso === undefined && memberships.length === 1 && memberships[0]!.client.sso !== null;
}

/** How long a sign-in lasts. */
export const SESSION_SECONDS = 12 * 3600;
/** How long one by a provider lasts, and when the provider is asked again. If it cannot be asked, the person signs in again then. */
const SSO_SESSION_MS = 8 * 3_600_000;
export const SSO_CHECK_MS = 3_600_000;

const TOKEN_BYTES = 32;

/** How long a confirmation counts for changes of keys, tokens and people. */
const CONFIRMED_MS = 15 * 60_000;
const SEEN_EVERY_MS = 60_000;

/** Where a session is used. */
export interface SeenAt {
  readonly address: string | null;
  /** What the browser says that it is. */
  readonly browser: string | null;
}

/** A person who is signed in, and the session by which they are. */
export interface SignedIn extends Person {
  readonly session: {
    readonly id: number;
    readonly last_seen_at: Date;
    /** When they last showed that it is them. */
    readonly confirmed_at: Date;
    /** When the provider last said that they may be signed in; null: they signed in with a password. */
    readonly sso_checked_at: Date | null;
  };
}

/** A sign-in by a provider. */
interface SsoSignIn {
  readonly identity_id: number;
  readonly refresh_token: string | null;
  /** Seconds. Left out: the provider does not say when they last showed that it is them. */
  readonly claims: { readonly auth_time?: number | undefined; readonly sid?: unknown };
}

/** Signs a user in. Only the browser has the token. Pruning deletes sessions that have ended. */
export async function startSession(
  { prisma, secrets }: PrismaDatabase,
  { id: user_id }: Pick<User, 'id'>,
  now: Date,
  seen: SeenAt = { address: null, browser: null },
  sso?: SsoSignIn,
): Promise<{ readonly id: number; readonly token: string }> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const token_hash = secretHash(token);
  const ends = new Date(now.getTime() + SESSION_SECONDS * 1000);
  const times = { created_at: now, last_seen_at: now, confirmed_at: now, expires_at: ends };
  const by = sso && {
    sso_identity_id: sso.identity_id,
    sso_sid: typeof sso.claims.sid === 'string' ? sso.claims.sid : null,
    sso_refresh_token: sso.refresh_token && secrets.seal(sso.refresh_token, placeOfRefreshToken(token_hash)),
    sso_checked_at: now,
    // A provider that knows the browser lets people in without asking them anything.
    confirmed_at: new Date(Math.min(now.getTime(), 1000 * (sso.claims.auth_time ?? 0))),
    expires_at: new Date(now.getTime() + (sso.refresh_token === null ? SSO_CHECK_MS : SSO_SESSION_MS)),
  };
  const data = { token_hash, user_id, ...seen, ...times, ...by };
  const { id } = await prisma.session.create({ data, select: { id: true } });
  return { id, token };
}

/** Where the refresh token of a session is sealed for. */
export function placeOfRefreshToken(token_hash: Uint8Array): SealedPlace {
  const row = Buffer.from(token_hash).toString('hex');
  return { table: 'sessions', row, column: 'sso_refresh_token', client_id: null };
}

/** The person of a token; null if the token is unknown, the session has ended or was idle too long, or the person was removed. */
export async function findSession(
  { prisma }: PrismaDatabase,
  token: string,
  now: Date,
  idle_minutes: number,
): Promise<SignedIn | null> {
  const found = await prisma.session.findFirst({
    where: { token_hash: secretHash(token), ...isOpen(now, idle_minutes) },
    select: {
      id: true,
      last_seen_at: true,
      confirmed_at: true,
      sso_checked_at: true,
      ssoIdentity: { select: { client_id: true, id: true } },
      user: { select: PERSON },
    },
  });
  if (found === null) return null;
  const { user, ssoIdentity: sso, ...session } = found;
  if (sso === null) return { ...user, session };
  const memberships = user.memberships.filter(({ client }) => client.id === sso.client_id);
  return { ...user, memberships, session, sso };
}

/** Sessions that have not ended and were not idle too long. */
const isOpen = (now: Date, idle_minutes: number) => ({
  expires_at: { gt: now },
  last_seen_at: { gt: new Date(now.getTime() - idle_minutes * 60_000) },
});

/** Notes that a session is used, once a minute at most. */
export async function noteSeen(
  { prisma }: PrismaDatabase,
  { session: { id, last_seen_at } }: SignedIn,
  now: Date,
  address: string,
): Promise<void> {
  if (now.getTime() - last_seen_at.getTime() < SEEN_EVERY_MS) return;
  await prisma.session.updateMany({ where: { id }, data: { last_seen_at: now, address } });
}

/** Whether the person has shown lately that it is them. */
export function isConfirmed({ session }: SignedIn, now: Date): boolean {
  return now.getTime() - session.confirmed_at.getTime() <= CONFIRMED_MS;
}

/** Notes that the person has shown that it is them. */
export async function confirmSession({ prisma }: PrismaDatabase, id: number, now: Date): Promise<void> {
  await prisma.session.updateMany({ where: { id }, data: { confirmed_at: now } });
}

/** The sessions that somebody may see and end: theirs or, of somebody who signed in by a provider, those by it. */
const sessionsOf = ({ id: user_id, sso }: Person) => ({ user_id, ...(sso && { sso_identity_id: sso.id }) });

/** The sessions of a person that have not ended, the one last seen first. */
export function listSessions({ prisma }: PrismaDatabase, person: Person, now: Date, idle_minutes: number) {
  return prisma.session.findMany({
    where: { ...sessionsOf(person), ...isOpen(now, idle_minutes) },
    select: { id: true, browser: true, address: true, created_at: true, last_seen_at: true },
    orderBy: [{ last_seen_at: 'desc' }, { id: 'desc' }],
  });
}

/** Ends the sessions that a person may end, or one of them. Returns whether there was one. */
export async function endOwnSessions(
  { prisma }: PrismaDatabase,
  person: Person,
  id?: number,
): Promise<boolean> {
  const where = { ...sessionsOf(person), ...(id !== undefined && { id }) };
  return (await prisma.session.deleteMany({ where })).count > 0;
}

/** Signs out. An unknown token changes nothing. */
export async function endSession({ prisma }: PrismaDatabase, token: string): Promise<void> {
  await prisma.session.deleteMany({ where: { token_hash: secretHash(token) } });
}

/** Ends all sessions of a person but the one by which they are signed in. */
export async function endOtherSessions(
  tx: Pick<Database['prisma'], 'session'>,
  { id: user_id, session }: SignedIn,
): Promise<void> {
  await tx.session.deleteMany({ where: { user_id, id: { not: session.id } } });
}

/** Ends all sessions of a user, whose rights or password have changed. */
export async function endSessionsOf(tx: Pick<Database['prisma'], 'session'>, user_id: number): Promise<void> {
  await tx.session.deleteMany({ where: { user_id } });
}

/**
 * The CSRF token of a session. Our pages send it with every change; no other site can know it. It is computed from the
 * session's token, which scripts cannot read, so it is not stored.
 */
export function csrfTokenOf(token: string): string {
  return createHmac('sha256', token).update('csrf').digest('base64url');
}

/** Whether a request has its session's CSRF token. */
export function isCsrfTokenOf(token: string, sent: string): boolean {
  const expected = Buffer.from(csrfTokenOf(token));
  const actual = Buffer.from(sent);
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}
