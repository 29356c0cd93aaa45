import { useQuery } from '@tanstack/react-query';
import type { components } from '../../../../shared/client/account-api.d.ts';
import { answerOf, api } from '../../client/api.ts';
import { queryKeys } from '../../client/query-keys.ts';
import { clientOf, useScope } from '../../client/scope.ts';
import { useAct } from '../../client/use-act.ts';

export type ApiKey = components['schemas']['ApiKey'];
export type AccountToken = components['schemas']['AccountToken'];
export type User = components['schemas']['User'];

export function useApiKeys() {
  const scope = useScope();
  return useQuery({
    queryKey: queryKeys.people(scope, 'api-keys'),
    queryFn: async () =>
      (await answerOf(api.GET('/account/v1/api-keys', { params: { query: clientOf(scope) } }))).api_keys,
  });
}

/** Creates a key; its secret is in the answer, this once. */
export function useCreateKey() {
  return useAct(
    (body: { name: string; environment: 'test' | 'live' }, query) =>
      answerOf(api.POST('/account/v1/api-keys', { params: { query }, body })),
    ['people'],
  );
}

export function useRevokeKey() {
  return useAct(
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
      (await answerOf(api.GET('/account/v1/tokens', { params: { query: clientOf(scope) } }))).tokens,
  });
}

export function useCreateToken() {
  return useAct(
    (body: { name: string; role: 'member' | 'owner' }, query) =>
      answerOf(api.POST('/account/v1/tokens', { params: { query }, body })),
    ['people'],
  );
}

export function useRevokeToken() {
  return useAct(
    (id: number, query) =>
      answerOf(api.DELETE('/account/v1/tokens/{id}', { params: { path: { id }, query } })),
    ['people'],
  );
}

export function useUsers() {
  const scope = useScope();
  return useQuery({
    queryKey: queryKeys.people(scope, 'users'),
    queryFn: async () =>
      (await answerOf(api.GET('/account/v1/users', { params: { query: clientOf(scope) } }))).users,
  });
}

export function useInvite() {
  return useAct(
    (body: { email: string; role: 'member' | 'owner'; password: string }, query) =>
      answerOf(api.POST('/account/v1/users', { params: { query }, body })),
    ['people'],
  );
}

/** Changes a role or a password; the person's sessions end. */
export function useChangeUser() {
  return useAct(
    ({ email, ...body }: { email: string; role?: 'member' | 'owner'; password?: string }, query) =>
      answerOf(api.PATCH('/account/v1/users/{email}', { params: { path: { email }, query }, body })),
    ['people'],
  );
}

export function useRemoveUser() {
  return useAct(
    (email: string, query) =>
      answerOf(api.DELETE('/account/v1/users/{email}', { params: { path: { email }, query } })),
    ['people'],
  );
}
