/** Who sees an entry of the navigation. */
export type Audience = 'everyone' | 'owner' | 'operator';

export interface NavEntry {
  readonly to: string;
  readonly label: string;
  readonly audience: Audience;
}

export interface NavGroup {
  readonly title: string | null;
  readonly entries: readonly NavEntry[];
}

const everyone = (to: string, label: string): NavEntry => ({ to, label, audience: 'everyone' });

/** The entries of the navigation, from top to bottom. Ctrl K finds these pages by their names. */
export const NAVIGATION: readonly NavGroup[] = [
  {
    title: null,
    entries: [
      everyone('/', 'Overview'),
      everyone('/orders', 'Orders'),
      everyone('/bulk-actions', 'Bulk actions'),
      everyone('/runs', 'Runs'),
      everyone('/inventory', 'Inventory'),
      everyone('/capacity', 'Capacity'),
      everyone('/try', 'Try an order'),
      everyone('/what-ifs', 'What if'),
    ],
  },
  {
    title: 'Routing',
    entries: [
      everyone('/warehouses', 'Warehouses'),
      everyone('/settings', 'Settings'),
      everyone('/profiles', 'Profiles'),
      everyone('/item-control', 'Item control'),
      everyone('/transit', 'Transit'),
      everyone('/rates', 'Rates'),
    ],
  },
  {
    title: 'Account',
    entries: [
      { to: '/api-access', label: 'API access', audience: 'owner' },
      { to: '/webhooks', label: 'Webhooks', audience: 'owner' },
      { to: '/users', label: 'Users', audience: 'owner' },
      everyone('/usage', 'Usage and plan'),
      { to: '/history', label: 'History', audience: 'owner' },
    ],
  },
  {
    title: 'Operator',
    entries: [
      { to: '/clients', label: 'Clients', audience: 'operator' },
      { to: '/service', label: 'Service', audience: 'operator' },
    ],
  },
];

export type Role = 'member' | 'owner' | 'operator';

const MAY_SEE: Readonly<Record<Role, readonly Audience[]>> = {
  member: ['everyone'],
  owner: ['everyone', 'owner'],
  operator: ['everyone', 'owner', 'operator'],
};

/** The navigation of a role, without empty groups. */
export function navigationOf(role: Role): readonly NavGroup[] {
  return NAVIGATION.map(({ title, entries }) => ({
    title,
    entries: entries.filter(({ audience }) => MAY_SEE[role].includes(audience)),
  })).filter(({ entries }) => entries.length > 0);
}

/** The entry of a page that a role may not open, by its address; null if it may. */
export function closedEntry(role: Role, path: string): NavEntry | null {
  const entry = NAVIGATION.flatMap(({ entries }) => entries).find(({ to }) => to === path);
  return entry === undefined || MAY_SEE[role].includes(entry.audience) ? null : entry;
}
