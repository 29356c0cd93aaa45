import type { StoredConfiguration } from '../../account/configurations.ts';
import type { WhatIfOutcome } from '../../contracts/what-if.ts';
import type { Decision, SkuUnits } from '../../engine/types.ts';
import { type EncodedDecision, encodeDecision, storedTotalCost } from '../../ledger/decisions/codec.ts';
import type { StoredEvidence } from '../../ledger/decisions/evidence.ts';
import { parseRanking } from '../../ledger/decisions/order-codec.ts';
import type { StoredOrder } from '../../ledger/stored-orders.ts';
import { type DecidedFor, daysOf } from '../../runs/counts/side-counts.ts';

/** An order as a what-if decides it. */
export interface NeededOrder extends StoredOrder {
  /** What had left of it when the what-if began: its lines are without that. */
  readonly shipped?: readonly SkuUnits[];
}

/** A side's decision on an order. */
export interface SideDecision extends DecidedFor {
  readonly stored: NeededOrder;
  readonly evidence: string | null;
}

/** A decision of a side as it is stored, with what its explanation is made from. */
export interface StoredOutcome {
  readonly status: Decision['status'];
  readonly units_unfulfilled: number;
  readonly transit_days: number | null;
  readonly data: EncodedDecision;
  /** What had left of the order; not given: nothing. */
  readonly shipped?: readonly SkuUnits[];
  readonly evidence: StoredEvidence | null;
}

/** The parts of a decision that people see. If both sides have the same, the order does not change. */
export function visibleOf({ status, allocations, policy, budget_exhausted }: Decision): string {
  const units = allocations.map(({ line, warehouse, quantity }) => [line, warehouse, quantity]);
  units.sort(([line, warehouse], [line2, warehouse2]) => line! - line2! || warehouse! - warehouse2!);
  return JSON.stringify([status, units, policy.warnings, budget_exhausted]);
}

/** A decision as JSON text, as it is stored. */
export function outcomeText({ stored, decision, destination, evidence }: SideDecision): string {
  const { status, unfulfilled } = decision;
  const days = daysOf({ decision, destination });
  const facts = {
    status,
    units_unfulfilled: unfulfilled.reduce((sum, { unfulfilled_qty }) => sum + unfulfilled_qty, 0),
    transit_days: days.length === 0 ? null : Math.max(...days),
    shipped: stored.shipped,
  };
  const json = JSON.stringify(facts).slice(0, -1);
  return `${json},"data":${encodeDecision(decision, stored.order)},"evidence":${evidence}}`;
}

/** A stored decision as it is shown. */
export function viewOutcome(
  { status, units_unfulfilled, transit_days, data }: StoredOutcome,
  { configuration }: Pick<StoredConfiguration, 'configuration'>,
): WhatIfOutcome {
  const units = new Map<number, number>();
  for (const [, warehouse, quantity] of data.allocations ?? [])
    units.set(warehouse, (units.get(warehouse) ?? 0) + quantity);
  const { ranking } = data;
  const ranked =
    ranking === undefined ? [] : parseRanking(ranking).filter((warehouse) => units.has(warehouse));
  const warehouses = ranked.map((warehouse) => ({
    warehouse_id: configuration.warehouses[warehouse]!.warehouse_id,
    units: units.get(warehouse)!,
  }));
  return {
    status,
    shipments: warehouses.length,
    units_shipped: warehouses.reduce((sum, each) => sum + each.units, 0),
    units_unfulfilled,
    transit_days,
    warehouses,
    warnings: (data.warnings ?? []).map(([rule]) => `${rule}_warned`),
    search_complete: !data.incomplete,
    ...(configuration.rates && { total_cost: storedTotalCost(data) }),
  };
}
