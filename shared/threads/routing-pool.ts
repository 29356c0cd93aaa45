import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import type { Credentials } from '../transit/http/credentials.ts';
import { type Outcome, unwrap } from './outcome.ts';
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

const MAX_OLD_MB = 192;
/** A job's orders take some megabytes. */
const SMALL_YOUNG_MB = 12;

export interface RoutingPoolOptions {
  /** What carriers are called with. */
  readonly transitCredentials?: Credentials;
  /** Memory for what is just made, a thread. */
  readonly youngGenerationMb?: number;
  /** Threads that are started at once and kept. */
  readonly minThreads?: number;
  /** Others end after so many milliseconds without work. */
  readonly idleMs?: number;
}

/**
 * Starts up to `threads` threads, each with its own connections to the database at `databaseUrl`, and the credentials
 * to ask carriers for lanes.
 */
export function createRoutingPool(
  databaseUrl: string,
  threads: number,
  {
    transitCredentials = {},
    youngGenerationMb = SMALL_YOUNG_MB,
    minThreads = 1,
    idleMs = 60_000,
  }: RoutingPoolOptions = {},
): RoutingPool {
  const piscina = new Piscina({
    filename: fileURLToPath(
      new URL(fromSource ? './routing-thread.ts' : './routing-thread.js', import.meta.url),
    ),
    workerData: { databaseUrl, transitCredentials },
    minThreads,
    maxThreads: threads,
    idleTimeout: idleMs,
    // Under a limit a thread collects its garbage sooner.
    resourceLimits: { maxOldGenerationSizeMb: MAX_OLD_MB, maxYoungGenerationSizeMb: youngGenerationMb },
    ...(fromSource ? { execArgv: ['--import', 'tsx'] } : {}),
  });
  return {
    run: async (name, data, transfer = []) =>
      unwrap((await piscina.run({ name, data }, { transferList: [...transfer] })) as Outcome<never>),
    close: () => piscina.close(),
  };
}
