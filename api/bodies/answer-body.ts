import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../shared/foundation/errors/app-error.ts';
import { answerInThread } from '../../shared/operations/threads/answer-in-thread.ts';
import type { BodyAnswer, BodyTask, BodyTaskData } from '../../shared/operations/threads/body-tasks.ts';
import { TooHard } from '../../shared/routing/search-allowance.ts';
import { callerSignal } from '../caller-signal.ts';
import { idempotentRequestOf, sendAnswer } from '../idempotency.ts';

/**
 * A body of at least so many bytes (some hundred orders) is parsed and answered in a thread: on the event loop it would
 * delay all other requests. A smaller body takes less time than it takes to send it to a thread. `npm run check
 * load batches` measures it.
 */
export const LARGE_BYTES = 64 * 1024;

/**
 * The work that the searches for a small body may do here, in numbers that they look at: some milliseconds. The
 * beginning of a search is not interrupted, so one search may do somewhat more.
 */
const WORK_HERE = 500_000;

/**
 * Answers a request from its body's bytes by a task: a small body here, a large one in a thread, and a small one of hard
 * orders there too. Threads go to clients by round robin. Throws AppError: overloaded if too many large bodies wait, and
 * what the task throws.
 */
export async function answerBody<Task extends BodyTask>(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  task: Task,
  more: Omit<BodyTaskData<Task>, 'principal' | 'body' | 'idempotency'>,
): Promise<FastifyReply> {
  const { principal, wholeBody: body } = request;
  if (body === null) throw new AppError('invalid_json');
  const isDryRun = 'dry_run' in more && more.dry_run !== null;
  const idempotency = isDryRun ? null : idempotentRequestOf(request);
  const data = { principal, body, idempotency, ...more } as BodyTaskData<Task>;
  const signal = callerSignal(reply);
  const answering = body.bytes.length < LARGE_BYTES ? unlessHard : inThread;
  // Not only when the answer has been sent: its caller may be slow to read it.
  const answered = await answering(app, task, data, signal).finally(() => request.bodyMemory?.release());
  if (answered.tally !== null) app.metrics.countOrders(answered.tally);
  return sendAnswer(reply, answered);
}

/** Answers a small body here if its searches are small too, else in a thread. */
async function unlessHard<Task extends BodyTask>(
  app: FastifyInstance,
  task: Task,
  data: BodyTaskData<Task>,
  signal: AbortSignal,
): Promise<BodyAnswer> {
  try {
    return await task(app.services, data as never, { signal, mostWork: WORK_HERE });
  } catch (error) {
    if (!(error instanceof TooHard)) throw error;
  }
  // The memory of the bytes moves to the thread. Small bodies share memory with other buffers, so the bytes are copied.
  const copy = { ...data, body: { ...data.body, bytes: new Uint8Array(data.body.bytes) } };
  return inThread(app, task, copy, signal);
}

/** A large body has its place among those that wait as long as it is worked on. */
function inThread<Task extends BodyTask>(
  { bodies, services }: FastifyInstance,
  task: Task,
  data: BodyTaskData<Task>,
  signal: AbortSignal,
): Promise<BodyAnswer> {
  return bodies.waiting.withPlace(data.principal.client_id, () =>
    answerInThread(services, task, data, signal),
  );
}
