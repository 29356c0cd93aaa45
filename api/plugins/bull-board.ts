import { createBullBoard } from '@bull-board/api';
import type { HTTPStatus } from '@bull-board/api/typings/app';
import { FastifyAdapter } from '@bull-board/fastify';
import type { FastifyPluginAsync } from 'fastify';
import { parseJsonBody } from '../../shared/contracts/intake/json-body.ts';
import { JOBS, type JobName } from '../../shared/routing/managed/jobs.ts';
import { toAppError } from '../http-errors.ts';
import { RunQueueAdapter } from './run-queue-adapter.ts';

/** How often the page loads its data. */
const POLL_SECONDS = 3;

/** Of a change of a job. */
const BODY_LIMIT_BYTES = 1024 * 1024;

/** The console's page for operators, who sign in there. It leads to the queues. */
export const OPERATORS_PAGE = '/service';

/** Bull Board over the service's queues, at `path`. It does not check who calls: its parent plugin must. */
const bullBoard: FastifyPluginAsync<{ readonly path: string }> = async (app, { path }) => {
  const serverAdapter = new FastifyAdapter();
  createBullBoard({
    queues: app.services.queues.all().map((queue) => {
      const { description } = JOBS[queue.name as JobName];
      return new RunQueueAdapter(app.services, queue, { description });
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
  serverAdapter.setBasePath(path);
  app.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer', bodyLimit: BODY_LIMIT_BYTES },
    async (_request: unknown, bytes: Buffer) => parseJsonBody(bytes),
  );
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, quiet: true };
    route.schema = { ...route.schema, hide: true };
  });
  await app.register(serverAdapter.registerPlugin(), { prefix: path });
};

export default bullBoard;
