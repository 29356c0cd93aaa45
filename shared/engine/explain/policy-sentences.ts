import { SETTINGS } from '../settings.ts';
import type { Configuration, PolicyFinding } from '../types.ts';
import { decimals } from '../wording.ts';

/** What findings say in words: `policy_messages` and the reasons of blocked orders. */

type Warehouses = Pick<Configuration, 'warehouses'>;

/** A warning: what the chosen route does against a rule set to Warn. */
export function warnedSentence(configuration: Warehouses, finding: PolicyFinding): string {
  return SETTINGS[finding.rule].policy.warned(finding, nameOf(configuration, finding));
}

/** A block: what the best route would do against a rule set to Block. */
export function blockedSentence(configuration: Warehouses, finding: PolicyFinding): string {
  return SETTINGS[finding.rule].policy.blocked(finding, nameOf(configuration, finding));
}

/** A SKU shipped without a value from any source (docs/explanation/decisions.md, Values). */
export function unvaluedSentence(sku: string): string {
  return `SKU ${sku} has no unit value; its units count as ${decimals(0)}.`;
}

/** A SKU shipped without a weight from any source (docs/explanation/cost.md). */
export function unweighedSentence(sku: string): string {
  return `SKU ${sku} has no unit weight; its units weigh ${decimals(0)}.`;
}

function nameOf({ warehouses }: Warehouses, { warehouse }: PolicyFinding): string {
  return warehouse === null ? 'a warehouse' : warehouses[warehouse]!.warehouse_name;
}
