import { createRandom } from './random.ts';

/** Something that a demo client sells. */
export interface DemoProduct {
  readonly sku: string;
  readonly description: string;
  /** Dollars. */
  readonly unit_value: number;
  /** How often it is bought, relative to the others. */
  readonly popularity: number;
}

/** Code, kinds, and the price range of a kind in dollars. */
type Range = readonly [code: string, kinds: readonly string[], from: number, to: number];

const RANGES: readonly Range[] = [
  ['TENT', ['Dome tent', 'Tunnel tent', 'Tarp'], 79, 649],
  ['PACK', ['Day pack', 'Trekking pack', 'Dry bag'], 19, 289],
  ['BOOT', ['Hiking boot', 'Trail shoe', 'Sandal'], 49, 239],
  ['COOK', ['Gas stove', 'Pan set', 'Mug'], 9, 129],
  ['LAMP', ['Headlamp', 'Lantern', 'Battery pack'], 15, 119],
  ['WEAR', ['Rain jacket', 'Fleece', 'Base layer'], 25, 329],
];
const COLOURS = ['red', 'blue', 'green', 'grey', 'black', 'sand', 'white', 'orange', 'navy', 'olive'];

/** The demo client's 180 products. */
export const DEMO_CATALOGUE = createCatalogue(180, RANGES, COLOURS);

/** Products of some ranges, each kind in each finish, the best sellers first. Popularity falls as in usual sales. */
export function createCatalogue(
  seed: number,
  ranges: readonly Range[],
  finishes: readonly string[],
): readonly DemoProduct[] {
  const random = createRandom(seed);
  const products = ranges.flatMap(([code, kinds, from, to]) =>
    kinds.flatMap((kind, kindIndex) =>
      finishes.map((finish, finishIndex) => ({
        sku: `${code}-${kindIndex + 1}${String(finishIndex).padStart(2, '0')}`,
        description: `${kind}, ${finish}`,
        unit_value: (random.between(from, to) * 100 - 5) / 100,
      })),
    ),
  );
  return shuffle(products).map((product, rank) => ({ ...product, popularity: 1 / (rank + 8) }));

  function shuffle<T>(items: readonly T[]): T[] {
    return items
      .map((item) => ({ item, place: random.next() }))
      .sort((a, b) => a.place - b.place)
      .map(({ item }) => item);
  }
}
