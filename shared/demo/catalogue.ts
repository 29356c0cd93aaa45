import { createRandom } from './random.ts';

/** Something the demo client sells. */
export interface DemoProduct {
  readonly sku: string;
  readonly description: string;
  /** Dollars. */
  readonly unit_value: number;
  /** How often it is bought, relative to the others. */
  readonly popularity: number;
}

/** Code, kinds, and the price range of a kind in dollars. */
const RANGES: readonly (readonly [code: string, kinds: readonly string[], from: number, to: number])[] = [
  ['TENT', ['Dome tent', 'Tunnel tent', 'Tarp'], 79, 649],
  ['PACK', ['Day pack', 'Trekking pack', 'Dry bag'], 19, 289],
  ['BOOT', ['Hiking boot', 'Trail shoe', 'Sandal'], 49, 239],
  ['COOK', ['Gas stove', 'Pan set', 'Mug'], 9, 129],
  ['LAMP', ['Headlamp', 'Lantern', 'Battery pack'], 15, 119],
  ['WEAR', ['Rain jacket', 'Fleece', 'Base layer'], 25, 329],
];
const COLOURS = ['red', 'blue', 'green', 'grey', 'black', 'sand', 'white', 'orange', 'navy', 'olive'];

/** The demo client's products, best sellers first: 180, with popularity falling as sales usually do. */
export const DEMO_CATALOGUE: readonly DemoProduct[] = createCatalogue();

function createCatalogue(): DemoProduct[] {
  const random = createRandom(180);
  const products = RANGES.flatMap(([code, kinds, from, to]) =>
    kinds.flatMap((kind, kindIndex) =>
      COLOURS.map((colour, colourIndex) => ({
        sku: `${code}-${kindIndex + 1}${String(colourIndex).padStart(2, '0')}`,
        description: `${kind}, ${colour}`,
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
