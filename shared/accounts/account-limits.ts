import { loadConfig, variableOf } from '../foundation/config/config.ts';
import { AppError } from '../foundation/errors/app-error.ts';
import type { AccountState } from './account-state.ts';

/** What an account has only so many of. The limits are those of this process's environment, in the API, its threads and `wrs`. */
const LIMITED = [
  { what: 'users', limit: 'accountUsersLimit', of: ({ file }: AccountState) => file.users },
  { what: 'active API keys', limit: 'accountKeysLimit', of: ({ file }: AccountState) => file.api_keys },
  { what: 'active account tokens', limit: 'accountTokensLimit', of: ({ tokens }: AccountState) => tokens },
  {
    what: 'webhook endpoints',
    limit: 'accountEndpointsLimit',
    of: ({ file }: AccountState) => file.webhooks,
  },
] as const;

/**
 * Throws AppError account_limit if a change gives an account more than the service allows. `before` is null for a new one. An
 * account that has too many already, because the limit was higher, may keep them or have fewer.
 */
export function refuseGrowth(before: AccountState | null, after: AccountState): void {
  const config = loadConfig(process.env);
  for (const { what, limit, of } of LIMITED) {
    const count = of(after).length;
    if (count <= config[limit] || (before !== null && count <= of(before).length)) continue;
    throw new AppError(
      'account_limit',
      `The account would have ${count} ${what}. It may have ${config[limit]} (${variableOf(limit)}).`,
    );
  }
}
