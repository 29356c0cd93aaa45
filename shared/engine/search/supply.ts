import type { SkuDemand } from '../rules/demand.ts';
import { isBlockedAsLate, isFullAt } from '../rules/departures.ts';
import { isAdmitted } from '../rules/item-rules.ts';
import type { RoutedOrder } from '../rules/routed-order.ts';
import { unitsAt } from '../rules/stock.ts';
import { isSlow } from '../rules/transit-limit.ts';

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
 * The supply of each demand, in the same order. Full warehouses are not eligible. With `rulesBlock`, late and slow ones
 * are not, either, where a rule blocks them.
 */
export function suppliesOf(order: RoutedOrder, rulesBlock: boolean): Supply[] {
  const isBarred = barredWarehouses(order, rulesBlock);
  const supplies = new Array<Supply>(order.demands.length);
  for (let demand = 0; demand < supplies.length; demand++) {
    supplies[demand] = supplyOf(order.demands[demand]!, order, isBarred, rulesBlock);
  }
  return supplies;
}

/** Whether each warehouse may ship no SKU, by rank position; null: each may ship some. */
function barredWarehouses(order: RoutedOrder, rulesBlock: boolean): readonly boolean[] | null {
  const blocksLate = rulesBlock && order.deadline?.mode === 'block';
  const hasFull = order.departures?.full.includes(true) ?? false;
  if (!hasFull && !blocksLate) return null;
  return order.ranked.map(
    (warehouse) => isFullAt(order, warehouse) || (blocksLate && isBlockedAsLate(order, warehouse)),
  );
}

function supplyOf(
  demand: SkuDemand,
  { ranked, lanes }: RoutedOrder,
  isBarred: readonly boolean[] | null,
  rulesBlock: boolean,
): Supply {
  const { quantity, stock, rules, admitted, transitLimit } = demand;
  const limit = rulesBlock && transitLimit?.mode === 'block' ? transitLimit : null;
  const units = new Array<number>(ranked.length);
  if (admitted === null && limit === null && isBarred === null) {
    for (let position = 0; position < ranked.length; position++) {
      units[position] = unitsAt(stock, ranked[position]!, quantity);
    }
  } else {
    for (let position = 0; position < ranked.length; position++) {
      const warehouse = ranked[position]!;
      const isEligible =
        isBarred?.[position] !== true &&
        isAdmitted(admitted, warehouse) &&
        (limit === null || !isSlow(lanes.at(warehouse), limit));
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
