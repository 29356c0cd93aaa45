import { itemControlSummary } from '../../engine/explain/item-control-sentences.ts';
import {
  blockedSentence,
  unvaluedSentence,
  unweighedSentence,
  warnedSentence,
} from '../../engine/explain/policy-sentences.ts';
import { rankAt } from '../../engine/explain/rank-at.ts';
import { ITEM_CONTROL_FLAGS } from '../../engine/reason-codes.ts';
import type {
  Configuration,
  ItemControl,
  PolicyFinding,
  Shipment,
  ShipmentLine,
  UnfulfilledSku,
  Warehouse,
} from '../../engine/types.ts';
import {
  array,
  type Cache,
  cached,
  code,
  codeOrNull,
  flag,
  integer,
  integerOrNull,
  json,
  members,
  object,
  preEncoded,
  text,
  textOrNull,
  texts,
  when,
} from '../../foundation/json-form.ts';
import { amountForm } from '../amounts.ts';
import { optimizationMember } from '../optimization.ts';
import {
  arrivalField,
  bytesOf,
  costField,
  daysFields,
  driverForm,
  dryRunField,
  expiryField,
  type FullShipment,
  fullShipments,
  idFields,
  outcomeFields,
  type ResultContext,
  type ResultSource,
  referenceTo,
  selectionFields,
  shippedBeforeField,
  shippedEarlierField,
  shownUnder,
  totalCostField,
  unroutableForm,
} from '../order-fields.ts';
import type { RunSummary } from '../routed-run.ts';
import { variantOf } from '../write-results.ts';

/**
 * The answers of Variant A. A hot path: it writes every order of a batch and of a run's results, 2 KB each. Rankings are
 * half of that and the same for many orders, so each is written once (`cached`).
 */

interface Context extends ResultContext {
  /** The JSON of each profile, by profile index. */
  readonly profiles: readonly Uint8Array[];
  readonly rankings: Cache<readonly number[]>;
}

function contextOf(configuration: Configuration): Context {
  const { warehouses, profiles } = configuration;
  return {
    ...shownUnder(configuration),
    references: bytesOf(reference, warehouses),
    profiles: bytesOf(profile, profiles),
    rankings: new WeakMap(),
  };
}

const warehouseFields = {
  warehouse_id: text(({ warehouse_id }: Warehouse) => warehouse_id),
  warehouse_name: text(({ warehouse_name }: Warehouse) => warehouse_name),
};
const reference = object<Warehouse>(warehouseFields);

const profile = object<{ readonly name: string; readonly partner_id: string | null }>({
  applied: flag(({ partner_id }) => partner_id !== null),
  name: text(({ name }) => name),
  partner_id: textOrNull(({ partner_id }) => partner_id),
});
const [DEFAULT_PROFILE] = bytesOf(profile, [{ name: 'Default', partner_id: null }]);

/** The results of the rules that warn or block. */
const policyCodes = members<ResultSource>({
  policy_outcome: code(({ decision }) => decision.policy.outcome),
  policy_warning_count: integer(({ decision }) => decision.policy.warnings.length),
  policy_warning_codes: array(
    ({ decision }) => decision.policy.warnings,
    code(({ rule }: PolicyFinding) => `${rule}_warned`),
  ),
  policy_blocked_code: codeOrNull(({ decision: { policy } }) =>
    policy.blocked === null ? null : `${policy.blocked.rule}_blocked`,
  ),
});

/** One for each warning, one for what was blocked, one for each SKU that counts as 0 because it has no value or no weight. */
function policyMessages({ configuration, decision }: ResultSource): string[] {
  const { warnings, blocked } = decision.policy;
  return [
    ...warnings.map((finding) => warnedSentence(configuration, finding)),
    ...(blocked === null ? [] : [blockedSentence(configuration, blocked)]),
    ...decision.unvalued_skus.map(unvaluedSentence),
    ...(decision.cost?.unweighed_skus.map(unweighedSentence) ?? []),
  ];
}

const outcome = members<ResultSource, Context>(
  outcomeFields,
  {
    profile: preEncoded(profile, ({ decision }, { profiles }) =>
      decision.profile === null ? DEFAULT_PROFILE! : profiles[decision.profile]!,
    ),
  },
  policyCodes,
  { policy_messages: texts(policyMessages) },
  unroutableForm,
);

const selection = members<ResultSource, Context>({
  ...selectionFields(reference),
  selected_warehouses: array(
    ({ decision }) => decision.shipments,
    referenceTo(reference, ({ warehouse }: Shipment) => warehouse),
  ),
  shipment_count: integer(({ decision }) => decision.shipments.length),
});

