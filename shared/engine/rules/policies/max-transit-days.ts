import { type Route, unitsFrom } from '../../route.ts';
import type { PolicyFinding } from '../../types.ts';
import { transitDays } from '../../wording.ts';
import type { SkuDemand } from '../demand.ts';
import type { RoutedOrder } from '../routed-order.ts';
import { isSlow } from '../transit-limit.ts';
import type { ActiveMode, PolicySetting } from './policy.ts';

/** Shipments on slow lanes. */
export const MAX_TRANSIT_DAYS = {
  kind: 'limit',
  unit: 'days',
  isWhole: true,
  min: 0,
  max: 365,
  group: 'rule',
  initial: { mode: 'allow', days: null },
  isOptional: false,
  label: 'Maximum days in transit',
  help: 'Warn flags shipments that take longer. Block never uses slower lanes.',
  about: 'Shipments that take too many transit days.',
  aboutNumber: 'Maximum transit days',
  policy: {
    forbids: { what: 'warehouses', bars: isTooSlowAt },
    // A SKU may have a limit of its own.
    isSet: ({ demands }, mode) => demands.some(({ transitLimit }) => transitLimit?.mode === mode),
    find: slowShipment,
    warned: (finding, warehouse) => `${slowness(finding, warehouse)}; the limit is ${finding.limit}.`,
    blocked: (finding, warehouse) =>
      `${slowness(finding, warehouse)}; routes over ${transitDays(finding.limit)} are blocked.`,
    unroutable: {
      category: 'rules',
      recommended_action: 'Raise the transit limit or stock a nearer warehouse.',
      phrase: 'the transit limit blocks every route',
      label: 'blocked: too many days in transit',
    },
    blocksIt: 'the transit limit blocks it',
    passedOver: {
      code: 'preferred_too_slow',
      because: (order) => {
        const tooSlow = order.demands.find((demand) => isTooSlowAt(order, demand, order.ranked[0]!));
        if (tooSlow === undefined) return null;
        // If the limit is the order's own, the whole order is too slow, not one SKU.
        return { sku: tooSlow.rules?.maxTransitDays == null ? null : tooSlow.sku };
      },
      words: (sku) => `is beyond the transit limit for ${sku}`,
    },
  },
} satisfies PolicySetting<'max_transit_days'>;

/** Whether a limit forbids a warehouse to ship a SKU. */
export function isTooSlowAt({ lanes }: RoutedOrder, { transitLimit }: SkuDemand, warehouse: number): boolean {
  return transitLimit?.mode === 'block' && isSlow(lanes.at(warehouse), transitLimit);
}

/** The worst shipment that exceeds its SKU's limit: no lane first, then the most days, the tightest limit, the rank. */
function slowShipment(order: RoutedOrder, route: Route, mode: ActiveMode): PolicyFinding | null {
  let slowest: PolicyFinding | null = null;
  for (let demand = 0; demand < order.demands.length; demand++) {
    const limit = order.demands[demand]!.transitLimit;
    if (limit === null || limit.mode !== mode) continue;
    for (let member = 0; member < route.members.length; member++) {
      const warehouse = order.ranked[route.members[member]!]!;
      const lane = order.lanes.at(warehouse);
      if (!isSlow(lane, limit) || unitsFrom(route, demand, member) === 0) continue;
      const finding: PolicyFinding = {
        rule: 'max_transit_days',
        warehouse,
        found: lane?.transit_days ?? null,
        limit: limit.days,
      };
      if (slowest === null || isSlower(order, finding, slowest)) slowest = finding;
    }
  }
  return slowest;
}

function isSlower({ ranked }: RoutedOrder, left: PolicyFinding, right: PolicyFinding): boolean {
  const leftDays = left.found ?? Number.POSITIVE_INFINITY;
  const rightDays = right.found ?? Number.POSITIVE_INFINITY;
  if (leftDays !== rightDays) return leftDays > rightDays;
  if (left.limit !== right.limit) return left.limit < right.limit;
  return ranked.indexOf(left.warehouse!) < ranked.indexOf(right.warehouse!);
}

function slowness({ found }: PolicyFinding, warehouse: string): string {
  return found === null ? `${warehouse} has no transit lane` : `${warehouse} takes ${transitDays(found)}`;
}
