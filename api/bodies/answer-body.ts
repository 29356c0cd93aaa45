import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../shared/errors/app-error.ts';
import type { RouteOptions } from '../../shared/runs/prepared-run.ts';
import { TooHard } from '../../shared/runs/search-allowance.ts';
import { answerInThread } from '../../shared/threads/answer-in-thread.ts';
import {
  BODY_TASKS,
  type BodyAnswer,
  type BodyTaskData,
  type BodyTasks,
} from '../../shared/threads/body-tasks.ts';
import { callerSignal, callerState } from '../caller-signal.ts';
import { idempotentRequestOf, markReplayed } from '../idempotency.ts';
import { sendJson } from '../send-json.ts';

/**
 * A body of so many bytes (some hundred orders) is parsed, worked on and answered in a thread: on the event loop it
 * would hold up all other requests. A smaller one is done before it would have got there. `npm run bench -- --suite
 * event-loop` guards it.
 */
export const LARGE_BYTES = 64 * 1024;

/**
 * Numbers that the searches for a small body may look at here: some milliseconds. A search is not stopped in its
 * beginning, so that of one may come on top.
 */
const WORK_HERE = 500_000;

/**
 * Answers a request from its body's bytes, by the task of that name: a small body here, a large one in a thread, and so
 * a small one of hard orders. All clients get their turn of the threads. Throws AppError: overloaded where too many
 * large bodies wait, and what the task throws.
 */
export async function answerBody<N extends keyof BodyTasks>(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  name: N,
  more: Omit<BodyTaskData<N>, 'principal' | 'body' | 'idempotency'>,
): Promise<void> {
  const { principal, wholeBody: body } = request;
  if (body === null) throw new AppError('invalid_json');
  const isDryRun = 'dry_run' in more && more.dry_run !== null;
  const idempotency = isDryRun ? null : idempotentRequestOf(request);
  const data = { ...more, principal, body, idempotency } as BodyTaskData<N>;
  const answering =
    body.bytes.length < LARGE_BYTES
      ? unlessHard(app, reply, name, data)
      : inThread(app, name, data, callerSignal(reply));
  // Not only when the answer has been sent: its caller may be slow to read it.
  const { answer, replayed, tally } = await answering.finally(() => request.bodyMemory?.release());
  if (tally !== null) app.metrics.countOrders(tally);
  markReplayed(reply, replayed);
  sendJson(reply, answer);
}

/** Answers a small body here if its searches are small too, else in a thread. */
async function unlessHard<N extends keyof BodyTasks>(
  app: FastifyInstance,
  reply: FastifyReply,
  name: N,
  data: BodyTaskData<N>,
): Promise<BodyAnswer> {
  try {
    return await here(app, name, data, callerState(reply));
  } catch (error) {
    if (!(error instanceof TooHard)) throw error;
  }
  // A thread takes the memory of the bytes; that of a small body may belong to others, too.
  const copy = { ...data, body: { ...data.body, bytes: new Uint8Array(data.body.bytes) } };
  return inThread(app, name, copy, callerSignal(reply));
}

/** A large body is in the line of those that wait as long as it is worked on. */
function inThread<N extends keyof BodyTasks>(
  { bodies, services }: FastifyInstance,
  name: N,
  data: BodyTaskData<N>,
  signal: AbortSignal,
): Promise<BodyAnswer> {
  return bodies.waiting.withPlace(data.principal.client_id, () =>
    answerInThread(services, name, data, signal),
  );
}

function here<N extends keyof BodyTasks>(
  { services }: FastifyInstance,
  name: N,
  data: BodyTaskData<N>,
  signal: RouteOptions['signal'],
): Promise<BodyAnswer> {
  const work = BODY_TASKS[name] as (
    deps: typeof services,
    data: BodyTaskData<N>,
    wait: RouteOptions,
  ) => Promise<BodyAnswer>;
  return work(services, data, { signal, mostWork: WORK_HERE });
}
