import { z } from 'zod';
import { ONLY_PRICED, orderStatus, totalCostField } from './a/schema.ts';
import { accountFile } from './account/account-file-schema.ts';
import { rates } from './account/rates.ts';
import { warehouseFields } from './account/warehouse.ts';
import {
  costs,
  count,
  csvReaderQuery,
  identifier,
  idInUrl,
  MAX_INT,
  moment,
  named,
  note,
  paged,
  pageQuery,
  recordId,
  shortPageQuery,
  soughtIdentifier,
  statusCounts,
} from './common.ts';
import { periodQuery } from './period.ts';
import { runProgress } from './run.ts';
import { why } from './why.ts';

/** The most quantities of stock that a draft may have. */
const MAX_QUANTITIES = 10_000;

const warehouseId = warehouseFields.shape.warehouse_id;

/** A patch of the account: parts of an account file, some warehouses, and stock (docs/guides/what-if.md). */
export const whatIfDraft = named('WhatIfDraft', {
  settings: accountFile.shape.settings,
  profiles: accountFile.shape.profiles,
  item_controls: accountFile.shape.item_controls,
  warehouses: z
    .array(
      z.strictObject({
        warehouse_id: warehouseId,
        enabled: z.boolean().exactOptional(),
        priority: z.int().min(1).max(MAX_INT).nullable().exactOptional(),
        calendar: warehouseFields.shape.calendar,
        capacity: warehouseFields.shape.capacity,
        safety_stock: warehouseFields.shape.safety_stock,
        handling: warehouseFields.shape.handling,
      }),
    )
    .exactOptional()
    .describe(
      'Warehouses that are enabled, disabled, ranked or dated otherwise. The others stay as they are.',
    ),
  delivery_calendar: accountFile.shape.delivery_calendar,
  rates: rates.omit({ prices_file: true }).nullable().exactOptional().describe('With the present prices.'),
  split_penalty: accountFile.shape.split_penalty,
  default_unit_weight: accountFile.shape.default_unit_weight,
  inventory: z
    .array(
      z.strictObject({
        sku: identifier.trim().min(1),
        warehouse_id: warehouseId,
        quantity_available: z.int().min(0).max(MAX_INT),
      }),
    )
    .max(MAX_QUANTITIES)
    .exactOptional()
    .describe('Stock that is supposed. It is only a hypothesis: applying the draft leaves it out.'),
});

export type WhatIfDraft = z.output<typeof whatIfDraft>;

export const whatIfRequest = z
  .strictObject({
    name: note.nullish().describe('For people.'),
    orders: z
      .strictObject({
        routing_run_id: recordId.nullish().describe('The orders of this run.'),
        from: periodQuery.from.nullish(),
        to: periodQuery.to.nullish(),
      })
      .refine(
        ({ routing_run_id: run, from, to }) => (run ? !from && !to : Boolean(from && to)),
        'must have either routing_run_id, or from and to',
      )
      .describe(
        'Either of a run, or of a period from and to: the orders of the runs that began in it, each order ID once, as it was last sent.',
      ),
    draft: whatIfDraft,
  })
  .meta({
    id: 'WhatIfRequest',
    examples: [
      { orders: { routing_run_id: 12 }, draft: { warehouses: [{ warehouse_id: 'EWR1', enabled: false }] } },
    ],
  });

/** A draft that one order is tried under, on the stock as it is. */
export const triedDraft = z
  .strictObject({ draft: z.strictObject(whatIfDraft.omit({ inventory: true }).shape) })
  .meta({
    id: 'TriedDraft',
    examples: [{ draft: { warehouses: [{ warehouse_id: 'EWR1', enabled: false }] } }],
  });

const transitDays = z
  .strictObject({
    mean: z.number().min(0).nullable().describe('To two decimals.'),
    p50: count.nullable(),
    p90: count.nullable(),
    max: count.nullable(),
  })
  .describe('Of the shipments that have a lane; null if there are none.');

/** What one side decided, in numbers. */
export const whatIfSide = named('WhatIfSide', {
  ...statusCounts,
  shipments: count,
  units_shipped: count,
  units_unfulfilled: count,
  orders_warned: count.describe('Orders whose route a policy warned of.'),
  search_incomplete_count: count.describe(
    'Orders whose search for a route ended before it proved that no other has fewer shipments.',
  ),
  transit_days: transitDays,
  by_warehouse: z
    .array(z.strictObject({ warehouse_id: z.string(), shipments: count, units: count }))
    .describe('Those that ship.'),
  costs: costs.exactOptional().describe(ONLY_PRICED),
});

