import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zipsOfPrefix } from '../../../../shared/transit/zip-codes.ts';
import { DEMO_ACCOUNT } from '../../../demo/demo-account.ts';
import { PostCaller } from '../../harness/post-caller.ts';
import { memoryOf } from '../../harness/process-figures.ts';
import { withCpuTime } from '../cpu-time.ts';
import { batchDataset, type Dataset, freshOrders } from '../dataset.ts';
import { AT_ONCE, together } from '../many-requests.ts';
import { type Comparison, quantile, type Suite } from '../measure.ts';
import { type BenchStage, jsonBody } from '../stage.ts';
import { Stages } from '../stages.ts';

const ROUTE = '/api/v1/orders/route';
const BATCH = '/api/v1/orders/batch-route';

/** Orders that are answered at once: single ones, those of many clients, and batches. */
export async function ordersSuite(): Promise<Suite> {
  const stages = new Stages();
  const folder = await mkdtemp(join(tmpdir(), 'wrs-bench-'));
  return {
    comparisons: [...singleOrders(stages), ...batches(stages, folder), ...manyClients(stages, folder)],
    close: async () => {
      await stages.close();
      await rm(folder, { recursive: true });
    },
  };
}

const REQUESTS = 1000;
const REQUESTS_AT_ONCE = 4000;
const FEW = 8;
const HUNDRED = 100;

/** Single orders over HTTP: one after another on one connection, and many at once of one client and of several. */
function singleOrders(stages: Stages): Comparison[] {
  const dataset = batchDataset();
  let bodies: Buffer[] = [];
  let round = 0;
  interface Prepared {
    readonly floor: PostCaller;
    readonly fresh: (count: number) => Promise<PostCaller[]>;
  }
  const atOnce = (who: string, clients: number) => ({
    figures: [
      { case: `${AT_ONCE} at once, ${who}`, unit: 'orders/s', goal: 0.5, better: 'higher' },
      { case: `${AT_ONCE} at once, ${who}, p99`, unit: 'ms', goal: null, better: 'lower' },
    ] as const,
    ours: async ({ fresh }: Prepared) => {
      const callers = await fresh(REQUESTS_AT_ONCE);
      return withCpuTime(() => together(callers.slice(0, clients), ROUTE, bodies));
    },
    floor: ({ floor }: Prepared) => withCpuTime(() => together([floor], '/', bodies)),
  });
  return stages.rows(
    async (open): Promise<Prepared> => {
      const stage = await open(dataset, { clients: HUNDRED });
      const floor = new PostCaller((await stage.floor('single')).url);
      const callers = stage.keys.map((key) => new PostCaller(stage.service.url, key));
      const fresh = async (count: number) => {
        await stage.resetStock();
        bodies = freshOrders(dataset.orders.slice(0, count), round++).map(jsonBody);
        return callers;
      };
      return { floor, fresh };
    },
    [
      {
        figures: [
          { case: 'single orders, p50', unit: 'ms', goal: 2, better: 'lower' },
          { case: 'single orders, p99', unit: 'ms', goal: 2, better: 'lower' },
          { case: 'single orders, one at a time', unit: 'orders/s', goal: null, better: 'higher' },
        ],
        ours: async ({ fresh }) => {
          const [caller] = await fresh(REQUESTS);
          return withCpuTime(() => oneByOne(caller!, ROUTE, bodies));
        },
        floor: ({ floor }) => withCpuTime(() => oneByOne(floor, '/', bodies)),
      },
      atOnce('one client', 1),
      atOnce('eight clients', FEW),
      atOnce('a hundred clients', HUNDRED),
    ],
  );
}

/** p50, p99, and how many a second. */
async function oneByOne(caller: PostCaller, path: string, bodies: readonly Buffer[]): Promise<number[]> {
  const taken: number[] = [];
  const started = performance.now();
  for (const body of bodies) taken.push(await caller.post(path, body));
  const perSecond = (1000 * bodies.length) / (performance.now() - started);
  return [quantile(taken, 0.5), quantile(taken, 0.99), perSecond];
}

/**
 * A batch over HTTP, from the request to the last byte of its answer: Variant A, reservations, everything stored. The service
 * does not know the orders, but it knows their lanes. Then the same by lowest cost beside fewest shipments, with the same rates.
 */
function batches(stages: Stages, folder: string): Comparison[] {
  const dataset = batchDataset();
  let round = 0;
  let body: Buffer = Buffer.alloc(0);
  const prepare = async (stage: BenchStage) => {
    await stage.resetStock();
    body = jsonBody({ orders: freshOrders(dataset.orders, round++) });
  };
  const route = async (stage: BenchStage) => {
    await prepare(stage);
    return withCpuTime(async () => [(await stage.caller.post(BATCH, body)).ms]);
  };
  return [
    ...stages.rows(
      async (open) => {
        const stage = await open(dataset);
        await prepare(stage);
        const { bytes } = await stage.caller.post(BATCH, body);
        return { stage, floor: await stage.floor('batch', { answerBytes: bytes }) };
      },
      [
        {
          figures: [{ case: '5,000 orders over HTTP', unit: 'ms', goal: 1.5, better: 'lower' }],
          ours: ({ stage }) => route(stage),
          floor: async ({ stage, floor }) => {
            await stage.untilIdle();
            return withCpuTime(async () => [(await floor.post('/', body)).ms]);
          },
        },
      ],
    ),
    ...stages.rows(
      async (open) => ({
        fewest: await open(await priced(dataset, folder, 'fewest_shipments')),
        lowest: await open(await priced(dataset, folder, 'lowest_cost')),
      }),
      [
        {
          figures: [
            { case: '5,000 orders, beside fewest shipments', unit: 'ms', goal: 1.5, better: 'lower' },
          ],
          ours: ({ lowest }) => route(lowest),
          floor: ({ fewest }) => route(fewest),
        },
      ],
    ),
  ];
}

