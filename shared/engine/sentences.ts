import { blockedSentence } from './policy-sentences.ts';
import { narrows } from './reroute.ts';
import type {
  Configuration,
  Decision,
  DriverCode,
  ItemControl,
  OrderLine,
  PolicyRule,
  UnfulfilledReason,
  UnroutableCode,
} from './types.ts';
import { listed, units } from './wording.ts';

/**
 * What a decision says in words: its reason, its driver and, for a NONE, why nothing ships. A sentence names
 * the facts that decided (SKUs, quantities, warehouses, days, money). Codes are for machines and stay;
 * sentences may change. A code without its sentence does not compile.
 */

/** All that a sentence may name. */
export interface Told {
  readonly configuration: Pick<Configuration, 'warehouses' | 'profiles' | 'item_controls'>;
  readonly order: { readonly destination_zip: string; readonly lines: readonly OrderLine[] };
  readonly decision: Decision;
}

/** The short customer-facing `reason`: what ships whence and what becomes of the rest (contract section 2.5). */
export function reasonSentence(told: Told): string {
  const { order, decision } = told;
  if (decision.unroutable !== null) return `Not routed: ${unroutablePhrase(decision, decision.unroutable)}.`;
  const several = decision.shipments.length > 1;
  const from = several ? `${decision.shipments.length} warehouses (${origins(told)})` : origins(told);
  // Routing-only answers promise no units.
  const ships = decision.driver.code === 'routing_only_recommended' ? 'Recommended to ship' : 'Ships';
  if (decision.unfulfilled.length > 0) {
    const shipped = total(decision.allocations.map(({ quantity }) => quantity));
    const ordered = total(order.lines.map(({ quantity }) => quantity));
    return `${ships} ${shipped} of ${units(ordered)} from ${from}; ${shortfall(decision)}.`;
  }
  if (several) return `${ships} in full from ${from}.`;
  return decision.quality === 'Optimal'
    ? `${ships} in full from ${from}, the preferred warehouse.`
    : `${ships} in full from ${from} instead of ${preferred(told)}, the preferred warehouse.`;
}

/** `decision_driver.message`: the fact that shaped the decision (contract section 2.7). */
export function driverSentence(told: Told): string {
  return DRIVER_SENTENCES[told.decision.driver.code](told);
}

/** `unroutable_reason`: why nothing ships; null where something does (contract section 2.5). */
export function unroutableSentence(told: Told): string | null {
  const { unroutable } = told.decision;
  return unroutable === null ? null : UNROUTABLE_SENTENCES[unroutable](told);
}

/** Why nothing ships, without a number or a name. */
export function unroutablePhrase({ reroute }: Pick<Decision, 'reroute'>, code: UnroutableCode): string {
  if (code === 'no_eligible_warehouse' && narrows(reroute)) {
    return 'the reroute admits no warehouse that could ship';
  }
  return UNROUTABLE_PHRASES[code];
}

const UNROUTABLE_PHRASES: Record<UnroutableCode, string> = {
  invalid_destination_zip: 'the destination ZIP is invalid',
  item_control_hold: 'a SKU is on hold',
  external_fulfillment: 'every SKU is fulfilled by a vendor',
  no_enabled_warehouse: 'no warehouse is enabled',
  no_inventory_available: 'no inventory is available',
  item_control_restricted: 'Item Control admits no warehouse that could ship',
  no_eligible_warehouse: 'the Routing Profile admits no warehouse that could ship',
  max_transit_days_blocked: 'the transit limit blocks every route',
  split_shipment_blocked: 'the split shipment rule blocks every route',
  partial_shipment_blocked: 'the partial shipment rule blocks every route',
  minimum_shipment_value_blocked: 'the minimum shipment value blocks every route',
  insufficient_inventory: 'there is not enough inventory',
};

const UNROUTABLE_SENTENCES: Record<UnroutableCode, (told: Told) => string> = {
  invalid_destination_zip: ({ order }) =>
    order.destination_zip.trim() === ''
      ? 'The destination ZIP is empty.'
      : `The destination ZIP ${order.destination_zip} is not a valid US ZIP.`,
  item_control_hold: (told) => `On hold for manual review: ${skusUnder(told, 'hold')}.`,
  external_fulfillment: (told) =>
    `Fulfilled by a vendor, outside the warehouses: ${skusUnder(told, 'drop_ship')}.`,
  no_enabled_warehouse: () => 'The account has no enabled warehouse.',
  no_inventory_available: (told) => `No enabled warehouse has a unit of ${unfulfilledSkus(told)}.`,
  item_control_restricted: (told) =>
    `Item Control admits no warehouse that could ship ${unfulfilledSkus(told)}.`,
  no_eligible_warehouse: (told) =>
    narrows(told.decision.reroute)
      ? `The reroute admits no warehouse that could ship ${unfulfilledSkus(told)}.`
      : `The Routing Profile ${profileName(told)} admits no warehouse that could ship ${unfulfilledSkus(told)}.`,
  max_transit_days_blocked: blockedFact,
  split_shipment_blocked: blockedFact,
  partial_shipment_blocked: blockedFact,
  minimum_shipment_value_blocked: blockedFact,
  insufficient_inventory: (told) =>
    sentences(`Item Control lets ${unfulfilledSkus(told)} ship only whole.`, shortage(told)),
};

