import type { Alternative } from './explanation.ts';
import type { PolicyRule } from './types.ts';
import { named, shipments as shipmentsText, units as unitsText } from './wording.ts';

/** What two routes are compared by. */
export type RouteFigures = Pick<Alternative, 'units' | 'shipments' | 'rank_sum'>;

const BLOCKED: Record<PolicyRule, string> = {
  max_transit_days: 'the transit limit blocks it',
  split_shipment: 'the split shipment rule blocks it',
  partial_shipment: 'the partial shipment rule blocks it',
  minimum_shipment_value: 'the minimum shipment value blocks it',
};

/**
 * What a route that was not taken would have cost or missed, in one sentence. It names no number and no warehouse
 * that is not a field of `facts`.
 */
export function alternativeSentence(
  facts: Omit<Alternative, 'sentence'>,
  chosen: RouteFigures,
  blocked: PolicyRule | null,
): string {
  const { kind, warehouse_ids, units, shipments } = facts;
  const from = named(warehouse_ids);
  const compared = comparison(facts, chosen);
  switch (kind) {
    case 'best_single':
      return `${from} alone would ship ${unitsText(units)}, ${compared}.`;
    case 'unconstrained':
      return (
        `Without blocking rules ${from} would ship ${unitsText(units)} in ${shipmentsText(shipments)}, ${compared}` +
        `${blocked === null ? '' : `; ${BLOCKED[blocked]}`}.`
      );
    case 'nearest_first':
      return `Nearest first, ${from} would ship ${unitsText(units)} in ${shipmentsText(shipments)}, ${compared}.`;
  }
}

/** How a route differs from the chosen one, in the order in which routes are compared. */
function comparison({ kind, ...facts }: Omit<Alternative, 'sentence'>, chosen: RouteFigures): string {
  if (chosen.units === 0) return 'while the chosen route ships nothing';
  const worse = [
    ...(facts.units < chosen.units ? ['fewer units'] : []),
    ...(facts.shipments > chosen.shipments ? ['more shipments'] : []),
    ...(facts.rank_sum > chosen.rank_sum ? ['warehouses that rank lower'] : []),
  ];
  const better = [
    ...(facts.units > chosen.units ? ['more units'] : []),
    ...(facts.shipments < chosen.shipments ? ['fewer shipments'] : []),
    ...(facts.rank_sum < chosen.rank_sum ? ['warehouses that rank higher'] : []),
  ];
  // The unconstrained route is better, but a rule blocks it. For the other routes it matters what is worse.
  const said = kind === 'unconstrained' ? [...better, ...worse] : worse.length > 0 ? worse : better;
  return said.length === 0 ? 'distributed otherwise' : `with ${named(said)}`;
}
