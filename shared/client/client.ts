import createFetchClient, { type Client } from 'openapi-fetch';
import type { components, paths } from './openapi.d.ts';

/** The service's schemas by their names in its document: `Schemas['Run']`. */
export type Schemas = components['schemas'];

/** The customer API, typed by its OpenAPI document. */
export type RoutingClient = Client<paths, 'application/json'>;

/**
 * A client of the service at `url` with an API key. Every call resolves to `{data}` or `{error, response}`, and throws only
 * if the service cannot be reached:
 *
 *   const { data, error } = await client.POST('/api/v1/orders/route', { body: order });
 */
export function createRoutingClient(url: string, key: string): RoutingClient {
  return createFetchClient<paths, 'application/json'>({
    baseUrl: url,
    headers: { authorization: `Bearer ${key}` },
  });
}
