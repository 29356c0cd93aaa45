import { z } from 'zod';
import type { StoredConfiguration } from '../account/configurations.ts';
import { settingsUnder } from '../engine/settings.ts';
import type { DecisionRecord } from '../ledger/decisions/decision-records.ts';
import { orderResultA } from './a/schema.ts';
import { itemControl } from './account/account-file-schema.ts';
import { settings } from './account/settings.ts';
import { orderResultB } from './b/schema.ts';
import { moment, nextCursor, recordId, shortPageQuery } from './common.ts';
import { variantUnder } from './present.ts';

export const decisionParams = z.object({
  routing_decision_id: z.coerce.number().int().min(1).describe('routing_decision_id of an order result.'),
});

export const orderDecisionsQuery = shortPageQuery('Decisions');

/** A stored decision with the configuration that it was made under. */
export const decisionRecord = z
  .strictObject({
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
  })
  .meta({ id: 'DecisionRecord' });

/** The decisions on one order ID, newest first. */
export const orderDecisions = z
  .strictObject({ order_id: z.string(), decisions: z.array(decisionRecord), next_cursor: nextCursor })
  .meta({ id: 'OrderDecisions' });

/** A decision record as JSON text. Its result is the text that the presenters write, and is not parsed again. */
export function presentDecision(configuration: StoredConfiguration, record: DecisionRecord): string {
  const { decision } = record;
  const { configuration: setup, contract_variant, id } = configuration;
  const profile = decision.profile === null ? null : setup.profiles[decision.profile]!;
  const madeUnder = {
    routing_run_id: record.routing_run_id,
    client_run_number: record.client_run_number,
    routed_at: record.run_began_at.toISOString(),
    contract_variant,
    configuration_id: id,
    settings: settingsUnder(setup.settings, profile?.settings ?? {}),
    profile: profile && {
      partner_id: profile.partner_id,
      name: profile.name,
      warehouse_ids: profile.warehouse_ids,
    },
    item_controls: decision.item_controls.map((index) => setup.item_controls[index]!),
  };
  const result = variantUnder(configuration).presentOrder(configuration, record);
  return `${JSON.stringify(madeUnder).slice(0, -1)},"result":${result}}`;
}
