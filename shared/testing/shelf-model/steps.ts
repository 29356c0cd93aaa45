import fc from 'fast-check';
import { pairOf, type StockCounts } from './facts.ts';

export const SKUS = ['CHAIR', 'DESK'] as const;
export const WAREHOUSES = ['EWR1', 'ATL1'] as const;
export const PAIRS: readonly string[] = SKUS.flatMap((sku) =>
  WAREHOUSES.map((warehouse) => pairOf(sku, warehouse)),
);

/** One thing that happens in a shop, its warehouses, or on the way to the service. Numbers choose among what there is. */
export type Step =
  | { readonly do: 'receive' | 'lose'; readonly pair: number; readonly units: number }
  | { readonly do: 'order'; readonly units: readonly [number, number]; readonly isHeld: boolean }
  | { readonly do: 'order again'; readonly order: number }
  | { readonly do: 'reroute'; readonly order: number; readonly isByFilter: boolean }
  | { readonly do: 'leave'; readonly order: number; readonly isWhole: boolean }
  | {
      readonly do: 'release';
      readonly order: number;
      readonly hasLeft: boolean;
      readonly isByFilter: boolean;
    }
  | { readonly do: 'what-if' }
  | { readonly do: 'count'; readonly pairs: number; readonly isPlain: boolean }
  /** A message arrives: the oldest is 0. It may come twice. */
  | { readonly do: 'deliver'; readonly nth: number; readonly isRepeated: boolean }
  | { readonly do: 'setting'; readonly counts: StockCounts };

const few = fc.nat({ max: 7 });
/** Most of it happens to one pair. */
const pair = fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, fc.nat({ max: PAIRS.length - 1 }));

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('receive' as const),
      pair,
      units: fc.integer({ min: 1, max: 9 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('lose' as const), pair, units: fc.integer({ min: 1, max: 3 }) }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('order' as const),
      units: fc.tuple(fc.integer({ min: 1, max: 4 }), fc.nat({ max: 2 })),
      isHeld: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.oneof(
      fc.record({ do: fc.constant('order again' as const), order: few }),
      fc.record({ do: fc.constant('reroute' as const), order: few, isByFilter: fc.boolean() }),
      fc.constant({ do: 'what-if' as const }),
    ),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('leave' as const), order: few, isWhole: fc.boolean() }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('release' as const),
      order: few,
      hasLeft: fc.integer({ min: 0, max: 2 }).map((n) => n === 0),
      isByFilter: fc.boolean(),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('count' as const),
      pairs: fc.constantFrom(0b0001, 0b0011, 0b0101, 0b1110, 0b1111),
      isPlain: fc.integer({ min: 0, max: 7 }).map((n) => n === 0),
    }),
  },
  {
    weight: 10,
    arbitrary: fc.record({
      do: fc.constant('deliver' as const),
      nth: few,
      isRepeated: fc.integer({ min: 0, max: 3 }).map((n) => n === 0),
    }),
  },
);

const counts = fc.constantFrom<StockCounts>('available', 'on_hand');
const setting = fc.record({ do: fc.constant('setting' as const), counts });

/** The steps of a shop whose counts mean one thing, or whose setting changes now and then. */
export const arbitrarySteps: fc.Arbitrary<Step[]> = fc
  .tuple(
    counts,
    fc
      .boolean()
      .chain((changes) =>
        fc.array(
          changes ? fc.oneof({ weight: 30, arbitrary: step }, { weight: 1, arbitrary: setting }) : step,
          { minLength: 5, maxLength: 50 },
        ),
      ),
  )
  .map(([first, steps]) => (first === 'available' ? steps : [{ do: 'setting', counts: first }, ...steps]));
