import type { components } from '../../../../shared/client/account-api.d.ts';
import { write } from '../../client/calls.ts';
import { useRead } from '../../client/operations.ts';
import { useAccountMutation } from '../../client/use-account-mutation.ts';

export type ApiKey = components['schemas']['ApiKey'];
export type AccountToken = components['schemas']['AccountToken'];
export type User = components['schemas']['User'];

export const useApiKeys = ({ isWanted = true } = {}) =>
  useRead('people', '/account/v1/api-keys', {}, { enabled: isWanted, select: ({ api_keys }) => api_keys });

export const useTokens = () =>
  useRead('people', '/account/v1/tokens', {}, { select: ({ tokens }) => tokens });

export const useUsers = ({ isWanted = true } = {}) =>
  useRead('people', '/account/v1/users', {}, { enabled: isWanted });

/** A new API key or token. */
export type NewAccess =
  | ({ readonly kind: 'key' } & components['schemas']['NewApiKeyInput'])
  | ({ readonly kind: 'token' } & components['schemas']['NewAccountTokenInput']);

/** Creates a key or a token. The answer has its secret, which is never shown again. */
export function useCreateAccess() {
  return useAccountMutation(
    async ({ kind, ...body }: NewAccess, query) =>
      'environment' in body
        ? (await write('post', '/account/v1/api-keys', query, body)).key
        : (await write('post', '/account/v1/tokens', query, body)).token,
    ['people'],
  );
}

/** A key or token that gets a new secret. */
export interface RolledAccess {
  readonly kind: 'key' | 'token';
  readonly id: number;
  readonly name: string;
}

/** Gives a key or token a new secret, which is the answer and never shown again. */
export function useRollAccess() {
  return useAccountMutation(
    async ({ kind, id, overlap_hours }: RolledAccess & { readonly overlap_hours: number }, query) => {
      const values = { id, overlap_hours };
      return kind === 'key'
        ? (await write('post', '/account/v1/api-keys/{id}/roll', query, values)).key
        : (await write('post', '/account/v1/tokens/{id}/roll', query, values)).token;
    },
    ['people'],
  );
}
