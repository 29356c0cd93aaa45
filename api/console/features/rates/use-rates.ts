import { useQuery } from '@tanstack/react-query';
import type { components } from '../../../../shared/client/account-api.d.ts';
import { answerOf, api, type QueryOf } from '../../client/api.ts';
import { useDraft } from '../../client/draft.tsx';
import { usePages } from '../../client/pages.ts';
import { queryKeys } from '../../client/query-keys.ts';
import { clientQuery, useScope } from '../../client/scope.ts';
import { useAccountMutation } from '../../client/use-account-mutation.ts';
import { COSTS_ID } from '../../view/draft.ts';
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

/** What the account says of costs, with the open draft laid over. */
export function useRates(options: { readonly enabled?: boolean; readonly staleTime?: number } = {}) {
  const scope = useScope();
  const drafted = useDraft()?.edits.costs?.[COSTS_ID]?.after;
  return useQuery({
    ...options,
    queryKey: queryKeys.configuration(scope, 'rates'),
    queryFn: () => readRates(clientQuery(scope)),
    select: (answer) => (drafted ? withCosts(answer, drafted as Required<RatesPatch>) : answer),
  });
}

const withCosts = (answer: Rates, { currency, zones, ...costs }: Required<RatesPatch>): Rates => ({
  ...answer,
  ...costs,
  rates: { currency, zones },
});

const readRates = async (query: { client?: string }) =>
  (await answerOf(api.GET('/account/v1/rates', { params: { query } }))) as Rates;

/** The currency of the account's costs, which pages read that show any; undefined until it is known, and without rates. */
export function useCurrency(hasCosts: boolean): string | undefined {
  return useRates({ enabled: hasCosts, staleTime: 60_000 }).data?.rates?.currency;
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
    (draft, { rates }, query) =>
      draft.edit('costs', COSTS_ID, { ...rates }, async () => {
        const { rates: present, split_penalty, default_unit_weight } = await readRates(query);
        return { ...present, split_penalty, default_unit_weight };
      }),
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
