import { useQuery } from '@tanstack/react-query';
import type { components } from '../../../../shared/client/account-api.d.ts';
import { type AccountPart, editPart, useAccountPart } from '../../client/account-part.ts';
import { type DryRun, read, write } from '../../client/calls.ts';
import { useList } from '../../client/operations.ts';
import { keyOf } from '../../client/query-keys.ts';
import { clientQuery, useScope } from '../../client/scope.ts';
import { useAccountMutation } from '../../client/use-account-mutation.ts';
import { countingLists, EVERY_WAREHOUSE } from './price-curves.ts';

type RatesPatch = components['schemas']['RatesPatchInput'];

/** How zones are found. */
export type Zones = NonNullable<RatesPatch['zones']>;

/** What the account says of costs. */
export interface Rates extends Omit<components['schemas']['Rates'], 'rates'> {
  readonly rates: { readonly currency: string; readonly zones: Zones } | null;
}

/** A list may have hundreds of prices. */
const LISTS_OF_A_PAGE = 100;

const COSTS: AccountPart<Rates> = {
  draftPart: 'costs',
  read: async (query) => (await read('/account/v1/rates', query, {})) as Rates,
  valuesOf: ({ rates, split_penalty, default_unit_weight }) => ({
    ...rates,
    split_penalty,
    default_unit_weight,
  }),
  withValues: (answer, values) => {
    const { currency, zones, ...costs } = values as Required<RatesPatch>;
    return { ...answer, ...costs, rates: { currency, zones } };
  },
};

export const useRates = () => useAccountPart(COSTS);

/** The currency of the account's amounts; undefined until it is known, and without rates. A page that shows none does not read it. */
export function useCurrency(hasAmounts = true): string | undefined {
  return useAccountPart(COSTS, { enabled: hasAmounts, staleTime: 60_000 }).data?.rates?.currency;
}

/** Changes what the account says of costs, or removes it, unless somebody else changed it meanwhile. */
export function useSaveRates() {
  return useAccountMutation(
    (
      { etag, rates, query: dry }: { etag: string; rates: RatesPatch | null; query?: DryRun | undefined },
      query,
    ) =>
      rates === null
        ? write('delete', '/account/v1/rates', query, { etag, query: dry })
        : write('patch', '/account/v1/rates', query, { etag, ...rates, query: dry }),
    ['configuration'],
    (draft, { rates }, query) => editPart(COSTS, draft, { ...rates }, query),
  );
}

const PRICES = '/account/v1/rates/prices';

/** Price lists whose warehouse or zone contains a text. */
export const usePriceLists = (q: string | undefined) =>
  useList('configuration', PRICES, 'price_lists', { q, limit: LISTS_OF_A_PAGE });

/** The price lists that count for a warehouse, of its first zones. */
export function useCountingLists(warehouse_id: string) {
  const scope = useScope();
  const listsOf = async (id: string) => {
    const values = { warehouse_id: id, limit: LISTS_OF_A_PAGE };
    return (await read(PRICES, clientQuery(scope), values)).price_lists;
  };
  return useQuery({
    queryKey: keyOf('configuration', scope, PRICES, 'of', warehouse_id),
    queryFn: async () => countingLists(await listsOf(warehouse_id), await listsOf(EVERY_WAREHOUSE)),
    placeholderData: (before) => before,
  });
}
