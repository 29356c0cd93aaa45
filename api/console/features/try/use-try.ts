import { useMutation } from '@tanstack/react-query';
import { answerOf, api } from '../../client/api.ts';
import { useScope } from '../../client/scope.ts';
import type { orderOf } from './tried-order.ts';

/** Decides and explains an order, and saves nothing. */
export function useTry() {
  const scope = useScope();
  return useMutation({
    mutationFn: (body: ReturnType<typeof orderOf>) =>
      answerOf(
        api.POST('/account/v1/orders/route', {
          params: { query: { ...scope, dry_run: 'true', explain: 'true' } },
          body,
        }),
      ),
  });
}