const DRIVER_SENTENCES: Record<DriverCode, (told: Told) => string> = {
  invalid_destination_zip: whyNothingShips,
  item_control_hold: whyNothingShips,
  external_fulfillment: whyNothingShips,
  no_inventory: whyNothingShips,
  policy_blocked: whyNothingShips,
  no_eligible_warehouse: whyNothingShips,
  routing_only_recommended: (told) =>
    `Recommended from transit and warehouse rules, without looking at inventory: ${origins(told)}.`,
  optimal_preferred_full: (told) => `${preferred(told)} ranks first and has every unit of the order.`,
  item_control_preferred: (told) => `Item Control for ${driverSku(told)} ranks ${preferred(told)} first.`,
  partial_short: (told) => sentences('Not every unit can ship.', shortage(told)),
  split_required: (told) => sentences('The order takes more than one warehouse.', shortage(told)),
  preferred_restricted: (told) =>
    `Item Control keeps ${driverSku(told)} from ${preferred(told)}, the preferred warehouse.`,
  preferred_too_slow: (told) =>
    sentences(
      `${preferred(told)}, the preferred warehouse, is beyond the transit limit for ${driverSku(told)}.`,
      blockedAtPreferred(told, 'max_transit_days'),
    ),
  preferred_below_minimum_value: (told) =>
    sentences(
      `${preferred(told)}, the preferred warehouse, would ship less than the minimum value.`,
      blockedAtPreferred(told, 'minimum_shipment_value'),
    ),
  preferred_short: (told) =>
    sentences(`${preferred(told)}, the preferred warehouse, cannot ship the order.`, shortage(told)),
};

const UNFULFILLED_PHRASES: Record<UnfulfilledReason, string> = {
  invalid_destination_zip: 'without a valid destination',
  external_fulfillment: 'fulfilled by a vendor',
  item_control: 'held back by Item Control',
  policy_blocked: 'held back by the routing rules',
  insufficient_inventory: 'not available',
};

/** `3 units out of stock, 1 unit fulfilled by a vendor`. */
function shortfall({ unfulfilled }: Decision): string {
  if (unfulfilled.length === 1) {
    const { reason, unfulfilled_qty } = unfulfilled[0]!;
    return `${units(unfulfilled_qty)} ${UNFULFILLED_PHRASES[reason]}`;
  }
  const byReason = new Map<UnfulfilledReason, number>();
  for (const { reason, unfulfilled_qty } of unfulfilled) {
    byReason.set(reason, (byReason.get(reason) ?? 0) + unfulfilled_qty);
  }
  return [...byReason]
    .map(([reason, quantity]) => `${units(quantity)} ${UNFULFILLED_PHRASES[reason]}`)
    .join(', ');
}

/** What the driver says of the SKU that it names, if it names one. */
function shortage({ configuration, decision }: Told): string {
  const { sku, required_qty, available_qty, short_qty, warehouse } = decision.driver;
  if (sku === null) return '';
  // Only what a vendor ships is short of no warehouse.
  if (warehouse === null) return `SKU ${sku} is fulfilled by a vendor.`;
  const { warehouse_name } = configuration.warehouses[warehouse]!;
  if (short_qty === null) return `SKU ${sku} may not ship from ${warehouse_name}.`;
  return `SKU ${sku} is ${units(short_qty)} short at ${warehouse_name}: ${required_qty} needed, ${available_qty} available.`;
}

function whyNothingShips(told: Told): string {
  return unroutableSentence(told) ?? reasonSentence(told);
}

function blockedFact({ configuration, decision }: Told): string {
  return decision.policy.blocked === null ? '' : blockedSentence(configuration, decision.policy.blocked);
}

/** The numbers of a block that the preferred warehouse itself met. */
function blockedAtPreferred(told: Told, rule: PolicyRule): string {
  const { blocked } = told.decision.policy;
  return blocked?.rule === rule && blocked.warehouse === told.decision.ranked[0] ? blockedFact(told) : '';
}

function origins({ configuration, decision }: Told): string {
  return listed(
    decision.shipments.map(({ warehouse }) => configuration.warehouses[warehouse]!.warehouse_name),
  );
}

function preferred({ configuration, decision }: Told): string {
  return configuration.warehouses[decision.ranked[0]!]!.warehouse_name;
}

function profileName({ configuration, decision }: Told): string {
  return configuration.profiles[decision.profile!]!.name;
}

function driverSku({ decision }: Told): string {
  return decision.driver.sku === null ? 'the order' : `SKU ${decision.driver.sku}`;
}

/** The order's SKUs that lack units, drop-ship ones left out. */
function unfulfilledSkus({ decision }: Told): string {
  return skus(
    decision.unfulfilled.filter(({ reason }) => reason !== 'external_fulfillment').map(({ sku }) => sku),
  );
}

function skusUnder({ configuration, decision }: Told, rule: ItemControl['rule']): string {
  const rules = decision.item_controls.map((index) => configuration.item_controls[index]!);
  return skus([...new Set(rules.filter((control) => control.rule === rule).map(({ sku }) => sku))]);
}

function skus(names: readonly string[]): string {
  return `${names.length === 1 ? 'SKU' : 'SKUs'} ${listed(names)}`;
}

function sentences(first: string, second: string): string {
  if (first === '' || second === '') return first + second;
  return `${first} ${second}`;
}

function total(quantities: readonly number[]): number {
  return quantities.reduce((sum, quantity) => sum + quantity, 0);
}
