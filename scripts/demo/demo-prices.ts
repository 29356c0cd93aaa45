export const DEMO_CURRENCY = 'USD';

/** The weight of a unit of the demo client, in pounds. */
export const DEMO_UNIT_WEIGHT = 2.5;

const ZONES = [1, 2, 3, 4, 5, 6, 7, 8];
const POUNDS = 70;
/** Buildings from which a parcel costs more than from the others. */
const DEAR = { EWR1: 1.2, ONT1: 1.25 };

/** What the demo client's carrier charges, as CSV: a price for each zone and pound, as ground tables have it. */
export function demoPrices(): string {
  const rows = [['*', 1] as const, ...Object.entries(DEAR)].flatMap(([warehouse, factor]) =>
    ZONES.flatMap((zone) =>
      Array.from({ length: POUNDS }, (_, n) => {
        const price = factor * (7.2 + 0.55 * zone + (0.22 + 0.09 * zone) * n);
        return `${warehouse},${zone},${n + 1},${price.toFixed(2)}\n`;
      }),
    ),
  );
  return `warehouse_id,zone,max_weight,price\n${rows.join('')}`;
}
