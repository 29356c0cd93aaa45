import type { SettingFacts } from '../../engine/setting-facts.ts';
import { SETTINGS } from '../../engine/settings.ts';

// No schema is here, so that the console can import this.

/** After each sync of stock the service may route orders again that wait for it. Decisions do not depend on this. */
export const REROUTE_ON_SYNC = {
  kind: 'switch-days',
  group: 'run',
  min: 1,
  max: 365,
  initial: { enabled: false, days: 7 },
  label: 'Reroute orders that wait for stock',
  help: 'On: after each stock sync, orders that could not ship for lack of stock are routed again, up to this many days after they were sent. Each counts as a routed order.',
  about:
    'Whether orders that shipped nothing for want of inventory are routed again after each sync of stock. Each counts as a routed order.',
} as const;

/** What counts of stock say (docs/guides/keep-stock-true.md). */
export const STOCK_COUNTS = {
  kind: 'choice',
  group: 'run',
  choices: ['available', 'on_hand'],
  suggested: 'on_hand',
  initial: 'available',
  label: 'What stock counts say',
  help: 'Available: counts leave out units that orders have reserved. On hand: counts are everything on the shelf, and reservations stay.',
  about:
    'What counts of stock say. available: they leave out what is reserved for orders that the counter knows. on_hand: they are what stands on the shelf, and end no reservation; Variant A only.',
} as const;

/** When reservations end by themselves. */
export const RESERVATION_DAYS = {
  kind: 'count',
  group: 'run',
  min: 1,
  max: 365,
  initial: null,
  label: 'Days until a reservation ends',
  help: 'Orders that still have units reserved this many days after their decision are released automatically. Empty: never.',
  about:
    'After so many days an order that still has units reserved is released by itself: counted from its decision, or from the confirmation of its hold. null (default): never. Variant A only.',
} as const;

/** For how long orders are kept. */
export const RETENTION_DAYS = {
  kind: 'count',
  group: 'run',
  min: 1,
  max: 36_500,
  initial: null,
  label: 'Days to keep orders',
  help: 'Older orders, decisions and runs are removed daily, except orders with reserved units. Empty: as long as the service keeps them.',
  about:
    'Older orders, decisions and runs are removed once a day, except orders with an active reservation. null (default): as long as the service keeps them (RETENTION_DAYS), which also ends what is longer here.',
} as const;

/** What is to be said of a setting of an account. */
export type AccountSettingFacts = { readonly name: string } & (
  | SettingFacts
  | typeof REROUTE_ON_SYNC
  | typeof STOCK_COUNTS
  | typeof RESERVATION_DAYS
  | typeof RETENTION_DAYS
);

const GROUPS = ['run', 'route', 'rule'];

/** Every setting of an account, by group, in the order in which people read them. */
export const ACCOUNT_SETTINGS: readonly AccountSettingFacts[] = [
  ...Object.entries<SettingFacts>(SETTINGS),
  ['reroute_on_sync', REROUTE_ON_SYNC] as const,
  ['stock_counts', STOCK_COUNTS] as const,
  ['reservation_days', RESERVATION_DAYS] as const,
  ['retention_days', RETENTION_DAYS] as const,
]
  .map(([name, facts]): AccountSettingFacts => ({ name, ...facts }))
  .toSorted((left, right) => GROUPS.indexOf(left.group) - GROUPS.indexOf(right.group));
