import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { DEMO_ACCOUNT } from '../../../demo/demo-account.ts';
import { addClient } from '../../harness/clients.ts';
import { HttpCaller } from '../../harness/http.ts';
import { demoStock, inParts, OrderSource } from '../../harness/orders.ts';
import { PostCaller } from '../../harness/post-caller.ts';
import { routeRun } from '../../harness/route-run.ts';
import type { ServiceUnderTest } from '../../harness/service.ts';
import type { Scenario, Work } from './run-scenario.ts';

interface NamedScenario {
  readonly about: string;
  open(
    service: ServiceUnderTest,
    sizes: { readonly size: number; readonly minutes: number },
  ): Promise<Scenario>;
}

const RUN_ORDERS = 300_000;
const UPLOADED_ROWS = 500_000;
const BATCHES = 20;
const FLOODS = 5;
const FLOOD_CALLERS = 32;
const FLOOD_SECONDS = 6;
/** Whether memory grows from part to part of the soak is for the reader to judge. */
const SOAK_PARTS = 10;

const orders = new OrderSource();

/** Adds a client like the demo client, with stock. Returns its key. */
async function addDemoClient({ url, db }: ServiceUnderTest, slug: string): Promise<string> {
  const key = (await addClient(db, slug)).keys.live;
  await new HttpCaller(url, { key }).post('/api/v1/inventory', demoStock(2 * RUN_ORDERS));
  return key;
}

const routeOne = (caller: HttpCaller | PostCaller) => () =>
  caller.post('/api/v1/orders/route', orders.single());
const routeBatch = (caller: HttpCaller | PostCaller, size: number) => () =>
  caller.post('/api/v1/orders/batch-route', orders.batch(size));
const routeRunOf = (caller: HttpCaller, size: number) => () => routeRun(caller, orders.run(size));

/** Calls again and again until the time is over. */
async function callFor(seconds: number, call: Work): Promise<void> {
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) await call();
}

/** The same work so many times. */
const repeated = (times: number, name: string, work: Work) =>
  Object.fromEntries(Array.from({ length: times }, (_, n) => [`${name} ${n + 1}`, work]));

export const SCENARIOS: Readonly<Record<string, NamedScenario>> = {
  'run-singles': {
    about: `single orders of a client during its run of ${RUN_ORDERS} orders`,
    open: async (service, { size }) => {
      const key = await addDemoClient(service, 'demo');
      return {
        background: { 'the run': routeRunOf(new HttpCaller(service.url, { key }), RUN_ORDERS * size) },
        callers: [{ sends: 'single orders', key, limits: { p50Times: 5, p99Times: 5 } }],
        idleCalls: 1000,
      };
    },
  },

  'run-runs': {
    about: `runs of 500 orders during a run of ${RUN_ORDERS} orders of another client`,
    open: async (service, { size }) => {
      const large = new HttpCaller(service.url, { key: await addDemoClient(service, 'large') });
      const small = await addDemoClient(service, 'small');
      // All threads have worked before, so that the small runs before are not the first work.
      await routeRunOf(large, 0.1 * RUN_ORDERS * size)();
      return {
        background: { 'the large run': routeRunOf(large, RUN_ORDERS * size) },
        callers: [{ sends: 'small runs', key: small, limits: { slowestTimes: 5 } }],
        idleCalls: 10,
      };
    },
  },

  'upload-singles': {
    about: `single orders of a client during its uploads of ${UPLOADED_ROWS} rows of stock`,
    open: async ({ url, db }, { size }) => {
      const key = (await addClient(db, 'uploading')).keys.live;
      const uploads = new HttpCaller(url, { key });
      const upload = (quantity: number) => () => {
        const rows = Readable.from(inParts(stockLines(UPLOADED_ROWS * size, quantity)));
        return uploads.post('/api/v1/inventory/uploads', rows, 'text/csv').then(() => '');
      };
      return {
        background: { 'all rows new': upload(5), 'all rows changed': upload(6), 'no row changed': upload(6) },
        callers: [{ sends: 'orders of a unit', key, limits: { slowestMs: 500 } }],
        idleCalls: 200,
      };
    },
  },

  batches: {
    about: `GET /me of a client during its ${BATCHES} batches of 5,000 orders, one after another`,
    open: async (service) => {
      const key = await addDemoClient(service, 'demo');
      const route = routeBatch(new HttpCaller(service.url, { key }), 5000);
      const allBatches = async () => {
        for (let batch = 0; batch < BATCHES; batch++) await route();
      };
      return {
        background: { 'the batches': allBatches },
        callers: [{ sends: 'GET /me', key, limits: { p99Ms: 50 } }],
        idleCalls: 200,
      };
    },
  },

  flood: {
    about: `single orders during ${FLOODS} floods of ${FLOOD_CALLERS} callers of another client, without a rate limit`,
    open: async (service) => {
      // These callers use little CPU time, which they would take from the service.
      const flooding = new PostCaller(service.url, await addDemoClient(service, 'flooding'));
      const key = await addDemoClient(service, 'bystander');
      const calls = Array.from({ length: FLOOD_CALLERS }, (_, nth) =>
        nth % 8 === 0 ? routeBatch(flooding, 200) : routeOne(flooding),
      );
      const flood = async () => void (await Promise.all(calls.map((call) => callFor(FLOOD_SECONDS, call))));
      return {
        background: repeated(FLOODS, 'flood', flood),
        callers: [{ sends: 'single orders', key, limits: { p50Times: 3, p99Ms: 60 } }],
        idleCalls: 1000,
      };
    },
  },

  soak: {
    about: 'single orders during mixed work of another client, for --minutes',
    open: async (service, { minutes }) => {
      const mixed = new HttpCaller(service.url, { key: await addDemoClient(service, 'mixed'), sockets: 16 });
      const key = await addDemoClient(service, 'bystander');
      /** Routes an order, routes it again, and reads it. */
      const reroute = async () => {
        const order = orders.single();
        const { external_order_id: id } = JSON.parse(order.toString()) as { external_order_id: string };
        await mixed.post('/api/v1/orders/route', order);
        await mixed.post(`/api/v1/orders/${id}/reroute`, Buffer.from('{}'));
        await mixed.get(`/api/v1/orders/${id}/why`);
      };
      const sync = async () => {
        await mixed.post('/api/v1/inventory', demoStock(20_000));
        await pause(5000);
      };
      const calls = [routeOne(mixed), routeBatch(mixed, 200), routeRunOf(mixed, 5000), reroute, sync];
      const seconds = (minutes * 60) / SOAK_PARTS;
      const part = async () => void (await Promise.all(calls.map((call) => callFor(seconds, call))));
      return {
        background: repeated(SOAK_PARTS, 'part', part),
        callers: [{ sends: 'single orders', key, limits: {} }],
        idleCalls: 1000,
      };
    },
  },
};

/** A row of stock for each SKU. All rows have this quantity. */
function* stockLines(rows: number, quantity: number): Generator<string> {
  const { warehouse_id } = DEMO_ACCOUNT.warehouses[0]!;
  yield 'sku,warehouse_id,quantity_available,unit_value,sku_description\n';
  for (let row = 0; row < rows; row++) {
    yield `UP-${row},${warehouse_id},${quantity},${1 + (row % 90)}.5,Item ${row}\n`;
  }
}
