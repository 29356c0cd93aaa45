import { useQuery } from '@tanstack/react-query';
import type { components } from '../../../../shared/client/account-api.d.ts';
import { answerOf, api } from '../../client/api.ts';
import { queryKeys } from '../../client/query-keys.ts';
import { clientQuery, useScope } from '../../client/scope.ts';
import { useAccountMutation } from '../../client/use-account-mutation.ts';

export type ApiKey = components['schemas']['ApiKey'];
export type AccountToken = components['schemas']['AccountToken'];
export type User = components['schemas']['User'];
export type Invitation = components['schemas']['Invitation'];

export function useApiKeys({ isWanted = true } = {}) {
  const scope = useScope();
  return useQuery({
    enabled: isWanted,
    queryKey: queryKeys.people(scope, 'api-keys'),
    queryFn: async () =>
      (await answerOf(api.GET('/account/v1/api-keys', { params: { query: clientQuery(scope) } }))).api_keys,
  });
}

/** A new API key or token. */
export type NewAccess =
  | ({ readonly kind: 'key' } & components['schemas']['NewApiKeyInput'])
  | ({ readonly kind: 'token' } & components['schemas']['NewAccountTokenInput']);

/** Creates a key or a token. The answer has its secret, which is never shown again. */
export function useCreateAccess() {
  return useAccountMutation(
    async (access: NewAccess, query) => {
      const params = { query };
      if (access.kind === 'key') {
        const { kind: _, ...body } = access;
        return (await answerOf(api.POST('/account/v1/api-keys', { params, body }))).key;
      }
      const { kind: _, ...body } = access;
      return (await answerOf(api.POST('/account/v1/tokens', { params, body }))).token;
    },
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
      const params = { path: { id }, query };
      const body = { overlap_hours };
      return kind === 'key'
        ? (await answerOf(api.POST('/account/v1/api-keys/{id}/roll', { params, body }))).key
        : (await answerOf(api.POST('/account/v1/tokens/{id}/roll', { params, body }))).token;
    },
    ['people'],
  );
}

export function useRevokeKey() {
  return useAccountMutation(
    (id: number, query) =>
      answerOf(api.DELETE('/account/v1/api-keys/{id}', { params: { path: { id }, query } })),
    ['people'],
  );
}

export function useTokens() {
  const scope = useScope();
  return useQuery({
    queryKey: queryKeys.people(scope, 'tokens'),
    queryFn: async () =>
      (await answerOf(api.GET('/account/v1/tokens', { params: { query: clientQuery(scope) } }))).tokens,
  });
}

export function useRevokeToken() {
  return useAccountMutation(
    (id: number, query) =>
      answerOf(api.DELETE('/account/v1/tokens/{id}', { params: { path: { id }, query } })),
    ['people'],
  );
}

export function useUsers({ isWanted = true } = {}) {
  const scope = useScope();
  return useQuery({
    enabled: isWanted,
    queryKey: queryKeys.people(scope, 'users'),
    queryFn: () => answerOf(api.GET('/account/v1/users', { params: { query: clientQuery(scope) } })),
  });
}

export function useInvite() {
  return useAccountMutation(
    (body: { email: string; role: User['role'] }, query) =>
      answerOf(api.POST('/account/v1/users', { params: { query }, body })),
    ['people'],
  );
}

/** Changes a role, which ends the person's sessions. */
export function useChangeUser() {
  return useAccountMutation(
    ({ email, ...body }: { email: string; role: User['role'] }, query) =>
      answerOf(api.PATCH('/account/v1/users/{email}', { params: { path: { email }, query }, body })),
    ['people'],
  );
}

/** Turns off the second factor of somebody who has lost it, which ends their sessions. */
export function useResetSecondFactor() {
  return useAccountMutation(
    (email: string, query) =>
      answerOf(api.DELETE('/account/v1/users/{email}/second-factor', { params: { path: { email }, query } })),
    ['people'],
  );
}

/** Whether everybody in the account needs a second factor. */
export function useRequireSecondFactor() {
  return useAccountMutation(
    ({ slug, isRequired }: { slug: string; isRequired: boolean }, query) =>
      answerOf(
        api.PUT('/account/v1/account', {
          params: { query },
          body: { client: { slug, require_second_factor: isRequired } },
        }),
      ),
    ['people'],
  );
}

/** Removes a person and ends their tokens; `endsKeys`: also the API keys that they made. */
export function useRemoveUser() {
  return useAccountMutation(
    ({ email, endsKeys }: { email: string; endsKeys: boolean }, query) =>
      answerOf(
        api.DELETE('/account/v1/users/{email}', {
          params: { path: { email }, query: { ...query, end_keys: endsKeys ? 'true' : 'false' } },
        }),
      ),
    ['people'],
  );
}
