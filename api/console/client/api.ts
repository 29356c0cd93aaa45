import createFetchClient, { type Middleware } from 'openapi-fetch';
import type { paths } from '../../../shared/client/account-api.d.ts';
import { askConfirmation } from './confirmation.ts';
import { untilServiceIsThere } from './service-away.ts';
import { ServiceError } from './service-error.ts';

let csrfToken = '';

/** Saves the token that every write of this session must send. */
export function saveCsrfToken(token: string): void {
  csrfToken = token;
}

/** The header that a write needs in addition to the cookie. */
export const csrfHeader = () => ({ 'x-csrf-token': csrfToken });

const SAFE = new Set(['GET', 'HEAD']);

/** Longer than the service waits for anything, so that only a silent network ends a read like this. */
const READ_MS = 60_000;

/** After so long without a key or a click, nobody is there, and refreshing figures does not keep the session open. */
const ATTENDED_MS = 60_000;

let touchedAt = Date.now();
const onTouch = () => {
  touchedAt = Date.now();
};
for (const event of ['pointerdown', 'keydown', 'wheel'])
  window.addEventListener(event, onTouch, { capture: true, passive: true });

/** Fetches. A read without an answer fails, so that a page does not load for ever. */
const fetchInTime = (request: Request) =>
  fetch(request, SAFE.has(request.method) ? { signal: AbortSignal.timeout(READ_MS) } : {});

/** The same. Where the person must confirm that it is them, asks them, and goes on with the request. */
async function fetchConfirmed(request: Request): Promise<Response> {
  if (Date.now() - touchedAt > ATTENDED_MS) request.headers.set('x-unattended', '1');
  if (SAFE.has(request.method)) return fetchInTime(request);
  const again = request.clone();
  const response = await fetchInTime(request);
  if (response.status !== 403) return response;
  const { code } = (await response.clone().json()) as { code?: string };
  return code === 'confirm_again' && (await askConfirmation()) ? fetchInTime(again) : response;
}

const withSession: Middleware = {
  onRequest({ request }) {
    if (!SAFE.has(request.method)) request.headers.set('x-csrf-token', csrfToken);
    return request;
  },
  async onResponse({ response }) {
    if (response.ok) return response;
    const body: unknown = await response.json().catch(() => null);
    // A proxy answers instead of the service.
    if (body === null && response.status > 500) void untilServiceIsThere();
    throw new ServiceError(response.status, body, response.headers.get('retry-after'));
  },
  onError() {
    void untilServiceIsThere();
    return new ServiceError(0, null);
  },
};

/** The account API, typed by its OpenAPI document. A call throws ServiceError if the answer is not 2xx. */
export const api = createFetchClient<paths>({ baseUrl: window.location.origin, fetch: fetchConfirmed });
api.use(withSession);

type Gets = { [P in keyof paths]: paths[P] extends { get: object } ? P : never }[keyof paths];

/** The query of a GET. Values from an address are text; the service refuses those that it does not know. */
export type QueryOf<P extends Gets> = NonNullable<paths[P]['get']['parameters']['query']>;
