import { z } from 'zod';
import { ALTERNATIVE_KINDS, BARS, type Explanation } from '../engine/explain/explanation.ts';
import { LEFT_OUT_REASONS } from '../engine/rules/candidates.ts';
import { VERDICTS } from '../engine/verdicts.ts';
import { daysFields, notListed, ONLY_PRICED, orderStatus, shippedFields } from './a/schema.ts';
import { amountOf } from './amounts.ts';
import { amount, count, moment, named, recordId } from './common.ts';

const sentence = z.string().describe('Names only numbers and names that are fields beside it.');

const line = z.strictObject({
  sku: z.string(),
  requested_qty: z.int().min(1),
  available_qty: count
    .nullable()
    .describe('What this order could use at its turn; null: not kept, not looked at, or without a limit.'),
  reserved_qty: count.nullable().describe('What others held of that stock then.'),
  safety_qty: count
    .nullable()
    .exactOptional()
    .describe(
      'Only if the account keeps units back: what was kept back as safety stock; null as available_qty.',
    ),
  ship_qty: count,
  barred_by: z.enum(BARS).nullable().describe('Why the warehouse may not ship the SKU; null: it may.'),
});

const warehouse = named('ExplainedWarehouse', {
  rank: z.int().min(1),
  warehouse_id: z.string(),
  warehouse_name: z.string(),
  transit_days: z.int().min(0).nullable().describe('Null: there is no lane, or it was not kept.'),
  distance_miles: z.number().min(0).nullable().describe('Null also where the lane is from a lane table.'),
  lane_source: z.string().nullable(),
  ...daysFields,
  chosen: z.boolean(),
  verdict: z
    .enum(VERDICTS)
    .nullable()
    .describe('Null only where stock_as_seen is false and the stock would decide.'),
  could_ship_units: count
    .nullable()
    .describe('What the warehouse would ship alone, policies on value, splits and partials set aside.'),
  cost_alone: amount
    .nullable()
    .exactOptional()
    .describe(`${ONLY_PRICED} What that shipment would cost. Null: it has no price, or it is not known.`),
  sentence,
  lines: z.array(line).describe('A SKU once, in line order.'),
});

/** The limits of a reroute. */
export const reroute = named('Reroute', {
  exclude_warehouse_ids: z.array(z.string()),
  only_warehouse_ids: z.array(z.string()).nullable().describe('Null: any.'),
  note: z.string().nullable(),
});

/** Why a decision is as it is (docs/reference/results.md). */
const explanation = {
  summary: z
    .string()
    .describe('What ships from where, why not from the preferred warehouse, what is missing and what to do.'),
  stock_as_seen: z
    .boolean()
    .describe('False for a decision that is older than the keeping of what it saw: numbers are null.'),
  search_complete: z.boolean().describe('False where the search ended at its limit of work.'),
  at_least_shipments: z
    .number()
    .int()
    .exactOptional()
    .describe(
      'Only where search_complete is false: no route that ships as many units has fewer shipments. ' +
        'Absent where no such number is proved.',
    ),
  at_least_cost: amount
    .nullable()
    .exactOptional()
    .describe(
      `${ONLY_PRICED} No permitted route that ships as many units costs less, split penalties included. ` +
        'Null: the search was complete, a shipment has no price, or nothing is proved.',
    ),
  reroute: reroute.nullable().describe('What narrowed the candidates of an order that was routed again.'),
  deliver_by: z.iso
    .date()
    .nullable()
    .exactOptional()
    .describe(
      'The last day on which the order may arrive; null: any. Only if an enabled warehouse has a calendar.',
    ),
  warehouses: z
    .array(warehouse)
    .describe(
      'All candidates in rank order; of more than 100 the first 100 and those that ship. Of a FULL from rank 1 the others are not_needed and their numbers null; empty ' +
        'where the destination ZIP is invalid.',
    ),
  warehouses_not_listed: notListed.exactOptional(),
  left_out: z
    .array(
      z.strictObject({
        warehouse_id: z.string(),
        warehouse_name: z.string(),
        because: z.enum(LEFT_OUT_REASONS),
      }),
    )
    .describe("The client's other warehouses."),
  alternatives: z
    .array(
      z.strictObject({
        kind: z.enum(ALTERNATIVE_KINDS),
        warehouse_ids: z.array(z.string()).min(1),
        units: z.int().min(1),
        shipments: z.int().min(1),
        rank_sum: z.int().min(1),
        cost: amount.nullable().exactOptional().describe(`${ONLY_PRICED} Null: a shipment has no price.`),
        cost_difference: z
          .number()
          .nullable()
          .exactOptional()
          .describe(`${ONLY_PRICED} By how much that is more than the chosen route costs.`),
        sentence,
      }),
    )
    .describe('Routes that were not taken, in this order; one that equals the chosen route is left out.'),
  optimization: z
    .strictObject({
      alone: z.strictObject({
        warehouse_ids: z.array(z.string()),
        shipments: count,
        days: count.nullable().describe('The greatest transit days; null: a shipment has no lane.'),
      }),
      sentence: z.string().describe('For which order of its batch it ships otherwise than alone.'),
    })
    .exactOptional()
    .describe(
      'Only where the order ships otherwise than alone (setting batch_optimization): what it was to ship alone. Units that are ' +
        'available are then what is left when all other orders of the window ship as they do in the end.',
    ),
};

