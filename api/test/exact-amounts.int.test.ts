import { expect, it } from 'vitest';
import { aClient, sharedApi } from './api.ts';

const UNITS = 900_000;
const UNIT_VALUE = 999_999_999.9999;
/** 900,000 × 999,999,999.9999: past the integers that a double counts, in cents and in ten-thousandths. */
const TOTAL = '899999999999910';

const api = await sharedApi();
const client = await aClient(api.db);

interface Answer {
  readonly type?: string;
  readonly body: string;
}

async function call(
  method: 'GET' | 'POST',
  url: string,
  { body, ...headers }: Record<string, unknown> = {},
): Promise<Answer> {
  const answer = await api.app.inject({
    method,
    url,
    headers: { authorization: `Bearer ${client.live}`, ...(headers as Record<string, string>) },
    ...(body === undefined ? {} : { payload: body as object }),
  });
  expect([answer.statusCode, answer.body]).toEqual([
    answer.statusCode < 300 ? answer.statusCode : 200,
    answer.body,
  ]);
  return { type: `${answer.headers['content-type']}`, body: answer.body };
}

/** The amounts in a JSON or NDJSON answer, as they are written. */
function amountsIn({ type, body }: Answer): string[] {
  const texts = type?.includes('ndjson') ? body.trimEnd().split('\n') : [body];
  for (const text of texts) JSON.parse(text);
  return [...body.matchAll(/"total_shipment_value":([^,}]*)/g)].map(([, amount]) => amount!);
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
  expect((await call('POST', '/api/v1/orders/route', once)).body).toBe(first.body);

  const batch = await call('POST', '/api/v1/orders/batch-route', {
    body: { orders: [order('BIG-2'), order('BIG-3')] },
  });
  expect(amountsIn(batch)).toEqual([TOTAL, TOTAL]);

  const { routing_run_id, results } = JSON.parse(batch.body);
  const run = `/api/v1/runs/${routing_run_id}/results`;
  expect(amountsIn(await call('GET', run))).toEqual([TOTAL, TOTAL]);
  expect(amountsIn(await call('GET', run, { accept: 'application/x-ndjson' }))).toEqual([TOTAL, TOTAL]);
  expect((await call('GET', run, { accept: 'text/csv' })).body.match(/,899999999999910,/g)).toHaveLength(2);

  const decision = `/api/v1/decisions/${results[0].routing_decision_id}`;
  expect(amountsIn(await call('GET', decision))).toEqual([TOTAL]);
  expect(amountsIn(await call('GET', '/api/v1/orders/BIG-2'))).toEqual([TOTAL]);
  expect(amountsIn(await call('GET', '/api/v1/orders/BIG-2/decisions'))).toEqual([TOTAL]);

  const report = '/api/v1/reports/decisions';
  expect((await call('GET', `${report}.csv`)).body.match(/,899999999999910,/g)).toHaveLength(3);
  for (const accept of ['application/json', 'application/x-ndjson']) {
    expect(amountsIn(await call('GET', `${report}.csv`, { accept }))).toEqual([TOTAL, TOTAL, TOTAL]);
  }
});
