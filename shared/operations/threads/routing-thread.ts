import { move, transferableSymbol, valueSymbol, workerData } from 'piscina';
import { openDatabase } from '../../db/database.ts';
import type { DatabaseTimeouts } from '../../db/timeouts.ts';
import type { Credentials } from '../../foundation/credentials.ts';
import { Sealing } from '../../foundation/sealing.ts';
import { LedgerQueues } from '../../ledger/ledger-queues.ts';
import { readOrderCauses } from '../../runs/search/order-causes.ts';
import { LaneLookups } from '../../transit/lane-lookups.ts';
import { createLaneResolver } from '../../transit/lane-resolver.ts';
import { JOBS } from '../../work/jobs.ts';
import { doAccountTask } from './account-tasks.ts';
import { BODY_TASKS_IN_THREADS } from './body-tasks.ts';
import { writeSlice } from './long-answers.ts';
import { type Outcome, outcomeOf } from './outcome.ts';
import { WaitingTasks } from './waiting-tasks.ts';

/**
 * A routing thread. It has its own connections. So only ids and counts cross the thread boundary, or the bytes of a
 * body and of its answer, which are moved and not copied. Copying orders between threads costs more than reading them.
 */
const { databaseUrl, transitCredentials, secretsKeys, windowWork, timeouts, laneLookups, waitingTasks } =
  workerData as {
    databaseUrl: string;
    transitCredentials: Credentials;
    secretsKeys: readonly string[];
    windowWork: number | undefined;
    timeouts: DatabaseTimeouts | undefined;
    laneLookups: SharedArrayBuffer;
    waitingTasks: SharedArrayBuffer;
  };

/** A thread has one task at a time, which uses one connection for its transaction and one for other reads. */
const CONNECTIONS = 2;

const db = openDatabase(databaseUrl, {
  poolSize: CONNECTIONS,
  applicationName: 'wrs-thread',
  plansEachTime: true,
  secrets: new Sealing(secretsKeys),
  ...(timeouts && { timeouts }),
});
const lanes = createLaneResolver(db, {
  credentials: transitCredentials,
  lookups: new LaneLookups(laneLookups),
});
const waiting = new WaitingTasks(waitingTasks);
const deps = {
  db,
  lanes,
  ledgerQueues: new LedgerQueues(db),
  syncQueues: new LedgerQueues(db),
  now: () => new Date(),
  windowWork,
  isThreadWaitedFor: () => waiting.count > 0,
};

const { 'deliver-webhooks': _, ...IN_THREADS } = JOBS;

type JobTasks = { readonly [N in keyof typeof IN_THREADS]: (typeof IN_THREADS)[N]['task'] };

/**
 * All tasks of threads, by name: those of jobs, of large bodies, of accounts, of long answers, and of sums over many orders. Their data and results
 * are plain data.
 */
const THREAD_TASKS = {
  ...(Object.fromEntries(
    Object.entries(IN_THREADS).map(([name, { task }]) => [name, task]),
  ) as unknown as JobTasks),
  ...BODY_TASKS_IN_THREADS,
  doAccountTask,
  readOrderCauses,
  writeSlice,
};

export type ThreadTasks = typeof THREAD_TASKS;

/** Runs one task. Returns failures as data. */
export default async function runThreadTask(task: {
  name: keyof ThreadTasks;
  data: object;
}): Promise<unknown> {
  const work = THREAD_TASKS[task.name] as (given: typeof deps, data: object) => Promise<unknown>;
  return movingBytes(await outcomeOf(() => work(deps, task.data)));
}

/** Moves the bytes of an answer, or of a body that is returned, to the thread that waits for it. */
function movingBytes(outcome: Outcome<unknown>): unknown {
  const value = outcome.ok ? (outcome.value as { answer?: unknown; busy?: unknown } | null) : null;
  const answer = value?.busy ?? value?.answer;
  if (!(answer instanceof Uint8Array)) return outcome;
  // Small buffers share memory, which must not move.
  if (answer.buffer.byteLength <= Buffer.poolSize) return outcome;
  return move({ [transferableSymbol]: [answer.buffer], [valueSymbol]: outcome } as never);
}
