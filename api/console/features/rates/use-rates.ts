import { useQuery } from '@tanstack/react-query';
import type { components } from '../../../../shared/client/account-api.d.ts';
import { type AccountPart, editPart, useAccountPart } from '../../client/account-part.ts';
import { answerOf, api, type QueryOf } from '../../client/api.ts';
import { usePages } from '../../client/pages.ts';
import { queryKeys } from '../../client/query-keys.ts';
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

const listsOf = ({ price_lists }: components['schemas']['PriceLists']) => price_lists;

const COSTS: AccountPart<Rates> = {
  draftPart: 'costs',
  read: async (query) => (await answerOf(api.GET('/account/v1/rates', { params: { query } }))) as Rates,
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
    ({ etag, rates }: { etag: string; rates: RatesPatch | null }, query) => {
      const params = { query, header: { 'if-match': etag } };
      return rates === null
        ? answerOf(api.DELETE('/account/v1/rates', { params }))
        : answerOf(api.PATCH('/account/v1/rates', { params, body: rates }));
    },
    ['configuration'],
    (draft, { rates }, query) => editPart(COSTS, draft, { ...rates }, query),
  );
}

function usePriceReader() {
  const scope = useScope();
  return (query: QueryOf<'/account/v1/rates/prices'>) =>
    answerOf(
      api.GET('/account/v1/rates/prices', {
        params: { query: { ...clientQuery(scope), limit: LISTS_OF_A_PAGE, ...query } },
      }),
    );
}

/** Price lists whose warehouse or zone contains a text. */
export function usePriceLists(q: string | undefined) {
  const read = usePriceReader();
  return usePages({
    queryKey: [...queryKeys.configuration(useScope(), 'prices'), q],
    read: (cursor) => read({ ...(q && { q }), ...(cursor && { cursor }) }),
    rowsOf: listsOf,
  });
}

/** The price lists that count for a warehouse, of its first zones. */
export function useCountingLists(warehouse_id: string) {
  const read = usePriceReader();
  return useQuery({
    queryKey: [...queryKeys.configuration(useScope(), 'prices'), 'of', warehouse_id],
    queryFn: async () => {
      const [own, ofAll] = await Promise.all(
        [warehouse_id, EVERY_WAREHOUSE].map((id) => read({ warehouse_id: id })),
      );
      return countingLists(own!.price_lists, ofAll!.price_lists);
    },
    placeholderData: (before) => before,
  });
}
