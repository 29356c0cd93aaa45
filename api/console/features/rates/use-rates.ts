import type { components } from '../../../../shared/client/account-api.d.ts';
import { write } from '../../client/calls.ts';
import { useList, useRead } from '../../client/operations.ts';
import { useChange } from '../../components/use-change.ts';

type RatesPatch = components['schemas']['RatesPatchInput'];

/** The prices from a warehouse to a zone. */
export type PriceList = components['schemas']['PriceLists']['price_lists'][number];

/** The ID under which the prices of every warehouse stand. */
export const EVERY_WAREHOUSE = '*';

/** The ID of a warehouse as people read it. */
export const warehouseText = (id: string) => (id === EVERY_WAREHOUSE ? 'Every warehouse (*)' : id);

/** How zones are found. */
export type Zones = NonNullable<RatesPatch['zones']>;

/** What the account says of costs. */
export interface Rates extends Omit<components['schemas']['Rates'], 'rates'> {
  readonly rates: { readonly currency: string; readonly zones: Zones } | null;
}

/** A list may have hundreds of prices. */
const LISTS_OF_A_PAGE = 100;

const RATES = '/account/v1/rates';

export const useRates = () => useRead('configuration', RATES, {}, { select: (answer) => answer as Rates });

/** The currency of the account's amounts; undefined until it is known, and without rates. A page that shows none does not read it. */
export function useCurrency(hasAmounts = true): string | undefined {
  const options = { enabled: hasAmounts, staleTime: 60_000 };
  return useRead('configuration', RATES, {}, options).data?.rates?.currency;
}

/** Changes what the account says of costs, or removes it, unless somebody else changed it meanwhile. */
export const useSaveRates = () =>
  useChange(({ etag, rates }: { etag: string; rates: RatesPatch | null }, query) =>
    rates === null
      ? write('delete', RATES, query, { etag })
      : write('patch', RATES, query, { etag, ...rates }),
  );

const PRICES = '/account/v1/rates/prices';

/** Price lists whose warehouse or zone contains a text. */
export const usePriceLists = (q: string | undefined) =>
  useList('configuration', PRICES, 'price_lists', { q, limit: LISTS_OF_A_PAGE });
