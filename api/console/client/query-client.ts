import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { SESSION_KEY } from './query-keys.ts';
import { ServiceError } from './service-error.ts';
import { endedSession, type Session } from './session.ts';

/** Answers are fresh for this time. After it, going back shows the old figures at once while newer ones are read. */
const FRESH_MS = 2000;

/** A session that has ended shows the sign-in over the page, whose edits stay. */
function onError(error: Error): void {
  const hasEnded = error instanceof ServiceError && error.code === 'not_signed_in';
  if (hasEnded) queryClient.setQueryData<Session | null>(SESSION_KEY, endedSession);
}

export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      // A refused request would be refused again; a failure of the service may pass.
      retry: (failures, error) => failures < 2 && !(error instanceof ServiceError && error.status < 500),
      refetchOnWindowFocus: true,
    },
    // A change fails at once if the service is away: nobody knows what it would change later.
    mutations: { networkMode: 'always' },
  },
});
