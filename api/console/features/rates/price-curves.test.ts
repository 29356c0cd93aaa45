import { expect, it } from 'vitest';
import { countingLists, curveRows, type PriceList } from './price-curves.ts';

const list = (warehouse_id: string, zone: string, ...prices: [max_weight: number, price: number][]) =>
  ({
    warehouse_id,
    zone,
    prices: prices.map(([max_weight, price]) => ({ max_weight, price })),
  }) satisfies PriceList;

it('takes the prices of a warehouse where it has any for the zone, else those of every warehouse', () => {
  const own = [list('EWR1', '2', [5, 9])];
  const ofAll = [list('*', '10', [1, 1]), list('*', '2', [1, 2], [2, 3])];
  expect(countingLists(own, ofAll)).toEqual([own[0], ofAll[0]]);
});

it('draws at each weight what a parcel of it costs, and nothing beyond the largest', () => {
  expect(curveRows([list('*', '1', [1, 5], [10, 7]), list('*', '2', [2.5, 6])])).toEqual([
    { label: '0', weight: 0, zone0: 5, zone1: 6 },
    { label: '1', weight: 1, zone0: 5, zone1: 6 },
    { label: '2.5', weight: 2.5, zone0: 7, zone1: 6 },
    { label: '10', weight: 10, zone0: 7, zone1: null },
  ]);
});

it('leaves out weights of a list that is too long for a chart, and never the largest', () => {
  const weights = Array.from({ length: 1000 }, (_, place): [number, number] => [place + 1, place]);
  const rows = curveRows([list('*', '1', ...weights)]);
  expect(rows.length).toBeLessThanOrEqual(302);
  expect(rows.at(-1)).toEqual({ label: '1,000', weight: 1000, zone0: 999 });
});
