import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Kind } from './query-keys.ts';
import { clientQuery, type Scope, useScope } from './scope.ts';
import { isChangedMeanwhile } from './service-error.ts';

/** Reads answers of some kinds again. */
export function useReadAgain() {
  const queries = useQueryClient();
  return (kinds: readonly Kind[]) =>
    Promise.all(kinds.map((kind) => queries.invalidateQueries({ queryKey: [kind] })));
}

/**
 * An action on the client's account. The answers that it makes outdated are read again before it counts as done, so that
 * the page never shows an old state after the action. If it is refused because somebody else was faster (412), they are
 * read again too. What asks before is useChange.
 */
export function useAccountMutation<V, A>(
  act: (value: V, query: { client?: string }, scope: Scope) => Promise<A>,
  outdates: readonly Kind[],
) {
  const scope = useScope();
  const reread = useReadAgain();
  const readAgain = () => reread([...outdates, 'history']);
  return useMutation({
    mutationFn: (value: V) => act(value, clientQuery(scope), scope),
    onSuccess: readAgain,
    onError: (error) => (isChangedMeanwhile(error) ? readAgain() : undefined),
  });
}
