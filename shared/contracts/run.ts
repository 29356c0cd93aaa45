import { z } from 'zod';
import { ONLY_PRICED, orderResultA, orderStatus, runFields, runStatus } from './a/schema.ts';
import { orderResultB } from './b/schema.ts';
import {
  costs,
  count,
  csvReaderQuery,
  idInUrl,
  moment,
  named,
  paged,
  pageQuery,
  recordId,
  soughtIdentifier,
} from './common.ts';
import { warningsField } from './intake-warning.ts';
import { optimizationField } from './optimization.ts';
import { periodQuery } from './period.ts';

/** The progress of a run (docs/guides/runs.md). */
export const runProgress = z
  .strictObject({
    phase: z.enum(['receiving', 'scoring', 'allocating', 'done']),
    orders_total: count.describe('Grows while the run is received.'),
    orders_scored: count,
    orders_routed: count,
    percent: z.number().min(0).max(100).describe('To one decimal. Never goes back.'),
    orders_per_second: z
      .number()
      .min(0)
      .nullable()
      .describe(
        'Average over the time at work, an order that is scored only counting in part. null while it waits.',
      ),
    eta_seconds: count
      .nullable()
      .describe('0 once the run is done, null if it is not known, as while it waits.'),
    waiting_for: z
      .enum(['worker', 'earlier_run', 'retry'])
      .nullable()
      .describe(
        'worker: no worker has been alive for 15 seconds. earlier_run: an earlier run is allocated first. ' +
          'retry: a step failed, and is tried again. Else null.',
      ),
    earlier_run_id: recordId
      .exactOptional()
      .describe('Only while waiting_for is earlier_run: the routing_run_id of that run.'),
    retry_at: moment
      .exactOptional()
      .describe('Only while waiting_for is retry: when the step is tried again, or was.'),
    retry_error: z
      .string()
      .exactOptional()
      .describe('Only for operators, while waiting_for is retry: why the step failed.'),
    started_at: moment.nullable(),
    updated_at: moment,
  })
  .meta({
    id: 'RunProgress',
    description: 'Its counts and percent only grow. A run that was cancelled keeps its percent.',
  });

export type RunProgress = z.output<typeof runProgress>;

const listedFields = {
  ...runFields,
  orders_superseded: count.describe(
    'Orders that were left out, because a later request asked for something else: `why` of the run names it. ' +
      'orders_routed + orders_superseded + orders_unchanged are the orders of a completed run.',
  ),
  orders_unchanged: count.describe(
    'Orders that would have shipped worse, with `unless_worse`, and stayed as they were.',
  ),
  kind: z.enum(['sync', 'managed']).describe('managed: taken by POST /runs and worked in the background.'),
  created_at: moment,
  finished_at: moment.nullable(),
  fault_count: count.describe('Faulty orders of its input, which were left out.'),
  failure: z.string().nullable().describe('Why it failed, in a sentence; null unless status is failed.'),
  progress: runProgress,
};

/** A run in a listing: without its results, with its progress. */
export const listedRun = named('ListedRun', listedFields);

const WITH_ITS_FAULTS = {
  allOf: [{ anyOf: [{ properties: { fault_count: { const: 0 } } }, { required: ['faults'] }] }],
};

/** What is wrong with an order of a run's input. */
export const runFault = z.strictObject({
  line: z.int().min(1).nullable(),
  path: z.string(),
  message: z.string(),
});

/** A single run: as in a listing, with the faults of its input. */
export const runView = z
  .strictObject({
    ...listedFields,
    faults: z
      .array(runFault)
      .optional()
      .describe('The first 100, where there are any; line is null for a JSON body.'),
    warnings: warningsField,
  })
  .meta({ id: 'Run', ...WITH_ITS_FAULTS });

/** A run that is asked for by itself. */
export const shownRun = runView
  .extend({
    ...optimizationField,
    costs: costs.exactOptional().describe(`${ONLY_PRICED} What its orders cost, as far as they are decided.`),
  })
  .meta({ id: 'ShownRun', ...WITH_ITS_FAULTS });

export type ListedRun = z.output<typeof listedRun>;
export type RunView = z.output<typeof runView>;
export type ShownRun = z.output<typeof shownRun>;

export const runParams = z.object({
  routing_run_id: idInUrl.describe('routing_run_id of the run.'),
});

export const runsQuery = pageQuery.extend({
  status: runStatus.optional().describe('Only runs of this status.'),
  ...periodQuery,
});

export const runPage = paged('RunPage', {
  runs: z.array(listedRun).describe('Newest first.'),
});

export const runResultsQuery = z.object({
  limit: pageQuery.shape.limit
    .unwrap()
    .optional()
    .describe('Results a page holds at most; 100 if not given.'),
  cursor: pageQuery.shape.cursor,
  status: orderStatus.optional().describe('Only results of this status.'),
  warehouse_id: soughtIdentifier.optional().describe('Only orders that ship from this warehouse.'),
  order_id: soughtIdentifier.optional().describe('Only this order.'),
  ...csvReaderQuery,
});

export const runResult = z.union([orderResultA, orderResultB]);

export const runResultsPage = paged('RunResultsPage', {
  results: z.array(runResult).describe('In request order.'),
});
