import type { InjectOptions } from 'fastify';
import { expect, it } from 'vitest';
import { importPrices } from '../../../shared/account/import-tables.ts';
import { markRunFailed } from '../../../shared/runs/managed/managed-run.ts';
import { workRun } from '../../../shared/testing/work-run.ts';
import { workWhatIfs } from '../../../shared/testing/work-what-ifs.ts';
import { createLaneResolver } from '../../../shared/transit/lane-resolver.ts';
import { aClient, anOrder, sharedApi, WAREHOUSES } from '../api.ts';
import { contractCheckOf } from '../contract-check.ts';
import { VARIANT_B } from './calls.ts';
import { MIXED_ACCOUNT, MIXED_ORDERS, MIXED_STOCK } from './mixed-batch.ts';

/**
 * No field can go missing from an answer: each is taken out of real answers, one by one, and the check against
 * /openapi.json that every answer of the tests is under has to find it. `npm test -- --project int removed-fields` runs this alone.
 */
interface Answer {
  readonly variant: 'A' | 'B';
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Of the document: `/api/v1/runs/{routing_run_id}`. */
  readonly path: string;
  readonly url: string;
  readonly status: number;
  readonly body: unknown;
}

const answers: Answer[] = [];
const REPORTS = ['decisions', 'shipments', 'unfulfilled', 'usage', 'inventory'];
const ORDERS = MIXED_ORDERS.map((order) => ({
  ...order,
  lines: (order.lines as readonly object[]).map((line) => ({ ...line, unit_weight: 0.5 })),
  is_vip: false,
  priority_level: 1,
  order_created_at: '2026-01-31T09:30:00Z',
  deliver_by: '2026-01-31',
  carrier: 'UPS',
  ship_method: 'Ground',
  raw_order_data: { channel: 'web' },
}));
const INVENTORY = MIXED_STOCK.map(([sku, warehouse_id, quantity_available]) => ({
  sku,
  warehouse_id,
  quantity_available,
  unit_value: 2,
  unit_weight: 0.5,
  sku_description: `A ${sku}`,
}));

/** The same account with calendars and safety stock. */
const CALENDAR = { time_zone: 'America/New_York', cut_off: '15:00', closed_dates: ['2026-12-25'] };
const DATED_ACCOUNT = {
  ...MIXED_ACCOUNT,
  settings: { ...MIXED_ACCOUNT.settings, late_delivery: 'warn' as const, ignore_safety_stock: true },
  warehouses: WAREHOUSES.map((warehouse) => ({ ...warehouse, calendar: CALENDAR, safety_stock: 1 })),
  item_controls: [
    ...MIXED_ACCOUNT.item_controls!,
    { sku: 'GLUE', rule: 'safety_stock' as const, units: 1, warehouse_ids: ['ATL1'] },
  ],
};

/** Everything has a price. */
const ZONES = Array.from({ length: 8 }, (_, n) => `*,${n + 1},100,${n + 1}\n`);
const PRICES = `warehouse_id,zone,max_weight,price\n${ZONES.join('')}`;

const FAULTY = anOrder({ external_order_id: 'SO-FAULTY', lines: [{ sku: 'CHAIR', quantity: 0 }] });
const renamed = (prefix: string) =>
  ORDERS.map((order, n) => ({ ...order, external_order_id: `${prefix}-${n}` }));

/** A reroute's answer in either variant. */
type Rerouted =
  | { readonly routing_decision_id: number }
  | { readonly results: readonly { readonly routing_decision_id: number }[] };

