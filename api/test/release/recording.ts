import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AccountFileInput, parseAccountFile } from '../../../shared/accounts/account-file.ts';
import { applyAccountFile } from '../../../shared/accounts/apply-account.ts';
import { authenticate } from '../../../shared/accounts/principal.ts';
import { markRunFailed } from '../../../shared/routing/managed/managed-run.ts';
import { beginRun } from '../../../shared/routing/managed/receiving-store.ts';
import { scoreOneChunk, scoreRun, workRun } from '../../../shared/testing/work-run.ts';
import { createLaneResolver } from '../../../shared/transit/lane-resolver.ts';
import type { TestApi } from '../api.ts';
import { readRows, type StoredRows } from './stored-rows.ts';

/** A request and its answer. */
export interface Exchange {
  readonly client: 'A' | 'B';
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly payload?: string;
  readonly status: number;
  /** The SHA-256 of order results, reports and replays, which must be the same bytes. Other answers must include the recorded members. */
  readonly body: { readonly sha256: string } | { readonly includes: object };
}

/** The SHA-256 of an answer. */
export const sha256 = (body: string): string => createHash('sha256').update(body).digest('hex');

/** The recorded form of an answer. */
function expectationOf({ method, url }: Pick<Exchange, 'method' | 'url'>, body: string): Exchange['body'] {
  const isSame =
    (method === 'POST' && !url.startsWith('/runs')) || url.includes('/results') || !body.startsWith('{');
  if (isSame) return { sha256: sha256(body) };
  // How fast a run is worked depends on the workers of the moment.
  const isRate = (key: string) => key === 'orders_per_second' || key === 'eta_seconds';
  return { includes: JSON.parse(body, (key, value) => (isRate(key) ? undefined : value)) };
}

/** An answer while it is recorded. */
interface Answer {
  readonly exchange: Exchange;
  readonly run_id: number;
}

/** What a release stored and answered. */
export interface Recording {
  readonly rows: StoredRows;
  readonly keys: Readonly<Record<'A' | 'B', string>>;
  /** Payloads of the jobs that wait, by queue. */
  readonly jobs: readonly { readonly queue: string; readonly data: object }[];
  readonly exchanges: readonly Exchange[];
  /** Managed runs that are not finished, and may be worked. */
  readonly unfinished: readonly number[];
}

const warehouses = [
  { warehouse_id: 'EWR1', warehouse_code: 'W-001', warehouse_name: 'Edison NJ', zip: '08837', priority: 1 },
  { warehouse_id: 'ATL1', warehouse_code: 'W-002', warehouse_name: 'Atlanta GA', zip: '30336', priority: 2 },
  { warehouse_id: 'ONT1', warehouse_code: 'W-003', warehouse_name: 'Ontario CA', zip: '91761', priority: 3 },
  { warehouse_id: 'OLD1', warehouse_code: 'W-004', warehouse_name: 'Old', zip: '75261', enabled: false },
];

const clientOf = (contract_variant: 'A' | 'B') => ({
  slug: `recorded-${contract_variant.toLowerCase()}`,
  name: `Recorded ${contract_variant}`,
  contract_variant,
  plan: 'trial', // counted for all time: the answers do not depend on the month
  subscription_status: 'active' as const,
  routed_orders_limit: 10_000,
});

const ACCOUNTS: Readonly<Record<'A' | 'B', AccountFileInput>> = {
  A: {
    client: clientOf('A'),
    warehouses,
    settings: {
      split_shipment: 'warn',
      max_transit_days: { mode: 'warn', days: 3 },
      minimum_shipment_value: { mode: 'warn', value: 25.5 },
    },
    profiles: [
      {
        partner_id: 'consumer',
        name: 'Consumer',
        settings: { split_shipment: 'block', ranking: 'priority' },
        warehouse_ids: ['EWR1', 'ATL1'],
      },
      { partner_id: 'gone', name: 'Gone', enabled: false },
    ],
    item_controls: [
      { sku: 'RESTRICTED', rule: 'restrict', warehouse_ids: ['ATL1'], fallback: 'block', note: 'licence' },
      { sku: 'PREFERRED', rule: 'prefer', warehouse_ids: ['ONT1'] },
      { sku: 'EXCLUDED', rule: 'exclude', warehouse_ids: ['EWR1'] },
      { sku: 'WHOLE', rule: 'do_not_split' },
      { sku: 'ALL', rule: 'do_not_partial' },
      { sku: 'VENDOR', rule: 'drop_ship', note: 'ships from the vendor' },
      { sku: 'HELD', rule: 'hold' },
      { sku: 'QUICK', rule: 'max_transit_days', days: 2 },
    ],
    api_keys: [{ name: 'store', environment: 'live' }],
    users: [{ email: 'owner@recorded.example', role: 'owner', password: 'correct horse' }],
  },
  B: {
    client: clientOf('B'),
    warehouses,
    transit: { provider: 'table', lanes_file: 'lanes.csv' },
    api_keys: [{ name: 'store', environment: 'live' }],
  },
};

