import { workerData } from 'piscina';
import { openDatabase } from '../db/database.ts';
import type { JobData, JobName } from '../queue/job-catalogue.ts';
import { RUN_TASKS } from '../runs/managed/run-tasks.ts';
import type { Credentials } from '../transit/http/credentials.ts';
import { createLaneResolver } from '../transit/lane-resolver.ts';
import { type Outcome, outcomeOf } from './outcome.ts';

/**
 * A routing thread. It has its own connections, so that what crosses the boundary is a job's ids and its counts:
 * cloning orders between threads costs more than reading them (docs/performance.md).
 */
const { databaseUrl, transitCredentials } = workerData as {
  databaseUrl: string;
  transitCredentials: Credentials;
};

/** One task at a time and its transaction, and one for what reads beside it. */
const CONNECTIONS = 2;

const db = openDatabase(databaseUrl, {
  poolSize: CONNECTIONS,
  applicationName: 'wrs-thread',
  plansAnew: true,
});
const lanes = createLaneResolver(db, { credentials: transitCredentials });

/** Runs one task; failures come back as data, as an error's class and fields do not survive the way. */
export default function runTask(task: { name: JobName; data: JobData<JobName> }): Promise<Outcome<unknown>> {
  const work = RUN_TASKS[task.name] as (deps: object, data: object) => Promise<unknown>;
  return outcomeOf(() => work({ db, lanes }, task.data));
}
