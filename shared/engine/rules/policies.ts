import type { Money } from '../money.ts';
import { POLICY_RULES } from '../reason-codes.ts';
import type { Route } from '../route.ts';
import { SETTINGS, settingOf } from '../settings.ts';
import type { PolicyFinding, PolicyRule } from '../types.ts';
import type { SkuDemand } from './demand.ts';
import type { ActiveMode, Forbids, Policy, RouteSizes } from './policies/policy.ts';
import type { RoutedOrder } from './routed-order.ts';

const POLICIES = POLICY_RULES.map((rule): Policy & { readonly rule: PolicyRule } => ({
  rule,
  ...SETTINGS[rule].policy,
}));

type RuleOf<Forbidden extends Forbids['what']> = {
  [Rule in PolicyRule]: (typeof SETTINGS)[Rule]['policy'] extends { forbids: { what: Forbidden } }
    ? Rule
    : never;
}[PolicyRule];

/** A rule that forbids warehouses. */
export type BarringRule = RuleOf<'warehouses'>;

const BARRING = POLICIES.flatMap(({ rule, forbids, ...policy }) =>
  forbids.what === 'warehouses' ? { rule: rule as BarringRule, forbids, ...policy, bars: forbids.bars } : [],
);

export const BARRING_RULES = BARRING.map(({ rule }) => rule);

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

/** Whether some rules forbid warehouses for the order. */
export function barsWarehouses(order: RoutedOrder): boolean {
  return BARRING.some((policy) => isSetTo(policy, order, 'block'));
}

/** The first rule that forbids a warehouse to ship a SKU, in the order of POLICY_RULES; null: none does. */
export function barringRule(order: RoutedOrder, demand: SkuDemand, warehouse: number): BarringRule | null {
  for (const { rule, bars } of BARRING) if (bars(order, demand, warehouse)) return rule;
  return null;
}

/** Limits on how many shipments and units routes may have. */
export function routeSizes(order: RoutedOrder, warehouses: number): Required<RouteSizes> {
  const sizes = { shipments: warehouses, units: 0 };
  for (const policy of POLICIES) {
    if (policy.forbids.what !== 'sizes' || !isSetTo(policy, order, 'block')) continue;
    const { shipments = warehouses, units = 0 } = policy.forbids.limitsOf(order);
    sizes.shipments = Math.min(sizes.shipments, shipments);
    sizes.units = Math.max(sizes.units, units);
  }
  return sizes;
}

/** What rules forbid beside warehouses and sizes. */
export interface ForbiddenRoutes {
  readonly isForbidden: (route: Route) => boolean;
  /** Whether all routes with some members are forbidden, by the most that each of them can ship of each demand. */
  readonly forbidsAll: (most: Route) => boolean;
}

/** Null: no such rule is set to block. */
export function forbiddenRoutes(order: RoutedOrder): ForbiddenRoutes | null {
  const judging = POLICIES.filter(
    (policy) => policy.forbids.what === 'routes' && isSetTo(policy, order, 'block'),
  );
  if (judging.length === 0) return null;
  const known = judging.flatMap(
    ({ forbids }) => (forbids.what === 'routes' && forbids.forbidsAll?.(order)) || [],
  );
  return {
    isForbidden: (route) =>
      route.units > 0 && judging.some(({ find }) => find(order, route, 'block', null) !== null),
    forbidsAll: (most) => known.some((forbidsAll) => forbidsAll(most)),
  };
}

/** Whether routes of the same units and no more shipments may break other rules than the order's route. */
export function mayBreakOthers(order: RoutedOrder): boolean {
  return POLICIES.some(
    (policy) =>
      policy.forbids.what !== 'sizes' && (isSetTo(policy, order, 'warn') || isSetTo(policy, order, 'block')),
  );
}

function isSetTo(
  { rule, isSet }: Policy & { readonly rule: PolicyRule },
  order: RoutedOrder,
  mode: ActiveMode,
): boolean {
  if (isSet !== undefined) return isSet(order, mode);
  const setting = settingOf(order.profile.settings, rule);
  return (typeof setting === 'string' ? setting : setting.mode) === mode;
}
