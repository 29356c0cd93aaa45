import type { FastifyPluginAsync } from 'fastify';
import { z } from 'zod';
import { type RunView, runParams } from '../../../../shared/contracts/run.ts';
import { perObject } from '../../../../shared/foundation/per-object.ts';
import { hasEnded } from '../../../../shared/runs/managed/run-states.ts';
import type { RunEvent } from '../../../../shared/runs/managed/watch-run.ts';
import { callerSignal } from '../../../caller-signal.ts';
import { sendStream } from '../../../send-stream.ts';
import { addOperation, noSuchRun } from '../responses.ts';

/** GET /api/v1/runs/{routing_run_id}/events: the run as server-sent events until it ends. */
const events: FastifyPluginAsync = async (app) => {
  addOperation(app, 'GET /runs/:routing_run_id/events', {
    operationId: 'watchRun',
    tag: 'Runs',
    summary: 'Watch a run',
    description:
      'Server-sent events: the run, as GET /runs/{routing_run_id} shows it, at once and whenever it ' +
      'changes, and at last as it ended; then the stream closes. Comment lines show that the connection is alive. A ' +
      'caller that reconnects with the Last-Event-ID of the end gets 204. A client may watch 50 at once; the next is a 429.',
    params: runParams,
    answer: {
      description: 'The data of each event is a Run.',
      content: { 'text/event-stream': { schema: z.string() } },
    },
    responses: {
      204: z.undefined().describe('The run has ended, and the caller has seen it.'),
      ...noSuchRun,
    },
    handle: async ({ params, headers, principal: { client_id, ledger_id } }, reply) => {
      const { run, events, close } = await app.services.runWatch.open({
        ...{ client_id, ledger_id, run_id: params.routing_run_id },
      });
      const stopped = AbortSignal.any([app.draining, callerSignal(reply)]);
      stopped.addEventListener('abort', close);
      reply.raw.once('close', close);
      if (stopped.aborted) close();
      if (hasEnded(run) && headers['last-event-id'] === eventId(run)) return reply.code(204).send();
      reply.header('cache-control', 'no-store').header('x-accel-buffering', 'no');
      return sendStream(reply, 'text/event-stream', eventStream(events()));
    },
  });
};

export default events;

const textOf = perObject((run: RunView) => `id: ${eventId(run)}\ndata: ${JSON.stringify(run)}\n\n`);

async function* eventStream(runs: AsyncIterable<RunEvent>): AsyncGenerator<string> {
  for await (const run of runs) yield run === null ? ': still there\n\n' : textOf(run);
}

/** Differs for each state of a run. */
function eventId({ status, progress }: RunView): string {
  const { updated_at, orders_scored, orders_routed, waiting_for, earlier_run_id, retry_at } = progress;
  const counts = `${Date.parse(updated_at)}-${orders_scored}-${orders_routed}`;
  if (waiting_for === null) return `${status}-${counts}`;
  const wait = [
    waiting_for,
    ...(earlier_run_id ? [earlier_run_id] : []),
    ...(retry_at ? [Date.parse(retry_at)] : []),
  ];
  return `${status}-${counts}-waiting-for-${wait.join('-')}`;
}
