import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import { endSession, startSession } from '../../../shared/accounts/sessions.ts';
import { findByPassword } from '../../../shared/accounts/sign-in.ts';
import { AttemptLimit } from '../../../shared/platform/attempt-limit.ts';
import { signedInPage, signInPage } from './page.ts';
import { forgetToken, keepToken, tokenOf } from './session.ts';

const FORM_LIMIT_BYTES = 4096;
const WINDOW_SECONDS = 15 * 60;
/** One address is not guessed at from many places, nor many from one. Each attempt also costs a slow hash. */
const FAILURES_OF_EMAIL = 10;
const FAILURES_OF_IP = 30;

const QUEUES = '/ops/queues';

/** GET and POST /ops/sign-in, POST /ops/sign-out. */
const signIn: FastifyPluginAsync = async (app) => {
  const byEmail = new AttemptLimit(FAILURES_OF_EMAIL, WINDOW_SECONDS);
  const byIp = new AttemptLimit(FAILURES_OF_IP, WINDOW_SECONDS);
  const { db, now } = app.services;
  const schema = { hide: true };

  app.addContentTypeParser<string>(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: FORM_LIMIT_BYTES },
    (_request, body, done) => done(null, new URLSearchParams(body)),
  );

  app.get('/sign-in', { schema }, async ({ operator }, reply) =>
    sendPage(reply, operator ? signedInPage(operator.email) : signInPage({ email: '', message: null })),
  );

  app.post('/sign-in', { schema }, async (request, reply) => {
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    const email = (form.get('email') ?? '').trim().toLowerCase();
    const moment = now().getTime();
    const wait = byIp.begin(request.ip, moment) || byEmail.begin(email, moment);
    if (wait > 0) {
      const message = `Too many failed attempts. Try again in ${Math.ceil(wait / 60)} minutes.`;
      return sendPage(reply.code(429).header('retry-after', wait), signInPage({ email, message }));
    }
    const user = await findByPassword(db, email, form.get('password') ?? '');
    if (user?.role !== 'operator') {
      request.log.warn({ ip: request.ip }, 'an operator’s sign-in failed');
      const message = 'No operator has this e-mail address and password.';
      return sendPage(reply.code(401), signInPage({ email, message }));
    }
    byIp.succeed(request.ip);
    byEmail.succeed(email);
    keepToken(request, reply, await startSession(db, user, now()));
    return reply.redirect(QUEUES, 303);
  });

  app.post('/sign-out', { schema }, async (request, reply) => {
    const token = tokenOf(request);
    if (token !== undefined) await endSession(db, token);
    forgetToken(reply);
    return reply.redirect('/ops/sign-in', 303);
  });
};

export default signIn;

function sendPage(reply: FastifyReply, html: string): FastifyReply {
  return reply.type('text/html; charset=utf-8').send(html);
}
