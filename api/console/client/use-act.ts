import { useMutation, useQueryClient } from '@tanstack/react-query';
import { clientQuery, type Scope, useScope } from './scope.ts';

/** What of the answers becomes old when something has been done. */
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
 * An action on the client's account. What it makes old is read again before it counts as done, so that the page never
 * shows the old state after the new.
 */
export function useAct<V, A>(
  act: (value: V, query: { client?: string }, scope: Scope) => Promise<A>,
  makesOld: readonly Kind[],
) {
  const scope = useScope();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (value: V) => act(value, clientQuery(scope), scope),
    onSuccess: () =>
      Promise.all(
        [...makesOld, 'history' as const].map((kind) => queries.invalidateQueries({ queryKey: [kind] })),
      ),
  });
}
