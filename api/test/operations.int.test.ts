import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aClient, anOrder, createTestApi, send, stock, type TestApi } from './api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

describe('GET /readyz', () => {
  it('answers 200 on a migrated database and 503 on another', async () => {
    expect((await api.app.inject('/readyz')).json()).toEqual({ status: 'ready' });
    const other = await createTestApi();
    await other.db.pool.query('DELETE FROM _prisma_migrations');
    const response = await other.app.inject('/readyz');
    await other.close();
    expect(response.statusCode).toBe(503);
  });
});

describe('GET /metrics', () => {
  it('counts requests by route and decisions by status, and names no client', async () => {
    const { live } = await aClient(api.db);
    await stock(api.app, live, ['CHAIR', 'EWR1', 1]);
    for (const id of ['SO-1', 'SO-2']) {
      await send(api.app, live, 'POST', '/api/v1/orders/route', {
        payload: anOrder({ external_order_id: id }),
      });
      await send(api.app, live, 'GET', `/api/v1/orders/${id}`);
    }
    const response = await api.app.inject('/metrics');
    expect(response.headers['content-type']).toMatch(/^text\/plain/);
    const lines = response.body.split('\n');
    expect(lines).toContain('routed_orders_total{status="FULL"} 1');
    expect(lines).toContain('routed_orders_total{status="NONE"} 1');
    expect(lines).toContain('routing_search_budget_exhausted_total 0');
    const labels = 'method="GET",route="/api/v1/orders/:order_id",status="200"';
    expect(lines).toContain(`http_request_duration_seconds_count{${labels}} 2`);
    expect(response.body).not.toContain('SO-1');
  });
});
