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

/** Whose orders a change is about: of a warehouse, of a partner, of a SKU, or all. */
export type Affected = Pick<CountQuery, 'warehouse_id' | 'partner_id' | 'sku'>;

/** Counts the Live orders that a change is about: those of the last day, and those that wait to leave. */
export function useAffectedOrders() {
  const { client } = useScope();
  return async (of: Affected) => {
    const scope = { ...(client !== undefined && { client }), environment: 'live' as const, ...of };
    const whose = of.warehouse_id
      ? ' from it'
      : of.partner_id
        ? ' of this partner'
        : of.sku
          ? ' of this SKU'
          : '';
    const [day, waiting] = await Promise.all([
      countOrders({ ...scope, from: new Date(Date.now() - DAY_MS).toISOString() }),
      countOrders({ ...scope, state: 'current' }),
    ]);
    return [
      { what: `Live orders${whose} in 24 hours`, after: countWords(day) },
      { what: `Live orders${whose} that wait to leave`, after: countWords(waiting) },
    ];
  };
}
