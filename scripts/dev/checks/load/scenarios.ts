import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { DEMO_ACCOUNT } from '../../../demo/demo-account.ts';
import { addClient } from '../../harness/clients.ts';
import { HttpCaller } from '../../harness/http.ts';
import { callFor } from '../../harness/latencies.ts';
import { demoStock, inParts, OrderSource, orderOf } from '../../harness/orders.ts';
import { PostCaller } from '../../harness/post-caller.ts';
import { routeRun } from '../../harness/route-run.ts';
import type { OpenService } from '../../harness/with-service.ts';

type Call = () => Promise<unknown>;

/** Work that goes on for a while, and callers that wait meanwhile. */
interface Work {
  /** What goes on, one after the other. */
  readonly background: Readonly<Record<string, Call>>;
  /** Each calls again and again: before the work begins, and during it. */
  readonly callers: Readonly<Record<string, Call>>;
}

/** The longest waits during the work: in milliseconds, or as a multiple of the same or of the usual wait before it. */
export interface Limits {
  readonly p50Times?: number;
  readonly p99Times?: number;
  /** The slowest call in proportion to the median before the work. */
  readonly slowestTimes?: number;
  readonly p99Ms?: number;
  readonly slowestMs?: number;
}

/** Who waits how long while something goes on. */
export interface Scenario {
  readonly about: string;
  /** How often each caller calls before the work begins. */
  readonly idleCalls: number;
  readonly limits: Limits;
  open(service: OpenService, sizes: { readonly size: number; readonly minutes: number }): Promise<Work>;
}

const RUN_ORDERS = 300_000;
const SMALL_RUN_ORDERS = 500;
const UPLOADED_ROWS = 500_000;
const BATCHES = 20;
const FLOODS = 5;
const FLOOD_CALLERS = 32;
const FLOOD_SECONDS = 6;
/** Whether memory grows from part to part of the soak is for the reader to judge. */
const SOAK_PARTS = 10;

const orders = new OrderSource();
let units = 0;

/** Adds a client like the demo client, with stock. Returns its key. */
async function addDemoClient({ service, db }: OpenService, slug: string): Promise<string> {
  const key = (await addClient(db, slug)).keys.live;
  await new HttpCaller(service.url, { key }).post('/api/v1/inventory', demoStock(2 * RUN_ORDERS));
  return key;
}

const callerOf = ({ service }: OpenService, key: string) => new HttpCaller(service.url, { key });
const routeOne = (caller: HttpCaller | PostCaller) => () =>
  caller.post('/api/v1/orders/route', orders.single());
const routeBatch = (caller: HttpCaller | PostCaller, size: number) => () =>
  caller.post('/api/v1/orders/batch-route', orders.batch(size));
const routeRunOf = (caller: HttpCaller, size: number) => () => routeRun(caller, orders.run(size));
/** Routes an order of one unit of this SKU. */
const routeUnit = (caller: HttpCaller, sku: string) => () =>
  caller.postForJson('/api/v1/orders/route', orderOf(`unit-${units++}`, { [sku]: 1 }));

export const SCENARIOS: Readonly<Record<string, Scenario>> = {
  'run-singles': {
    about: `single orders of a client during its run of ${RUN_ORDERS} orders`,
    idleCalls: 1000,
    limits: { p50Times: 5, p99Times: 5 },
    open: async (open, { size }) => {
      const key = await addDemoClient(open, 'demo');
      const [runs, singles] = [callerOf(open, key), callerOf(open, key)];
      return {
        background: { 'the run': routeRunOf(runs, RUN_ORDERS * size) },
        callers: { 'single orders': routeOne(singles) },
      };
    },
  },

  'run-runs': {
    about: `runs of ${SMALL_RUN_ORDERS} orders during a run of ${RUN_ORDERS} orders of another client`,
    idleCalls: 10,
    limits: { slowestTimes: 5 },
    open: async (open, { size }) => {
      const large = callerOf(open, await addDemoClient(open, 'large'));
      const small = callerOf(open, await addDemoClient(open, 'small'));
      // All threads have worked before, so that the small runs before are not the first work.
      await routeRunOf(large, 0.1 * RUN_ORDERS * size)();
      return {
        background: { 'the large run': routeRunOf(large, RUN_ORDERS * size) },
        callers: { 'small runs': routeRunOf(small, SMALL_RUN_ORDERS) },
      };
    },
  },

  'upload-singles': {
    about: `single orders of a client during its uploads of ${UPLOADED_ROWS} rows of stock`,
    idleCalls: 200,
    limits: { slowestMs: 500 },
    open: async (open, { size }) => {
      const key = (await addClient(open.db, 'uploading')).keys.live;
      const [uploads, singles] = [callerOf(open, key), callerOf(open, key)];
      const upload = (quantity: number) => () =>
        uploads.post(
          '/api/v1/inventory/uploads',
          Readable.from(inParts(stockLines(UPLOADED_ROWS * size, quantity))),
          'text/csv',
        );
      return {
        background: { 'all rows new': upload(5), 'all rows changed': upload(6), 'no row changed': upload(6) },
        callers: { 'single orders': () => routeUnit(singles, `UP-${units % 1000}`)() },
      };
    },
  },

  batches: {
    about: `GET /me of a client during its ${BATCHES} batches of 5,000 orders, one after another`,
    idleCalls: 200,
    limits: { p99Ms: 50 },
    open: async (open) => {
      const key = await addDemoClient(open, 'demo');
      const [batches, others] = [callerOf(open, key), callerOf(open, key)];
      // Made before, because making a batch would delay the other caller.
      const body = orders.batch(5000);
      const allBatches = async () => {
        for (let batch = 0; batch < BATCHES; batch++) await batches.post('/api/v1/orders/batch-route', body);
      };
      return {
        background: { 'the batches': allBatches },
        callers: { 'GET /me': () => others.get('/api/v1/me') },
      };
    },
  },

  flood: {
    about: `single orders during ${FLOODS} floods of ${FLOOD_CALLERS} callers of another client, without a rate limit`,
    idleCalls: 1000,
    limits: { p50Times: 3, p99Ms: 60 },
    open: async (open) => {
      // These callers use little CPU time, which they would take from the service.
      const flooding = new PostCaller(open.service.url, await addDemoClient(open, 'flooding'));
      const bystander = new PostCaller(open.service.url, await addDemoClient(open, 'bystander'));
      const flood = () =>
        Promise.all(
          Array.from({ length: FLOOD_CALLERS }, (_, nth) =>
            callFor(FLOOD_SECONDS, nth % 8 === 0 ? routeBatch(flooding, 200) : routeOne(flooding)),
          ),
        );
      return {
        background: Object.fromEntries(Array.from({ length: FLOODS }, (_, n) => [`flood ${n + 1}`, flood])),
        callers: { "a bystander's single orders": routeOne(bystander) },
      };
    },
  },

  soak: {
    about: 'single orders during mixed work of another client, for --minutes',
    idleCalls: 1000,
    limits: {},
    open: async (open, { minutes }) => {
      const mixed = new HttpCaller(open.service.url, {
        key: await addDemoClient(open, 'mixed'),
        sockets: 16,
      });
      const bystander = new PostCaller(open.service.url, await addDemoClient(open, 'bystander'));
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
      const part = () => Promise.all(calls.map((call) => callFor((minutes * 60) / SOAK_PARTS, call)));
      return {
        background: Object.fromEntries(Array.from({ length: SOAK_PARTS }, (_, n) => [`part ${n + 1}`, part])),
        callers: { "a bystander's single orders": routeOne(bystander) },
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
