import { whole } from './numbers.ts';

/** How many orders a search finds; `more`: at least so many, because a count ends at 10,000. */
export interface SearchCount {
  readonly orders: number;
  readonly more: boolean;
}

/** A count: `1,204`, `10,000+`. Undefined if the time was over before the first was found. */
export const countText = ({ orders, more }: SearchCount): string | undefined =>
  orders === 0 && more ? undefined : `${whole(orders)}${more ? '+' : ''}`;

/** A count in words: `1,204 orders`, `10,000+ orders`. */
export const countWords = (count: SearchCount) =>
  `${countText(count) ?? 'some'} ${count.orders === 1 && !count.more ? 'order' : 'orders'}`;
