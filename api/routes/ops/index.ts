import { createBullBoard } from '@bull-board/api';
import type { HTTPStatus } from '@bull-board/api/typings/app';
import { FastifyAdapter } from '@bull-board/fastify';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { parseJsonBody } from '../../../shared/contracts/intake/json-body.ts';
import { AppError } from '../../../shared/foundation/errors/app-error.ts';
import { writeAudit } from '../../../shared/identity/audit.ts';
import { mustEnrolAsOperator } from '../../../shared/identity/sessions.ts';
import { QUEUES, type QueueName } from '../../../shared/work/job-queues.ts';
import { errorBodyOf, toAppError } from '../../http-errors.ts';
import browserSession, { hasCsrfToken, isUnsafe, showCsrfToken } from '../../plugins/browser-session.ts';
import { pageHeaders, withHeaders } from '../../plugins/page-headers.ts';
import { RunQueueAdapter } from './run-queue-adapter.ts';

const PATH = '/ops/queues';

/** The console's page for operators, who sign in there. It leads to the queues. */
const OPERATORS_PAGE = '/service';

/** How often the page loads its data. */
const POLL_SECONDS = 3;

/** Of a change of a job. */
const BODY_LIMIT_BYTES = 1024 * 1024;

/** Bull Board's page reads the CSRF token from a cookie (showCsrfToken) and sends it in this header. */
const BOARD_CSRF_HEADER = 'x-xsrf-token';

/** Bull Board writes styles into its page, and has a `<base>`. */
const HEADERS = {
  'cache-control': 'no-store',
  ...pageHeaders({ 'style-src': "'self' 'unsafe-inline'", 'base-uri': "'self'" }),
};

/** Bull Board over the service's queues, for operators. */
const ops: FastifyPluginAsync = async (app) => {
  app.addHook('onRequest', withHeaders(HEADERS));
  await app.register(browserSession);
  app.addHook('onRequest', admitOperators);
  app.addHook('preHandler', noteAction);
  const serverAdapter = new FastifyAdapter();
  createBullBoard({
    queues: app.services.queues.all().map((queue) => {
      return new RunQueueAdapter(app.services, queue, { description: QUEUES[queue.name as QueueName] });
    }),
    serverAdapter,
    options: {
      uiConfig: {
        boardTitle: 'Routing queues',
        miscLinks: [{ text: 'Console', url: OPERATORS_PAGE }],
        pollingInterval: { forceInterval: POLL_SECONDS },
      },
    },
  });
  // Its own handler would show texts of the database or the queue, and answer 500 to every failure.
  serverAdapter.setErrorHandler((error) => {
    const failure = toAppError(error);
    app.log.error({ err: error }, 'the queues could not be shown');
    return {
      status: failure.status as HTTPStatus,
      body: { error: { key: 'ERRORS.INTERNAL_SERVER_ERROR' }, message: failure.message },
    };
  });
  serverAdapter.setBasePath(PATH);
  app.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer', bodyLimit: BODY_LIMIT_BYTES },
    async (_request: unknown, bytes: Buffer) => parseJsonBody(bytes),
  );
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, quiet: true };
    route.schema = { ...route.schema, hide: true };
  });
  await app.register(serverAdapter.registerPlugin(), { prefix: PATH });
};

export default ops;

/** Without an operator's session, a person is sent to the console, and a program gets a 401. A change needs the CSRF token. */
async function admitOperators(
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  const { signedIn } = request;
  const { services } = request.server;
  const refused = signedIn?.is_operator
    ? mustEnrolAsOperator(signedIn, services) && 'enrol_second_factor'
    : 'not_signed_in';
  if (refused === false) {
    if (!isUnsafe(request)) showCsrfToken(request, reply, PATH);
    else if (!hasCsrfToken(request, BOARD_CSRF_HEADER)) {
      return reply.code(403).send(errorBodyOf(new AppError('csrf_token')));
    }
    return undefined;
  }
  const wantsPage = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html');
  if (wantsPage) return reply.redirect(OPERATORS_PAGE, 302);
  const refusal = new AppError(refused);
  return reply.code(refusal.status).send(errorBodyOf(refusal));
}

/** Writes what an operator does to queues and jobs to the service's audit log, before it is done. */
async function noteAction({ signedIn, method, url, server, ip }: FastifyRequest): Promise<void> {
  if (!isUnsafe({ method })) return;
  await writeAudit(server.services.db.prisma, {
    client_id: null,
    who: {
      kind: 'operator',
      name: signedIn!.email,
      address: ip,
      session_id: signedIn!.session.id,
      person_id: signedIn!.id,
    },
    action: 'queues.change',
    subject: `${method} ${url.split('?', 1)[0]!}`,
    changes: [],
  });
}
