import { keepPreviousData, useQueries } from '@tanstack/react-query';
import type { components } from '../../../shared/client/account-api.d.ts';
import { countWords, type SearchCount } from '../view/search-count.ts';
import { DAY_MS } from '../view/times.ts';
import type { QueryOf } from './api.ts';
import { read } from './calls.ts';
import { useRead } from './operations.ts';
import { keyOf } from './query-keys.ts';
import { type Scope, useScope } from './scope.ts';

export type OrderCount = components['schemas']['OrderCount'];
export type CountQuery = Omit<QueryOf<'/account/v1/order-count'>, keyof Scope>;

const COUNT = '/account/v1/order-count';

/** Counts orders, also by outcome. */
export const countOrders = (query: QueryOf<typeof COUNT>) => read(COUNT, {}, query);

/** A part of what a search finds: the search for it alone, and its number in a count of all. */
export interface CountedPart {
  readonly query: CountQuery;
  readonly of: (count: OrderCount) => number;
}

/**
 * Counts a search and parts of it. A count ends at 10,000 orders; if that of the search did, each part is counted by a
 * search of its own. A part that is not counted yet is undefined.
 */
export function useCounts(common: CountQuery, parts: readonly CountedPart[]) {
  const scope = useScope();
  const all = useRead('orders', COUNT, common, { placeholderData: keepPreviousData }).data;
  const own = useQueries({
    queries: parts.map(({ query }) => {
      const values = { ...common, ...query };
      const enabled = all?.more === true;
      return {
        enabled,
        queryKey: keyOf('orders', scope, COUNT, values),
        queryFn: () => read(COUNT, scope, values),
      };
    }),
  });
  const counts = parts.map(({ of }, at): SearchCount | undefined =>
    all === undefined || all.more ? own[at]!.data : { orders: of(all), more: false },
  );
  return { all, counts };
}

/** Counts the Live orders of the last 24 hours that ship from a warehouse, or are of a partner. */
export function useRecentOrders() {
  const scope = useScope();
  return (of: { readonly warehouse_id: string } | { readonly partner_id: string }) => {
    const from = new Date(Date.now() - DAY_MS).toISOString();
    const filter = 'warehouse_id' in of ? { warehouse_id: of.warehouse_id } : { partner_id: of.partner_id };
    return countOrders({ ...scope, ...filter, environment: 'live', from }).then(countWords);
  };
}
