import { dayText } from '../rules/departures.ts';
import type { Configuration, PolicyFinding, PolicyRule } from '../types.ts';
import { decimals, shipments, transitDays, units } from './wording.ts';

/** What policy findings say in words: `policy_messages` and the reasons of blocked orders. */

type Warehouses = Pick<Configuration, 'warehouses'>;

/** A warning: what the chosen route does against a rule set to Warn. */
export function warnedSentence(configuration: Warehouses, finding: PolicyFinding): string {
  return POLICY_SENTENCES[finding.rule].warned(finding, nameOf(configuration, finding));
}

/** A block: what the best route would do against a rule set to Block. */
export function blockedSentence(configuration: Warehouses, finding: PolicyFinding): string {
  return POLICY_SENTENCES[finding.rule].blocked(finding, nameOf(configuration, finding));
}

/** A SKU shipped without a value from any source (docs/explanation/decisions.md, Values). */
export function unvaluedSentence(sku: string): string {
  return `SKU ${sku} has no unit value; its units count as ${decimals(0)}.`;
}

/** A SKU shipped without a weight from any source (docs/explanation/cost.md). */
export function unweighedSentence(sku: string): string {
  return `SKU ${sku} has no unit weight; its units weigh ${decimals(0)}.`;
}

type Sentence = (finding: PolicyFinding, warehouse: string) => string;

const POLICY_SENTENCES: Record<PolicyRule, { readonly warned: Sentence; readonly blocked: Sentence }> = {
  late_delivery: {
    warned: (finding, warehouse) =>
      `${lateness(finding, warehouse)}; the order asks for ${dayText(finding.limit)}.`,
    blocked: (finding, warehouse) =>
      `${lateness(finding, warehouse)}; deliveries after ${dayText(finding.limit)} are blocked.`,
  },
  max_transit_days: {
    warned: (finding, warehouse) => `${slowness(finding, warehouse)}; the limit is ${finding.limit}.`,
    blocked: (finding, warehouse) =>
      `${slowness(finding, warehouse)}; routes over ${transitDays(finding.limit)} are blocked.`,
  },
  split_shipment: {
    warned: ({ found }) => `The order ships in ${shipments(found ?? 0)}.`,
    blocked: ({ found, limit }) =>
      `The best route takes ${shipments(found ?? 0)}; more than ${limit} ${limit === 1 ? 'is' : 'are'} blocked.`,
  },
  partial_shipment: {
    warned: ({ found }) => `The order ships without ${units(found ?? 0)}.`,
    blocked: ({ found }) =>
      `The best route ships without ${units(found ?? 0)}; partial shipments are blocked.`,
  },
  minimum_shipment_value: {
    warned: (finding, warehouse) =>
      `The shipment from ${warehouse} is worth ${decimals(finding.found ?? 0)}; the minimum is ${decimals(finding.limit)}.`,
    blocked: (finding, warehouse) =>
      `The shipment from ${warehouse} would be worth ${decimals(finding.found ?? 0)}; less than ${decimals(finding.limit)} is blocked.`,
  },
};

function lateness({ found }: PolicyFinding, warehouse: string): string {
  return found === null ? `${warehouse} has no delivery date` : `${warehouse} delivers on ${dayText(found)}`;
}

function slowness({ found }: PolicyFinding, warehouse: string): string {
  return found === null ? `${warehouse} has no transit lane` : `${warehouse} takes ${transitDays(found)}`;
}

function nameOf({ warehouses }: Warehouses, { warehouse }: PolicyFinding): string {
  return warehouse === null ? 'a warehouse' : warehouses[warehouse]!.warehouse_name;
}