/** Asks a new client's every question, in states that fill what is optional. */
async function collect(variant: 'A' | 'B', fields: object): Promise<void> {
  const slug = `every-field-${variant.toLowerCase()}`;
  const account = { ...DATED_ACCOUNT, client: { slug, ...fields } };
  const { live } = await aClient(api.db, account);
  await importPrices(api.db, slug, { text: PRICES, currency: null });
  await aClient(api.db, { ...account, settings: { ...account.settings, objective: 'lowest_cost' } });
  /** `path` with its parameters: `{id=7}`. */
  const ask = async <T>(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    options: InjectOptions = {},
  ): Promise<T> => {
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
  await ask('POST', 'inventory/uploads', { payload: { inventory: INVENTORY } });
  const faulty = { inventory: [...INVENTORY, { ...INVENTORY[0], quantity_available: -1 }] };
  await ask('POST', 'inventory?on_invalid=skip', { payload: faulty });
  await ask('POST', 'inventory/uploads?on_invalid=skip', { payload: faulty });
  await ask('POST', 'inventory', { payload: { inventory: [] } });
  await ask('POST', 'inventory', { payload: { inventory: [{ ...INVENTORY[0], warehouse_id: 'LAX9' }] } });
  const { results } = await ask<{ results: { order_id: string; routing_decision_id: number }[] }>(
    'POST',
    'orders/batch-route',
    { payload: { orders: ORDERS } },
  );
  for (const payload of ORDERS) await ask('POST', 'orders/route', { payload });
  const carts = [{ lines: [{ sku: 'CHAIR', quantity: 1 }] }, { lines: [{ sku: 'NONE', quantity: 1 }] }];
  await ask('POST', 'promise', { payload: { destination_zip: '10001', carts } });
  for (const payload of ORDERS) await ask('POST', 'orders/route?dry_run=true&explain=true', { payload });
  await ask('POST', 'orders/batch-route?dry_run=true&explain=true', { payload: { orders: ORDERS } });
  await ask('GET', 'inventory?limit=3');
  for (const { order_id } of results) {
    await ask('POST', `orders/{order_id=${order_id}}/reroute`);
    await ask('POST', `orders/{order_id=${order_id}}/reroute?dry_run=true&explain=true`);
  }
  const payload = { exclude_warehouse_ids: ['ATL1'], only_warehouse_ids: ['EWR1'], note: 'x' };
  const partner = 'orders/{order_id=PARTNER}/reroute';
  const again = await ask<Rerouted>('POST', partner, { payload });
  await ask('POST', `${partner}?dry_run=true&explain=true`, { payload });
  const { routing_decision_id: rerouted } = 'results' in again ? again.results[0]! : again;
  await ask('GET', `decisions/{routing_decision_id=${rerouted}}/why`);
  for (const { order_id, routing_decision_id } of results) {
    await ask('GET', `decisions/{routing_decision_id=${routing_decision_id}}`);
    await ask('GET', `decisions/{routing_decision_id=${routing_decision_id}}/why`);
    await ask('GET', `orders/{order_id=${order_id}}/why`);
    if (!['PARTNER', 'CONTROLLED', 'PARTIAL-SPLIT'].includes(order_id)) continue;
    await ask('GET', `orders/{order_id=${order_id}}/decisions?limit=1`);
    await ask('GET', `orders/{order_id=${order_id}}?limit=1`);
  }

  const { routing_run_id } = await submit([...renamed('M'), FAULTY]);
  const lanes = createLaneResolver(api.db);
  await workRun({ db: api.db, lanes }, routing_run_id);
  await lanes.close();
  const { routing_run_id: unwanted } = await submit([anOrder(), FAULTY]);
  await ask('POST', `runs/{routing_run_id=${unwanted}}/cancel`);
  await ask('GET', `runs/{routing_run_id=${unwanted}}`);
  const { routing_run_id: broken } = await submit([anOrder(), FAULTY]);
  await markRunFailed(api.db.pool, broken, 'It broke.');
  await ask('POST', `runs/{routing_run_id=${broken}}/retry`);
  await ask('GET', `runs/{routing_run_id=${routing_run_id}}`);
  await ask('GET', `runs/{routing_run_id=${routing_run_id}}/results?limit=15`);
  await ask('POST', 'runs/reroute', { payload: {} });
  const draft = {
    settings: { max_shipments: 1 },
    warehouses: [{ warehouse_id: 'EWR1', enabled: false, priority: 3 }],
    inventory: [{ sku: 'CHAIR', warehouse_id: 'ATL1', quantity_available: 1 }],
  };
  const asked = { name: 'closed', orders: { routing_run_id }, draft };
  const { what_if_id } = await ask<{ what_if_id: number }>('POST', 'what-ifs', { payload: asked });
  await workWhatIfs(api.db);
  await ask('GET', `what-ifs/{what_if_id=${what_if_id}}`);
  const { changes } = await ask<{ changes: readonly { routing_decision_id: number }[] }>(
    'GET',
    `what-ifs/{what_if_id=${what_if_id}}/changes?limit=15`,
  );
  for (const { routing_decision_id: changed } of changes) {
    await ask('GET', `what-ifs/{what_if_id=${what_if_id}}/changes/{routing_decision_id=${changed}}/why`);
  }
  await ask('GET', 'what-ifs?limit=1');
  const { what_if_id: stopped } = await ask<{ what_if_id: number }>('POST', 'what-ifs', { payload: asked });
  await ask('POST', `what-ifs/{what_if_id=${stopped}}/cancel`);
  await ask('POST', 'orders/batch-route', {
    headers: { prefer: 'respond-async' },
    payload: { orders: renamed('A') },
  });
  await ask('POST', 'orders/{order_id=PARTIAL-SPLIT}/release?dry_run=true');
  await ask('POST', 'orders/{order_id=PARTIAL-SPLIT}/release');
  await ask('DELETE', 'orders/{order_id=PARTNER}/raw_order_data');
  await ask('GET', 'runs?limit=1');
  for (const report of REPORTS) await ask('GET', `reports/${report}.csv`);
  if (variant === 'A') await collectStock(ask);
}

/** Stock between syncs: counts below what is reserved, a change, and shipments. */
async function collectStock(
  ask: <T>(method: 'GET' | 'POST' | 'DELETE', path: string, options?: InjectOptions) => Promise<T>,
) {
  const inventory = [{ sku: 'STOOL', warehouse_id: 'EWR1', quantity_available: 9 }];
  await ask('POST', 'inventory', { payload: { inventory } });
  const counted_at = new Date().toISOString();
  for (const external_order_id of ['STOOL-1', 'STOOL-2'])
    await ask('POST', 'orders/route', {
      payload: anOrder({ external_order_id, lines: [{ sku: 'STOOL', quantity: 4 }] }),
    });
  const fewer = [{ ...inventory[0], quantity_available: 1 }];
  await ask('POST', 'inventory', { payload: { counted_at, inventory: fewer } });
  await ask('POST', 'inventory/uploads', { payload: { counted_at, inventory: fewer } });
  const changes = [{ sku: 'STOOL', warehouse_id: 'EWR1', change: 1 }];
  await ask('POST', 'inventory/changes', { payload: { changes } });
  await ask('GET', 'inventory/short?limit=1');
  await ask('POST', 'orders/{order_id=STOOL-1}/confirm', { payload: {} });
  await ask('POST', 'orders/{order_id=STOOL-1}/shipped', { payload: {} });
  await ask('POST', 'orders/batch-shipped', {
    payload: { orders: [{ order_id: 'STOOL-2' }, { order_id: 'NONE' }] },
  });
  await ask('GET', 'orders/{order_id=STOOL-1}');
  await ask('GET', 'orders/{order_id=PARTIAL-SPLIT}');
}

/** A place in a body, the same for all elements of an array: `results[].shipments[].lines`. */
type Place = string;

/**
 * Takes one field after another out of a body, puts it back, and says where `isMissed` finds none missing: the first
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
      // The content of raw_order_data is the customer's own.
      if (name !== 'raw_order_data') visit(inner, place);
    }
  };
  visit(body, '');
  return { tried: [...tried], survived };
}

/** What was taken out of the answers to a request: `200 results[].status`. */
const tried = new Map<string, Set<string>>();
const survived = new Set<string>();

function takeOut(answer: Answer): void {
  const { method, path, variant, url, status, body } = answer;
  const request = `${method} ${path} (${variant})`;
  const fault = () =>
    check({ method, url, status, contentType: 'application/json', body: JSON.stringify(body) });
  expect([request, fault()]).toEqual([request, null]);
  const found = survivors(body, () => fault() !== null);
  const places = tried.get(request) ?? new Set();
  for (const place of found.tried) places.add(`${status} ${place}`);
  tried.set(request, places);
  for (const place of found.survived) {
    // Only with on_invalid=skip.
    const isSkipped = path.includes('/inventory') && /^fault(s|_count)$/.test(place);
    if (!OPTIONAL.test(place) && !isSkipped) survived.add(`${request} ${status}: ${place}`);
  }
}

/** What is there only if it was asked for or sent: no schema can miss it. */
const OPTIONAL =
  /^(results\[\]\.)?why$|^routings\[\]\.(reroute|shipments)$|^laid_over\.|\b(ship_date|delivery_date|deliver_by|unit_weight|safety_qty|late_delivery|ignore_safety_stock|objective|batch_optimization|batch_max_days_later|costs?|total_cost|cost_alone|cost_difference|at_least_cost|currency)$|item_controls\[\]\.warehouse_ids$|^(rows_stale|rows_below_zero|reservations_kept|counted_at|short)$/;

const api = await sharedApi();
const check = contractCheckOf(api.app.swagger());
await collect('A', {});
await collect('B', VARIANT_B);
for (const answer of answers) takeOut(answer);

it('finds every field missing that is taken out of an answer', () => {
  const fields = [...tried.values()].reduce((sum, places) => sum + places.size, 0);
  const list = [...survived].map((each) => `\n  ${each}`).join('');
  console.log(
    `${fields} fields taken out of ${answers.length} answers to ${tried.size} requests, ` +
      `${survived.size} not missed${list || '.'}`,
  );
  // A released order that only waits in a run has no decision, as in a dry run.
  const RELEASE = 'POST /api/v1/orders/{order_id}/release';
  expect([...survived].sort()).toEqual([`${RELEASE} (A) 200: dry_run`, `${RELEASE} (B) 200: dry_run`]);
});

interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

/** Fields that the answers of these paths do not have here, and why. */
const NOT_TRIED: readonly (readonly [path: RegExp, places: RegExp])[] = [
  // A batch is taken whole or not at all, and stored orders have no faults.
  [/\/(batch-route|runs\/reroute)$/, /^faults/],
  // A draft is shown as it was sent: it has what it lays over the account.
  [/./, /^laid_over\./],
  // An order that is routed as it was sent has no reroute.
  [/\/(batch-)?route$/, /reroute\./],
  // Nor has one of a what-if; and its explanations are those of other requests.
  [/\/what-ifs\//, /reroute\.|alternatives\[\]/],
  // None of its orders was decided.
  [/\/cancel$/, /by_warehouse\[\]/],
  // A run that has just begun has decided nothing that could cost.
  [/\/(batch-route|runs|reroute|cancel|retry)$/, /^costs\b/],
  // A bound is there only if a search did not come to its end.
  [/./, /at_least_shipments$/],
  // Runs of this test wait for nothing.
  [/./, /progress\.(earlier_run_id|retry_at|retry_error)$/],
  // A dry run of an upload is tried in inventory-uploads.int.test.ts.
  [/\/uploads$/, /^(dry_run|units_\w+|rows_now|reserved_units)$/],
  // Accounts of many warehouses are tried in many-warehouses.int.test.ts.
  [/./, /warehouses_not_listed/],
  // Holds are tried in holds.int.test.ts, and what had shipped before a reroute in shipped.int.test.ts.
  [/./, /(^|\.)(expires_at|held|hold_minutes|shipped_before|shipped_earlier)(\[|\.|$)/],
  // Warnings of a CSV body are there only if there are any.
  [/./, /(^|\.)warnings(\[|$)/],
  // Accounts with batch_optimization are tried in batch-optimization.int.test.ts.
  [/./, /(^|\.)(optimization|batch_optimization|batch_max_days_later)(\.|$)/],
];

it('tries every field that the document names in an answer', () => {
  const document = api.app.swagger() as unknown as {
    paths: Record<
      string,
      Record<string, { responses: Record<string, { content?: Record<string, { schema: Schema }> }> }>
    >;
    components: { schemas: Record<string, Schema> };
  };
  const placesIn = (schema: Schema, at: Place): Place[] => {
    if (schema.$ref) return placesIn(document.components.schemas[schema.$ref.split('/').pop()!]!, at);
    return [
      ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap((each) => placesIn(each, at)),
      ...(schema.items ? placesIn(schema.items, `${at}[]`) : []),
      ...Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => {
        const place = at === '' ? name : `${at}.${name}`;
        return [place, ...placesIn(inner, place)];
      }),
    ];
  };
  const untried = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { responses }]) => {
      const request = `${method.toUpperCase()} ${path}`;
      const places = new Set(
        ['A', 'B'].flatMap((variant) => [...(tried.get(`${request} (${variant})`) ?? [])]),
      );
      return Object.entries(responses).flatMap(([status, { content }]) => {
        const schema = content?.['application/json']?.schema;
        if (!status.startsWith('2') || schema === undefined) return [];
        return placesIn(schema, '')
          .filter((place) => !places.has(`${status} ${place}`))
          .filter((place) => !NOT_TRIED.some(([of, these]) => of.test(path) && these.test(place)))
          .map((place) => `${request} ${status}: ${place}`);
      });
    }),
  );
  expect([...new Set(untried)]).toEqual([]);
});
