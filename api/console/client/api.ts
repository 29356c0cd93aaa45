import createFetchClient, { type Middleware } from 'openapi-fetch';
import type { paths } from '../../../shared/client/account-api.d.ts';
import { ServiceError } from './service-error.ts';

let csrfToken = '';

/** The token that the service wants back with every write of this session. */
export function keepCsrfToken(token: string): void {
  csrfToken = token;
}

/** What a write carries beside the cookie. */
export const csrfHeader = () => ({ 'x-csrf-token': csrfToken });

const SAFE = new Set(['GET', 'HEAD']);

const withSession: Middleware = {
  onRequest({ request }) {
    if (!SAFE.has(request.method)) request.headers.set('x-csrf-token', csrfToken);
    return request;
  },
  async onResponse({ response }) {
    if (response.ok) return response;
    const body: unknown = await response.json().catch(() => null);
    throw new ServiceError(response.status, body, response.headers.get('retry-after'));
  },
  onError: () => new ServiceError(0, null),
};

/** The account API, typed by its OpenAPI document. A call throws ServiceError where it is not answered with 2xx. */
export const api = createFetchClient<paths>({ baseUrl: window.location.origin });
api.use(withSession);

type Gets = { [P in keyof paths]: paths[P] extends { get: object } ? P : never }[keyof paths];

/** What a GET takes behind its question mark. Values from an address are text: the service refuses what it does not know. */
export type QueryOf<P extends Gets> = NonNullable<paths[P]['get']['parameters']['query']>;

/** The answer of a call. */
export async function answerOf<C extends Promise<{ data?: unknown }>>(
  call: C,
): Promise<NonNullable<Awaited<C>['data']>> {
  return (await call).data as NonNullable<Awaited<C>['data']>;
}
