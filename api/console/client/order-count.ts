import type { components } from '../../../shared/client/account-api.d.ts';
import { counted } from '../view/numbers.ts';
import { DAY_MS } from '../view/times.ts';
import type { QueryOf } from './api.ts';
import { read } from './calls.ts';
import { useScope } from './scope.ts';

export type OrderCount = components['schemas']['OrderCount'];

/** Counts orders, also by outcome. */
export const countOrders = (query: QueryOf<'/account/v1/order-count'>) =>
  read('/account/v1/order-count', {}, query);

/** A count in words: `1,204 orders`, `more than 10,000 orders`. */
export const countWords = ({ orders, more }: OrderCount) =>
  `${more ? 'more than ' : ''}${counted(orders, 'order')}`;

/** Counts the Live orders of the last 24 hours that ship from a warehouse, or are of a partner. */
export function useRecentOrders() {
  const scope = useScope();
  return (of: { readonly warehouse_id: string } | { readonly partner_id: string }) => {
    const from = new Date(Date.now() - DAY_MS).toISOString();
    const filter = 'warehouse_id' in of ? { warehouse_id: of.warehouse_id } : { partner_id: of.partner_id };
    return countOrders({ ...scope, ...filter, environment: 'live', from }).then(countWords);
  };
}
