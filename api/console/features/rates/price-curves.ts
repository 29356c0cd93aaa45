import type { components } from '../../../../shared/client/account-api.d.ts';
import { weight } from '../../view/numbers.ts';

/** The prices from a warehouse to a zone. */
export type PriceList = components['schemas']['PriceLists']['price_lists'][number];

/** The ID under which the prices of every warehouse stand. */
export const EVERY_WAREHOUSE = '*';

/** The ID of a warehouse as people read it. */
export const warehouseText = (id: string) => (id === EVERY_WAREHOUSE ? 'Every warehouse (*)' : id);

/** The lists that count for a warehouse, by zone: its own where it has one, else that of every warehouse. */
export function countingLists(own: readonly PriceList[], ofAll: readonly PriceList[]): PriceList[] {
  const byZone = new Map([...ofAll, ...own].map((list) => [list.zone, list]));
  return [...byZone.values()].sort((a, b) => a.zone.localeCompare(b.zone, 'en', { numeric: true }));
}

/** A chart has no more points. */
const MAX_POINTS = 300;

/** A weight, with the price of a parcel of it to each zone: `zone0` is the first list. null: it is too heavy. */
export interface CurveRow {
  readonly label: string;
  readonly weight: number;
  readonly [zone: `zone${number}`]: number | null;
}

/** The member of a list in the rows. */
export const zoneName = (place: number) => `zone${place}` as const;

/** Prices by weight, from 0 on, at each weight where a price ends. Of very many weights some are left out. */
export function curveRows(lists: readonly PriceList[]): CurveRow[] {
  const weights = [...new Set(lists.flatMap(({ prices }) => prices.map((each) => each.max_weight)))];
  weights.sort((a, b) => a - b);
  const step = Math.ceil(weights.length / MAX_POINTS);
  const shown = weights.filter((_, place) => place % step === 0 || place === weights.length - 1);
  return [0, ...shown].map((at) => ({
    label: weight(at),
    weight: at,
    ...Object.fromEntries(
      lists.map(({ prices }, place) => [
        zoneName(place),
        prices.find(({ max_weight }) => max_weight >= at)?.price ?? null,
      ]),
    ),
  }));
}
