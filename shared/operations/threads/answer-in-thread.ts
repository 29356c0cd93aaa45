import { WaitTimeout } from '../../foundation/keyed-mutex.ts';
import { shareAbort } from '../../foundation/shared-abort.ts';
import { findKey } from '../../ledger/idempotency/answer-once.ts';
import type {
  BodyAnswer,
  BodyRequest,
  BodyTask,
  BodyTaskData,
  BodyTaskDeps,
  BodyTaskName,
  LedgerBusy,
} from './body-tasks.ts';
import type { RoutingPool } from './routing-pool.ts';

/** A thread that waits longer for a ledger gives up. Orders of other processes and passes of runs take less. */
const THREAD_LOCK_TIMEOUT_MS = 1000;

/**
 * Answers a request in a thread. The bytes of its body move there. It waits for its ledger here, without a thread, so
 * that requests of a busy ledger leave the threads to others. The thread takes the locks itself. If another request was
 * faster, the bytes come back and wait again, until the time is up.
 * Throws AppError: those of the task. Throws what LedgerQueues.untilFree throws.
 */
export async function answerInThread<Task extends BodyTask>(
  deps: BodyTaskDeps & { readonly threads: RoutingPool },
  task: Task,
  request: BodyTaskData<Task>,
  signal: AbortSignal,
): Promise<BodyAnswer> {
  const { db, threads, ledgerQueues, syncQueues } = deps;
  const { principal, body, idempotency, dry_run } = request as BodyRequest;
  const isSync = task.name === 'syncBody';
  const queues = isSync ? syncQueues : ledgerQueues;
  const caller = shareAbort(signal);
  const lockTimeoutMs = Math.min(THREAD_LOCK_TIMEOUT_MS, queues.waitMs);
  const deadline = performance.now() + queues.waitMs;
  // A dry run and a replayed answer need no lock.
  const needsNoLock =
    dry_run || (idempotency !== null && (await findKey(db.pool, principal.ledger_id, idempotency.key)));
  for (let { bytes } = body; ; ) {
    const waitMs = deadline - performance.now();
    if (waitMs <= 0) throw new WaitTimeout('The ledger was not free in time.');
    if (!needsNoLock) await queues.untilFree(principal, { waitMs, signal, isSync });
    const data = { ...request, body: { ...body, bytes }, caller, lockTimeoutMs };
    const result: BodyAnswer | LedgerBusy = await threads.run(task.name as BodyTaskName, data as never, {
      owner: principal.client_id,
      transfer: [bytes.buffer as ArrayBuffer],
    });
    if (!('busy' in result)) return result;
    bytes = result.busy;
  }
}
