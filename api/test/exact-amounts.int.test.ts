import { expect, it } from 'vitest';
import { type Asked, aClient, ask, sharedApi } from './api.ts';

const UNITS = 900_000;
const UNIT_VALUE = 999_999_999.9999;
/** 900,000 × 999,999,999.9999: past the integers that a double counts, in cents and in ten-thousandths. */
const TOTAL = '899999999999910';

const api = await sharedApi();
const client = await aClient(api.db);

async function call(
  method: 'GET' | 'POST',
  url: string,
  { body, ...headers }: Record<string, unknown> = {},
): Promise<Asked> {
  const answer = await ask(api, client.live, method, url, body as object | undefined, headers);
  expect([answer.status, answer.text]).toEqual([answer.status < 300 ? answer.status : 200, answer.text]);
  return answer;
}

/** The amounts in a JSON or NDJSON answer, as they are written. */
function amountsIn({ headers, text }: Asked): string[] {
  const isLines = String(headers['content-type']).includes('ndjson');
  for (const each of isLines ? text.trimEnd().split('\n') : [text]) JSON.parse(each);
  return [...text.matchAll(/"total_shipment_value":([^,}]*)/g)].map(([, amount]) => amount!);
}

const order = (external_order_id: string) => ({
  external_order_id,
  destination_zip: '10001',
  lines: [{ sku: 'BIG', quantity: UNITS, unit_value: UNIT_VALUE }],
});

it('writes an amount past 2^53 exactly in every answer that shows it', async () => {
  const inventory = [{ sku: 'BIG', warehouse_id: 'EWR1', quantity_available: 10 * UNITS }];
  await call('POST', '/api/v1/inventory', { body: { inventory } });

  const once = { body: order('BIG-1'), 'idempotency-key': 'once' };
  const first = await call('POST', '/api/v1/orders/route', once);
  expect(amountsIn(first)).toEqual([TOTAL]);
  expect((await call('POST', '/api/v1/orders/route', once)).text).toBe(first.text);

  const batch = await call('POST', '/api/v1/orders/batch-route', {
    body: { orders: [order('BIG-2'), order('BIG-3')] },
  });
  expect(amountsIn(batch)).toEqual([TOTAL, TOTAL]);

  const { routing_run_id, results } = batch.body;
  const run = `/api/v1/runs/${routing_run_id}/results`;
  expect(amountsIn(await call('GET', run))).toEqual([TOTAL, TOTAL]);
  expect(amountsIn(await call('GET', run, { accept: 'application/x-ndjson' }))).toEqual([TOTAL, TOTAL]);
  expect((await call('GET', run, { accept: 'text/csv' })).text.match(/,899999999999910,/g)).toHaveLength(2);

  const decision = `/api/v1/decisions/${results[0].routing_decision_id}`;
  expect(amountsIn(await call('GET', decision))).toEqual([TOTAL]);
  expect(amountsIn(await call('GET', '/api/v1/orders/BIG-2'))).toEqual([TOTAL]);
  expect(amountsIn(await call('GET', '/api/v1/orders/BIG-2/decisions'))).toEqual([TOTAL]);

  const report = '/api/v1/reports/decisions';
  expect((await call('GET', `${report}.csv`)).text.match(/,899999999999910,/g)).toHaveLength(3);
  for (const accept of ['application/json', 'application/x-ndjson']) {
    expect(amountsIn(await call('GET', `${report}.csv`, { accept }))).toEqual([TOTAL, TOTAL, TOTAL]);
  }
});