/** A published cost function of parcels: a shipment, a unit, a mile and unit. */
const SHIPMENT = 8.759;
const UNIT = 0.423;
const MILE_AND_UNIT = 0.000541;
/** Prices by miles have a zone for each so many miles, and its middle counts. */
const ZONE_MILES = 50;
const ZONES = 60;
const UNITS = 100;

/** The dataset with prices by the cost function; a unit weighs 1. */
async function priced(
  dataset: Dataset,
  folder: string,
  objective: 'fewest_shipments' | 'lowest_cost',
): Promise<Pick<Dataset, 'account' | 'folder' | 'inventory'>> {
  const { account, inventory } = dataset;
  const upto = Array.from({ length: ZONES }, (_, zone) => ZONE_MILES * (zone + 1));
  await writeFile(join(folder, 'prices.csv'), prices());
  if (dataset.folder !== null) await copyFile(join(dataset.folder, 'lanes.csv'), join(folder, 'lanes.csv'));
  return {
    inventory,
    folder,
    account: {
      ...account,
      settings: { ...account.settings, objective },
      warehouses: account.warehouses!.map((warehouse) => ({
        ...warehouse,
        handling: { per_shipment: SHIPMENT, per_unit: UNIT },
      })),
      rates: { currency: 'USD', zones: { by: 'miles', upto }, prices_file: 'prices.csv' },
      default_unit_weight: 1,
    },
  };
}

function prices(): string {
  const rows = Array.from({ length: ZONES + 1 }, (_, zone) =>
    Array.from({ length: UNITS }, (__, unit) => {
      const price = MILE_AND_UNIT * ZONE_MILES * (zone + 0.5) * (unit + 1);
      return `*,${zone + 1},${unit + 1},${price.toFixed(4)}\n`;
    }),
  );
  return `warehouse_id,zone,max_weight,price\n${rows.flat().join('')}`;
}

/** All of these clients are on one service, each with a lane table of its own. */
const CLIENTS = 1000;
const WAREHOUSES = 4;
const PLENTY = 1_000_000_000;
/** Short rounds, many of them: the two sides of a ratio then have the same machine. */
const ROUNDS = 15;

/**
 * What an order of many clients in turn costs, beside the same order of few clients. No order is to a known destination. As many
 * are under way as there are few clients, so that none waits for another one of its client.
 */
function manyClients(stages: Stages, folder: string): Comparison[] {
  const zips = zipsOfPrefix('');
  let sent = 0;
  const freshBody = () => {
    const nth = sent++;
    return jsonBody({
      external_order_id: `O-${1_000_000 + nth}`,
      destination_zip: zips[nth % zips.length],
      lines: [{ sku: 'A-1', quantity: 1 }],
    });
  };
  const costOf = async (callers: readonly PostCaller[], clients: number): Promise<number[]> => {
    const bodies = Array.from({ length: CLIENTS }, freshBody);
    const [perSecond] = await together(callers.slice(0, clients), ROUTE, bodies, FEW);
    return [1000 / perSecond!];
  };
  const beside = (clients: number) => ({
    figures: [
      { case: `an order, ${clients} clients beside ${FEW}`, unit: 'ms', goal: 1.3, better: 'lower' },
    ] as const,
    ours: ({ callers }: { readonly callers: PostCaller[] }) => costOf(callers, clients),
    floor: ({ callers }: { readonly callers: PostCaller[] }) => costOf(callers, FEW),
    rounds: ROUNDS,
  });
  return stages.rows(
    async (open) => {
      const warehouses = DEMO_ACCOUNT.warehouses.slice(0, WAREHOUSES);
      await writeFile(join(folder, 'many-lanes.csv'), laneFile(warehouses, zips));
      const account = {
        client: DEMO_ACCOUNT.client,
        warehouses,
        transit: { provider: 'table', lanes_file: 'many-lanes.csv' } as const,
        api_keys: [{ name: 'bench', environment: 'live' as const }],
      };
      const stock = { sku: 'A-1', quantity_available: PLENTY };
      const inventory = warehouses.map(({ warehouse_id }) => ({ ...stock, warehouse_id }));
      const stage = await open({ account, folder, inventory }, { clients: CLIENTS });
      return { stage, callers: stage.keys.map((key) => new PostCaller(stage.service.url, key)) };
    },
    [
      ...[40, 200, CLIENTS].map(beside),
      {
        figures: [
          { case: `peak memory of the API, ${CLIENTS} clients`, unit: 'MB', goal: 400, better: 'lower' },
        ],
        ours: async ({ stage }) => [(await memoryOf(stage.service.apis[0]!.pid)).peak],
        rounds: 1,
        warmUps: 0,
      },
    ],
  );
}

/** A lane from each warehouse to each prefix of three digits. */
function laneFile(warehouses: readonly { readonly warehouse_id: string }[], zips: readonly string[]): string {
  const prefixes = [...new Set(zips.map((zip) => zip.slice(0, 3)))];
  const lanes = warehouses.flatMap(({ warehouse_id }, place) =>
    prefixes.map((prefix, nth) => `${warehouse_id},${prefix},${1 + ((place + nth) % 8)}`),
  );
  return ['warehouse_id,destination_zip3,transit_days', ...lanes, ''].join('\n');
}