export type WhatIfSide = z.output<typeof whatIfSide>;

const status = z.enum(['queued', 'running', 'cancelled', 'completed', 'failed']);

const listedFields = {
  what_if_id: recordId,
  name: z.string().nullable(),
  requested_by: z.string().describe("A person's e-mail address, or the name of a token or key."),
  orders: z
    .strictObject({
      routing_run_id: recordId.nullable(),
      from: moment.nullable(),
      to: moment.nullable(),
    })
    .describe('As it was asked for.'),
  client_run_number: recordId
    .nullable()
    .describe('Of the run with these orders; null for a period, and after the run was deleted.'),
  configuration_id: recordId.describe('The configuration of the baseline.'),
  draft_configuration_id: recordId.describe('The same with the draft laid over; equal if nothing differs.'),
  status,
  failure: z.string().nullable().describe('Why it failed, in a sentence; null unless status is failed.'),
  created_at: moment,
  started_at: moment
    .nullable()
    .describe('When its orders were chosen and its snapshot of the stock was taken.'),
  finished_at: moment.nullable(),
  progress: runProgress,
  orders_changed: count.describe('Orders that the two sides decide differently. So far, while it runs.'),
  baseline: whatIfSide.describe('Decided under the configuration as it is. So far, while it runs.'),
  draft: whatIfSide.describe('Decided with the draft laid over.'),
};

/** A what-if in a listing. */
const listedWhatIf = named('ListedWhatIf', listedFields);
export type ListedWhatIf = z.output<typeof listedWhatIf>;

export const whatIfView = named('WhatIf', {
  ...listedFields,
  laid_over: z.record(z.string(), z.unknown()).describe('The draft as it was sent.'),
});
export type WhatIfView = z.output<typeof whatIfView>;

export const acceptedWhatIf = z
  .strictObject({ what_if_id: recordId, status })
  .meta({ id: 'AcceptedWhatIf', description: 'The what-if was accepted. Location says where it is found.' });

export const whatIfParams = z.object({ what_if_id: idInUrl });

export const whatIfsQuery = shortPageQuery('Elements');

export const whatIfPage = paged('WhatIfPage', {
  what_ifs: z.array(listedWhatIf).describe('Newest first.'),
});

export const changesQuery = z.object({
  limit: pageQuery.shape.limit.unwrap().optional().describe('Orders a page holds at most; 100 if not given.'),
  cursor: pageQuery.shape.cursor,
  from_status: orderStatus.optional().describe('Only orders of this status in the baseline.'),
  to_status: orderStatus.optional().describe('Only orders of this status in the draft.'),
  warehouse_id: soughtIdentifier.optional().describe('Only orders that ship from this warehouse on a side.'),
  ...csvReaderQuery,
});

/** How one side decides an order. */
const outcome = named('WhatIfOutcome', {
  status: orderStatus,
  shipments: count,
  units_shipped: count,
  units_unfulfilled: count,
  transit_days: count.nullable().describe('Of the slowest shipment that has a lane.'),
  warehouses: z
    .array(z.strictObject({ warehouse_id: z.string(), units: count }))
    .describe('That it ships from, in rank order.'),
  warnings: z.array(z.string()).describe('Codes of the policies that warn of the route.'),
  search_complete: z.boolean(),
  ...totalCostField,
});

export type WhatIfOutcome = z.output<typeof outcome>;

/** An order that the two sides decide differently. */
export const whatIfChange = named('WhatIfChange', {
  order_id: z.string(),
  routing_decision_id: recordId.describe('Of the stored order.'),
  baseline: outcome,
  draft: outcome,
  sentence: z.string().describe('What differs. Each number and name in it is in a field beside it.'),
});

export type WhatIfChange = z.output<typeof whatIfChange>;

export const changesPage = paged('WhatIfChangesPage', {
  changes: z.array(whatIfChange),
});

export const whatIfChangeParams = whatIfParams.extend({
  routing_decision_id: idInUrl.describe('Of a changed order.'),
});

/** Why each side decides an order as it does. */
export const whatIfWhy = z
  .strictObject({ baseline: why, draft: why })
  .meta({ id: 'WhatIfWhy', description: 'decided_at is when the what-if started.' });

export type WhatIfWhy = z.output<typeof whatIfWhy>;
