import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { WholeBody } from '../../shared/contracts/intake/whole-body.ts';
import { MAX_WORK_HERE } from '../../shared/ledger/order-work.ts';
import { TOO_HARD } from '../../shared/ledger/search-allowance.ts';
import { answerInThread } from '../../shared/operations/threads/answer-in-thread.ts';
import type {
  BodyAnswer,
  BodyTask,
  BodyTaskData,
  BodyTasked,
} from '../../shared/operations/threads/body-tasks.ts';
import { callerSignal } from '../caller-signal.ts';
import { idempotentRequestOf, sendAnswer } from '../idempotency.ts';

/**
 * A body of at least so many bytes (some hundred orders) is parsed and answered in a thread: on the event loop it would
 * delay all other requests. A smaller body takes less time than it takes to send it to a thread.
 */
export const LARGE_BYTES = 64 * 1024;

const NO_BODY: WholeBody = { bytes: new Uint8Array(0), format: 'json' };

/**
 * Answers a request from its body's bytes by one of BODY_TASKS: a small body here, a large one in a thread, and a small one
 * of much work there too. The next thread is for the client that was charged least. Throws what the task throws.
 */
export async function answerBody<Task extends BodyTask>(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  task: Task,
  more: Omit<BodyTaskData<Task>, 'principal' | 'body' | 'idempotency'>,
): Promise<FastifyReply> {
  const { principal, wholeBody } = request;
  const body = wholeBody ?? NO_BODY;
  const isDryRun = 'dry_run' in more && more.dry_run !== null;
  const idempotency = isDryRun ? null : idempotentRequestOf(request);
  const data = { principal, body, idempotency, ...more } as BodyTaskData<Task>;
  const signal = callerSignal(reply);
  const isSmall = body.bytes.length < LARGE_BYTES;
  const answering = isSmall
    ? unlessHard(app, task, data, signal)
    : answerInThread(app.services, task, data, signal);
  // Not only when the answer has been sent: its caller may be slow to read it.
  const answered = await answering.finally(() => request.bodyMemory?.release());
  if (answered.tally) app.metrics.countOrders(answered.tally);
  return sendAnswer(reply.code(answered.status ?? 200), answered);
}

/** Answers a small body here if its work is small too, else in a thread. */
async function unlessHard<Task extends BodyTask>(
  { services }: FastifyInstance,
  task: Task,
  data: BodyTaskData<Task>,
  signal: AbortSignal,
): Promise<BodyAnswer> {
  const wait = { signal, mostWork: MAX_WORK_HERE };
  const answered = await (task as BodyTasked<BodyTaskData<Task>>)(services, data, wait);
  if (answered !== TOO_HARD) return answered;
  // The memory of the bytes moves to the thread. Small bodies share memory with other buffers, so the bytes are copied.
  const copy = { ...data, body: { ...data.body, bytes: new Uint8Array(data.body.bytes) } };
  return answerInThread(services, task, copy, signal);
}
