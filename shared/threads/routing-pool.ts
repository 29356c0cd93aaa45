import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import type { Credentials } from '../transit/http/credentials.ts';
import { type Outcome, unwrap } from './outcome.ts';
import { limitsOf, type ThreadMemory } from './thread-memory.ts';
import type { ThreadTasks } from './thread-tasks.ts';

type TaskName = keyof ThreadTasks;
type TaskData<N extends TaskName> = Parameters<ThreadTasks[N]>[1];
type TaskResult<N extends TaskName> = Awaited<ReturnType<ThreadTasks[N]>>;

/** Threads that route orders: managed runs for a worker, large batches for the API. */
export interface RoutingPool {
  /**
   * Runs a task in a free thread. What is in `transfer` moves there and is gone here. Rejects with the task's own
   * AppError, or with another error's message and code.
   */
  run<N extends TaskName>(
    name: N,
    data: TaskData<N>,
    transfer?: readonly ArrayBuffer[],
  ): Promise<TaskResult<N>>;
  /** Lets running tasks end. */
  close(): Promise<void>;
}

/** From source (tests, development) a thread needs the loader that its parent has; built, it needs none. */
const fromSource = import.meta.url.endsWith('.ts');

/** A job's orders take some megabytes, lanes some tens, and thousands of orders of a thousand lines twice that. */
const JOB_MEMORY: ThreadMemory = { oldMb: 256, youngMb: 12 };

export interface RoutingPoolOptions {
  /** What carriers are called with. */
  readonly transitCredentials?: Credentials;
  readonly memory?: ThreadMemory;
  /** A thread ends after so many milliseconds without work. */
  readonly idleMs?: number;
}

/**
 * Starts up to `threads` threads, each when there is work for it and with its own connections to the database at
 * `databaseUrl`.
 */
export function createRoutingPool(
  databaseUrl: string,
  threads: number,
  { transitCredentials = {}, memory = JOB_MEMORY, idleMs = 60_000 }: RoutingPoolOptions = {},
): RoutingPool {
  const piscina = new Piscina({
    filename: fileURLToPath(
      new URL(fromSource ? './routing-thread.ts' : './routing-thread.js', import.meta.url),
    ),
    workerData: { databaseUrl, transitCredentials },
    minThreads: 0, // a process that starts has enough to load
    maxThreads: threads,
    idleTimeout: idleMs,
    atomics: 'async', // a thread without work still has lanes to write down
    resourceLimits: limitsOf(memory),
    ...(fromSource ? { execArgv: ['--import', 'tsx'] } : {}),
  });
  return {
    run: async (name, data, transfer = []) =>
      unwrap((await piscina.run({ name, data }, { transferList: [...transfer] })) as Outcome<never>),
    close: () => piscina.close(),
  };
}
