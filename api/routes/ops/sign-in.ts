import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import { endSession, startSession } from '../../../shared/accounts/sessions.ts';
import { AppError } from '../../../shared/foundation/errors/app-error.ts';
import { clearToken, setToken, tokenOf } from '../../plugins/browser-session.ts';
import { signedInPage, signInPage } from './page.ts';

const FORM_LIMIT_BYTES = 4096;

const QUEUES = '/ops/queues';

/** GET and POST /ops/sign-in, POST /ops/sign-out. */
const signIn: FastifyPluginAsync = async (app) => {
  const { db, now, signIn: people } = app.services;
  const schema = { hide: true };

  app.addContentTypeParser<string>(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: FORM_LIMIT_BYTES },
    (_request, body, done) => done(null, new URLSearchParams(body)),
  );

  app.get('/sign-in', { schema }, async ({ signedIn }, reply) =>
    sendPage(
      reply,
      signedIn?.role === 'operator' ? signedInPage(signedIn.email) : signInPage({ email: '', message: null }),
    ),
  );

  app.post('/sign-in', { schema }, async (request, reply) => {
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    const email = form.get('email') ?? '';
    const attempt = { email, password: form.get('password') ?? '', address: request.ip };
    const outcome = await people.attempt(attempt).catch((error: unknown) => {
      if (error instanceof AppError && error.retryAfterSeconds !== undefined) return error;
      throw error;
    });
    if (outcome instanceof AppError) {
      reply.code(outcome.status).header('retry-after', outcome.retryAfterSeconds);
      return sendPage(reply, signInPage({ email, message: outcome.message }));
    }
    if (outcome?.role !== 'operator') {
      request.log.warn({ ip: request.ip }, 'an operator’s sign-in failed');
      const message = 'Incorrect e-mail address or password, or the person is not an operator.';
      return sendPage(reply.code(401), signInPage({ email, message }));
    }
    setToken(request, reply, await startSession(db, outcome, now()));
    return reply.redirect(QUEUES, 303);
  });

  app.post('/sign-out', { schema }, async (request, reply) => {
    const token = tokenOf(request);
    if (token !== undefined) await endSession(db, token);
    clearToken(reply);
    return reply.redirect('/ops/sign-in', 303);
  });
};

export default signIn;

function sendPage(reply: FastifyReply, html: string): FastifyReply {
  return reply.type('text/html; charset=utf-8').send(html);
}
