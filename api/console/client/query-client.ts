import { QueryClient } from '@tanstack/react-query';
import { ServiceError } from './service-error.ts';

/** Fresh for as long as a click takes: going back shows the old figures at once, and newer ones come. */
const FRESH_MS = 2000;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      // What the caller did wrong is wrong again; what the service could not do may go well.
      retry: (failures, error) => failures < 2 && !(error instanceof ServiceError && error.status < 500),
      refetchOnWindowFocus: true,
    },
  },
});
