import { createHmac, randomBytes } from 'node:crypto';
import type { z } from 'zod';
import type { ssoTest } from '../../contracts/account/sso.ts';
import type { Prisma } from '../../db/generated/client.ts';
import { AppError } from '../../foundation/errors/app-error.ts';
import { noteOfPerson, personAt } from '../audit.ts';
import { secretHash } from '../secrets.ts';
import { confirmSession, endOwnSessions, type SeenAt, startSession } from '../sessions.ts';
import { type ProviderPerson, roleOf } from './claims.ts';
import {
  auditRefusal,
  type Connection,
  connectionOf,
  emailProblem,
  type Found,
  NO_ROLE,
  ofConnection,
  type Refused,
  refused,
  type SsoDeps,
  type Visitor,
} from './connection.ts';
import { linkPerson } from './link.ts';
import {
  authorizationUrl,
  type Checks,
  CLOCK_SECONDS,
  type ProviderAnswer,
  problemOf,
  readAnswer,
} from './provider.ts';
import { findPerson } from './sign-in.ts';
import { SSO_CALLBACK } from './sso-state.ts';

/** Why somebody goes to a provider, and what their coming back leads to. */
const PURPOSES = { sign_in: findPerson, link: linkPerson, confirm: confirmByProvider, test: keepTest };

export type SsoPurpose = keyof typeof PURPOSES;

/** A visit to a provider. */
interface Attempt {
  readonly purpose: SsoPurpose;
  /** Whose session it is for; null for a sign-in. */
  readonly session_id: number | null;
  /** Where the browser goes afterwards. */
  readonly return_to: string;
}

/** A person may take so long at the provider. */
export const ATTEMPT_MINUTES = 10;

/**
 * Sends somebody to a provider. Returns the address, and the secret of the cookie by which the browser is known when it comes
 * back. A sign-in counts as a failed one of its network until it ends well. Throws AppError no_public_url, sso_provider,
 * rate_limited.
 */
