import type { AddressInfo } from 'node:net';
import { afterAll, expect, it } from 'vitest';
import { createTestAccount } from '../../shared/testing/test-account.ts';
import { aPerson } from './account/people.ts';
import { anOrder, createTestApi, send, stock } from './api.ts';

const api = await createTestApi();
await api.app.listen({ port: 0, host: '127.0.0.1' });
const origin = `http://127.0.0.1:${(api.app.server.address() as AddressInfo).port}`;
afterAll(() => api.close());

/** Headers that are another each time, or are of the connection. */
const OWN = new Set(['date', 'x-request-id', 'connection', 'keep-alive', 'transfer-encoding', 'set-cookie']);

async function headersAt(method: 'GET' | 'HEAD', url: string, headers: Record<string, string>) {
  const breaksOff = new AbortController();
  const response = await fetch(`${origin}${url}`, {
    ...{ method, headers, redirect: 'manual' as const, signal: breaksOff.signal },
  });
  const found = [...response.headers].filter(([name]) => !OWN.has(name) && !name.startsWith('ratelimit'));
  breaksOff.abort();
  return { status: response.status, headers: Object.fromEntries(found) };
}

it('HEAD answers the headers of GET at every route', async () => {
  const { client_id, keys } = await createTestAccount(api.db);
  await stock(api.app, keys.live, ['CHAIR', 'EWR1', 5]);
  const sent = { payload: anOrder({ external_order_id: 'SO-1' }) };
  const run = (await send(api.app, keys.live, 'POST', '/api/v1/orders/route', sent)).json();
  const values: Readonly<Record<string, string>> = {
    order_id: 'SO-1',
    routing_run_id: `${run.routing_run_id}`,
    routing_decision_id: `${run.results[0].routing_decision_id}`,
    sku: 'CHAIR',
    warehouse_id: 'EWR1',
  };
  const owner = (await aPerson(api.db, 'owner', client_id)).headers;
  const operator = (await aPerson(api.db, 'operator')).headers;
  const headersFor = (url: string): Record<string, string> => {
    if (url.startsWith('/api/v1/')) return { authorization: `Bearer ${keys.live}` };
    if (
      url.startsWith('/account/v1/service') ||
      url.startsWith('/account/v1/clients') ||
      url.startsWith('/ops/')
    )
      return { ...operator };
    return url.startsWith('/account/v1/') ? { ...owner } : {};
  };
  // A page that a browser is sent to acts when it is read; /metrics is longer each time.
  const isOther = (url: string) => url === '/account/v1/session/sso/callback' || url === '/metrics';
  const gets = api.app.routeTable.filter(({ method, url }) => method === 'GET' && !isOther(url));
  expect(gets.length).toBeGreaterThan(100);
  const others: unknown[] = [];
  const reached = new Set<number>();
  for (const { url, options } of gets) {
    const path = url
      .replace(/:(\w+)/g, (_, name: string) => values[name] ?? '999999')
      .replace('*', 'nothing');
    const query = options.config?.ledger ? '?environment=live' : '';
    const [get, head] = [
      await headersAt('GET', `${path}${query}`, headersFor(url)),
      await headersAt('HEAD', `${path}${query}`, headersFor(url)),
    ];
    reached.add(get.status);
    if (JSON.stringify(get) !== JSON.stringify(head)) others.push({ url: `${path}${query}`, get, head });
  }
  expect(others).toEqual([]);
  expect([...reached]).toEqual(expect.arrayContaining([200, 404]));
});
