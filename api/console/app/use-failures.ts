import { useRead } from '../client/operations.ts';
import { useRefreshMs } from '../client/preferences.ts';
import { useScope } from '../client/scope.ts';
import { useSession } from '../client/session.ts';
import { useService } from '../features/operator/use-service.ts';
import { isFailing } from '../features/webhooks/failing.ts';
import { useWebhooks } from '../features/webhooks/use-webhooks.ts';

/** More failed runs are not counted. */
const MAX_RUNS = 99;

/** How much fails, by the page that shows it. What the person may not read is left out. */
export function useFailures(): Readonly<Record<string, number>> {
  const scope = useScope();
  const role = useSession().data?.user.role ?? null;
  const isOperator = role === 'operator';
  const hasAccount = isOperator ? scope.client !== undefined : role !== null;
  const values = { status: 'failed', limit: MAX_RUNS } as const;
  const options = { enabled: hasAccount, refetchInterval: useRefreshMs() };
  const runs = useRead('runs', '/account/v1/runs', values, options);
  const webhooks = useWebhooks({ isWanted: hasAccount && (isOperator || role === 'owner') });
  const service = useService({ isWanted: isOperator });
  return {
    '/runs': runs.data?.runs.length ?? 0,
    '/webhooks': webhooks.data?.filter(isFailing).length ?? 0,
    '/service': (service.data?.failing_count ?? 0) + (service.data?.failures.length ?? 0),
  };
}
