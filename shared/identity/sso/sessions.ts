import { decodeJwt } from 'jose';
import sql from 'sql-template-tag';
import type { PrismaDatabase } from '../../db/database.ts';
import { AppError } from '../../foundation/errors/app-error.ts';
import { type Actor, SERVICE } from '../actor.ts';
import { changePerson, noteOfPerson, writeAudit } from '../audit.ts';
import {
  needsSsoIn,
  PERSON,
  type Person,
  placeOfRefreshToken,
  type SignedIn,
  SSO_CHECK_MS,
  usesBreakGlassAccount,
} from '../sessions.ts';
import { connectionOf, type SsoDeps } from './connection.ts';
import { askAgain, problemOf, readLogoutToken } from './provider.ts';

/** A provider that does not answer is asked again so much later. The session ends after eight hours in any case. */
const ASK_AGAIN_MS = 60_000;

/** Asks the provider of a session again, if it is time. null: it no longer lets the person be signed in. */
export async function checkAtProvider(
  deps: SsoDeps,
  signedIn: SignedIn,
  now: Date,
): Promise<SignedIn | null> {
  const { id, sso_checked_at } = signedIn.session;
  const due = sso_checked_at !== null && now.getTime() - sso_checked_at.getTime() >= SSO_CHECK_MS;
  if (!due || !(await noteChecked(deps.db, id, sso_checked_at, now))) return signedIn;
  try {
    if (await isStillIn(deps, signedIn)) return signedIn;
  } catch {
    await noteChecked(deps.db, id, now, new Date(now.getTime() - SSO_CHECK_MS + ASK_AGAIN_MS));
    return signedIn;
  }
  await endSessions(deps.db, { id }, SERVICE);
  return null;
}

/** Whether this request is the one that asks: a refresh token may work once. */
async function noteChecked({ prisma }: PrismaDatabase, id: number, before: Date, at: Date): Promise<boolean> {
  const where = { id, sso_checked_at: before };
  return (await prisma.session.updateMany({ where, data: { sso_checked_at: at } })).count === 1;
}

async function isStillIn(deps: SsoDeps, { session: { id }, sso }: SignedIn): Promise<boolean> {
  const { prisma, secrets } = deps.db;
  const row = await prisma.session.findUniqueOrThrow({ where: { id } });
  if (row.sso_refresh_token === null || sso === undefined) return false;
  const place = placeOfRefreshToken(row.token_hash);
  const connection = await connectionOf(deps, sso.client_id);
  const asked = await askAgain(connection, deps.ssoReach, secrets.open(row.sso_refresh_token, place));
  if (asked.refused) return false;
  const sso_refresh_token = secrets.seal(asked.refresh_token, place);
  await prisma.session.updateMany({ where: { id }, data: { sso_refresh_token } });
  return true;
}

/** Ends sessions that a provider ends, and writes it down. */
async function endSessions(
  db: PrismaDatabase,
  where: NonNullable<Parameters<typeof db.prisma.session.findMany>[0]>['where'] & object,
  who: Actor,
): Promise<void> {
  const found = await db.prisma.session.findMany({
    where,
    select: { id: true, ssoIdentity: { select: { client_id: true } }, user: { select: PERSON } },
  });
  await db.prisma.session.deleteMany({ where: { id: { in: found.map(({ id }) => id) } } });
  for (const { user, ssoIdentity } of found) {
    const memberships = user.memberships.filter(({ client }) => client.id === ssoIdentity?.client_id);
    await noteOfPerson(db, 'session.end', { ...user, memberships }, who);
  }
}

/**
 * Ends the sessions of somebody who has signed out at a provider, or was removed there. `token` is its logout token. Throws
 * AppError bad_request.
 */
export async function endByLogoutToken(deps: SsoDeps, token: string, address: string): Promise<void> {
  try {
    const { iss = '', aud = [] } = decodeJwt(token);
    const clients = await clientsOf(deps, iss, [aud].flat());
    if (clients[0] === undefined) throw new Error('nobody here signs in by its issuer and audience');
    const connection = await connectionOf(deps, clients[0]);
    const { sub, sid } = await readLogoutToken(connection, deps.ssoReach, token);
    const ssoIdentity = {
      client_id: { in: clients },
      issuer: connection.issuer,
      ...(sub !== undefined && { sub }),
    };
    // Of a session without a known name all that is known is whose it is.
    const one =
      sid === undefined ? {} : { OR: [{ sso_sid: sid }, ...(sub === undefined ? [] : [{ sso_sid: null }])] };
    await endSessions(deps.db, { ssoIdentity, ...one }, { ...SERVICE, address });
  } catch (cause) {
    throw new AppError('bad_request', `The logout token is not valid: ${problemOf(cause)}.`, { cause });
  }
}

/** Whose provider a token is of, before it is checked. */
async function clientsOf({ db }: SsoDeps, iss: string, audiences: readonly string[]): Promise<number[]> {
  const written = [iss, `${iss}/`, iss.replace(/\/$/, '')];
  const found = await db.prisma.ssoConnection.findMany({
    where: { issuer: { in: written }, oidc_client_id: { in: [...audiences] } },
    select: { client_id: true },
  });
  return found.map(({ client_id }) => client_id);
}

/**
 * Refuses the password of a person who must sign in by a provider in all their accounts and is linked with it. A person who
 * is not linked yet gets a session that can only link. Throws AppError sso_required.
 */
export async function refusePassword({ prisma }: PrismaDatabase, person: Person): Promise<void> {
  const { id, memberships } = person;
  const needed = memberships.filter((each) => needsSsoIn(person, each)).length;
  if (needed === 0 || needed < memberships.length) return;
  const linked = await prisma.ssoIdentity.count({ where: { user_id: id } });
  if (linked >= needed)
    throw new AppError('sso_required', 'Sign in by single sign-on: passwords do not count here.');
}

/** Writes to the audit log and to webhooks that somebody used a password although single sign-on is required. */
export async function notifyBreakGlassUse(db: PrismaDatabase, person: Person, who: Actor): Promise<void> {
  for (const { client } of person.memberships.filter((each) => usesBreakGlassAccount(person, each))) {
    const { email } = person;
    await changePerson(db, person, async (tx) => {
      await tx.$executeRaw(sql`
        INSERT INTO webhook_deliveries (endpoint_id, client_id, type, data)
        SELECT id, client_id, 'sso.break_glass', json_build_object('email', ${email}::text, 'address', ${who.address}::text)
        FROM webhook_endpoints
        WHERE client_id = ${client.id} AND enabled AND 'sso.break_glass' = ANY(events)`);
      const act = { action: 'session.break_glass', subject: `users/${email}`, changes: [] };
      await writeAudit(tx, { ...act, client_id: client.id, who });
    });
  }
}
