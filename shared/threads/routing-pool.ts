import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import type { JobData, JobName } from '../queue/job-catalogue.ts';
import type { RunTasks } from '../runs/managed/run-tasks.ts';
import type { Credentials } from '../transit/http/credentials.ts';
import { type Outcome, unwrap } from './outcome.ts';

/** Threads that work on managed runs. */
export interface RoutingPool {
  /** Runs a job's task in a free thread. Rejects with the task's own message and code. */
  run<N extends JobName>(name: N, data: JobData<N>): Promise<Awaited<ReturnType<RunTasks[N]>>>;
  /** Lets running tasks end. */
  close(): Promise<void>;
}

/** From source (tests, development) a thread needs the loader that its parent has; built, it needs none. */
const fromSource = import.meta.url.endsWith('.ts');

/**
 * Starts `threads` threads, each with its own connections to the database at `databaseUrl`, and the credentials
 * to ask carriers for lanes.
 */
export function createRoutingPool(
  databaseUrl: string,
  threads: number,
  transitCredentials: Credentials = {},
): RoutingPool {
  const piscina = new Piscina({
    filename: fileURLToPath(
      new URL(fromSource ? './routing-thread.ts' : './routing-thread.js', import.meta.url),
    ),
    workerData: { databaseUrl, transitCredentials },
    minThreads: 1,
    maxThreads: threads,
    idleTimeout: 60_000,
    // A job's orders take some megabytes. Under a limit a thread collects its garbage sooner.
    resourceLimits: { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 12 },
    ...(fromSource ? { execArgv: ['--import', 'tsx'] } : {}),
  });
  return {
    run: async (name, data) => unwrap((await piscina.run({ name, data })) as Outcome<never>),
    close: () => piscina.close(),
  };
}
