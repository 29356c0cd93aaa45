import type { WholeBody } from '../../contracts/intake/whole-body.ts';
import { MORE_ORDERS } from '../../contracts/order-limits.ts';
import { AppError } from '../../foundation/errors/app-error.ts';
import { isLockTimeout } from '../../foundation/errors/is-unavailable.ts';
import { abortOf, type SharedAbort } from '../../foundation/shared-abort.ts';
import type { Principal } from '../../identity/principal.ts';
import type { IdempotentRequest } from '../../ledger/idempotency/answer-once.ts';
import type { RouteOptions, RoutingDeps } from '../../ledger/prepared-run.ts';
import { ANSWER_SEARCH, TOO_HARD, type TooHard } from '../../ledger/search-allowance.ts';
import { shipBatch, shipSent } from '../../ledger/ship-requests.ts';
import type { StatusTally } from '../../ledger/status-counts.ts';
import { changeStock } from '../../ledger/stock/change-stock.ts';
import { type InventorySyncDeps, syncBody } from '../../ledger/stock/take-sync.ts';
import { routeBatch } from '../../runs/answer-batch.ts';
import { routeOrder } from '../../runs/answer-orders.ts';
import { promiseCarts } from '../../runs/promise.ts';
import { rerouteStored } from '../../runs/reroute-order.ts';
import { countSentOrders } from '../../runs/search/known-orders.ts';

/** All that answers a request from the bytes of its body, in any thread. Data and results are plain data. */
const BODY_TASKS = {
  changeStock,
  countSentOrders,
  promiseCarts,
  rerouteStored,
  routeBatch,
  routeOrder,
  shipBatch,
  shipSent,
  syncBody,
} satisfies Record<string, BodyTasked<never>>;

type BodyTasks = typeof BODY_TASKS;

export type BodyTaskName = keyof BodyTasks;

/** What answers a body. A thread finds it by the name of its function. */
export type BodyTask = BodyTasks[BodyTaskName];

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
  /** What was decided for it, if anything was. */
  readonly tally?: StatusTally;
  /** Not given: 200. */
  readonly status?: number;
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

export type BodyTasked<Data> = (
  deps: BodyTaskDeps,
  data: Data,
  wait: RouteOptions,
) => Promise<BodyAnswer | TooHard>;

type BodyTasksInThreads = {
  readonly [Name in BodyTaskName]: (
    deps: BodyTaskDeps,
    data: BodyTaskData<BodyTasks[Name]> & ThreadWait,
  ) => Promise<BodyAnswer | LedgerBusy>;
};

/**
 * The tasks in a thread: if the ledger is not free, they end early and return LedgerBusy. Orders whose searches take too
 * long for one answer are refused (AppError body_too_large).
 */
export const BODY_TASKS_IN_THREADS = Object.fromEntries(
  Object.values(BODY_TASKS).map((task) => [task.name, asThreadTask(task)]),
) as unknown as BodyTasksInThreads;

const TAKES_TOO_LONG = `To find the best routes of these orders takes longer than one answer may. ${MORE_ORDERS}`;

function asThreadTask(task: BodyTasked<never>) {
  return async (deps: BodyTaskDeps, data: BodyRequest & ThreadWait): Promise<BodyAnswer | LedgerBusy> => {
    const { caller, lockTimeoutMs } = data;
    const { answerSearch: mostWork = ANSWER_SEARCH } = deps;
    try {
      const answer = await task(deps, data as never, { signal: abortOf(caller), lockTimeoutMs, mostWork });
      if (answer === TOO_HARD) throw new AppError('body_too_large', TAKES_TOO_LONG);
      return answer;
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      return { busy: data.body.bytes };
    }
  };
}
