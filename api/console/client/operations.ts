import { type UseQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { FetchResponse } from 'openapi-fetch';
import { useCallback } from 'react';
import type { paths } from '../../../shared/client/account-api.d.ts';
import { api } from './api.ts';
import type { OpenDraft } from './draft.tsx';
import { type PagesOptions, readAll, usePages } from './pages.ts';
import { type Kind, keyOf, scopeOf } from './query-keys.ts';
import { type Scope, useScope } from './scope.ts';
import { useAccountMutation } from './use-account-mutation.ts';

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
type PathsOf<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<M, object> ? P : never;
}[keyof paths];
type Operation<P extends keyof paths, M extends Method> = Extract<paths[P][M & keyof paths[P]], object>;
type Json<T> = [T] extends [{ content: { 'application/json': infer B } }] ? B : unknown;
/** A query without the client and the environment, which are those of the page unless they are given. */
type Named<T> = { readonly [K in keyof T as Exclude<K, keyof Scope>]: T[K] | undefined } & Partial<Scope>;

type PathValues<O> = O extends { parameters: { path: infer V } } ? V : unknown;
type QueryValues<O> = O extends { parameters: { query?: infer V } }
  ? [V] extends [never]
    ? unknown
    : Named<NonNullable<V>>
  : unknown;

/** What a read names: what is in its path, and its query. */
type ReadValues<P extends PathsOf<'get'>> = PathValues<Operation<P, 'get'>> &
  QueryValues<Operation<P, 'get'>>;

/** What a write takes: what is in its path, the members of its body, and the version that it changes. */
type WriteValues<M extends Method, P extends PathsOf<M>> = PathValues<Operation<P, M>> &
  (Operation<P, M> extends { requestBody?: infer B } ? Json<NonNullable<B>> : unknown) & {
    readonly etag?: string | null;
    readonly query?: QueryValues<Operation<P, M>>;
  };

/** What an operation answers as JSON. */
type AnswerOf<P extends PathsOf<M>, M extends Method = 'get'> = NonNullable<
  FetchResponse<Operation<P, M>, object, 'application/json'>['data']
>;

/** Calls an operation: of `values` what its path names is in the path, the others are its query or its body. */
async function call(method: Method, path: string, scope: object, values: object) {
  const { etag, query, ...named } = values as { etag?: string | null; query?: object };
  const others = Object.entries(named).filter(([name]) => !path.includes(`{${name}}`));
  const isRead = method === 'get';
  const rest = Object.fromEntries(others.filter(([, value]) => !(isRead && value === '')));
  const params = {
    path: named,
    query: { ...scope, ...query, ...(isRead && rest) },
    ...(etag && { header: { 'if-match': etag } }),
  };
  const body = !isRead && others.length > 0 ? { body: rest } : {};
  const { data } = await api.request(method, path as never, { params, ...body } as never);
  return data as unknown;
}

/** Reads once. `scope` is that of the page, or a part of it. */
export const read = <P extends PathsOf<'get'>>(path: P, scope: object, values: ReadValues<P>) =>
  call('get', path, scope, values as object) as Promise<AnswerOf<P>>;

/** Writes once. */
export const write = <M extends Exclude<Method, 'get'>, P extends PathsOf<M>>(
  method: M,
  path: P,
  scope: object,
  values: WriteValues<M, P>,
) => call(method, path, scope, values as object) as Promise<AnswerOf<P, M>>;

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
export const useList = <P extends PathsOf<'get'>, N extends ListsOf<AnswerOf<P>>>(
  kind: Kind,
  path: P,
  list: N,
  values: ListValues<P>,
  options: Partial<PagesOptions<Page<P>, RowOf<AnswerOf<P>, N>>> = {},
) => usePages<Page<P>, RowOf<AnswerOf<P>, N>>({ ...usePageReader(kind, path, list, values), ...options });

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

interface WriteOptions<V> {
  /** The kinds of answers that it makes outdated, if they are others than its own. */
  readonly outdates?: readonly Kind[];
  /** See useAccountMutation. */
  readonly inDraft?: (draft: OpenDraft, values: V, query: { client?: string }) => Promise<void>;
}

/** An action by one operation. Its answers are of a kind. */
export const useWrite = <M extends Exclude<Method, 'get'>, P extends PathsOf<M>>(
  method: M,
  path: P,
  kind: Kind,
  { outdates = [kind], inDraft }: WriteOptions<WriteValues<M, P>> = {},
) =>
  useAccountMutation(
    (values: WriteValues<M, P>, _, scope) => write(method, path, scopeOf(kind, scope), values),
    outdates,
    inDraft,
  );
