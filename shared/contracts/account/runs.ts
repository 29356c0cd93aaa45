import { z } from 'zod';
import { orderStatus, runStatus } from '../a/schema.ts';
import { count, idInUrl, moment, named, onlyTrue, paged, pageQuery, timeSort } from '../common.ts';
import { periodQuery } from '../period.ts';
import { listedRun, runFault, shownRun } from '../run.ts';
import { foundOrder, reasonCode, soughtPart } from './orders.ts';

export const accountRunsQuery = pageQuery.extend({
  number: idInUrl.optional().describe('Only the run of this client_run_number.'),
  status: runStatus.optional(),
  kind: z.enum(['sync', 'managed']).optional(),
  sort: timeSort,
  ...periodQuery,
});

/** A page of runs. */
export const accountRunPage = paged('AccountRunPage', {
  runs: z
    .array(listedRun)
    .describe(
      'Those that have not ended first, then the others; both newest first. With sort=created_at: oldest first.',
    ),
});

/** A run, and where its units ship from. */
export const accountRun = named('AccountRun', {
  run: shownRun,
  warehouses: z
    .array(
      z.strictObject({
        warehouse_id: z.string(),
        warehouse_name: z.string(),
        shipments: count,
        units: count,
      }),
    )
    .nullable()
    .describe(
      'As far as the run is decided, most units first. Null for a large run of before this was counted.',
    ),
  shipments: count.nullable(),
  units_shipped: count.nullable(),
  configuration_id: z.int().min(1),
});

/** A page of what is wrong with a run's input. */
export const runFaultPage = paged('RunFaultPage', {
  faults: z.array(runFault).describe('In the order of the input, of each run the first 10,000.'),
});

export const runDecisionsQuery = pageQuery.extend({
  status: orderStatus.optional(),
  warned: onlyTrue,
  reason: reasonCode.optional(),
  warehouse_id: soughtPart.optional(),
  zip: soughtPart.optional(),
  sku: soughtPart.optional(),
  q: soughtPart.optional().describe('A part of an order ID, or the beginning of a ZIP or a SKU.'),
});

/** A page of a run's decisions. */
export const runDecisionPage = paged('RunDecisionPage', {
  orders: z.array(foundOrder).describe('In request order.'),
  searched_back_to: moment
    .nullable()
    .describe('Not null: the page is short because the search reached its time limit.'),
});
