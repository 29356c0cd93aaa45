import type { ApiKey } from './use-people.ts';

/** What an API key may do. */
export type Scope = NonNullable<ApiKey['scopes']>[number];

/** Each scope as a sentence, in the order of the form. */
export const SCOPE_WORDS: Readonly<Record<Scope, string>> = {
  'orders:read': 'Read orders, decisions and reasons; try orders without routing them',
  'orders:write': 'Route, reroute and release orders',
  'runs:read': 'Read runs and their results',
  'runs:write': 'Send, reroute, cancel and retry runs',
  'inventory:read': 'Read stock',
  'inventory:write': 'Upload stock',
  promise: 'Ask for delivery dates',
  'reports:read': 'Download reports',
  what_if: 'Create and read what-ifs',
};

/** What a key may do, in few words for a table. */
export function scopesText(scopes: readonly Scope[] | null): string {
  if (scopes === null) return 'Everything';
  return scopes.length === 1
    ? SCOPE_WORDS[scopes[0]!]
    : `${scopes.length} of ${Object.keys(SCOPE_WORDS).length}`;
}
