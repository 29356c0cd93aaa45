import type { BlockedCode } from '../reason-codes.ts';
import { totalQuantity } from '../rules/derive.ts';
import { PASSED_OVER, type PassedOverCode } from '../rules/policies.ts';
import { narrows } from '../rules/reroute.ts';
import type {
  Configuration,
  Decision,
  DriverCode,
  ItemControl,
  OrderLine,
  PolicyRule,
  UnfulfilledReason,
  UnroutableCode,
} from '../types.ts';
import { UNROUTABLE } from '../unroutable.ts';
import { listed, units } from '../wording.ts';
import { batchSentence } from './batch-sentence.ts';
import { blockedSentence } from './policy-sentences.ts';

/**
 * What a decision says in words: its reason, its driver and, for a NONE, why nothing ships. A sentence names
 * the facts that decided (SKUs, quantities, warehouses, days, money). Codes are for machines and stay;
 * sentences may change. A code without its sentence does not compile.
 */

/** All that a sentence may name. */
export interface SentenceFacts {
  readonly configuration: Pick<Configuration, 'warehouses' | 'profiles' | 'item_controls'>;
  readonly order: { readonly destination_zip: string; readonly lines: readonly OrderLine[] };
  readonly decision: Decision;
}

/** The short customer-facing `reason`: what ships from where, and what happens to the rest. */
export function reasonSentence(decided: SentenceFacts): string {
  const { order, decision } = decided;
  if (decision.unroutable !== null) return `Not routed: ${unroutablePhrase(decision, decision.unroutable)}.`;
  const several = decision.shipments.length > 1;
  const from = several ? `${decision.shipments.length} warehouses (${origins(decided)})` : origins(decided);
  // Routing-only answers promise no units.
  const ships = decision.driver.code === 'routing_only_recommended' ? 'Recommended to ship' : 'Ships';
  if (decision.unfulfilled.length > 0) {
    const shipped = totalQuantity(decision.allocations);
    const ordered = totalQuantity(order.lines);
    return `${ships} ${shipped} of ${units(ordered)} from ${from}; ${shortfall(decided)}.`;
  }
  if (several) return `${ships} in full from ${from}.`;
  return decision.quality === 'Optimal'
    ? `${ships} in full from ${from}, the preferred warehouse.`
    : `${ships} in full from ${from} instead of ${preferred(decided)}, the preferred warehouse.`;
}

/** `decision_driver.message`: the fact that shaped the decision. */
export function driverSentence(decided: SentenceFacts): string {
  const { code } = decided.decision.driver;
  const rule = PASSED_OVER.find((each) => each.code === code);
  if (rule === undefined) return DRIVER_SENTENCES[code as OtherDriver](decided);
  return sentences(
    `${preferred(decided)}, the preferred warehouse, ${rule.words(driverSku(decided))}.`,
    blockedAtPreferred(decided, rule.rule),
  );
}

/** `unroutable_reason`: why nothing ships; null if something does. */
export function unroutableSentence(decided: SentenceFacts): string | null {
  const { unroutable } = decided.decision;
  if (unroutable === null) return null;
  if (unroutable in UNROUTABLE_SENTENCES) return UNROUTABLE_SENTENCES[unroutable as OtherUnroutable](decided);
  return sentences(blockedFact(decided), admitted(decided));
}

/** Why nothing ships, without a number or a name. */
export function unroutablePhrase({ reroute }: Pick<Decision, 'reroute'>, code: UnroutableCode): string {
  if (code === 'no_eligible_warehouse' && narrows(reroute)) {
    return 'the reroute admits no warehouse that could ship';
  }
  return UNROUTABLE[code].phrase;
}

type OtherUnroutable = Exclude<UnroutableCode, BlockedCode>;

