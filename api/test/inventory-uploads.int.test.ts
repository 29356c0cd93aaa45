import { once } from 'node:events';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { aClient, anOrder, BODY_LIMIT, send, sharedApi } from './api.ts';
import { begin } from './sent-in-parts.ts';

const api = await sharedApi();
await api.app.listen({ port: 0, host: '127.0.0.1' });

const UPLOADS = '/api/v1/inventory/uploads';
const TYPES = { csv: 'text/csv', ndjson: 'application/x-ndjson', json: 'application/json' } as const;
const HEADER = 'sku,warehouse_id,quantity_available';

type Format = keyof typeof TYPES;

const upload = (
  key: string,
  format: Format,
  payload: string | Buffer,
  headers: Record<string, string> = {},
  url = UPLOADS,
) => send(api.app, key, 'POST', url, { headers: { 'content-type': TYPES[format], ...headers }, payload });

const uploadRows = (key: string, rows: readonly string[], headers = {}) =>
  upload(key, 'csv', [HEADER, ...rows].join('\n'), headers);

const csvRows = (count: number) => Array.from({ length: count }, (_, n) => `SKU-${n},EWR1,${n % 90}`);

/** Two rows that all formats can say. */
const FILES: Readonly<Record<Format, string>> = {
  csv: 'sku,external_warehouse_id,available_qty,unit_value,sku_description\nCHAIR,EWR1,4,129.5,"Oak, brown"\nDESK,ATL1,0,,\n',
  ndjson:
    '{"sku":"CHAIR","external_warehouse_id":"EWR1","available_qty":4,"unit_value":129.5,"sku_description":"Oak, brown"}\n' +
    '\n{"sku":"DESK","external_warehouse_id":"ATL1","available_qty":0}\n',
  json: JSON.stringify({
    inventory: [
      {
        sku: 'CHAIR',
        external_warehouse_id: 'EWR1',
        available_qty: 4,
        unit_value: 129.5,
        sku_description: 'Oak, brown',
      },
      { sku: 'DESK', external_warehouse_id: 'ATL1', available_qty: 0 },
    ],
    source_name: 'ERP',
  }),
};

const listed = async (key: string) =>
  (await send(api.app, key, 'GET', '/api/v1/inventory')).json().inventory as Record<string, unknown>[];

/** What syncs did to a client's live ledger. */
async function effects(clientId: number) {
  const { rows } = await api.db.pool.query(
    `SELECT l.stock_epoch, (SELECT count(*)::int FROM ingest_runs WHERE ledger_id = l.id) AS ingest_runs,
            (SELECT count(*)::int FROM inventory WHERE ledger_id = l.id) AS rows
     FROM ledgers l WHERE l.client_id = $1 AND l.environment = 'live'`,
    [clientId],
  );
  return rows[0];
}

describe('a dry run of an upload', () => {
  it('answers what would change and what would be released, and does nothing', async () => {
    const { live, client_id } = await aClient(api.db);
    await uploadRows(live, ['CHAIR,EWR1,5', 'DESK,EWR1,2']);
    await send(api.app, live, 'POST', '/api/v1/orders/route', {
      payload: anOrder({ lines: [{ sku: 'CHAIR', quantity: 3 }] }),
    });
    const before = await effects(client_id);
    const tried = await upload(live, 'csv', `${HEADER}\nDESK,EWR1,9\n`, {}, `${UPLOADS}?dry_run=true`);
    expect(tried.json()).toEqual({
      client_id,
      ingest_run_id: null,
      rows_received: 1,
      rows_upserted: 1,
      rows_inserted: 0,
      rows_updated: 1,
      rows_unchanged: 0,
      rows_deleted: 0,
      dry_run: true,
      units_now: 7,
      units_then: 14,
      rows_now: 2,
      reserved_units: 3,
    });
    expect(await effects(client_id)).toEqual(before);
    const faulty = await upload(live, 'csv', `${HEADER}\nDESK,NOWHERE,9\n`, {}, `${UPLOADS}?dry_run=true`);
    expect(faulty.json().code).toBe('unknown_warehouse');
  });
});

