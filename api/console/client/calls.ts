import type { FetchResponse } from 'openapi-fetch';
import type { paths } from '../../../shared/client/account-api.d.ts';
import { api } from './api.ts';
import type { Scope } from './scope.ts';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
export type PathsOf<M extends Method> = {
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
export type ReadValues<P extends PathsOf<'get'>> = PathValues<Operation<P, 'get'>> &
  QueryValues<Operation<P, 'get'>>;

/** What a write takes: what is in its path, the members of its body, and the version that it changes. */
export type WriteValues<M extends Method, P extends PathsOf<M>> = PathValues<Operation<P, M>> &
  (Operation<P, M> extends { requestBody?: infer B } ? Json<NonNullable<B>> : unknown) & {
    readonly etag?: string | null;
    readonly query?: QueryValues<Operation<P, M>> | undefined;
  };

/** What an operation answers as JSON. */
export type AnswerOf<P extends PathsOf<M>, M extends Method = 'get'> = NonNullable<
  FetchResponse<Operation<P, M>, object, 'application/json'>['data']
>;

/** Calls an operation: of `values` what its path names is in the path, the others are its query or its body. */
export async function call(method: Method, path: string, scope: object, values: object) {
  const { etag, query, ...named } = values as { etag?: string | null; query?: object };
  const others = Object.entries(named).filter(([name]) => !path.includes(`{${name}}`));
  const isRead = method === 'get';
  const rest = Object.fromEntries(others.filter(([, value]) => !(isRead && value === '')));
  const params = {
    path: named,
    query: { ...scope, ...query, ...(isRead && rest) },
    ...(etag && { header: { 'if-match': etag } }),
  };
  // An operation may need a body of which every member may be left out.
  const hasBody = !isRead && (method !== 'delete' || others.length > 0);
  const { data } = await api.request(
    method,
    path as never,
    { params, ...(hasBody && { body: rest }) } as never,
  );
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

/** The same of one operation, for a hook that sends it. */
export const sending =
  <M extends Exclude<Method, 'get'>, P extends PathsOf<M>>(method: M, path: P) =>
  (values: WriteValues<M, P>, scope: object) =>
    write(method, path, scope, values);
