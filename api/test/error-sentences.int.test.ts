import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { aClient, anOrder, send, sharedApi } from './api.ts';

const api = await sharedApi();
const client = await aClient(api.db);

const ROUTE = '/api/v1/orders/route';
const BATCH = '/api/v1/orders/batch-route';
const RUNS = '/api/v1/runs';
const JSON_TYPE = { 'content-type': 'application/json' };

async function refusal(url: string, payload: string | Buffer, headers: Record<string, string> = JSON_TYPE) {
  const { statusCode, body } = await send(api.app, client.live, 'POST', url, { headers, payload });
  return { status: statusCode, detail: JSON.parse(body).detail as string };
}

const LINES = [anOrder(), anOrder({ external_order_id: 'SO-2' })].map((order) => JSON.stringify(order));
const NDJSON = `${LINES.join('\n')}\n`;

describe('a refusal', () => {
  it('says that a missing field is required', async () => {
    const { status, detail } = await refusal(ROUTE, JSON.stringify(anOrder({ destination_zip: undefined })));
    expect([status, detail]).toEqual([
      422,
      'The request body failed validation: destination_zip: is required',
    ]);
  });

  it.each([ROUTE, BATCH, RUNS])('of NDJSON sent as JSON to %s says so', async (url) => {
    const { status, detail } = await refusal(url, NDJSON);
    expect(status).toBe(400);
    expect(detail).toContain('It looks like NDJSON');
    expect(detail).toContain('Content-Type: application/x-ndjson');
  });

  it('of much NDJSON sent as JSON says so, too', async () => {
    const long = NDJSON.repeat(Math.ceil(1_200_000 / NDJSON.length));
    for (const url of [BATCH, RUNS])
      expect((await refusal(url, long)).detail).toContain('It looks like NDJSON');
  });

  it.each([ROUTE, RUNS])('of gzip without its header sent to %s says so', async (url) => {
    const { status, detail } = await refusal(url, gzipSync(NDJSON));
    expect(status).toBe(400);
    expect(detail).toContain('Content-Encoding: gzip');
  });

  it('of CSV sent as JSON, of UTF-16 and of a form sent as JSON says so', async () => {
    const csv = 'external_order_id,destination_zip,sku,quantity\nSO-1,10001,CHAIR,1\n';
    expect((await refusal(BATCH, csv)).detail).toContain('Content-Type: text/csv');
    const utf16 = Buffer.from(`\uFEFF${JSON.stringify(anOrder())}`, 'utf16le');
    expect((await refusal(ROUTE, utf16)).detail).toContain('UTF-16');
    const form = '--x1\r\nContent-Disposition: form-data; name="file"\r\n\r\n{}\r\n--x1--\r\n';
    expect((await refusal(ROUTE, form)).detail).toContain('multipart form');
  });

  it.each([
    ['multipart/form-data; boundary=x', 'does not take multipart/form-data', 'the file itself as the body'],
    ['application/x-www-form-urlencoded', 'does not take application/x-www', 'what curl -d sends by itself'],
    ['application/gzip', 'does not take application/gzip', 'Content-Encoding: gzip'],
  ])('of a body of type %s names the types taken and the likely cause', async (type, what, cause) => {
    const { status, detail } = await refusal(BATCH, 'x', { 'content-type': type });
    expect(status).toBe(415);
    expect(detail).toContain(what);
    expect(detail).toContain('it takes text/csv, application/json.');
    expect(detail).toContain(cause);
  });
});
