import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  confirmation,
  passwordChange,
  sessionsView,
  signInRequest,
  startedSession,
  whoAmI,
  whoAmIQuery,
} from '../../../shared/contracts/account/session.ts';
import { MAX_INT } from '../../../shared/contracts/common.ts';
import { accountErrorBody } from '../../../shared/contracts/errors.ts';
import type { UserRole } from '../../../shared/db/generated/enums.ts';
import { AppError } from '../../../shared/foundation/errors/app-error.ts';
import { validationFailed } from '../../../shared/foundation/errors/faults.ts';
import { actorOf } from '../../../shared/identity/actor.ts';
import { auditFailedSignIn, noteOfPerson, personAt } from '../../../shared/identity/audit.ts';
import { changeOwnPassword } from '../../../shared/identity/passwords.ts';
import { wrongCode } from '../../../shared/identity/second-factor.ts';
import {
  callerOf,
  confirmSession,
  csrfTokenOf,
  endOwnSessions,
  endSession,
  listSessions,
  mayLinkSso,
  mustEnrolIn,
  needsSsoIn,
  type OperatorRules,
  type Person,
  startSession,
} from '../../../shared/identity/sessions.ts';
import type { CheckedAttempt } from '../../../shared/identity/sign-in.ts';
import { notifyBreakGlassUse, refusePassword } from '../../../shared/identity/sso/sessions.ts';
import { clearToken, setToken, tokenOf } from '../../plugins/browser-session.ts';
import { addOperation } from './responses.ts';

/** Characters that are kept of what a browser says that it is. */
const MAX_BROWSER = 300;

const TAG = 'Session';

/** Sign-in, sign-out, and the caller's own password (docs/reference/account-api.md). */
export default async function session(app: FastifyInstance): Promise<void> {
  const { db, now, signIn, sessionIdleMinutes } = app.services;
  addOperation(app, TAG, 'POST /session', {
    operationId: 'signIn',
    summary: 'Sign in',
    description:
      'Sets the cookie of a new session. Ten failures in 15 minutes close the account to the caller’s network. ' +
      'Somebody who has a second factor sends a code too; without it the answer is `second_factor_required`.',
    config: { role: 'public' },
    body: signInRequest,
    answer: startedSession.describe('Signed in.'),
    handle: async (request, reply, sent) => {
      const user = await signedInBy(request, await signIn.attempt({ ...sent, address: request.ip }));
      await refusePassword(db, user);
      return start(request, reply, user);
    },
  });

  addOperation(app, TAG, 'GET /session', {
    operationId: 'whoAmI',
    summary: 'Show who is signed in',
    config: { role: 'signed_in', quiet: true },
    query: whoAmIQuery,
    answer: whoAmI.describe('Who is signed in, or whose token it is.'),
    responses: { 404: accountErrorBody.describe('The caller is in no account of this slug.') },
    handle: async (request) => {
      const { kind, name, role, client_id } = request.caller!;
      const slug = request.query.client ?? null;
      if (kind === 'user') {
        const person = request.signedIn!;
        if (slug !== null && role === null) throw new AppError('not_found');
        const csrf_token = csrfTokenOf(tokenOf(request)!);
        return { user: userOf(person, slug, app.services), token: null, csrf_token };
      }
      const client = await db.prisma.client.findUniqueOrThrow({
        where: { id: client_id! },
        select: { slug: true, name: true },
      });
      if (slug !== null && slug !== client.slug) throw new AppError('not_found');
      return { user: null, token: { name, role: role as UserRole, client }, csrf_token: null };
    },
  });

  addOperation(app, TAG, 'DELETE /session', {
    operationId: 'signOut',
    summary: 'Sign out',
    config: { role: 'person' },
    answer: z.undefined().describe('Signed out.'),
    handle: async (request, reply) => {
      await noteOfPerson(db, 'session.end', request.signedIn!, actorOf(request.caller!));
      await endSession(db, tokenOf(request)!);
      clearToken(reply);
    },
  });

  addOperation(app, TAG, 'POST /session/confirm', {
    operationId: 'confirmSession',
    summary: 'Show that it is you',
    description:
      'Changes of keys, tokens, people and second factors need it, not older than 15 minutes. A sign-in counts too. ' +
      'Somebody who has a second factor may send a code in place of the password. Who signed in by single sign-on confirms by it.',
    config: { role: 'own' },
    body: confirmation,
    answer: z.undefined().describe('Confirmed.'),
    handle: async (request, _reply, { password, code }) => {
      if (code !== undefined) await assertCode(request, code);
      else await assertPassword(request, password!, 'password');
      await confirmSession(db, request.signedIn!.session.id, now());
    },
  });

  addOperation(app, TAG, 'GET /sessions', {
    operationId: 'listSessions',
    summary: 'List my sessions',
    description: 'Of somebody who signed in by a provider: those by it.',
    config: { role: 'person' },
    answer: sessionsView,
    handle: async (request) => {
      const { session } = request.signedIn!;
      const sessions = await listSessions(db, request.signedIn!, now(), sessionIdleMinutes);
      return { sessions: sessions.map((each) => ({ ...each, is_current: each.id === session.id })) };
    },
  });

  addOperation(app, TAG, 'DELETE /sessions/:id', {
    operationId: 'endSession',
    summary: 'End a session of mine',
    config: { role: 'person' },
    params: z.object({ id: z.coerce.number().int().min(1).max(MAX_INT) }),
    answer: z.undefined().describe('Ended.'),
    responses: { 404: accountErrorBody.describe('The caller has no such session.') },
    handle: async (request) => {
      const isEnded = await endOwnSessions(db, request.signedIn!, request.params.id);
      if (!isEnded) throw new AppError('not_found');
      await noteOfPerson(db, 'session.end', request.signedIn!, actorOf(request.caller!));
    },
  });

  addOperation(app, TAG, 'DELETE /sessions', {
    operationId: 'endSessions',
    summary: 'End all my sessions',
    description: 'This one too. Of somebody who signed in by a provider: those by it.',
    config: { role: 'person' },
    answer: z.undefined().describe('Ended.'),
    handle: async (request, reply) => {
      await noteOfPerson(db, 'session.end', request.signedIn!, actorOf(request.caller!));
      await endOwnSessions(db, request.signedIn!);
      clearToken(reply);
    },
  });

  /** Whether a password is the caller's own. Throws AppError validation_failed at the path of the body, rate_limited. */
  async function assertPassword(request: FastifyRequest, password: string, path: string): Promise<Person> {
    const attempt = { email: request.caller!.name, password, address: request.ip };
    const { user, account } = await signIn.checkOwnPassword(attempt);
    if (user !== null) return user;
    await auditFailedSignIn(db, account, request.ip);
    throw validationFailed([{ path, message: 'is not your current password' }]);
  }

  addOperation(app, TAG, 'PUT /session/password', {
    operationId: 'changeOwnPassword',
    summary: 'Change my password',
    description: 'Ends all sessions of the person and starts a new one for this browser.',
    config: { role: 'own' },
    body: passwordChange,
    answer: startedSession.describe('The password is changed.'),
    handle: async (request, reply, { current_password, new_password }) => {
      const user = await assertPassword(request, current_password, 'current_password');
      await changeOwnPassword(db, user, actorOf(request.caller!), new_password);
      return start(request, reply, user);
    },
  });
}

