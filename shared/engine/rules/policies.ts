import type { Money } from '../money.ts';
import { POLICY_RULES } from '../reason-codes.ts';
import type { Route } from '../route.ts';
import { SETTINGS } from '../settings.ts';
import type { PolicyFinding, PolicyRule } from '../types.ts';
import type { Policy } from './policies/policy.ts';
import type { RoutedOrder } from './routed-order.ts';

const POLICIES = POLICY_RULES.map((rule): Policy & { readonly rule: PolicyRule } => ({
  rule,
  ...SETTINGS[rule].policy,
}));

/** The rules that may keep an order from the preferred warehouse, in the order in which they are tried. */
export const PASSED_OVER = POLICIES.flatMap(({ rule, passedOver }) =>
  passedOver === undefined ? [] : [{ rule, ...passedOver }],
);

type Policies = (typeof SETTINGS)[PolicyRule]['policy'];

/** The driver codes that belong to rules. */
export type PassedOverCode = Extract<Policies, { passedOver: unknown }>['passedOver']['code'];

/**
 * The rules set to warn that a route breaks, in the order in which a blocked code is chosen
 * (docs/explanation/decisions.md, Policies). A route that ships nothing breaks none. `values` are those of its shipments.
 */
export function warnedRules(
  order: RoutedOrder,
  route: Route,
  values: readonly Money[],
): readonly PolicyFinding[] {
  if (route.units === 0) return [];
  const findings: PolicyFinding[] = [];
  for (const { find } of POLICIES) {
    const finding = find(order, route, 'warn', values);
    if (finding !== null) findings.push(finding);
  }
  return findings;
}

/** The first of the rules set to block that a route breaks. */
export function blockingRule(order: RoutedOrder, route: Route): PolicyFinding | null {
  if (route.units === 0) return null;
  for (const { find } of POLICIES) {
    const finding = find(order, route, 'block', null);
    if (finding !== null) return finding;
  }
  return null;
}
