import { z } from 'zod';
import { orderResultA } from './a/schema.ts';
import { itemControl } from './account/account-file-schema.ts';
import { settings } from './account/settings.ts';
import { orderResultB } from './b/schema.ts';
import { idInUrl, moment, named, paged, recordId, shortPageQuery } from './common.ts';

export const decisionParams = z.object({
  routing_decision_id: idInUrl.describe('routing_decision_id of an order result.'),
});

export const orderDecisionsQuery = shortPageQuery('Decisions');

/** A stored decision with the configuration that it was made under. */
export const decisionRecord = named('DecisionRecord', {
  routing_run_id: recordId,
  client_run_number: recordId,
  routed_at: moment.describe('When the run began.'),
  contract_variant: z.enum(['A', 'B']),
  configuration_id: recordId.describe('The version of all that the client had configured then.'),
  settings: settings
    .meta({ id: 'RoutingSettings' })
    .describe("The client's settings then, with those of the applied profile in their place."),
  profile: z
    .strictObject({
      partner_id: z.string(),
      name: z.string(),
      warehouse_ids: z.array(z.string()).nullable().describe('The only warehouses its orders may use.'),
    })
    .nullable()
    .describe('The Routing Profile that was applied; null for the default settings.'),
  item_controls: z
    .array(itemControl.meta({ id: 'ItemControlRule' }))
    .describe("The rules that stood on the order's SKUs."),
  result: z
    .union([orderResultA, orderResultB])
    .describe('The order result, byte for byte as it was first answered.'),
});

/** The decisions on one order ID, newest first. */
export const orderDecisions = paged('OrderDecisions', {
  order_id: z.string(),
  decisions: z.array(decisionRecord),
});