/** Starts a session of a person, on the account that `slug` names or on their only one. */
export async function start(
  request: FastifyRequest,
  reply: FastifyReply,
  person: Person,
  slug: string | null = null,
): Promise<z.output<typeof startedSession>> {
  const { db, now } = request.server.services;
  const { token, ...session } = await startSession(db, person, now(), seenAt(request));
  const who = personAt({ ...person, session }, request.ip);
  await noteOfPerson(db, 'session.start', person, who);
  await notifyBreakGlassUse(db, person, who);
  setToken(request, reply, token);
  return { user: userOf(person, slug, request.server.services), csrf_token: csrfTokenOf(token) };
}

/** Where a session of a request is used. */
export function seenAt({ ip, headers }: FastifyRequest) {
  return { address: ip, browser: headers['user-agent']?.slice(0, MAX_BROWSER) ?? null };
}

/** The person as the API shows them, on the account that `slug` names or on their only one. */
function userOf(
  person: Person,
  slug: string | null,
  rules: OperatorRules,
): z.output<typeof startedSession>['user'] {
  const {
    role,
    client_id,
    must_enrol = false,
    needs_sso = false,
    by_sso = false,
  } = callerOf(person, slug, rules);
  const accounts = person.memberships.map((membership) => ({
    slug: membership.client.slug,
    name: membership.client.name,
    role: membership.role,
    must_enrol: mustEnrolIn(person, membership),
    needs_sso: needsSsoIn(person, membership),
  }));
  const { client = null } = person.memberships.find(({ client }) => client.id === client_id) ?? {};
  return {
    email: person.email,
    role,
    client: client && { slug: client.slug, name: client.name },
    accounts,
    second_factor: person.second_factor_at !== null,
    must_enrol,
    needs_sso,
    by_sso,
    may_link_sso: mayLinkSso(person),
  };
}

/** The person of an attempt to sign in. Throws its refusal, which is in the log and in the audit log then. */
export async function signedInBy(
  request: FastifyRequest,
  { user, account, isChallenge = false, refusal }: CheckedAttempt,
): Promise<Person> {
  if (user !== null) return user;
  // Not what was sent as the address: it may be a password in the wrong field.
  if (!isChallenge) request.log.warn({ ip: request.ip, account: account?.email ?? null }, 'a sign-in failed');
  await auditFailedSignIn(request.server.services.db, account, request.ip, isChallenge);
  throw refusal;
}

/** Takes a code of the caller's own second factor. Throws AppError validation_failed at `code`, rate_limited. */
export async function assertCode({ signedIn, ip, server }: FastifyRequest, code: string): Promise<void> {
  const { db, signIn } = server.services;
  const { user, account } = await signIn.checkOwnCode(signedIn!, code, ip);
  if (user !== null) return;
  await auditFailedSignIn(db, account, ip);
  throw wrongCode();
}
