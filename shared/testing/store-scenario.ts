import type { RerouteRequest } from '../engine/types.ts';
import { encodeDecision } from '../ledger/decisions/codec.ts';
import { encodeEvidence } from '../ledger/decisions/evidence.ts';
import { decideScenario } from './decide-scenario.ts';
import type { Scenario } from './scenario.ts';

/** Decides a case and encodes it with its evidence. Some of the stock is reserved. */
export function storeScenario(each: Scenario, storesLanes: boolean, reroute?: RerouteRequest) {
  const { destination, availability, unit_values, unit_weights = null, order } = each;
  const plain = decideScenario(each);
  const decision = reroute === undefined ? plain : { ...plain, reroute };
  const reserved = new Map(
    [...(availability ?? [])].map(([sku, units]) => [sku, Array.from(units, (_, w) => (w * 2) % 3)]),
  );
  const stock = availability && { available: availability, reserved };
  const evidence = {
    destination: storesLanes ? destination : null,
    stock,
    unit_values,
    unit_weights,
    departures: each.departures ?? null,
    isByCost: false,
    disabled: [],
  };
  return {
    decision,
    stock,
    data: encodeDecision(decision, order),
    evidence: encodeEvidence(decision, order.lines, evidence),
  };
}
