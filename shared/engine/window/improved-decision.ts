import { costOf, daysOf, statusOf } from '../decide.ts';
import { toCents, totalOf } from '../money.ts';
import type { Route } from '../route.ts';
import { assignLines } from '../rules/assign-lines.ts';
import { shipmentsOf } from '../rules/derive.ts';
import { driverAt } from '../rules/driver.ts';
import { policyOutcome, qualityOf } from '../rules/outcome.ts';
import { warnedRules } from '../rules/policies.ts';
import type { BatchImprovement, Decision } from '../types.ts';
import type { OrderAlone } from './window-order.ts';

/** The decision on an order of a window that ships the units of its decision alone by another route. */
export function improvedDecision(
  { routed, decision }: OrderAlone,
  route: Route,
  improvement: BatchImprovement,
): Decision {
  const { costs, departures, ranked, lines } = routed;
  const { allocations, values, unvalued } = assignLines(routed, route);
  const warnings = warnedRules(routed, route, values);
  const status = statusOf(route.members.length, decision.status === 'FULL' || decision.status === 'SPLIT');
  const shipments = shipmentsOf(allocations, ranked, lines);
  const { blocked } = decision.policy;
  return {
    ...decision,
    status,
    quality: qualityOf(status, route.members[0] === 0),
    shipments,
    allocations,
    policy: { outcome: policyOutcome(status, warnings.length, blocked), warnings, blocked },
    driver: driverAt('batch_improved', null),
    total_value_cents: toCents(totalOf(values)),
    unvalued_skus: unvalued,
    // What a search has proved holds for the stock that the order saw alone.
    at_least_shipments: null,
    ...(departures?.hasCalendar && { days: daysOf(shipments, departures) }),
    ...(costs && { cost: costOf(routed, costs, route, { hitLimit: false, lowerBoundOfCost: null }) }),
    improvement,
  };
}
