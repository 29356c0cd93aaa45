import { describe, expect, it } from 'vitest';
import type { WhatIfOutcome } from '../../contracts/what-if.ts';
import { viewSide } from '../../runs/counts/side-counts.ts';
import { differenceOf } from './changes.ts';

const SHIPS: WhatIfOutcome = {
  status: 'PARTIAL_SPLIT',
  shipments: 2,
  units_shipped: 5,
  units_unfulfilled: 1,
  transit_days: 2,
  warehouses: [
    { warehouse_id: 'EWR1', units: 4 },
    { warehouse_id: 'ATL1', units: 1 },
  ],
  warnings: [],
  search_complete: true,
};
const NOTHING = { ...SHIPS, status: 'NONE', units_shipped: 0, units_unfulfilled: 6, warehouses: [] } as const;
const WARNED = { ...SHIPS, warnings: ['split_shipment_warned'] };

const AS_IT_SHIPS = '5 units ship (4 from EWR1 and 1 from ATL1) and 1 does not';

describe('differenceOf', () => {
  it.each([
    [SHIPS, NOTHING, `Now ${AS_IT_SHIPS}; with the draft none of 6 units ships.`],
    [
      SHIPS,
      WARNED,
      `It ships alike: ${AS_IT_SHIPS}. Now no policy warns; with the draft a policy warns (split_shipment_warned).`,
    ],
    [
      SHIPS,
      { ...SHIPS, search_complete: false },
      `It ships alike: ${AS_IT_SHIPS}. With the draft the search for a route is not complete.`,
    ],
    [
      WARNED,
      WARNED,
      `It ships alike: ${AS_IT_SHIPS}. The numbers of a warning (split_shipment_warned) differ.`,
    ],
    [SHIPS, SHIPS, `The same warehouses ship as many units, of other lines: ${AS_IT_SHIPS}.`],
  ])('says what differs', (baseline, draft, sentence) => {
    expect(differenceOf(baseline as WhatIfOutcome, draft as WhatIfOutcome)).toBe(sentence);
  });
});

describe('viewSide', () => {
  it('finds the quantiles of transit days in their histogram', () => {
    const { transit_days } = viewSide({ '1 days': 5, '2 days': 4, '10 days': 1 }, { warehouses: [] });
    expect(transit_days).toEqual({ mean: 2.3, p50: 1, p90: 2, max: 10 });
    expect(viewSide({}, { warehouses: [] }).transit_days).toEqual({
      mean: null,
      p50: null,
      p90: null,
      max: null,
    });
  });
});
