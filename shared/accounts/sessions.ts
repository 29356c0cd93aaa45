import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Database, PrismaDatabase } from '../db/database.ts';
import type { User } from '../db/generated/client.ts';
import { PERSON, type Person } from './person.ts';
import { secretHash } from './secrets.ts';

/** How long a sign-in lasts. */
export const SESSION_SECONDS = 12 * 3600;

const TOKEN_BYTES = 32;

/** Signs a user in. Returns the token, which only the browser has. Pruning deletes sessions that have ended. */
export async function startSession(
  { prisma }: PrismaDatabase,
  user: Pick<User, 'id'>,
  now: Date,
): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const expires_at = new Date(now.getTime() + SESSION_SECONDS * 1000);
  await prisma.session.create({ data: { token_hash: secretHash(token), user_id: user.id, expires_at } });
  return token;
}

/** The person of a token; null if the token is unknown, the session has ended, or the person was removed. */
export async function findSession(
  { prisma }: PrismaDatabase,
  token: string,
  now: Date,
): Promise<Person | null> {
  const session = await prisma.session.findFirst({
    where: { token_hash: secretHash(token), expires_at: { gt: now } },
    select: { user: { select: PERSON } },
  });
  return session?.user ?? null;
}

/** Signs out. An unknown token changes nothing. */
export async function endSession({ prisma }: PrismaDatabase, token: string): Promise<void> {
  await prisma.session.deleteMany({ where: { token_hash: secretHash(token) } });
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
