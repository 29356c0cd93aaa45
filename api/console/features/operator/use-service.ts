import { useRead } from '../../client/operations.ts';
import { useRefreshMs } from '../../client/preferences.ts';

/** Health, queues, workers and failures of the whole service. */
export const useService = ({ isWanted = true } = {}) =>
  useRead('service', '/account/v1/service', {}, { enabled: isWanted, refetchInterval: useRefreshMs() });
