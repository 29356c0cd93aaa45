import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../../shared/errors/app-error.ts';
import { errorBodyOf } from '../../http-errors.ts';
import browserSession from '../../plugins/browser-session.ts';
import bullBoard from '../../plugins/bull-board.ts';
import signIn from './sign-in.ts';

const QUEUES = '/ops/queues';

/** Pages load nothing from other hosts (Bull Board asks for a font), and no other site shows them in a frame. */
const HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'; " +
    "form-action 'self'; base-uri 'self'; object-src 'none'",
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
} as const;

/** The pages of operators of the whole service. */
const ops: FastifyPluginAsync = async (app) => {
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(HEADERS);
  });
  await app.register(browserSession);
  await app.register(signIn, { prefix: '/ops' });
  await app.register(async (closed) => {
    closed.addHook('onRequest', admitOperators);
    await closed.register(bullBoard, { path: QUEUES });
  });
};

export default ops;

/** Without an operator's session, a person is sent to the sign-in page, and a program gets a 401. */
async function admitOperators(
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  if (request.signedIn?.role === 'operator') return undefined;
  const wantsPage = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html');
  if (wantsPage) return reply.redirect('/ops/sign-in', 302);
  return reply.code(401).send(errorBodyOf(new AppError('not_signed_in')));
}
