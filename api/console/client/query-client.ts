import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { queryKeys } from './query-keys.ts';
import { ServiceError } from './service-error.ts';

/** Fresh for as long as a click takes: going back shows the old figures at once, and newer ones come. */
const FRESH_MS = 2000;

/** A session that has ended shows the sign-in, and then the same page again. */
function onError(error: Error): void {
  const hasEnded = error instanceof ServiceError && error.code === 'not_signed_in';
  if (hasEnded) queryClient.setQueryData(queryKeys.session, null);
}

export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      // What the caller did wrong is wrong again; what the service could not do may go well.
      retry: (failures, error) => failures < 2 && !(error instanceof ServiceError && error.status < 500),
      refetchOnWindowFocus: true,
    },
  },
});