describe('POST /api/v1/inventory/uploads', () => {
  it.each(['csv', 'ndjson', 'json'] as const)(
    'takes %s, plain and gzip, in either variant',
    async (format) => {
      for (const contract_variant of ['A', 'B']) {
        const client = await aClient(api.db, { client: { contract_variant } });
        const url = `${UPLOADS}?source_name=ERP`;
        const plain = await upload(client.live, format, FILES[format], {}, url);
        const packed = gzipSync(FILES[format]);
        const gzip = await upload(client.live, format, packed, { 'content-encoding': 'gzip' }, url);
        expect([plain.statusCode, gzip.statusCode]).toEqual([200, 200]);
        const answer = { client_id: client.client_id, rows_received: 2, rows_upserted: 2, rows_deleted: 0 };
        expect(plain.json()).toMatchObject({
          ...answer,
          rows_inserted: 2,
          rows_updated: 0,
          rows_unchanged: 0,
        });
        expect(gzip.json()).toMatchObject({
          ...answer,
          rows_inserted: 0,
          rows_updated: 0,
          rows_unchanged: 2,
        });
        expect(await listed(client.live)).toMatchObject([
          {
            sku: 'CHAIR',
            warehouse_id: 'EWR1',
            quantity_available: 4,
            unit_value: 129.5,
            sku_description: 'Oak, brown',
            source_name: 'ERP',
          },
          { sku: 'DESK', warehouse_id: 'ATL1', quantity_available: 0, unit_value: null },
        ]);
        expect(await listed(client.test)).toEqual([]);
      }
    },
  );

  it('takes more rows and bytes than a synchronous request may have, as one sync', async () => {
    const { live, client_id } = await aClient(api.db);
    const before = await effects(client_id);
    const rows = csvRows(30_000).map((row) => row.replace('SKU', 'S'.repeat(150)));
    const file = [HEADER, ...rows].join('\n');
    expect(file.length).toBeGreaterThan(BODY_LIMIT);
    const response = await upload(live, 'csv', file);
    expect(response.json()).toMatchObject({ rows_received: 30_000, rows_inserted: 30_000 });
    expect(await effects(client_id)).toEqual({
      stock_epoch: before.stock_epoch + 1,
      ingest_runs: 1,
      rows: 30_000,
    });
  });

  it.each([
    ['ndjson', '{"sku":"A","warehouse_id":"EWR1","quantity_available":1}\n\nnonsense\n{"sku":7}', 'line 3'],
    [
      'json',
      '{"inventory":[{"sku":"A","warehouse_id":"EWR1","quantity_available":-1}]}',
      'inventory[0].quantity_available',
    ],
    [
      'json',
      '{"inventory":[{"sku":"A","warehouse_id":"EWR1","quantity_available":1}],"source_name":7}',
      'source_name',
    ],
    ['ndjson', '{"sku":"A\\u0000","warehouse_id":"EWR1","quantity_available":1}', 'line 1: sku'],
    ['csv', 'sku,warehouse_id\nA,EWR1', 'line 1'],
    ['csv', 'sku,warehouse_id,available_qty\n', 'body'],
    ['csv', '', 'body'],
    ['json', '{"inventory":[]}', 'inventory'],
  ] as const)('answers 422 to a faulty file of %s and names where', async (format, file, path) => {
    const { live } = await aClient(api.db);
    const response = await upload(live, format, file);
    expect(response.statusCode).toBe(422);
    expect(response.json().errors[0].path).toBe(path);
    expect(await listed(live)).toEqual([]);
  });

  it.each([
    [
      'an unknown warehouse',
      'csv',
      [HEADER, 'A,EWR1,1', 'A,LAX9,1'].join('\n'),
      /^Unknown Warehouse ID "LAX9" \(line 3\).*EWR1, ATL1/,
    ],
    ['a disabled warehouse', 'csv', [HEADER, 'A,ONT1,1'].join('\n'), /^Unknown Warehouse ID "ONT1"/],
    [
      'a row that comes twice',
      'csv',
      [HEADER, ...csvRows(11_000), 'SKU-3,EWR1,1'].join('\n'),
      /SKU-3 at EWR1 .*line 11002/,
    ],
    [
      'a row that comes twice',
      'json',
      `{"inventory":[${'{"sku":"A","warehouse_id":"EWR1","quantity_available":1},'.repeat(2).slice(0, -1)}]}`,
      /A at EWR1 .*inventory\[1\]/,
    ],
    ['client_id', 'csv', `${HEADER},client_id\nA,EWR1,1,7`, /client_id/],
    ['client_id', 'ndjson', '{"sku":"A","client_id":7}', /^line 1: client_id: .*API key/],
    [
      'client_id',
      'json',
      '{"inventory":[{"sku":"A","warehouse_id":"EWR1","available_qty":1}],"client_id":7}',
      /API key/,
    ],
    ['JSON that does not parse', 'json', '{"inventory":[{]}', /JSON/],
  ] as const)('answers 400 to %s in %s and keeps nothing', async (_case, format, file, detail) => {
    const { live, client_id } = await aClient(api.db);
    const before = await effects(client_id);
    const response = await upload(live, format, file);
    expect(response.statusCode).toBe(400);
    expect(response.json().detail).toMatch(detail);
    expect(await effects(client_id)).toEqual(before);
  });

  it('answers 400 to what is not gzip, and 415 to another type or encoding', async () => {
    const { live } = await aClient(api.db);
    const broken = await upload(live, 'csv', FILES.csv, { 'content-encoding': 'gzip' });
    expect([broken.statusCode, broken.json().detail]).toEqual([400, 'The body is not valid gzip.']);
    expect((await upload(live, 'csv', 'x', { 'content-encoding': 'br' })).statusCode).toBe(415);
    expect((await upload(live, 'csv', 'x', { 'content-type': 'text/plain' })).statusCode).toBe(415);
    expect((await send(api.app, live, 'POST', UPLOADS)).statusCode).toBe(415);
  });

  it('keeps nothing of a file that breaks off, and goes on serving', async () => {
    const { live, client_id } = await aClient(api.db);
    const before = await effects(client_id);
    const answered = new Promise<void>((resolve) =>
      api.app.server.once('request', (_request, response) => response.once('close', resolve)),
    );
    const sending = begin(api, live, UPLOADS, { 'content-type': 'text/csv' });
    sending.write([HEADER, ...csvRows(5000), ''].join('\n'));
    await once(api.app.server, 'request');
    sending.destroy();
    await answered;
    expect(await effects(client_id)).toEqual(before);
    expect((await uploadRows(live, csvRows(1))).statusCode).toBe(200);
  });

  it('takes effect once under an Idempotency-Key, whatever has been configured since', async () => {
    const { live, client_id } = await aClient(api.db);
    const key = { 'idempotency-key': 'nightly' };
    const first = await uploadRows(live, ['A,EWR1,1', 'B,EWR1,1'], key);
    await api.db.pool.query('UPDATE clients SET inventory_rows_limit = 1 WHERE id = $1', [client_id]);
    const again = await uploadRows(live, ['A,EWR1,1', 'B,EWR1,1'], key);
    expect([first.statusCode, again.statusCode]).toEqual([200, 200]);
    expect(again.body).toBe(first.body);
    expect((await effects(client_id)).ingest_runs).toBe(1);
    expect((await uploadRows(live, ['A,EWR1,2'], key)).statusCode).toBe(409);
    const packed = gzipSync([HEADER, 'A,EWR1,1', 'B,EWR1,1'].join('\n'));
    expect((await upload(live, 'csv', packed, { ...key, 'content-encoding': 'gzip' })).statusCode).toBe(409);
  });

  it('takes effect once for two requests of one key at once', async () => {
    const { live, client_id } = await aClient(api.db);
    const key = { 'idempotency-key': 'nightly' };
    const [one, two] = await Promise.all([1, 2].map(() => uploadRows(live, csvRows(2000), key)));
    expect([one!.statusCode, two!.statusCode]).toEqual([200, 200]);
    expect(one!.body).toBe(two!.body);
    expect((await effects(client_id)).ingest_runs).toBe(1);
  });
});