/** Why an order was decided as it was. */
export const why = z
  .strictObject({
    routing_decision_id: recordId,
    order_id: z.string(),
    status: orderStatus,
    decided_at: moment,
    ...shippedFields,
    ...explanation,
  })
  .meta({ id: 'Why', title: 'Why an order was decided as it was' });

export type Why = z.output<typeof why>;

/** The same in a result of a dry run, whose decision has no id and no time. */
export const dryRunWhy = z
  .strictObject({ status: orderStatus, ...explanation })
  .meta({ id: 'DryRunWhy', title: 'Why an order would be decided so' });

/** An explanation with the ids of its decision. */
export function presentWhy(
  { id, order_id, decided_at }: { readonly id: number; readonly order_id: string; readonly decided_at: Date },
  { status, ...rest }: Explanation,
): Why {
  return {
    routing_decision_id: id,
    order_id,
    status,
    decided_at: decided_at.toISOString(),
    ...presentExplanation(rest),
  };
}

/** An explanation as it is answered: its cents are amounts. */
export function presentExplanation(
  explanation: Omit<Explanation, 'status'>,
): Omit<Why, 'routing_decision_id' | 'order_id' | 'status' | 'decided_at'> {
  const { at_least_cost, warehouses, alternatives } = explanation;
  type Presented = ReturnType<typeof presentExplanation>;
  if (at_least_cost === undefined) return explanation as Presented;
  const priced = {
    ...explanation,
    at_least_cost: amountOf(at_least_cost),
    warehouses: warehouses.map((each) => ({ ...each, cost_alone: amountOf(each.cost_alone) })),
    alternatives: alternatives.map((each) => ({
      ...each,
      cost: amountOf(each.cost),
      cost_difference: amountOf(each.cost_difference),
    })),
  };
  return priced as Presented;
}

/** The request because of which a run left an order out. */
const supersededBy = z.strictObject({
  request: z
    .enum(['sent', 'rerouted', 'released', 'left', 'shipped', 'expired'])
    .describe('What was asked for after the run was made.'),
  routing_decision_id: recordId
    .nullable()
    .describe('The latest decision on the order then; null: it had none.'),
  at: moment,
});

/** An order that its run left out, in the run's `why`. */
export const supersededOrder = z
  .strictObject({ order_id: z.string(), superseded_by: supersededBy })
  .meta({ id: 'SupersededOrder', title: 'An order that the run left out' });

export type SupersededBy = z.output<typeof supersededBy>;
export type SupersededOrder = z.output<typeof supersededOrder>;
