import type { FastifyInstance } from 'fastify';
import { anOrder, send } from '../api.ts';

/** The calls that the contract's tests make, each with a key. */
export const callsOf = (app: FastifyInstance) => ({
  get: (key: string, url: string) => send(app, key, 'GET', `/api/v1/${url}`),
  sync: (key: string, inventory: unknown, fields: object = {}) =>
    send(app, key, 'POST', '/api/v1/inventory', { payload: { inventory, ...fields } }),
  route: (key: string, fields: Record<string, unknown> = {}) =>
    send(app, key, 'POST', '/api/v1/orders/route', { payload: anOrder(fields) }),
  batch: (key: string, orders: unknown) =>
    send(app, key, 'POST', '/api/v1/orders/batch-route', { payload: { orders } }),
});

/** Client fields of Variant B. */
export const VARIANT_B = { contract_variant: 'B', plan: 'pro', subscription_status: 'active' };

/** The paths that a 422 names. */
export const faultsOf = (response: { json(): unknown }): string[] =>
  (response.json() as { errors: { path: string }[] }).errors.map(({ path }) => path);
