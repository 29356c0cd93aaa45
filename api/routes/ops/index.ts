import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../../shared/foundation/errors/app-error.ts';
import { errorBodyOf } from '../../http-errors.ts';
import browserSession from '../../plugins/browser-session.ts';
import bullBoard, { OPERATORS_PAGE } from '../../plugins/bull-board.ts';
import { pageHeaders, withHeaders } from '../../plugins/page-headers.ts';

/** Bull Board writes styles into its page, and has a `<base>`. */
const HEADERS = {
  'cache-control': 'no-store',
  ...pageHeaders({ 'style-src': "'self' 'unsafe-inline'", 'base-uri': "'self'" }),
};

/** Bull Board, for operators of the whole service. */
const ops: FastifyPluginAsync = async (app) => {
  app.addHook('onRequest', withHeaders(HEADERS));
  await app.register(browserSession);
  app.addHook('onRequest', admitOperators);
  await app.register(bullBoard, { path: '/ops/queues' });
};

export default ops;

/** Without an operator's session, a person is sent to the console, and a program gets a 401. */
async function admitOperators(
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  if (request.signedIn?.role === 'operator') return undefined;
  const wantsPage = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html');
  if (wantsPage) return reply.redirect(OPERATORS_PAGE, 302);
  return reply.code(401).send(errorBodyOf(new AppError('not_signed_in')));
}
