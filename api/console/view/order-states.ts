import type { components } from '../../../shared/client/account-api.d.ts';

export type OrderState = components['schemas']['FoundOrder']['state'];

/** What an order is, in words, by the state of its latest decision. */
export const ORDER_STATES: Readonly<Record<OrderState, string>> = {
  current: 'Current',
  held: 'Held: released at its time unless it is confirmed',
  replaced: 'Replaced by a newer decision',
  released: 'Released: cancelled, ships nothing',
  left: 'Left: its shipments are on their way',
  shipped: 'Shipped: all of it has left',
  expired: 'Expired: it was not confirmed in time',
};

/** A state in a word. */
export const stateWord = (state: OrderState): string => ORDER_STATES[state].split(/[: ]/)[0]!;

/** The states of a list, which has the latest decisions, so none of them is replaced. */
export const ORDER_STATE_CODES = ['current', 'held', 'released', 'left', 'shipped', 'expired'] as const;

/** The same as the choices of a filter. */
export const ORDER_STATE_CHOICES = ORDER_STATE_CODES.map((value) => ({ value, label: stateWord(value) }));