const UNROUTABLE_SENTENCES: Record<OtherUnroutable, (decided: SentenceFacts) => string> = {
  invalid_destination_zip: ({ order }) =>
    order.destination_zip.trim() === ''
      ? 'The destination ZIP is empty.'
      : `The destination ZIP ${order.destination_zip} is not a valid US ZIP.`,
  item_control_hold: (decided) => `On hold for manual review: ${skusUnder(decided, 'hold')}.`,
  external_fulfillment: (decided) =>
    `Fulfilled by a vendor, outside the warehouses: ${skusUnder(decided, 'drop_ship')}.`,
  no_enabled_warehouse: () => 'The account has no enabled warehouse.',
  no_inventory_available: (decided) => `No enabled warehouse has a unit of ${namesOfUnfulfilled(decided)}.`,
  item_control_restricted: (decided) =>
    `Item Control admits no warehouse that could ship ${namesOfUnfulfilled(decided)}.`,
  no_eligible_warehouse: (decided) =>
    narrows(decided.decision.reroute)
      ? `The reroute admits no warehouse that could ship ${namesOfUnfulfilled(decided)}.`
      : `The Routing Profile ${profileName(decided)} admits no warehouse that could ship ${namesOfUnfulfilled(decided)}.`,
  no_capacity: (decided) => `Every warehouse that could ship ${namesOfUnfulfilled(decided)} is at capacity.`,
  insufficient_inventory: (decided) =>
    sentences(
      `Item Control lets ${namesOfUnfulfilled(decided)} ship only whole.`,
      shortage(decided),
      admitted(decided),
    ),
};

type OtherDriver = Exclude<DriverCode, PassedOverCode>;

const DRIVER_SENTENCES: Record<OtherDriver, (decided: SentenceFacts) => string> = {
  invalid_destination_zip: whyNothingShips,
  item_control_hold: whyNothingShips,
  external_fulfillment: whyNothingShips,
  no_inventory: whyNothingShips,
  policy_blocked: whyNothingShips,
  no_eligible_warehouse: whyNothingShips,
  no_capacity: whyNothingShips,
  routing_only_recommended: (decided) =>
    `Recommended from transit and warehouse rules, without looking at inventory: ${origins(decided)}.`,
  batch_improved: ({ configuration, decision }) =>
    batchSentence(configuration, decision, decision.improvement!),
  optimal_preferred_full: (decided) => `${preferred(decided)} ranks first and has every unit of the order.`,
  item_control_preferred: (decided) =>
    `Item Control for ${driverSku(decided)} ranks ${preferred(decided)} first.`,
  partial_short: (decided) =>
    sentences('Not every unit can ship.', shortage(decided), lacksStock(decided) ? admitted(decided) : ''),
  lowest_cost: (decided) => `The cheapest way to ship the order is from ${origins(decided)}.`,
  split_required: (decided) =>
    sentences('The order takes more than one warehouse.', shortage(decided), admitted(decided)),
  preferred_restricted: (decided) =>
    `Item Control keeps ${driverSku(decided)} from ${preferred(decided)}, the preferred warehouse.`,
  preferred_no_capacity: (decided) => `${preferred(decided)}, the preferred warehouse, is at capacity.`,
  preferred_short: (decided) =>
    sentences(`${preferred(decided)}, the preferred warehouse, cannot ship the order.`, shortage(decided)),
};

const UNFULFILLED_PHRASES: Record<UnfulfilledReason, string> = {
  invalid_destination_zip: 'without a valid destination',
  external_fulfillment: 'fulfilled by a vendor',
  item_control: 'held back by Item Control',
  policy_blocked: 'held back by the routing rules',
  no_capacity: 'held back by full warehouses',
  insufficient_inventory: 'not available',
};

/** `3 units out of stock, 1 unit fulfilled by a vendor`. */
function shortfall(decided: SentenceFacts): string {
  const { unfulfilled } = decided.decision;
  const from = narrowedTo(decided);
  const phraseOf = (reason: UnfulfilledReason) =>
    reason === 'insufficient_inventory' && from !== null
      ? `${UNFULFILLED_PHRASES[reason]} in ${from}`
      : UNFULFILLED_PHRASES[reason];
  if (unfulfilled.length === 1) {
    const { reason, unfulfilled_qty } = unfulfilled[0]!;
    return `${units(unfulfilled_qty)} ${phraseOf(reason)}`;
  }
  const byReason = new Map<UnfulfilledReason, number>();
  for (const { reason, unfulfilled_qty } of unfulfilled) {
    byReason.set(reason, (byReason.get(reason) ?? 0) + unfulfilled_qty);
  }
  return [...byReason].map(([reason, quantity]) => `${units(quantity)} ${phraseOf(reason)}`).join(', ');
}

