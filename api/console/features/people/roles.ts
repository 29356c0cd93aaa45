import type { User } from './use-people.ts';

/** What a user is in an account. */
export type UserRole = User['role'];

export const ROLES = [
  { value: 'viewer', label: 'Viewer' },
  { value: 'member', label: 'Member' },
  { value: 'owner', label: 'Owner' },
] as const satisfies readonly { value: UserRole; label: string }[];

/** What each may do, as a sentence about several. */
export const MAY: Readonly<Record<UserRole, string>> = {
  viewer: 'Viewers can look at everything that members see, and change nothing.',
  member: 'Members can view, route and correct orders, but cannot change settings.',
  owner: 'Owners can change settings, API keys and users.',
};
