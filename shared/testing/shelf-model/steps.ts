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

/** True once in so many. */
const onceIn = (times: number) => fc.nat({ max: times - 1 }).map((n) => n === 0);

const happens = <Name extends Step['do'], Fields>(
  name: Name,
  fields: { [Field in keyof Fields]: fc.Arbitrary<Fields[Field]> },
) => fc.record({ do: fc.constant(name), ...fields }) as unknown as fc.Arbitrary<Step>;

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: happens('receive', { pair, units: fc.integer({ min: 1, max: 9 }) }) },
  { weight: 1, arbitrary: happens('lose', { pair, units: fc.integer({ min: 1, max: 3 }) }) },
  {
    weight: 6,
    arbitrary: happens('order', {
      units: fc.tuple(fc.integer({ min: 1, max: 4 }), fc.nat({ max: 2 })),
      isHeld: onceIn(10),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.oneof(
      happens('order again', { order: few }),
      happens('reroute', { order: few, isByFilter: fc.boolean() }),
      happens('what-if', {}),
    ),
  },
  { weight: 4, arbitrary: happens('leave', { order: few, isWhole: fc.boolean() }) },
  { weight: 1, arbitrary: happens('release', { order: few, hasLeft: onceIn(3), isByFilter: fc.boolean() }) },
  {
    weight: 5,
    arbitrary: happens('count', {
      pairs: fc.constantFrom(0b0001, 0b0011, 0b0101, 0b1110, 0b1111),
      isPlain: onceIn(8),
    }),
  },
  { weight: 10, arbitrary: happens('deliver', { nth: few, isRepeated: onceIn(4) }) },
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