const LANES =
  'warehouse_id,destination_zip3,transit_days\nEWR1,100,1\nATL1,100,3\nONT1,100,5\nEWR1,10001,2\n';

const SKUS = [
  'CHAIR',
  'LAMP',
  'RESTRICTED',
  'PREFERRED',
  'EXCLUDED',
  'WHOLE',
  'ALL',
  'VENDOR',
  'HELD',
  'QUICK',
];

const inventory = [
  ...SKUS.flatMap((sku) =>
    ['EWR1', 'ATL1', 'ONT1'].map((warehouse_id, n) => ({
      sku,
      warehouse_id,
      quantity_available: 40 + 5 * n,
      unit_value: 19.9975,
      sku_description: `One ${sku.toLowerCase()}`,
    })),
  ),
  { sku: 'HERE', warehouse_id: 'EWR1', quantity_available: 6 },
  { sku: 'THERE', warehouse_id: 'ONT1', quantity_available: 6 },
  { sku: 'EDGE', warehouse_id: 'ATL1', quantity_available: 6 },
];

const lines = (...skus: readonly (readonly [sku: string, quantity: number, unit_value?: number])[]) =>
  skus.map(([sku, quantity, unit_value]) => ({
    sku,
    quantity,
    ...(unit_value === undefined ? {} : { unit_value }),
  }));

/** Orders of every status, rule and policy. */
const ORDERS = [
  { lines: lines(['CHAIR', 1, 129.5]), raw_order_data: { source: 'shop', tags: ['a', 'ü'] } },
  { lines: lines(['HERE', 1, 10], ['THERE', 1, 10]), is_vip: true },
  { lines: lines(['HERE', 9, 0.5]), priority_level: 2 },
  { lines: lines(['HERE', 9], ['THERE', 9], ['EDGE', 1]), carrier: 'UPS', ship_method: 'ground' },
  { lines: lines(['NOWHERE', 1]) },
  { lines: lines(['CHAIR', 1]), destination_zip: 'not a ZIP' },
  { lines: lines(['CHAIR', 1]), partner_id: 'consumer', order_created_at: '2026-01-02T03:04:05.678Z' },
  ...SKUS.slice(2).map((sku) => ({ lines: lines([sku, 2]) })),
].map((order, n) => ({ external_order_id: `SO-${n + 1}`, destination_zip: '10001', ...order }));

const NDJSON = { 'content-type': 'application/x-ndjson' };
const ndjson = (orders: readonly object[]) => orders.map((order) => `${JSON.stringify(order)}\n`).join('');
const chairs = (run: string, count: number) =>
  Array.from({ length: count }, (_, n) => ({
    external_order_id: `${run}-${n + 1}`,
    destination_zip: '10001',
    lines: lines(['CHAIR', 1]),
  }));