export async function beginSso(
  { db, ssoReach, publicUrl, signIn }: SsoDeps,
  connection: Connection,
  attempt: Attempt,
  address: string,
): Promise<{ readonly authorization_url: string; readonly secret: string }> {
  const redirect_uri = redirectUri(publicUrl);
  if (attempt.purpose === 'sign_in') await signIn.countVisit(address);
  const secret = randomBytes(32).toString('base64url');
  const wanted = {
    redirect_uri,
    again: attempt.purpose === 'confirm',
    refresh: attempt.purpose === 'test',
  };
  let authorization_url: string;
  try {
    authorization_url = await authorizationUrl(connection, ssoReach, checksOf(secret), wanted);
  } catch (cause) {
    const sentence = `The identity provider cannot be used: ${problemOf(cause)}.`;
    throw new AppError('sso_provider', sentence, { cause });
  }
  const expires_at = new Date(Date.now() + ATTEMPT_MINUTES * 60_000);
  await db.prisma.ssoAttempt.create({
    data: { ...attempt, cookie_hash: secretHash(secret), client_id: connection.client.id, expires_at },
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

/** A browser that comes back from a provider. */
interface Callback {
  /** Of the cookie; undefined: this browser has none. */
  readonly secret: string | undefined;
  /** The parameters of the address, as the provider wrote them. */
  readonly query: string;
  readonly state: string | undefined;
  readonly seen: SeenAt & { readonly address: string };
  readonly now: Date;
}

const UNKNOWN_ATTEMPT =
  'This sign-in was already used, took longer than ten minutes, or began in another browser. Start again.';

/** Ends a visit to a provider. If several come back with the same answer at once, to any processes, one is let in. */
export async function finishSso(
  deps: SsoDeps,
  callback: Callback,
): Promise<Refused | { readonly return_to: string; readonly token?: string }> {
  const { secret, state, seen, now } = callback;
  // Before the attempt is taken: a page elsewhere can send the browser here, too.
  if (secret === undefined || state !== checksOf(secret).state) return refused(UNKNOWN_ATTEMPT);
  const [attempt] = await deps.db.prisma.$queryRaw<(Attempt & { client_id: number; expires_at: Date })[]>`
    DELETE FROM sso_attempts WHERE cookie_hash = ${secretHash(secret)}::bytea
    RETURNING client_id, purpose, session_id, return_to, expires_at`;
  if (attempt === undefined || attempt.expires_at <= now) return refused(UNKNOWN_ATTEMPT);
  const connection = await connectionOf(deps, attempt.client_id);
  const began = attempt.expires_at.getTime() / 1000 - ATTEMPT_MINUTES * 60;
  const outcome = await finishAttempt(deps, connection, { ...attempt, began }, { ...callback, secret });
  if ('refused' in outcome) await auditRefusal(deps.db, connection, outcome.refused, seen.address);
  else if (attempt.purpose === 'sign_in') await deps.signIn.uncountVisit(seen.address);
  return 'refused' in outcome ? outcome : { return_to: attempt.return_to, ...outcome };
}

/** What a visit leads to: a session by its token, nothing more, or a refusal. */
async function finishAttempt(
  deps: SsoDeps,
  connection: Connection,
  { purpose, session_id, began }: Attempt & Pick<Visitor, 'began'>,
  { secret, query, seen, now }: Callback & { readonly secret: string },
): Promise<Refused | { readonly token?: string }> {
  const url = new URL(`${redirectUri(deps.publicUrl)}?${query}`);
  let answer: ProviderAnswer;
  try {
    answer = await readAnswer(connection, deps.ssoReach, checksOf(secret), url);
  } catch (error) {
    const problem = problemOf(error);
    if (purpose === 'test') await saveTest(deps, connection, problem, null);
    return refused(`The identity provider did not sign you in, or its answer is not valid: ${problem}.`);
  }
  const visitor = { person: answer.person, address: seen.address, session_id, began, now };
  const outcome: Refused | Found | object = await PURPOSES[purpose](deps, connection, visitor);
  return 'identity_id' in outcome
    ? signIn(deps, connection, outcome as Found, { answer, visitor, seen })
    : outcome;
}

/** Starts the session of somebody whom the provider has signed in, in the place of the one that they had. */
async function signIn(
  { db }: SsoDeps,
  connection: Connection,
  { person, identity_id }: Found,
  {
    answer,
    visitor: { session_id, now },
    seen,
  }: { readonly answer: ProviderAnswer; readonly visitor: Visitor; readonly seen: Callback['seen'] },
): Promise<{ readonly token: string }> {
  const { refresh_token, person: claims } = answer;
  const { token, ...session } = await startSession(db, person, now, seen, {
    claims,
    refresh_token,
    identity_id,
  });
  if (session_id !== null) await endOwnSessions(db, person, session_id);
  const by = { path: 'issuer', before: null, after: connection.issuer };
  const actor = personAt({ ...person, session }, seen.address);
  await noteOfPerson(db, 'session.start', ofConnection(person, connection), actor, [by]);
  return { token };
}

/** Confirms a session by the same person, who has just shown at the provider that it is them. */
async function confirmByProvider(
  { db }: SsoDeps,
  { issuer, client }: Connection,
  { person: { sub, auth_time = 0 }, session_id, began, now }: Visitor,
): Promise<object | Refused> {
  const ssoIdentity = { client_id: client.id, issuer, sub };
  const session = await db.prisma.session.findFirst({ where: { id: session_id ?? 0, ssoIdentity } });
  if (session === null) return refused('You are signed in here as someone else.');
  if (auth_time < began - CLOCK_SECONDS)
    return refused('Your identity provider did not ask you to sign in again (auth_time).');
  await confirmSession(db, session.id, now);
  return {};
}

/** Keeps what the provider said of the owner who tests it, and whether they could sign in so. */
async function keepTest(
  deps: SsoDeps,
  connection: Connection,
  { person }: Pick<Visitor, 'person'>,
): Promise<object> {
  const problem =
    roleOf(connection, person) === null ? NO_ROLE : await emailProblem(deps.db, connection, person);
  await saveTest(deps, connection, problem, person);
  return {};
}

/** The same of an answer that was not taken (`person` is null). */
async function saveTest(
  { db: { prisma } }: Pick<SsoDeps, 'db'>,
  connection: Connection,
  problem: string | null,
  person: ProviderPerson | null,
): Promise<void> {
  const last_test: z.output<typeof ssoTest> = {
    at: new Date().toISOString(),
    problem,
    claims: person?.shown ?? null,
    role: person && (roleOf(connection, person) ?? null),
  };
  await prisma.ssoConnection.updateMany({
    where: { client_id: connection.client.id, issuer: connection.issuer },
    data: { last_test: last_test as Prisma.InputJsonObject },
  });
}
