import { z } from 'zod';
import type { StoredDecision } from '../decisions/stored-decisions.ts';
import { settingsUnder } from '../engine/settings.ts';
import { orderResultA } from './a/schema.ts';
import { orderResultB } from './b/schema.ts';
import { moment, nextCursor, pageQuery, recordId, soughtIdentifier } from './common.ts';
import { presentOrder } from './present-order.ts';

export const decisionParams = z.object({
  routing_decision_id: z.coerce.number().int().min(1).describe('routing_decision_id of an order result.'),
});

export const orderDecisionsParams = z.object({
  order_id: soughtIdentifier.describe('external_order_id of the order.'),
});

export const orderDecisionsQuery = pageQuery.extend({
  limit: z.coerce.number().int().min(1).max(100).default(20).describe('Decisions a page holds at most.'),
});

const policyMode = z.enum(['allow', 'warn', 'block']);

/** decision-rules.md section 1. */
const settings = z
  .strictObject({
    use_inventory_availability: z.boolean(),
    priority_allocation: z.boolean(),
    consume_inventory_during_batch: z.boolean(),
    prefer_full_shipment: z.boolean(),
    ranking: z.enum(['transit', 'priority']),
    split_shipment: policyMode,
    partial_shipment: policyMode,
    max_transit_days: z.strictObject({ mode: policyMode, days: z.int().nullable() }),
    minimum_shipment_value: z.strictObject({ mode: policyMode, value: z.number().nullable() }),
    max_shipments: z.int().nullable(),
  })
  .meta({ id: 'RoutingSettings' });

const controlled = { sku: z.string(), note: z.string().nullable() };
const warehouseIds = z.array(z.string());

const itemControl = z
  .discriminatedUnion('rule', [
    z.strictObject({
      ...controlled,
      rule: z.literal('restrict'),
      warehouse_ids: warehouseIds,
      fallback: z.enum(['block', 'allow']),
    }),
    z.strictObject({ ...controlled, rule: z.enum(['prefer', 'exclude']), warehouse_ids: warehouseIds }),
    z.strictObject({
      ...controlled,
      rule: z.enum(['do_not_split', 'do_not_partial', 'drop_ship', 'hold']),
    }),
    z.strictObject({ ...controlled, rule: z.literal('max_transit_days'), days: z.int() }),
  ])
  .meta({ id: 'ItemControlRule' });

/** A stored decision with what it was made under. */
export const decisionRecord = z
  .strictObject({
    routing_run_id: recordId,
    client_run_number: recordId,
    routed_at: moment.describe('When the run began.'),
    contract_variant: z.enum(['A', 'B']),
    configuration_id: recordId.describe('The version of all that the client had configured then.'),
    settings: settings.describe(
      "The client's settings then, with those of the applied profile in their place.",
    ),
    profile: z
      .strictObject({
        partner_id: z.string(),
        name: z.string(),
        warehouse_ids: z.array(z.string()).nullable().describe('The only warehouses its orders may use.'),
      })
      .nullable()
      .describe('The Routing Profile that was applied; null for the default settings.'),
    item_controls: z.array(itemControl).describe("The rules that stood on the order's SKUs."),
    result: z
      .union([orderResultA, orderResultB])
      .describe('The order result, byte for byte as it was first answered.'),
  })
  .meta({ id: 'DecisionRecord' });

/** The decisions on one order ID, newest first. */
export const orderDecisions = z
  .strictObject({ order_id: z.string(), decisions: z.array(decisionRecord), next_cursor: nextCursor })
  .meta({ id: 'OrderDecisions' });

/** A decision record as JSON text: the result stands in it as the presenters wrote it, never parsed again. */
export function presentDecision(stored: StoredDecision): string {
  const { configuration, decided } = stored;
  const { configuration: setup, contract_variant, id } = configuration;
  const profile = decided.decision.profile === null ? null : setup.profiles[decided.decision.profile]!;
  const madeUnder = {
    routing_run_id: stored.routing_run_id,
    client_run_number: stored.client_run_number,
    routed_at: stored.routed_at.toISOString(),
    contract_variant,
    configuration_id: id,
    settings: settingsUnder(setup.settings, profile?.settings ?? {}),
    profile: profile && {
      partner_id: profile.partner_id,
      name: profile.name,
      warehouse_ids: profile.warehouse_ids,
    },
    item_controls: decided.decision.item_controls.map((index) => setup.item_controls[index]!),
  };
  return `${JSON.stringify(madeUnder).slice(0, -1)},"result":${presentOrder(configuration, decided)}}`;
}
