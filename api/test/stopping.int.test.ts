import { afterAll, describe, expect, it } from 'vitest';
import { countRows } from '../../shared/testing/test-database.ts';
import { aClient, anOrder, createTestApi, openApi } from './api.ts';

const api = await createTestApi();
afterAll(() => api.close());

describe('an application that stops', () => {
  it('finishes what is under way, and answers 503 to what is new', async () => {
    const { live, client_id } = await aClient(api.db);
    const stopping = await openApi(api.db);
    const url = await stopping.app.listen({ port: 0, host: '127.0.0.1' });
    const headers = { authorization: `Bearer ${live}`, 'content-type': 'application/json' };

    // a run waits for its ledger as long as somebody else has it
    const holder = await api.db.pool.connect();
    await holder.query('BEGIN; SELECT * FROM ledgers FOR UPDATE');
    const body = JSON.stringify(anOrder());
    const underWay = fetch(`${url}/api/v1/orders/route`, { method: 'POST', headers, body });
    await untilSomebodyWaits();
    const closed = stopping.close();

    const [refused, ready, alive] = await Promise.all(
      ['/api/v1/me', '/readyz', '/healthz'].map((path) => fetch(url + path, { headers })),
    );
    expect([refused?.status, ready?.status, alive?.status]).toEqual([503, 503, 200]);
    expect(refused?.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(refused?.headers.get('x-request-id')).toBeTruthy();

    await holder.query('COMMIT');
    holder.release();
    expect((await underWay).status).toBe(200);
    await closed;
    await expect(fetch(`${url}/healthz`)).rejects.toThrow();
    expect(await countRows(api.db, 'runs WHERE client_id = $1', client_id)).toBe(1);
  });
});

async function untilSomebodyWaits(): Promise<void> {
  const waiting = () =>
    api.db.pool.query(
      "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
    );
  await expect.poll(async () => (await waiting()).rowCount).toBeGreaterThan(0);
}
