import { createBullBoard } from '@bull-board/api';
import type { HTTPStatus } from '@bull-board/api/typings/app';
import { FastifyAdapter } from '@bull-board/fastify';
import type { FastifyPluginAsync } from 'fastify';
import { parseJsonBody } from '../../shared/intake/json-body.ts';
import type { JobName } from '../../shared/queue/job-catalogue.ts';
import { toAppError } from '../http-errors.ts';
import { RunQueueAdapter } from './run-queue-adapter.ts';

const DESCRIPTIONS: Readonly<Record<JobName, string>> = {
  'score-chunk': 'Scores a chunk of a run: its lanes and, where orders do not see each other, its decisions.',
  'allocate-run': 'Takes the next turns of a run that uses up stock, one run of a client at a time.',
};

/** Asked for by the page every few seconds. */
const POLL_SECONDS = 3;

/** What an operator changes of a job. */
const BODY_LIMIT_BYTES = 1024 * 1024;

/** Bull Board over the service's queues, at `path`. Whoever registers it keeps strangers out. */
const bullBoard: FastifyPluginAsync<{ readonly path: string }> = async (app, { path }) => {
  const serverAdapter = new FastifyAdapter();
  createBullBoard({
    queues: app.services.queues
      .all()
      .map(
        (queue) =>
          new RunQueueAdapter(app.services, queue, { description: DESCRIPTIONS[queue.name as JobName] }),
      ),
    serverAdapter,
    options: {
      uiConfig: {
        boardTitle: 'Routing queues',
        miscLinks: [{ text: 'Sign out', url: '/ops/sign-in' }],
        pollingInterval: { forceInterval: POLL_SECONDS },
      },
    },
  });
  // Its own would show what a database or a queue says of itself, and call every failure a 500.
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
