import type { IconName } from '../components/console-icon.tsx';
import { type Audience, NAV_GROUPS, PAGE_LIST } from './pages.tsx';

export interface NavEntry {
  readonly to: string;
  readonly label: string;
  readonly icon: IconName;
  readonly audience: Audience;
}

export interface NavGroup {
  readonly title: string;
  readonly entries: readonly NavEntry[];
}

/** The entries of the navigation, from top to bottom. */
export const NAVIGATION: readonly NavGroup[] = NAV_GROUPS.map((title) => ({
  title,
  entries: PAGE_LIST.flatMap(({ path, nav, audience = 'everyone' }) =>
    nav?.[0] === title ? [{ to: path, label: nav[1], icon: nav[2], audience }] : [],
  ),
}));

export type Role = 'viewer' | 'member' | 'owner' | 'operator';

const MAY_SEE: Readonly<Record<Role, readonly Audience[]>> = {
  viewer: ['everyone'],
  member: ['everyone', 'member'],
  owner: ['everyone', 'member', 'owner'],
  operator: ['everyone', 'member', 'owner', 'operator'],
};

/** The navigation of a role, without empty groups. */
export function navigationOf(role: Role): readonly NavGroup[] {
  return NAVIGATION.map(({ title, entries }) => ({
    title,
    entries: entries.filter(({ audience }) => MAY_SEE[role].includes(audience)),
  })).filter(({ entries }) => entries.length > 0);
}

const entryOf = (path: string) => NAVIGATION.flatMap(({ entries }) => entries).find(({ to }) => to === path);

/** Whom a page that a role may not open is for, and its title, by its address; null if it may. */
export function closedEntry(role: Role, address: string): Pick<NavEntry, 'label' | 'audience'> | null {
  const page = PAGE_LIST.find(({ path }) => path === address.replace(/^\/orders\/[^/]+/, '/orders/$orderId'));
  const audience = page?.audience ?? 'everyone';
  return MAY_SEE[role].includes(audience) ? null : { label: page?.nav?.[1] ?? 'Not allowed', audience };
}

/** Whether a page is of the whole service, not of one client. */
export const isOfTheService = (path: string) => entryOf(path)?.audience === 'operator';

/** What a page is called in the navigation. */
export const labelOf = (path: string) => entryOf(path)?.label;

/** Whether a page is of the account, which Test and Live share. */
export const isOfTheAccount = (path: string) =>
  NAVIGATION.some(
    ({ title, entries }) =>
      (title === 'Routing' || title === 'Account') && entries.some(({ to }) => to === path),
  );
