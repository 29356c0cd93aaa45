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
    throw new ServiceError(response.status, await response.json().catch(() => null));
  },
  onError: () => new ServiceError(0, null),
};

/** The account API, typed by its OpenAPI document. A call throws ServiceError where it is not answered with 2xx. */
export const api = createFetchClient<paths>({ baseUrl: window.location.origin });
api.use(withSession);

/** The answer of a call. */
export async function answerOf<C extends Promise<{ data?: unknown }>>(
  call: C,
): Promise<NonNullable<Awaited<C>['data']>> {
  return (await call).data as NonNullable<Awaited<C>['data']>;
}
