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
  help: 'On: after each stock sync, orders that shipped nothing for want of inventory are routed again, for as many days after they were sent. Each counts as a routed order.',
  about:
    'Whether orders that shipped nothing for want of inventory are routed again after each sync of stock. Each counts as a routed order.',
} as const;

/** What is to be said of a setting of an account. */
export type AccountSettingFacts = { readonly name: string } & (SettingFacts | typeof REROUTE_ON_SYNC);

const GROUPS = ['run', 'route', 'rule'];

/** Every setting of an account, by group, in the order in which people read them. */
export const ACCOUNT_SETTINGS: readonly AccountSettingFacts[] = [
  ...Object.entries<SettingFacts>(SETTINGS),
  ['reroute_on_sync', REROUTE_ON_SYNC] as const,
]
  .map(([name, facts]): AccountSettingFacts => ({ name, ...facts }))
  .toSorted((left, right) => GROUPS.indexOf(left.group) - GROUPS.indexOf(right.group));
