import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  ssoAnswer,
  ssoLogout,
  ssoRedirect,
  ssoReturn,
  ssoStart,
} from '../../../shared/contracts/account/sso.ts';
import { accountErrorBody } from '../../../shared/contracts/errors.ts';
import { AppError } from '../../../shared/foundation/errors/app-error.ts';
import {
  type Connection,
  connectionOf,
  connectionOfDomain,
} from '../../../shared/identity/sso/connection.ts';
import { endByLogoutToken } from '../../../shared/identity/sso/sessions.ts';
import { ATTEMPT_MINUTES, beginSso, finishSso, type SsoPurpose } from '../../../shared/identity/sso/visit.ts';
import { isSecure, setToken } from '../../plugins/browser-session.ts';
import { pageHeaders } from '../../plugins/page-headers.ts';
import { addOperation } from './responses.ts';
import { seenAt } from './session.ts';

const TAG = 'Session';
/** Lax: the browser sends it when a provider sends it back. That of the session is Strict. */
const COOKIE = 'wrs_sso';
/** The content type in which providers send a logout token. */
const FORM = 'application/x-www-form-urlencoded';
const COOKIE_PATH = '/account/v1/session/sso';
const errors = {
  404: accountErrorBody.describe('There is no single sign-on for this.'),
  409: accountErrorBody.describe('The service has no PUBLIC_URL.'),
  502: accountErrorBody.describe('The identity provider cannot be used. The detail says why.'),
};
/** What sends somebody to a provider, and back to a page. */
const toProvider = {
  body: ssoReturn,
  answer: ssoRedirect,
  responses: errors,
};

