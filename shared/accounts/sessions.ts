import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Database, PrismaDatabase } from '../db/database.ts';
import type { Prisma, User } from '../db/generated/client.ts';
import type { UserRole } from '../db/generated/enums.ts';
import type { Caller, KnownClient } from './actor.ts';
import { secretHash } from './secrets.ts';

/** A person's account, with what they are in it. */
export interface Membership {
  readonly role: UserRole;
  readonly client: KnownClient & { readonly name: string; readonly require_second_factor: boolean };
}

/** A person who is signed in. */
export interface Person {
  readonly id: number;
  readonly email: string;
  readonly is_operator: boolean;
  /** Since when they have a second factor; null: they have none. */
  readonly second_factor_at: Date | null;
  /** By slug; empty for an operator. */
  readonly memberships: readonly Membership[];
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
      client: { select: { id: true, slug: true, name: true, active: true, require_second_factor: true } },
    },
    orderBy: { client: { slug: 'asc' } },
  },
} as const satisfies Prisma.UserSelect;

/** Whether operators need a second factor (OPERATOR_SECOND_FACTOR). */
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
  const who = { kind: 'user', id, name: email, ...(must_enrol && { must_enrol }) } as const;
  if (is_operator) return { ...who, role: 'operator', client_id: null };
  return { ...who, role: chosen?.role ?? null, client_id: chosen?.client.id ?? null };
}

/** Whether a person can only set up a second factor in an account, because it requires one and they have none. */
export function mustEnrolIn({ second_factor_at }: Person, { client }: Membership): boolean {
  return second_factor_at === null && client.require_second_factor;
}

/** The same for an operator in the whole service. */
export function mustEnrolAsOperator(
  { is_operator, second_factor_at }: Person,
  { operatorSecondFactor }: OperatorRules,
): boolean {
  return is_operator && second_factor_at === null && operatorSecondFactor;
}

/** How long a sign-in lasts. */
export const SESSION_SECONDS = 12 * 3600;

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
  };
}

/** Signs a user in. Only the browser has the token. Pruning deletes sessions that have ended. */
export async function startSession(
  { prisma }: PrismaDatabase,
  { id: user_id }: Pick<User, 'id'>,
  now: Date,
  seen: SeenAt = { address: null, browser: null },
): Promise<{ readonly id: number; readonly token: string }> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const expires_at = new Date(now.getTime() + SESSION_SECONDS * 1000);
  const times = { created_at: now, last_seen_at: now, confirmed_at: now, expires_at };
  const data = { token_hash: secretHash(token), user_id, ...seen, ...times };
  const { id } = await prisma.session.create({ data, select: { id: true } });
  return { id, token };
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
    select: { id: true, last_seen_at: true, confirmed_at: true, user: { select: PERSON } },
  });
  if (found === null) return null;
  const { user, ...session } = found;
  return { ...user, session };
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
export async function confirmSession(
  { prisma }: PrismaDatabase,
  { session: { id } }: SignedIn,
  now: Date,
): Promise<void> {
  await prisma.session.updateMany({ where: { id }, data: { confirmed_at: now } });
}

/** The sessions of a person that have not ended, the one last seen first. */
export function listSessions({ prisma }: PrismaDatabase, user_id: number, now: Date, idle_minutes: number) {
  return prisma.session.findMany({
    where: { user_id, ...isOpen(now, idle_minutes) },
    select: { id: true, browser: true, address: true, created_at: true, last_seen_at: true },
    orderBy: [{ last_seen_at: 'desc' }, { id: 'desc' }],
  });
}

/** Ends one session of a person. Returns whether there was one. */
export async function endSessionOf(
  { prisma }: PrismaDatabase,
  user_id: number,
  id: number,
): Promise<boolean> {
  return (await prisma.session.deleteMany({ where: { id, user_id } })).count > 0;
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
