import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { workRun } from '../../../shared/testing/work-run.ts';
import { createLaneResolver } from '../../../shared/transit/lane-resolver.ts';
import { aClient, anOrder, createTestApi, type TestApi } from '../api.ts';
import { type ContractCheck, contractCheckOf } from '../contract-check.ts';
import { VARIANT_B } from './calls.ts';
import { MIXED_ACCOUNT, MIXED_ORDERS, MIXED_STOCK } from './mixed-batch.ts';
import { CONTRACT_ROWS } from './rows.ts';

/**
 * No field can go missing from an answer: each is taken out of real answers, one by one, and the check against
 * /openapi.json that every answer of the tests is under has to find it. `npm run removed-fields` runs this alone.
 */
interface Answer {
  readonly variant: 'A' | 'B';
  readonly method: 'GET' | 'POST';
  /** Of the document: `/api/v1/runs/{routing_run_id}`. */
  readonly path: string;
  readonly url: string;
  readonly status: number;
  readonly body: unknown;
}

let api: TestApi;
let check: ContractCheck;
const answers: Answer[] = [];
beforeAll(async () => {
  api = await createTestApi();
  check = contractCheckOf(api.app);
  await collect('A', {});
  await collect('B', VARIANT_B);
});
afterAll(() => api.close());

const REPORTS = ['decisions', 'shipments', 'unfulfilled', 'usage', 'inventory'];
const ORDERS = MIXED_ORDERS.map((order) => ({
  ...order,
  is_vip: false,
  priority_level: 1,
  order_created_at: '2026-01-31T09:30:00Z',
  carrier: 'UPS',
  ship_method: 'Ground',
  raw_order_data: { channel: 'web' },
}));
const INVENTORY = MIXED_STOCK.map(([sku, warehouse_id, quantity_available]) => ({
  sku,
  warehouse_id,
  quantity_available,
  unit_value: 2,
  sku_description: `A ${sku}`,
}));

const renamed = (prefix: string) =>
  ORDERS.map((order, n) => ({ ...order, external_order_id: `${prefix}-${n}` }));

/** Asks a new client's every question, in states that fill what is optional. */
async function collect(variant: 'A' | 'B', fields: object): Promise<void> {
  const { live } = await aClient(api.db, { ...MIXED_ACCOUNT, client: fields });
  /** `path` with its parameters: `{id=7}`. */
  const ask = async <T>(method: 'GET' | 'POST', path: string, options: InjectOptions = {}): Promise<T> => {
    const url = `/api/v1/${path.replace(/\{\w+=([^}]*)\}/g, '$1')}`;
    const headers = { authorization: `Bearer ${live}`, accept: 'application/json', ...options.headers };
    const { statusCode, body } = await api.app.inject({ ...options, method, url, headers });
    const documented = `/api/v1/${path.replace(/=[^}]*/g, '').replace(/\?.*/, '')}`;
    answers.push({ variant, method, path: documented, url, status: statusCode, body: JSON.parse(body) });
    return JSON.parse(body);
  };
  const submit = (orders: readonly object[]) =>
    ask<{ routing_run_id: number }>('POST', 'runs?on_invalid=skip', {
      headers: { 'content-type': 'application/x-ndjson' },
      payload: orders.map((order) => `${JSON.stringify(order)}\n`).join(''),
    });

  await ask('GET', 'me');
  await ask('POST', 'inventory', { payload: { source_name: 'ERP', inventory: INVENTORY } });
  await ask('POST', 'inventory', { payload: { inventory: [] } });
  await ask('POST', 'inventory', { payload: { inventory: [{ ...INVENTORY[0], warehouse_id: 'LAX9' }] } });
  const { results } = await ask<{ results: { order_id: string; routing_decision_id: number }[] }>(
    'POST',
    'orders/batch-route',
    { payload: { orders: ORDERS } },
  );
  for (const payload of ORDERS) await ask('POST', 'orders/route', { payload });
  await ask('GET', 'inventory?limit=3');
  for (const { order_id, routing_decision_id } of results) {
    await ask('GET', `decisions/{routing_decision_id=${routing_decision_id}}`);
    if (!['PARTNER', 'CONTROLLED'].includes(order_id)) continue;
    await ask('GET', `orders/{order_id=${order_id}}/decisions?limit=1`);
    await ask('GET', `orders/{order_id=${order_id}}?limit=1`);
  }

  const { routing_run_id } = await submit([
    ...renamed('M'),
    anOrder({ lines: [{ sku: 'CHAIR', quantity: 0 }] }),
  ]);
  const lanes = createLaneResolver(api.db);
  await workRun({ db: api.db, lanes }, routing_run_id);
  await lanes.close();
  const { routing_run_id: unwanted } = await submit([anOrder()]);
  await ask('POST', `runs/{routing_run_id=${unwanted}}/cancel`);
  await ask('GET', `runs/{routing_run_id=${unwanted}}`);
  await ask('GET', `runs/{routing_run_id=${routing_run_id}}`);
  await ask('GET', `runs/{routing_run_id=${routing_run_id}}/results?limit=15`);
  await ask('POST', 'orders/batch-route', {
    headers: { prefer: 'respond-async' },
    payload: { orders: renamed('A') },
  });
  await ask('GET', 'runs?limit=1');
  for (const report of REPORTS) await ask('GET', `reports/${report}.csv`);
}

