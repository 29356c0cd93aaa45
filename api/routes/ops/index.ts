import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../../shared/foundation/errors/app-error.ts';
import { errorBodyOf } from '../../http-errors.ts';
import browserSession from '../../plugins/browser-session.ts';
import bullBoard from '../../plugins/bull-board.ts';
import { pageHeaders, withHeaders } from '../../plugins/page-headers.ts';
import signIn from './sign-in.ts';

const QUEUES = '/ops/queues';

/** Bull Board writes styles into its page, and has a `<base>`. */
const HEADERS = {
  'cache-control': 'no-store',
  ...pageHeaders({ 'style-src': "'self' 'unsafe-inline'", 'base-uri': "'self'" }),
};

/** The pages of operators of the whole service. */
const ops: FastifyPluginAsync = async (app) => {
  app.addHook('onRequest', withHeaders(HEADERS));
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
