import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { components } from '../../../shared/client/account-api.d.ts';
import { saveCsrfToken } from './api.ts';
import { read, write } from './calls.ts';
import { SESSION_KEY } from './query-keys.ts';
import { useScope } from './scope.ts';
import { ServiceError } from './service-error.ts';

/** A person who is signed in. */
export interface Session {
  readonly user: components['schemas']['SessionUser'];
  readonly csrf_token: string;
  /** The service does not know the session any more. What the person sees stays until they sign in again. */
  readonly hasEnded?: true;
}

/** A session that has ended; null if there was none. */
export const endedSession = (session: Session | null | undefined): Session | null =>
  session && !session.hasEnded ? { ...session, hasEnded: true } : (session ?? null);

/** The person on the account that the address names, or on their only one. */
function onAccount<S extends Session | null>(session: S, slug: string | undefined): S {
  if (session === null || session.user.role === 'operator') return session;
  const { accounts } = session.user;
  const open = accounts.find(
    (account) => account.slug === (slug ?? (accounts.length === 1 ? accounts[0]!.slug : null)),
  );
  const client = open ? { slug: open.slug, name: open.name } : null;
  const { must_enrol = false, needs_sso = false } = open ?? {};
  const role = open?.role ?? null;
  return { ...session, user: { ...session.user, role, client, must_enrol, needs_sso } };
}

/** The person who is signed in, with their role in the open account; null if nobody is. */
export function useSession() {
  const { client: slug } = useScope();
  return useQuery({
    select: (session: Session | null) => onAccount(session, slug),
    queryKey: SESSION_KEY,
    queryFn: async ({ client, queryKey }): Promise<Session | null> => {
      try {
        const { user, csrf_token } = await read('/account/v1/session', {}, {});
        // A browser has a person's session, never a token.
        if (user === null || csrf_token === null) return null;
        saveCsrfToken(csrf_token);
        return { user, csrf_token };
      } catch (error) {
        if (error instanceof ServiceError && error.status === 401)
          return endedSession(client.getQueryData<Session>(queryKey));
        throw error;
      }
    },
    staleTime: 60_000,
  });
}

/** Signs in. What was read in an earlier session is read again. */
export function useSignIn() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: { email: string; password: string; code?: string }) =>
      write('post', '/account/v1/session', {}, body),
    onSuccess: (session) => {
      const before = queries.getQueryData<Session>(SESSION_KEY);
      saveCsrfToken(session.csrf_token);
      if (before && before.user.email !== session.user.email) queries.clear();
      queries.setQueryData(SESSION_KEY, session);
      void queries.invalidateQueries({ predicate: ({ queryKey: [kind] }) => kind !== SESSION_KEY[0] });
    },
  });
}

/** Signs out, and drops all cached answers. */
export function useSignOut() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => write('delete', '/account/v1/session', {}, {}),
    onSuccess: () => {
      queries.clear();
      queries.setQueryData(SESSION_KEY, null);
    },
  });
}

/** Ends a session of the person; null: all of them, this one too. */
export function useEndSession() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: number | null) =>
      id === null
        ? write('delete', '/account/v1/sessions', {}, {})
        : write('delete', '/account/v1/sessions/{id}', {}, { id }),
    onSuccess: (_, id) => {
      if (id !== null) return queries.invalidateQueries({ queryKey: ['sessions'] });
      queries.clear();
      return queries.setQueryData(SESSION_KEY, null);
    },
  });
}
