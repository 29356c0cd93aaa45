import { type Money, toCents } from '../../money.ts';
import { isFull, type Route } from '../../route.ts';
import type { PolicyFinding } from '../../types.ts';
import { decimals } from '../../wording.ts';
import { assignLines } from '../assign-lines.ts';
import type { RoutedOrder } from '../routed-order.ts';
import type { ActiveMode, PolicySetting } from './policy.ts';

/** Shipments of little value. A route that ships all of its order is never checked. */
export const MINIMUM_SHIPMENT_VALUE = {
  kind: 'limit',
  unit: 'value',
  isWhole: false,
  min: 0,
  max: 1e12,
  group: 'rule',
  initial: { mode: 'allow', value: null },
  isOptional: false,
  label: 'Minimum shipment value',
  help: 'Warn flags shipments below this value. Block prevents them. Does not apply to an order that ships in full from one warehouse.',
  about: 'Shipments below a minimum value. An order that ships in full from one warehouse is exempt.',
  aboutNumber: 'Minimum value of a shipment',
  policy: {
    find: lowValue,
    warned: (finding, warehouse) =>
      `The shipment from ${warehouse} is worth ${decimals(finding.found ?? 0)}; the minimum is ${decimals(finding.limit)}.`,
    blocked: (finding, warehouse) =>
      `The shipment from ${warehouse} would be worth ${decimals(finding.found ?? 0)}; less than ${decimals(finding.limit)} is blocked.`,
    unroutable: {
      category: 'rules',
      recommended_action: "Lower the minimum shipment value or stock the order's SKUs in one warehouse.",
      phrase: 'the minimum shipment value blocks every route',
      label: 'blocked: below minimum value',
    },
    blocksIt: 'the minimum shipment value blocks it',
    passedOver: {
      code: 'preferred_below_minimum_value',
      // The route that is nearest first, or cheapest, was blocked because the preferred warehouse shipped too little.
      because: (order, { blocked, unconstrained }) =>
        blocked !== null && shipsTooLittle(order, unconstrained, 0) ? { sku: null } : null,
      words: () => 'would ship less than the minimum value',
    },
  },
} satisfies PolicySetting<'minimum_shipment_value'>;

/** The least valuable shipment, if it is worth less than the rule asks. */
function lowValue(
  order: RoutedOrder,
  route: Route,
  mode: ActiveMode,
  known: readonly Money[] | null,
): PolicyFinding | null {
  const { settings, minimumValue } = order.profile;
  if (minimumValue === null || settings.minimum_shipment_value.mode !== mode) return null;
  if (isFull(route, order.units)) return null;
  const values = known ?? assignLines(order, route).values;
  let least = 0;
  for (let member = 1; member < values.length; member++) if (values[member]! < values[least]!) least = member;
  if (values[least]! >= minimumValue) return null;
  return {
    rule: 'minimum_shipment_value',
    warehouse: order.ranked[route.members[least]!]!,
    // Numbers are exact here: a minimum is at most 10^12, and what is found is less.
    found: Number(toCents(values[least]!)),
    limit: Number(toCents(minimumValue)),
  };
}

/** Whether a minimum value blocks shipments. */
export function hasMinimum({ profile: { settings, minimumValue } }: RoutedOrder): boolean {
  return minimumValue !== null && settings.minimum_shipment_value.mode === 'block';
}

/** Whether the shipment of one member, named by its rank position, breaks a blocking minimum value. */
export function shipsTooLittle(order: RoutedOrder, route: Route, position: number): boolean {
  if (!hasMinimum(order)) return false;
  const member = route.members.indexOf(position);
  if (member < 0 || isFull(route, order.units)) return false;
  return assignLines(order, route).values[member]! < order.profile.minimumValue!;
}
