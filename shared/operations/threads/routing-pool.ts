import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import type { DatabaseTimeouts } from '../../db/timeouts.ts';
import type { Charges } from '../../foundation/charges.ts';
import type { Credentials } from '../../foundation/credentials.ts';
import { AppError } from '../../foundation/errors/app-error.ts';
import { Sealing } from '../../foundation/sealing.ts';
import { Seats } from '../../foundation/seats.ts';
import { currentTracing, inSpan, type TelemetryOptions } from '../../foundation/telemetry/tracing.ts';
import { whileAway } from '../../foundation/uses.ts';
import { LaneLookups } from '../../transit/lane-lookups.ts';
import { type Outcome, unwrap } from './outcome.ts';
import type { ThreadTasks } from './routing-thread.ts';
import { heapLimits, type ThreadMemory } from './thread-memory.ts';
import { WaitingTasks } from './waiting-tasks.ts';

type TaskName = keyof ThreadTasks;
type TaskData<N extends TaskName> = Parameters<ThreadTasks[N]>[1];
type TaskResult<N extends TaskName> = Awaited<ReturnType<ThreadTasks[N]>>;

/** Threads that route orders: managed runs for a worker, large batches for the API. */
export interface RoutingPool {
  /**
   * Runs a task in a free thread. Rejects with the task's own AppError, with body_too_large if the task takes more
   * memory than a thread has, or with another error's message and code.
   */
  run<N extends TaskName>(name: N, data: TaskData<N>, options?: TaskOptions): Promise<TaskResult<N>>;
  /** Waits for running tasks, then ends the threads. */
  close(): Promise<void>;
}

interface TaskOptions {
  /** Whose task it is, a client's id. While tasks wait, a free thread goes to the owner that was charged least. */
  readonly owner?: number | null;
  /** Buffers that move to the thread. The caller cannot use them any more. */
  readonly transfer?: readonly ArrayBuffer[];
}

/** Threads are compiled, also those of tests, which run from source: each would take a second to compile its modules. */
const THREADS = new URL(
  import.meta.url.endsWith('.ts') ? '../../../dist/shared/operations/threads/' : './',
  import.meta.url,
);

/**
 * A job's orders take some megabytes and its lanes some tens; thousands of orders of a thousand lines take twice that.
 */
const JOB_MEMORY: ThreadMemory = { oldMb: 256, youngMb: 12 };

interface RoutingPoolOptions {
  /** Credentials for carriers. */
  readonly transitCredentials?: Credentials;
  /** For the secrets in the database. */
  readonly secrets?: Sealing;
  /** The most work of a search for a batch's routes together. */
  readonly windowWork?: number;
  readonly memory?: ThreadMemory;
  /** Limits of the threads' connections. By default there are none. */
  readonly timeouts?: DatabaseTimeouts;
  /** Counts the lanes that the threads look up. */
  readonly laneLookups?: LaneLookups;
  /** Set if the threads trace, too. */
  readonly telemetry?: TelemetryOptions | null;
  /** The most tasks at once of one owner. By default as many as there are threads. */
  readonly atOnceOfOwner?: number;
  /** What the owners used elsewhere, to which the time of threads is added. */
  readonly charges?: Charges<number | null>;
  /** A thread ends after so many milliseconds without work. */
  readonly idleMs?: number;
  /** Called when a thread fails that works on no task. Another one takes its place. By default the process ends. */
  readonly onError?: (error: unknown) => void;
}

/**
 * Starts up to `threads` threads, each when there is work for it and with its own connections to the database at
 * `databaseUrl`.
 */
export function createRoutingPool(
  databaseUrl: string,
  threads: number,
  {
    transitCredentials = {},
    secrets = new Sealing([]),
    windowWork,
    memory = JOB_MEMORY,
    atOnceOfOwner = threads,
    charges,
    idleMs = 60_000,
    timeouts,
    laneLookups = new LaneLookups(),
    telemetry = null,
    onError,
  }: RoutingPoolOptions = {},
): RoutingPool {
  const waiting = new WaitingTasks();
  const seats = new Seats<number | null>(
    { atOnce: threads, atOnceOfOwner, ...(charges && { charges }) },
    (count) => {
      waiting.count = count;
    },
  );
  /** Tasks that wait or are done. Piscina knows only the latter. */
  const underWay = new Set<Promise<unknown>>();
  const piscina = new Piscina({
    filename: fileURLToPath(new URL(`${telemetry ? 'traced-' : ''}routing-thread.js`, THREADS)),
    workerData: {
      databaseUrl,
      transitCredentials,
      secretsKeys: secrets.keys,
      windowWork,
      timeouts,
      laneLookups: laneLookups.memory,
      waitingTasks: waiting.memory,
      telemetry,
    },
    minThreads: 0, // none at the start, when the process has much to load already
    maxThreads: threads,
    idleTimeout: idleMs,
    atomics: 'async', // a thread without a task may still refresh lanes
    resourceLimits: heapLimits(memory),
  });
  if (onError !== undefined) piscina.on('error', onError);
  return {
    run(name, data, { owner = null, transfer = [] } = {}) {
      const running = inSpan(`thread task ${name}`, async () => {
        const task = { name, data, trace: currentTracing()?.carrier() };
        const inThread = () => piscina.run(task, { transferList: [...transfer] }) as Promise<Outcome<never>>;
        const outcome = whileAway(() => seats.run(owner, inThread));
        return unwrap(await outcome.catch(refuseMemoryUse));
      });
      underWay.add(running);
      const forget = () => underWay.delete(running);
      void running.then(forget, forget);
      return running;
    },
    async close() {
      await Promise.allSettled(underWay);
      await piscina.close();
    },
  };
}

/** Turns the end of a thread that needed more memory than its limit into AppError body_too_large. */
function refuseMemoryUse(cause: unknown): never {
  if ((cause as { code?: unknown }).code !== 'ERR_WORKER_OUT_OF_MEMORY') throw cause;
  throw new AppError('body_too_large', 'The request needs more memory than one request may use.', { cause });
}