/** A place in a body, elements of an array not told apart: `results[].shipments[].lines`. */
type Place = string;

/**
 * Takes each field out of a body in turn, puts it back, and says where `isMissed` finds none missing: the first
 * occurrence of each place counts, wherever in its array it is.
 */
function survivors(body: unknown, isMissed: () => boolean): { tried: Place[]; survived: Place[] } {
  const tried = new Set<Place>();
  const survived: Place[] = [];
  const visit = (value: unknown, at: Place): void => {
    if (Array.isArray(value)) {
      for (const element of value) visit(element, `${at}[]`);
      return;
    }
    if (typeof value !== 'object' || value === null) return;
    const fields = value as Record<string, unknown>;
    for (const [name, inner] of Object.entries(fields)) {
      const place = at === '' ? name : `${at}.${name}`;
      if (!tried.has(place)) {
        tried.add(place);
        delete fields[name];
        if (!isMissed()) survived.push(place);
        fields[name] = inner;
      }
      // What stands in raw_order_data is the customer's own.
      if (name !== 'raw_order_data') visit(inner, place);
    }
  };
  visit(body, '');
  return { tried: [...tried], survived };
}

const operationOf = ({ method, path, variant }: Answer) => `${method} ${path} (${variant})`;

it('is found missing, whichever field of an answer is taken out', () => {
  const tried = new Map<string, Set<Place>>();
  const survived = new Set<string>();
  for (const answer of answers) {
    const { method, url, status, body } = answer;
    const operation = operationOf(answer);
    const fault = () =>
      check({ method, url, status, contentType: 'application/json', body: JSON.stringify(body) });
    expect([operation, fault()]).toEqual([operation, null]);
    const found = survivors(body, () => fault() !== null);
    const places = tried.get(operation) ?? new Set();
    for (const place of found.tried) places.add(`${status} ${place}`);
    tried.set(operation, places);
    for (const place of found.survived) survived.add(`${operation} ${status}: ${place}`);
  }
  const fields = [...tried.values()].reduce((sum, places) => sum + places.size, 0);
  const list = [...survived].map((each) => `\n  ${each}`).join('');
  console.log(
    `${fields} fields of ${answers.length} answers to ${tried.size} requests taken out, ` +
      `${survived.size} not missed${list || '.'}`,
  );
  expect(survived.size).toBe(0);

  /** Where the fields of a section's table stand. */
  const STAND: Readonly<Record<string, readonly [operation: string, prefix: string]>> = {
    '2.2': ['POST /api/v1/inventory (A)', ''],
    '2.4': ['POST /api/v1/orders/batch-route (A)', ''],
    '2.5': ['POST /api/v1/orders/batch-route (A)', 'results[].'],
    '2.6': ['POST /api/v1/orders/batch-route (B)', 'results[].'],
    '2.7': ['POST /api/v1/orders/batch-route (A)', 'results[].explanation.'],
    '2.8': ['GET /api/v1/me (A)', ''],
  };
  const untried = CONTRACT_ROWS.filter(({ section, row }) => {
    const stand = STAND[section];
    return stand !== undefined && !tried.get(stand[0])?.has(`200 ${stand[1]}${row}`);
  });
  expect(untried).toEqual([]);
});

it('is tried for every answer of the customer API that is JSON', () => {
  const { paths } = api.app.swagger() as unknown as {
    paths: Record<
      string,
      Record<string, { responses: Record<string, { content?: Record<string, unknown> }> }>
    >;
  };
  const documented = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { responses }]) =>
      Object.entries(responses).flatMap(([status, { content = {} }]) =>
        status.startsWith('2') && 'application/json' in content
          ? [`${method.toUpperCase()} ${path} ${status}`]
          : [],
      ),
    ),
  );
  const asked = new Set(answers.map(({ method, path, status }) => `${method} ${path} ${status}`));
  expect(documented.filter((operation) => !asked.has(operation))).toEqual([]);
});
