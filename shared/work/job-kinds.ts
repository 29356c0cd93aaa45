import { z } from 'zod';

// What jobs there are. `jobs.ts` has the work of each.

/** The queues: an operator can pause each by itself, and start workers for what waits there. As Bull Board describes them. */
export const QUEUES = {
  scoring: 'Scores the chunks of runs: their lanes and, where orders do not see each other, their decisions.',
  allocation: 'Allocates the orders of runs that use up stock, one run of a client at a time.',
  deliveries: 'Sends what is due to webhook endpoints.',
  background: 'Works on what-ifs, and on floors of batches, a step at a time.',
} as const;

export type QueueName = keyof typeof QUEUES;
export const QUEUE_NAMES = Object.keys(QUEUES) as QueueName[];

interface JobKind<Data extends object> {
  readonly queue: QueueName;
  /** Checks the data of a job, which may have been in the queue for long. */
  readonly data: z.ZodType<Data>;
  /** While a job of this kind and identity waits or is worked on, no other one is added. */
  identity(data: Data): string;
}

const id = z.int().min(1);
const index = z.int().min(0);

export const JOB_KINDS = {
  'choose-orders': kind({
    queue: 'allocation',
    data: z.object({ run_id: id, ledger_id: id }),
    identity: ({ run_id }) => String(run_id),
  }),
  'score-chunk': kind({
    queue: 'scoring',
    data: z.object({ run_id: id, chunk: index }),
    identity: ({ run_id, chunk }) => `${run_id}-${chunk}`,
  }),
  'allocate-run': kind({
    queue: 'allocation',
    // `batch` was next when the job was added. It is only part of the identity: the run's row says what is next now.
    data: z.object({ run_id: id, batch: index }),
    identity: ({ run_id, batch }) => `${run_id}-${batch}`,
  }),
  'what-if': kind({
    queue: 'background',
    // `step` was next when the job was added. It is only part of the identity.
    data: z.object({ what_if_id: id, ledger_id: id, step: index }),
    identity: ({ what_if_id, step }) => `${what_if_id}-${step}`,
  }),
  'window-floor': kind({
    queue: 'background',
    data: z.object({ ledger_id: id, run_id: id, number: index }),
    identity: ({ run_id, number }) => `${run_id}-${number}`,
  }),
  'deliver-webhooks': kind({
    queue: 'deliveries',
    data: z.object({ endpoint_id: id, client_id: id }),
    identity: ({ endpoint_id }) => String(endpoint_id),
  }),
};

export type JobName = keyof typeof JOB_KINDS;
export type JobData<N extends JobName> = z.output<(typeof JOB_KINDS)[N]['data']>;

/** Takes the types of an entry from its schema. */
function kind<Data extends object>(of: JobKind<Data>): JobKind<Data> {
  return of;
}
