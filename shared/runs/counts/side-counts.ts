import type { WhatIfSide } from '../../contracts/what-if.ts';
import type { Configuration, Decision, Destination } from '../../engine/types.ts';
import { costsOf, countStatuses, countWarehouses } from '../../ledger/status-counts.ts';

/**
 * What a side of a what-if has decided, in numbers that add up: the counts of its view, `2 days` for the shipments that
 * take two transit days, and the counts of `countWarehouses`.
 */
export type SideCounts = Readonly<Record<string, number>>;

/** A decision, and where its order goes. */
export interface DecidedFor {
  readonly decision: Decision;
  readonly destination: Destination | null;
}

/** Counts decisions. */
export function countSide(decided: readonly DecidedFor[]): SideCounts {
  const decisions = decided.map(({ decision }) => decision);
  const counts: Record<string, number> = { ...countStatuses(decisions), ...countWarehouses(decisions) };
  const add = (name: string, n: number) => {
    counts[name] = (counts[name] ?? 0) + n;
  };
  for (const { decision, destination } of decided) {
    const { shipments, allocations, unfulfilled, policy, budget_exhausted } = decision;
    add('shipments', shipments.length);
    for (const { quantity } of allocations) add('units_shipped', quantity);
    for (const { unfulfilled_qty } of unfulfilled) add('units_unfulfilled', unfulfilled_qty);
    if (policy.outcome === 'warned') add('orders_warned', 1);
    if (budget_exhausted) add('search_incomplete_count', 1);
    for (const days of daysOf({ decision, destination })) add(`${days} days`, 1);
  }
  return counts;
}

/** The transit days of the shipments that have a lane. */
export function daysOf({ decision, destination }: DecidedFor): number[] {
  return decision.shipments.flatMap(({ warehouse }) => destination?.lanes.at(warehouse)?.transit_days ?? []);
}

/** The numbers of a side as they are shown. */
export function viewSide(
  counts: SideCounts,
  { warehouses, rates }: Pick<Configuration, 'warehouses' | 'rates'>,
): WhatIfSide {
  const of = (name: string) => counts[name] ?? 0;
  return {
    full_count: of('full_count'),
    split_count: of('split_count'),
    partial_count: of('partial_count'),
    partial_split_count: of('partial_split_count'),
    none_count: of('none_count'),
    shipments: of('shipments'),
    units_shipped: of('units_shipped'),
    units_unfulfilled: of('units_unfulfilled'),
    orders_warned: of('orders_warned'),
    search_incomplete_count: of('search_incomplete_count'),
    transit_days: transitDays(counts),
    by_warehouse: warehouses.flatMap(({ warehouse_id }, index) => {
      const shipments = of(`${index} shipments`);
      return shipments === 0 ? [] : [{ warehouse_id, shipments, units: of(`${index} units`) }];
    }),
    ...(rates && { costs: costsOf(counts) }),
  };
}

/** Quantiles by the nearest rank. */
function transitDays(counts: SideCounts): WhatIfSide['transit_days'] {
  let total = 0;
  const histogram = Object.entries(counts)
    .flatMap(([name, n]) => (name.endsWith(' days') ? [{ days: Number.parseInt(name, 10), n }] : []))
    .sort((a, b) => a.days - b.days)
    .map(({ days, n }) => {
      total += n;
      return { days, n, reaches: total };
    });
  if (total === 0) return { mean: null, p50: null, p90: null, max: null };
  const quantile = (part: number) => histogram.find(({ reaches }) => reaches >= part * total)!.days;
  const sum = histogram.reduce((all, { days, n }) => all + days * n, 0);
  return {
    mean: Math.round((sum / total) * 100) / 100,
    p50: quantile(0.5),
    p90: quantile(0.9),
    max: quantile(1),
  };
}
