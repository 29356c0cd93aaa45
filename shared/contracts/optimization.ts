import { z } from 'zod';
import { type Cents, totalOf } from '../engine/money.ts';
import type { WindowFigures } from '../engine/window/outcome.ts';
import { json, when } from '../foundation/json-form.ts';
import { amountOf } from './amounts.ts';
import { amount, count, named } from './common.ts';

const mean = z.number().min(0).nullable();

/** What it brought that orders were improved together (docs/explanation/whole-window.md). */
export const optimization = named('Optimization', {
  windows: z.int().min(1).describe('Windows of orders that were improved together, up to 5,000 each.'),
  shipments_before: count.describe('As each order was decided alone.'),
  shipments_after: count,
  floor: count
    .nullable()
    .describe(
      'No assignment of the same units of each SKU for each order, in no more shipments than alone and arriving no later than ' +
        'batch_max_days_later allows, has fewer shipments. Of several windows each floor holds ' +
        'given the windows before; this is their sum. Null: not computed yet.',
    ),
  floor_reason: z
    .enum(['pending', 'given_up'])
    .exactOptional()
    .describe(
      'Only if floor is null. pending: it is computed in the background. given_up: it could not be computed.',
    ),
  gap: z.number().max(1).nullable().describe('(shipments_after − floor) / shipments_after.'),
  cost_before: amount
    .exactOptional()
    .describe(
      'Only if the account has rates. As routes are compared: of the shipments that have a price, with split penalties.',
    ),
  cost_after: amount.exactOptional(),
  cost_floor: amount
    .nullable()
    .exactOptional()
    .describe(
      'No assignment of the same units costs less. Null: as floor, or the objective of an order is not lowest_cost.',
    ),
  orders_improved: count.describe('Orders that ship otherwise than alone.'),
  orders_redecided: count.describe(
    'Orders whose better routes another request took meanwhile: they ship as they are decided alone after it, or have other better routes.',
  ),
  days_mean_before: mean.describe('Transit days of an order, without orders that have no lane.'),
  days_mean_after: mean,
});

export type Optimization = z.output<typeof optimization>;

export const optimizationField = {
  optimization: optimization
    .exactOptional()
    .describe('Only if orders were improved together (setting batch_optimization).'),
};

/** A window in numbers, with its floor; null: not computed yet. */
export interface CountedWindow extends WindowFigures {
  readonly floor: number | null;
  readonly cost_floor: Cents | null;
  /** Whether every try to compute them failed. */
  readonly is_given_up: boolean;
}

/** The windows of a run together; undefined: it has none. */
export function presentOptimization(windows: readonly CountedWindow[]): Optimization | undefined {
  if (windows.length === 0) return undefined;
  const sum = (get: (window: CountedWindow) => number) =>
    windows.reduce((all, window) => all + get(window), 0);
  const cents = (get: (window: CountedWindow) => Cents | null) => {
    const each = windows.map(get);
    return each.includes(null) ? null : amountOf(totalOf(each as Cents[]));
  };
  const shipments_after = sum((window) => window.shipments_after);
  const floor = windows.some((window) => window.floor === null) ? null : sum((window) => window.floor!);
  const days = sum(({ days_of }) => days_of);
  const meanOf = (all: number) => (days === 0 ? null : rounded(all / days));
  const cost_before = cents((window) => window.cost_before);
  return {
    windows: windows.length,
    shipments_before: sum((window) => window.shipments_before),
    shipments_after,
    floor,
    ...(floor === null && {
      floor_reason: windows.some((each) => each.is_given_up) ? 'given_up' : 'pending',
    }),
    gap:
      floor === null || shipments_after === 0 ? null : rounded((shipments_after - floor) / shipments_after),
    ...(cost_before !== null && {
      cost_before,
      cost_after: cents((window) => window.cost_after)!,
      cost_floor: cents((window) => window.cost_floor),
    }),
    orders_improved: sum((window) => window.orders_improved),
    orders_redecided: sum((window) => window.orders_redecided),
    days_mean_before: meanOf(sum((window) => window.days_before)),
    days_mean_after: meanOf(sum((window) => window.days_after)),
  };
}

/** To four decimals. */
function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}

/** The member of a run's answer. */
export const optimizationMember = when<{ readonly optimization?: Optimization | undefined }, unknown>(
  ({ optimization: found }) => found !== undefined,
  {
    optimization: json({ type: 'object' }, ({ optimization: found }) => JSON.stringify(found)),
  },
);