/** Fills an empty database with every kind of row, and records its rows and answers. */
export async function record(api: TestApi): Promise<Recording> {
  const exchanges: Exchange[] = [];
  const keys = { A: '', B: '' };
  const folder = await mkdtemp(join(tmpdir(), 'wrs-record-'));
  await writeFile(join(folder, 'lanes.csv'), LANES);
  for (const client of ['A', 'B'] as const) {
    const file = parseAccountFile(ACCOUNTS[client]);
    keys[client] = (await applyAccountFile(api.db, file, { baseDir: folder })).api_keys[0]!.key!;
  }
  await rm(folder, { recursive: true });

  async function send(
    client: 'A' | 'B',
    method: 'GET' | 'POST',
    url: string,
    payload?: object | string,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const text = typeof payload === 'object' ? JSON.stringify(payload) : payload;
    const type = typeof payload === 'object' ? { 'content-type': 'application/json' } : {};
    const sent = { ...type, ...headers };
    const answer = await api.app.inject({
      method,
      url: `/api/v1${url}`,
      headers: { authorization: `Bearer ${keys[client]}`, ...sent },
      ...(text === undefined ? {} : { payload: text }),
    });
    if (answer.statusCode >= 300) throw new Error(`${method} ${url}: ${answer.body}`);
    const exchange = {
      client,
      method,
      url,
      ...(Object.keys(sent).length === 0 ? {} : { headers: sent }),
      ...(text === undefined ? {} : { payload: text }),
      status: answer.statusCode,
      body: expectationOf({ method, url }, answer.body),
    };
    return { exchange, run_id: Number(/"routing_run_id":(\d+)/.exec(answer.body)?.[1]) };
  }
  const keep = async (...request: Parameters<typeof send>): Promise<Answer> => {
    const answer = await send(...request);
    exchanges.push(answer.exchange);
    return answer;
  };
  const once = (key: string) => ({ 'idempotency-key': key });

  const lanes = createLaneResolver(api.db);
  const deps = { db: api.db, lanes };
  const managed: ['A' | 'B', number][] = [];
  const unfinished: number[] = [];
  for (const client of ['A', 'B'] as const) {
    await keep(client, 'POST', '/inventory', { source_name: 'erp', inventory }, once('sync'));
    await keep(client, 'POST', '/orders/route', ORDERS[0]!, once('single'));
    const batch = await keep(
      client,
      'POST',
      '/orders/batch-route',
      { orders: ORDERS.slice(1) },
      once('batch'),
    );
    managed.push([client, batch.run_id]);
    await send(client, 'POST', '/orders/route', ORDERS[0]!); // its reservation replaces the first

    const submit = (name: string, count: number, headers = {}) =>
      send(client, 'POST', '/runs?on_invalid=skip', `${ndjson(chairs(name, count))}{}\n`, {
        ...NDJSON,
        ...headers,
      });
    const completed = await submit('done', 3, once('run'));
    exchanges.push(completed.exchange);
    const cancelled = (await submit('cancelled', 2)).run_id;
    await send(client, 'POST', `/runs/${cancelled}/cancel`);
    await workRun(deps, completed.run_id);
    const failed = (await submit('failed', 2)).run_id;
    await markRunFailed(api.db.pool, failed, 'The disk was full.');
    const allocating = (await submit('allocating', 2)).run_id;
    await scoreRun(deps, allocating);
    const scoring = (await submit('scoring', 2)).run_id;
    await scoreOneChunk(deps, { run_id: scoring, chunk: 1 }); // there is none: started, nothing scored
    const queued = (await submit('queued', 2)).run_id;
    for (const id of [completed.run_id, cancelled, failed, allocating, scoring, queued])
      managed.push([client, id]);
    unfinished.push(allocating, scoring, queued);
  }
  await lanes.close();
  // As a receiver leaves it that is killed.
  const { rows } = await api.db.pool.query<{ id: number }>(`SELECT nextval('runs_id_seq') AS id`);
  await beginRun(api.db.pool, await authenticate(api.db, `Bearer ${keys.A}`), rows[0]!.id);

  for (const client of ['A', 'B'] as const) {
    for (const url of [
      '/me',
      '/inventory?limit=2',
      '/runs?limit=3',
      '/orders/SO-1',
      '/orders/SO-1/decisions',
    ])
      await keep(client, 'GET', url);
    for (const report of ['decisions', 'shipments', 'unfulfilled', 'inventory'])
      await keep(client, 'GET', `/reports/${report}.csv`);
  }
  for (const [client, id] of managed) {
    await keep(client, 'GET', `/runs/${id}`);
    await keep(client, 'GET', `/runs/${id}/results`);
  }
  for (const accept of ['application/x-ndjson', 'text/csv'])
    await keep('A', 'GET', `/runs/${managed[0]![1]}/results`, undefined, { accept });

  const jobs = [];
  for (const queue of api.queues.all())
    for (const { data } of await queue.getJobs()) jobs.push({ queue: queue.name, data });
  return { rows: await readRows(api.db.pool), keys, jobs, exchanges, unfinished };
}
