import type { Route } from '../../route.ts';
import { POLICY } from '../../setting-facts.ts';
import type { PolicyFinding } from '../../types.ts';
import { dayText, isBlockedAsLate, isLate } from '../departures.ts';
import type { RoutedOrder } from '../routed-order.ts';
import type { ActiveMode, PolicySetting } from './policy.ts';

/** Deliveries after the order's deliver_by. */
export const LATE_DELIVERY = {
  ...POLICY,
  group: 'rule',
  initial: 'allow',
  isOptional: true,
  label: 'Late deliveries',
  help: 'Shipments that arrive after the deliver_by of their order, or have no delivery date. Block never uses such warehouses.',
  about: 'Shipments that arrive after deliver_by of their order, or have no delivery date.',
  policy: {
    forbids: { what: 'warehouses', bars: (order, _, warehouse) => isBlockedAsLate(order, warehouse) },
    isSet: ({ deadline }, mode) => deadline?.mode === mode,
    find: lateShipment,
    warned: (finding, warehouse) =>
      `${lateness(finding, warehouse)}; the order asks for ${dayText(finding.limit)}.`,
    blocked: (finding, warehouse) =>
      `${lateness(finding, warehouse)}; deliveries after ${dayText(finding.limit)} are blocked.`,
    unroutable: {
      category: 'rules',
      recommended_action:
        'Accept a later delivery in the Routing Settings or stock a warehouse that delivers in time.',
      phrase: 'every route arrives too late',
      label: 'blocked: arrives too late',
    },
    blocksIt: 'the date by which the order must arrive blocks it',
    passedOver: {
      code: 'preferred_too_late',
      because: (order) => (isBlockedAsLate(order, order.ranked[0]!) ? { sku: null } : null),
      words: () => 'would deliver too late',
    },
  },
} satisfies PolicySetting<'late_delivery'>;

/** The shipment that arrives last after the deadline: one without a delivery day first, then the latest day, then the rank. */
function lateShipment(
  { deadline, departures, ranked }: RoutedOrder,
  route: Route,
  mode: ActiveMode,
): PolicyFinding | null {
  if (deadline?.mode !== mode) return null;
  let latest: PolicyFinding | null = null;
  for (const position of route.members) {
    const warehouse = ranked[position]!;
    if (!isLate(departures, warehouse, deadline.day)) continue;
    const found = departures?.delivery[warehouse] ?? null;
    const isLater = (found ?? Number.POSITIVE_INFINITY) > (latest?.found ?? Number.POSITIVE_INFINITY);
    if (latest === null || isLater) {
      latest = { rule: 'late_delivery', warehouse, found, limit: deadline.day };
    }
  }
  return latest;
}

function lateness({ found }: PolicyFinding, warehouse: string): string {
  return found === null ? `${warehouse} has no delivery date` : `${warehouse} delivers on ${dayText(found)}`;
}
