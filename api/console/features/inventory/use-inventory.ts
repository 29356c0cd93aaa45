import { useList, useRead } from '../../client/operations.ts';
import { useRefreshMs } from '../../client/preferences.ts';

/** The pairs of which more is reserved than there is. */
export const useShortPairs = () => useList('inventory', '/account/v1/short-pairs', 'pairs', { limit: 100 });

/** The places of the warehouses with a capacity, for two weeks from today on. */
export const useCapacity = () =>
  useRead('capacity', '/account/v1/capacity', {}, { refetchInterval: useRefreshMs() });