/** What the driver says of the SKU that it names, if it names one. */
function shortage({ configuration, decision }: SentenceFacts): string {
  const { sku, required_qty, available_qty, short_qty, warehouse } = decision.driver;
  if (sku === null) return '';
  // Without a warehouse it is a SKU that a vendor ships.
  if (warehouse === null) return `SKU ${sku} is fulfilled by a vendor.`;
  const { warehouse_name } = configuration.warehouses[warehouse]!;
  if (short_qty === null) return `SKU ${sku} may not ship from ${warehouse_name}.`;
  return `SKU ${sku} is ${units(short_qty)} short at ${warehouse_name}: ${required_qty} needed, ${available_qty} available.`;
}

function lacksStock({ decision }: SentenceFacts): boolean {
  return decision.unfulfilled.some(({ reason }) => reason === 'insufficient_inventory');
}

/** The only warehouses that may ship the order, if a reroute or its Routing Profile leaves enabled ones out. */
function narrowedTo({ configuration, decision }: SentenceFacts): string | null {
  if (narrows(decision.reroute)) return 'the warehouses that the reroute admits';
  if (decision.profile === null) return null;
  const { name, warehouse_ids: only } = configuration.profiles[decision.profile]!;
  const leavesOut = configuration.warehouses.some(
    (each) => each.enabled && only?.includes(each.warehouse_id) === false,
  );
  return leavesOut ? `the warehouses of the Routing Profile ${name}` : null;
}

function admitted(decided: SentenceFacts): string {
  const only = narrowedTo(decided);
  return only === null ? '' : `Only ${only} may ship the order.`;
}

function whyNothingShips(decided: SentenceFacts): string {
  return unroutableSentence(decided) ?? reasonSentence(decided);
}

function blockedFact({ configuration, decision }: SentenceFacts): string {
  return decision.policy.blocked === null ? '' : blockedSentence(configuration, decision.policy.blocked);
}

/** The numbers of a block that the preferred warehouse itself met. */
function blockedAtPreferred(decided: SentenceFacts, rule: PolicyRule): string {
  const { blocked } = decided.decision.policy;
  return blocked?.rule === rule && blocked.warehouse === decided.decision.ranked[0]
    ? blockedFact(decided)
    : '';
}

function origins({ configuration, decision }: SentenceFacts): string {
  return listed(
    decision.shipments.map(({ warehouse }) => configuration.warehouses[warehouse]!.warehouse_name),
  );
}

function preferred({ configuration, decision }: SentenceFacts): string {
  return configuration.warehouses[decision.ranked[0]!]!.warehouse_name;
}

function profileName({ configuration, decision }: SentenceFacts): string {
  return configuration.profiles[decision.profile!]!.name;
}

function driverSku({ decision }: SentenceFacts): string {
  return decision.driver.sku === null ? 'the order' : `SKU ${decision.driver.sku}`;
}

/** The order's SKUs that lack units, without drop-ship ones. */
function namesOfUnfulfilled({ decision }: SentenceFacts): string {
  return skus(
    decision.unfulfilled.filter(({ reason }) => reason !== 'external_fulfillment').map(({ sku }) => sku),
  );
}

function skusUnder({ configuration, decision }: SentenceFacts, rule: ItemControl['rule']): string {
  const rules = decision.item_controls.map((index) => configuration.item_controls[index]!);
  return skus([...new Set(rules.filter((control) => control.rule === rule).map(({ sku }) => sku))]);
}

function skus(names: readonly string[]): string {
  return `${names.length === 1 ? 'SKU' : 'SKUs'} ${listed(names)}`;
}

function sentences(...all: readonly string[]): string {
  return all.filter((each) => each !== '').join(' ');
}
