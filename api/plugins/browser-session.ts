import cookie from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { AppError } from '../../shared/foundation/errors/app-error.ts';
import {
  csrfTokenOf,
  findSession,
  isCsrfTokenOf,
  noteSeen,
  SESSION_SECONDS,
  type SignedIn,
} from '../../shared/identity/sessions.ts';
import { checkAtProvider } from '../../shared/identity/sso/sessions.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The person who is signed in, or null. Set under /ops and /account only. */
    signedIn: SignedIn | null;
  }
}

/** One session for the console and the operators' pages. */
const COOKIE = 'wrs_session';

/** Pages of other sites do not send it, and scripts cannot read it. */
const ATTRIBUTES = { path: '/', httpOnly: true, sameSite: 'strict' } as const;

const CSRF_HEADER = 'x-csrf-token';

/** An open page that refreshes its figures sends it while nobody touches it, so that the session ends where a person is away. */
const UNATTENDED_HEADER = 'x-unattended';

const UNSAFE = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** Reads who is signed in, and refuses changes that a page of another site sends. */
export default fp(
  async (app) => {
    await app.register(cookie);
    app.decorateRequest('signedIn', null);
    app.addHook('onRequest', async (request) => {
      if (isUnsafe(request) && isFromElsewhere(request)) {
        throw new AppError('other_site');
      }
      const token = tokenOf(request);
      const { db, now, sessionIdleMinutes } = app.services;
      const found = token ? await findSession(db, token, now(), sessionIdleMinutes) : null;
      request.signedIn = found && (await checkAtProvider(app.services, found, now()));
      if (request.signedIn !== null && request.headers[UNATTENDED_HEADER] === undefined)
        await noteSeen(db, request.signedIn, now(), request.ip);
    });
  },
  { name: 'browser-session', dependencies: ['errors'] },
);

/** Whether a request may change something. */
export function isUnsafe({ method }: Pick<FastifyRequest, 'method'>): boolean {
  return UNSAFE.has(method);
}

export function tokenOf(request: FastifyRequest): string | undefined {
  return request.cookies[COOKIE];
}

export function setToken(request: FastifyRequest, reply: FastifyReply, token: string): void {
  reply.setCookie(COOKIE, token, { ...ATTRIBUTES, secure: isSecure(request), maxAge: SESSION_SECONDS });
}

export function clearToken(reply: FastifyReply): void {
  reply.clearCookie(COOKIE, ATTRIBUTES);
}

/** Whether a request of a session has its CSRF token in X-CSRF-Token, or in another header that a page sends it in. */
export function hasCsrfToken(request: FastifyRequest, other = CSRF_HEADER): boolean {
  const sent = request.headers[CSRF_HEADER] ?? request.headers[other];
  return typeof sent === 'string' && isCsrfTokenOf(tokenOf(request)!, sent);
}

/** Lets a page under `path` read the CSRF token from a cookie, as the HTTP client of Bull Board does. */
export function showCsrfToken(request: FastifyRequest, reply: FastifyReply, path: string): void {
  const token = csrfTokenOf(tokenOf(request)!);
  reply.setCookie('XSRF-TOKEN', token, { path, sameSite: 'strict', secure: isSecure(request) });
}

/** A proxy that ends TLS sets the header. A caller that sets it falsely only loses its own cookie. */
export function isSecure({ protocol, headers }: FastifyRequest): boolean {
  return protocol === 'https' || headers['x-forwarded-proto'] === 'https';
}

/** Browsers say which site a request comes from. A caller that does not say it is no browser and has no cookie. */
function isFromElsewhere({ headers, host }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  const { origin } = headers;
  return origin !== undefined && URL.parse(origin)?.host !== host;
}