const shipment = object<FullShipment, Context>(
  {
    selected_warehouse: referenceTo(reference, ({ warehouse }) => warehouse),
    lines: array(
      ({ lines }) => lines,
      object<ShipmentLine>({
        sku: text(({ sku }) => sku),
        ship_qty: integer(({ ship_qty }) => ship_qty),
      }),
    ),
  },
  daysFields,
  costField,
);

const unfulfilledLine = object<UnfulfilledSku>({
  sku: text(({ sku }) => sku),
  requested_qty: integer(({ requested_qty }) => requested_qty),
  unfulfilled_qty: integer(({ unfulfilled_qty }) => unfulfilled_qty),
  reason: code(({ reason }) => reason),
});

const rankedWarehouses = array(
  ({ configuration, decision }: ResultSource) =>
    decision.ranked.map((index, at) => ({
      rank: rankAt(decision, at),
      ...configuration.warehouses[index]!,
    })),
  object<Warehouse & { readonly rank: number }>({ rank: integer(({ rank }) => rank) }, warehouseFields),
);

const itemControlRule = object<{ readonly sku: string; readonly summary: string }>({
  sku: text(({ sku }) => sku),
  summary: text(({ summary }) => summary),
});

/** The `explanation` of a result. */
const explanation = object<ResultSource, Context>(
  {
    selected_path: code(({ decision }) => decision.status.toLowerCase()),
    ranked_warehouses: cached(
      ({ rankings }: Context) => rankings,
      ({ decision }) => decision.ranked,
      rankedWarehouses,
    ),
  },
  when(({ decision }) => decision.not_listed !== undefined, {
    warehouses_not_listed: object({
      count: integer(({ decision }) => decision.not_listed!.count),
      by_verdict: json({ type: 'object' }, ({ decision }) => JSON.stringify(decision.not_listed!.by_verdict)),
    }),
  }),
  {
    decision_driver: driverForm(reference),
    item_control_applied: flag(({ decision }) => decision.item_controls.length > 0),
  },
  when(({ decision }) => decision.item_controls.length > 0, {
    item_control_skus: texts((decided) => distinct(rulesOf(decided), ({ sku }) => sku)),
    item_control_flags: texts((decided) =>
      distinct(rulesOf(decided), ({ rule }) => ITEM_CONTROL_FLAGS[rule]),
    ),
    item_control_notes: texts((decided) => distinct(rulesOf(decided), ({ note }) => note)),
    item_control_rules: array(
      (decided) =>
        rulesOf(decided).map((rule) => ({
          sku: rule.sku,
          summary: itemControlSummary(decided.configuration, rule),
        })),
      itemControlRule,
    ),
  }),
);

function rulesOf({ configuration, decision }: ResultSource): ItemControl[] {
  return decision.item_controls.map((index) => configuration.item_controls[index]!);
}

/** The different values that the rules have, without nulls. */
function distinct(rules: readonly ItemControl[], get: (rule: ItemControl) => string | null): string[] {
  return [...new Set(rules.map(get).filter((value) => value !== null))];
}

/** One order of an answer. */
const orderResult = members<ResultSource, Context>(
  idFields,
  outcome,
  { total_shipment_value: amountForm(({ decision }) => decision.total_value_cents) },
  selection,
  { shipments: array(fullShipments, shipment) },
  arrivalField,
  totalCostField,
  expiryField,
  shippedBeforeField,
  shippedEarlierField,
  {
    unfulfilled_lines: array(({ decision }) => decision.unfulfilled, unfulfilledLine),
    explanation,
  },
);

/** The run's fields before its results. */
const runFields = members<RunSummary>(
  {
    routing_run_id: integerOrNull(({ routing_run_id }) => routing_run_id),
    client_run_number: integerOrNull(({ client_run_number }) => client_run_number),
    client_id: integer(({ client_id }) => client_id),
    status: code(({ status }) => status),
    orders_considered: integer(({ orders_considered }) => orders_considered),
    orders_routed: integer(({ orders_routed }) => orders_routed),
    full_count: integer(({ full_count }) => full_count),
    split_count: integer(({ split_count }) => split_count),
    partial_count: integer(({ partial_count }) => partial_count),
    partial_split_count: integer(({ partial_split_count }) => partial_split_count),
    none_count: integer(({ none_count }) => none_count),
  },
  optimizationMember,
  dryRunField,
);

/** The answers of Variant A. */
export const variantA = variantOf(runFields, orderResult, contextOf);
