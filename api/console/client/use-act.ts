import { useMutation, useQueryClient } from '@tanstack/react-query';
import { clientOf, type Scope, useScope } from './scope.ts';

/** Kinds of answers, the first part of their cache keys. */
type Kind =
  | 'configuration'
  | 'people'
  | 'history'
  | 'clients'
  | 'inventory'
  | 'orders'
  | 'overview'
  | 'service';

/**
 * An action on the client's account. The answers that it makes outdated are read again before it counts as done, so that
 * the page never shows an old state after the action.
 */
export function useAct<V, A>(
  act: (value: V, query: { client?: string }, scope: Scope) => Promise<A>,
  outdates: readonly Kind[],
) {
  const scope = useScope();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (value: V) => act(value, clientOf(scope), scope),
    onSuccess: () =>
      Promise.all(
        [...outdates, 'history' as const].map((kind) => queries.invalidateQueries({ queryKey: [kind] })),
      ),
  });
}
