import type { Principal } from '../accounts/principal.ts';
import { isLockTimeout } from '../errors/is-unavailable.ts';
import { findKey, type IdempotentRequest } from '../idempotency/idempotency-keys.ts';
import type { WholeBody } from '../intake/whole-body.ts';
import { untilLedgerIsFree } from '../inventory/ledger-turn.ts';
import type { InventorySyncDeps } from '../inventory/sync.ts';
import { WaitTimeout } from '../platform/keyed-mutex.ts';
import { abortOf, type SharedAbort, shareAbort } from '../platform/shared-abort.ts';
import type { RouteOptions, RoutingDeps } from '../runs/prepared-run.ts';
import { BODY_TASKS, type BodyAnswer, type BodyTaskData, type BodyTasks } from './body-tasks.ts';
import type { RoutingPool } from './routing-pool.ts';

/** A thread that waits longer for a ledger is given back. Orders of other processes and steps of runs take less. */
const THREAD_PATIENCE_MS = 1000;

/** What every request with a body is. */
interface BodyRequest {
  readonly principal: Principal;
  readonly body: WholeBody;
  readonly idempotency: IdempotentRequest | null;
  /** Set where nothing is kept. */
  readonly dry_run?: object | null;
}

/** What a thread is sent beside the request. */
interface ThreadWait {
  readonly caller: SharedAbort;
  /** The longest wait for a lock, in milliseconds. */
  readonly lockMs: number;
}

/** What a thread answers if the ledger was not free: the body's bytes, to be sent again. */
interface LedgerBusy {
  readonly busy: Uint8Array;
}

type AnswerDeps = RoutingDeps & InventorySyncDeps;

/**
 * Answers a request in a thread, from bytes that move there. It waits for its ledger here, without a thread, so that
 * requests of a ledger that is not free leave the threads to others. The thread takes the locks itself; if another
 * request was faster, the bytes come back and wait again, until the time is up.
 * Throws AppError: those of the task. Throws what untilLedgerIsFree throws.
 */
export async function answerInThread<N extends keyof BodyTasks>(
  deps: AnswerDeps & { readonly threads: RoutingPool },
  name: N,
  request: BodyTaskData<N>,
  signal: AbortSignal,
): Promise<BodyAnswer> {
  const { db, threads, ledgerTurns, syncMutex } = deps;
  const { principal, body, idempotency, dry_run } = request as BodyRequest;
  const isSync = name === 'sync-inventory';
  const line = isSync ? syncMutex : ledgerTurns;
  const caller = shareAbort(signal);
  const lockMs = Math.min(THREAD_PATIENCE_MS, line.waitMs);
  const deadline = performance.now() + line.waitMs;
  // A dry run and an answer that is given again need no lock.
  const needsNoLock =
    dry_run || (idempotency !== null && (await findKey(db.pool, principal.ledger_id, idempotency.key)));
  for (let { bytes } = body; ; ) {
    const waitMs = deadline - performance.now();
    if (waitMs <= 0) throw new WaitTimeout('The ledger was not free in time.');
    if (!needsNoLock) {
      await untilLedgerIsFree({ db, line }, principal.ledger_id, { waitMs, signal, isSync });
    }
    const task = { ...request, body: { ...body, bytes }, caller, lockMs };
    const result: BodyAnswer | LedgerBusy = await threads.run(name, task as never, {
      owner: principal.client_id,
      transfer: [bytes.buffer as ArrayBuffer],
    });
    if (!('busy' in result)) return result;
    bytes = result.busy;
  }
}

/** The thread's part of each task. */
export const BODY_TASKS_IN_THREADS = {
  'route-order': inThread('route-order'),
  'route-batch': inThread('route-batch'),
  'sync-inventory': inThread('sync-inventory'),
};

function inThread<N extends keyof BodyTasks>(name: N) {
  const work = BODY_TASKS[name] as (
    deps: AnswerDeps,
    request: BodyTaskData<N>,
    wait: RouteOptions,
  ) => Promise<BodyAnswer>;
  return async (deps: AnswerDeps, task: BodyTaskData<N> & ThreadWait): Promise<BodyAnswer | LedgerBusy> => {
    const { caller, lockMs } = task;
    try {
      return await work(deps, task, { signal: abortOf(caller), lockMs, rehearses: true });
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      return { busy: (task as BodyRequest).body.bytes };
    }
  };
}
