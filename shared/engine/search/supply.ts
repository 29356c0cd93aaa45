import type { SkuDemand } from '../rules/demand.ts';
import { isFullAt } from '../rules/departures.ts';
import { isAdmitted } from '../rules/item-rules.ts';
import { barringRule, barsWarehouses } from '../rules/policies.ts';
import type { RoutedOrder } from '../rules/routed-order.ts';
import { unitsAt } from '../rules/stock.ts';

/** What the ranked warehouses can ship of one SKU. */
export interface Supply {
  /** Units ordered. */
  readonly quantity: number;
  readonly doNotSplit: boolean;
  readonly doNotPartial: boolean;
  /** Units that each can ship, at most `quantity`, by rank position; 0 if it is not eligible. */
  readonly units: readonly number[];
  /** Rank positions in the order in which members ship, if the SKU's rule prefers some; null: by rank. */
  readonly sequence: readonly number[] | null;
}

/**
 * The supply of each demand, in the same order. Full warehouses are not eligible. With `rulesBlock`, those that rules
 * forbid are not, either.
 */
export function suppliesOf(order: RoutedOrder, rulesBlock: boolean): Supply[] {
  const someFull = order.departures?.full.includes(true) ?? false;
  const someBarred = rulesBlock && barsWarehouses(order);
  const supplies = new Array<Supply>(order.demands.length);
  for (let demand = 0; demand < supplies.length; demand++) {
    supplies[demand] = supplyOf(order.demands[demand]!, order, someFull, someBarred);
  }
  return supplies;
}

/** `someFull`: some warehouses are; `someBarred`: rules may forbid some. */
function supplyOf(demand: SkuDemand, order: RoutedOrder, someFull: boolean, someBarred: boolean): Supply {
  const { ranked } = order;
  const { quantity, stock, rules, admitted } = demand;
  const units = new Array<number>(ranked.length);
  if (admitted === null && !someFull && !someBarred) {
    for (let position = 0; position < ranked.length; position++) {
      units[position] = unitsAt(stock, ranked[position]!, quantity);
    }
  } else {
    for (let position = 0; position < ranked.length; position++) {
      const warehouse = ranked[position]!;
      const isEligible =
        !(someFull && isFullAt(order, warehouse)) &&
        isAdmitted(admitted, warehouse) &&
        !(someBarred && barringRule(order, demand, warehouse) !== null);
      units[position] = isEligible ? unitsAt(stock, warehouse, quantity) : 0;
    }
  }
  if (rules === null) return { quantity, doNotSplit: false, doNotPartial: false, units, sequence: null };
  const { doNotSplit, doNotPartial, preferred } = rules;
  return {
    quantity,
    doNotSplit,
    doNotPartial,
    units,
    sequence: preferred === null ? null : preferredFirst(ranked, (warehouse) => preferred[warehouse] === 1),
  };
}

function preferredFirst(ranked: readonly number[], isPreferred: (warehouse: number) => boolean): number[] {
  const positions = [...ranked.keys()];
  return [
    ...positions.filter((position) => isPreferred(ranked[position]!)),
    ...positions.filter((position) => !isPreferred(ranked[position]!)),
  ];
}
