import type { Principal } from '../../accounts/principal.ts';
import type { WholeBody } from '../../contracts/intake/whole-body.ts';
import { isLockTimeout } from '../../foundation/errors/is-unavailable.ts';
import { abortOf, type SharedAbort } from '../../foundation/shared-abort.ts';
import { routeBatch, routeOrder } from '../../routing/answer-orders.ts';
import type { IdempotentRequest } from '../../routing/idempotency/idempotency-keys.ts';
import { type InventorySyncDeps, syncBody } from '../../routing/inventory/sync.ts';
import type { RoutingDeps } from '../../routing/prepared-run.ts';
import { promiseCarts } from '../../routing/promise.ts';
import type { StatusTally } from '../../routing/status-counts.ts';

/** A task that answers a request from the bytes of its body, in any thread. Its data and results are plain data. */
export type BodyTask = typeof routeOrder | typeof routeBatch | typeof syncBody | typeof promiseCarts;

export type BodyTaskData<Task extends BodyTask> = Parameters<Task>[1];

export type BodyTaskDeps = RoutingDeps & InventorySyncDeps;

/** The data of each of these tasks. */
export interface BodyRequest {
  readonly principal: Principal;
  readonly body: WholeBody;
  readonly idempotency: IdempotentRequest | null;
  /** Set if nothing is to be saved. */
  readonly dry_run?: object | null;
}

/** The answer to a request with a body. */
export interface BodyAnswer {
  /** JSON, as text or as UTF-8. */
  readonly answer: string | Uint8Array;
  /** Whether the first answer to the same request is returned again. */
  readonly replayed: boolean;
  /** What was decided for it; null if nothing was. */
  readonly tally: StatusTally | null;
}

/** How a request waits in a thread. */
interface ThreadWait {
  /** Aborted when the caller has gone away. */
  readonly caller: SharedAbort;
  /** The longest wait for a lock, in milliseconds. */
  readonly lockTimeoutMs: number;
}

/** The result of a thread if the ledger was not free: the bytes of the body, which are sent again later. */
export interface LedgerBusy {
  readonly busy: Uint8Array;
}

/** The same tasks for a thread: if the ledger is not free, they end early and return LedgerBusy. */
export const BODY_TASKS_IN_THREADS = {
  routeOrder: asThreadTask(routeOrder),
  routeBatch: asThreadTask(routeBatch),
  syncBody: asThreadTask(syncBody),
  promiseCarts: asThreadTask(promiseCarts),
};

function asThreadTask<Task extends BodyTask>(task: Task) {
  return async (
    deps: BodyTaskDeps,
    data: BodyTaskData<Task> & ThreadWait,
  ): Promise<BodyAnswer | LedgerBusy> => {
    const { caller, lockTimeoutMs } = data;
    try {
      return await task(deps, data as never, { signal: abortOf(caller), lockTimeoutMs });
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      return { busy: (data as BodyRequest).body.bytes };
    }
  };
}