/** Sign-in by a provider: there, and back (docs/reference/access.md). */
export default async function ssoSession(app: FastifyInstance): Promise<void> {
  const { services } = app;

  addOperation(app, TAG, 'POST /session/sso', {
    operationId: 'beginSso',
    summary: 'Sign in by a provider',
    description:
      'The domain of an address says which provider, once an account has proved it. The page opens `authorization_url`.',
    config: { role: 'public' },
    body: ssoStart,
    answer: ssoRedirect,
    responses: errors,
    handle: async (request, reply, { email, return_to }) => {
      const connection = await connectionOfDomain(services, email);
      return go(request, reply, connection, { purpose: 'sign_in', return_to });
    },
  });

  addOperation(app, TAG, 'POST /session/sso/link', {
    operationId: 'linkSso',
    summary: 'Link myself with who I am at the provider',
    description:
      'Once, for somebody who signed in with a password: from then on the provider signs them in. It must have verified the same ' +
      'address, in a domain that the account has proved, and the person must be in no other account.',
    config: { role: 'own' },
    ...toProvider,
    handle: async (request, reply, { return_to }) => {
      const { memberships, is_operator } = request.signedIn!;
      if (is_operator) throw new AppError('no_sso');
      if (memberships.length !== 1)
        throw new AppError('forbidden', 'People in several accounts sign in with a password.');
      const connection = await connectionOf(services, memberships[0]!.client.id);
      return go(request, reply, connection, { purpose: 'link', return_to });
    },
  });

  addOperation(app, TAG, 'POST /session/sso/confirm', {
    operationId: 'confirmBySso',
    summary: 'Show that it is you, at the provider',
    description:
      'For somebody who signed in by it. It asks again who they are, also if they are signed in there.',
    config: { role: 'person' },
    ...toProvider,
    handle: async (request, reply, { return_to }) => {
      const { sso } = request.signedIn!;
      if (sso === undefined) throw new AppError('no_sso');
      return go(request, reply, await connectionOf(services, sso.client_id), {
        purpose: 'confirm',
        return_to,
      });
    },
  });

  addOperation(app, 'Single sign-on', 'POST /sso/test', {
    operationId: 'testSso',
    summary: 'Test the single sign-on',
    description:
      'Goes to the provider and back, and signs nobody in. GET /sso then has `last_test`: what the provider said.',
    config: { role: 'owner' },
    ...toProvider,
    handle: async (request, reply, { return_to }) => {
      const connection = await connectionOf(services, request.account.client_id);
      return go(request, reply, connection, { purpose: 'test', return_to });
    },
  });

  addOperation(app, TAG, 'GET /session/sso/callback', {
    operationId: 'finishSso',
    summary: 'Come back from a provider',
    description:
      'The provider sends the browser here. Sets the cookie of a new session where the visit was for one, and answers a page that goes ' +
      'on to the console: a browser that comes from elsewhere does not send that cookie yet.',
    config: { role: 'public' },
    query: ssoAnswer,
    answer: {
      description: 'A page that goes on, or says why nobody was signed in.',
      content: { 'text/html': { schema: z.string() } },
    },
    handle: async (request, reply) => {
      const outcome = await finishSso(services, {
        secret: request.cookies[COOKIE],
        state: request.query.state,
        query: request.url.split('?')[1] ?? '',
        seen: seenAt(request),
        now: services.now(),
      }).catch((error: unknown) => {
        if (error instanceof AppError) return { refused: error.message };
        throw error;
      });
      reply.clearCookie(COOKIE, { path: COOKIE_PATH });
      if ('refused' in outcome) return sendPage(reply, refusalPage(outcome.refused));
      if (outcome.token !== undefined) setToken(request, reply, outcome.token);
      return sendPage(reply, continuePage(outcome.return_to));
    },
  });

  app.addContentTypeParser(FORM, { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  addOperation(app, TAG, 'POST /session/sso/logout', {
    operationId: 'endBySso',
    summary: 'Back-channel logout, for providers',
    description:
      'Ends the sessions of somebody who has signed out at the provider, or was removed there. It is signed by the provider.',
    config: { role: 'public', streamsBody: true },
    bodies: { [FORM]: ssoLogout },
    answer: z.undefined().describe('Ended.'),
    handle: async (request) => {
      const { logout_token } = (request.body ?? {}) as { readonly logout_token?: string };
      await endByLogoutToken(services, logout_token ?? '', request.ip);
    },
  });

  async function go(
    request: FastifyRequest,
    reply: FastifyReply,
    connection: Connection,
    { purpose, return_to }: { readonly purpose: SsoPurpose; readonly return_to: string },
  ) {
    const session_id = purpose === 'sign_in' ? null : (request.signedIn?.session.id ?? null);
    const attempt = { purpose, session_id, return_to };
    const { authorization_url, secret } = await beginSso(services, connection, attempt, request.ip);
    reply.setCookie(COOKIE, secret, {
      path: COOKIE_PATH,
      httpOnly: true,
      sameSite: 'lax',
      secure: isSecure(request),
      maxAge: ATTEMPT_MINUTES * 60,
    });
    return { authorization_url };
  }
}

/** As the console's sign-in page looks. */
const STYLE = `
:root { color-scheme: light dark; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; font: 16px/1.55 system-ui, sans-serif;
  color: light-dark(#000, #c9c9c9); background: light-dark(#fff, #242424); }
main { box-sizing: border-box; max-width: 27rem; margin: 1rem; padding: 2rem; overflow-wrap: anywhere;
  border: 1px solid light-dark(#dee2e6, #3a3f45); border-radius: 4px; }
h1 { margin: 0 0 1rem; font-size: 1.4rem; line-height: 1.3; }
a { color: light-dark(#1d54b8, #7aa7f5); }
a:focus-visible { outline: 2px solid; outline-offset: 2px; }
`;
const STYLE_HASH = `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`;

function sendPage(reply: FastifyReply, body: string): FastifyReply {
  const head =
    '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">' +
    `<title>Single sign-on · Warehouse routing</title><style>${STYLE}</style>`;
  return reply
    .headers({ ...pageHeaders({ 'style-src': STYLE_HASH }), 'referrer-policy': 'no-referrer' })
    .type('text/html; charset=utf-8')
    .send(`${head}<main>${body}</main>`);
}

const continuePage = (path: string) =>
  `<meta http-equiv="refresh" content="0;url=${escaped(path)}"><p><a href="${escaped(path)}">Continue</a></p>`;

/** Also for somebody who is signed in, and went to the provider to link or to confirm. */
const refusalPage = (why: string) =>
  `<h1>Single sign-on failed</h1><p>${escaped(why)}</p><p><a href="/">Back to the console</a></p>`;

/** Providers write parts of what is shown. */
function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
