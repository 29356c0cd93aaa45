import { type UseQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import {
  type AnswerOf,
  call,
  type Method,
  type PathsOf,
  type ReadValues,
  read,
  type WriteValues,
  write,
} from './calls.ts';
import { type PagesOptions, readAll, usePages } from './pages.ts';
import { type Kind, keyOf, scopeOf } from './query-keys.ts';
import { useScope } from './scope.ts';
import { useAccountMutation } from './use-account-mutation.ts';

type ReadOptions<A, T> = Omit<UseQueryOptions<A, Error, T>, 'queryKey' | 'queryFn'>;

/** Reads an operation of a kind of answers, for the open client and, where the kind depends on it, environment. */
export function useRead<P extends PathsOf<'get'>, T = AnswerOf<P>>(
  kind: Kind,
  path: P,
  values: ReadValues<P>,
  options: ReadOptions<AnswerOf<P>, T> = {},
): UseQueryResult<T> {
  const scope = useScope();
  return useQuery({
    ...options,
    queryKey: keyOf(kind, scope, path, values),
    queryFn: () => read(path, scopeOf(kind, scope), values),
  });
}

/** The same of a write that changes nothing: a dry run, or a question that has a body. */
export function useTrial<M extends Exclude<Method, 'get'>, P extends PathsOf<M>, T = AnswerOf<P, M>>(
  method: M,
  path: P,
  kind: Kind,
  values: WriteValues<M, P>,
  options: ReadOptions<AnswerOf<P, M>, T> = {},
): UseQueryResult<T> {
  const scope = useScope();
  return useQuery({
    ...options,
    queryKey: keyOf(kind, scope, path, values),
    queryFn: () => write(method, path, scopeOf(kind, scope), values),
  });
}

type Page<P extends PathsOf<'get'>> = AnswerOf<P> & { readonly next_cursor: string | null };
type ListsOf<A> = { [N in keyof A]: A[N] extends readonly unknown[] ? N : never }[keyof A];
type RowOf<A, N extends keyof A> = A[N] extends readonly (infer R)[] ? R : never;
type ListValues<P extends PathsOf<'get'>> = Omit<ReadValues<P>, 'cursor'>;

function usePageReader<P extends PathsOf<'get'>, N extends ListsOf<AnswerOf<P>>>(
  kind: Kind,
  path: P,
  list: N,
  values: ListValues<P>,
) {
  const scope = useScope();
  return {
    queryKey: keyOf(kind, scope, path, values),
    read: (cursor: string | undefined) =>
      call('get', path, scopeOf(kind, scope), { ...values, cursor }) as Promise<Page<P>>,
    rowsOf: useCallback((page: AnswerOf<P>) => page[list] as RowOf<AnswerOf<P>, N>[], [list]),
  };
}

/** Reads a list in pages, as usePages does. `list` is its name in the answer. */
export function useList<P extends PathsOf<'get'>, N extends ListsOf<AnswerOf<P>>>(
  kind: Kind,
  path: P,
  list: N,
  values: ListValues<P>,
  options: Partial<PagesOptions<Page<P>, RowOf<AnswerOf<P>, N>>> = {},
) {
  const { queryKey, ...reader } = usePageReader(kind, path, list, values);
  return usePages<Page<P>, RowOf<AnswerOf<P>, N>>({
    queryKey: [...queryKey, 'pages'],
    ...reader,
    ...options,
  });
}

/** Reads all pages of a list. */
export function useReadAll<P extends PathsOf<'get'>, N extends ListsOf<AnswerOf<P>>>(
  kind: Kind,
  path: P,
  list: N,
  values: ListValues<P>,
  options: { readonly enabled?: boolean } = {},
) {
  const { queryKey, read: readPage, rowsOf } = usePageReader(kind, path, list, values);
  const queryFn = () => readAll(readPage, rowsOf);
  return useQuery({ ...options, queryKey: [...queryKey, 'all'], queryFn });
}

/** An action by one operation. Its answers are of a kind; `outdates`: others that it makes outdated instead. */
export const useWrite = <M extends Exclude<Method, 'get'>, P extends PathsOf<M>>(
  method: M,
  path: P,
  kind: Kind,
  { outdates = [kind] }: { readonly outdates?: readonly Kind[] } = {},
) =>
  useAccountMutation(
    (values: WriteValues<M, P>, _, scope) => write(method, path, scopeOf(kind, scope), values),
    outdates,
  );
