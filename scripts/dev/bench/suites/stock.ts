import { HttpCaller } from '../../harness/http.ts';
import { PostCaller } from '../../harness/post-caller.ts';
import { withCpuTime } from '../cpu-time.ts';
import { batchDataset, enabledWarehouses, freshOrders, snapshotOf } from '../dataset.ts';
import { AT_ONCE, atRate, together } from '../many-requests.ts';
import { type Comparison, quantile, type Suite } from '../measure.ts';
import { type BenchStage, jsonBody } from '../stage.ts';
import { Stages } from '../stages.ts';

const CHANGES = 4000;
const ROWS = 10_000;
const ORDERS_A_SECOND = 500;
const PROMISES_A_SECOND = 50;
const SECONDS = 5;

const SYNC = '/api/v1/inventory';

/** What stock costs: snapshots, and what keeps it true between them. */
export function stockSuite(): Suite {
  const stages = new Stages();
  return { comparisons: [...snapshots(stages), ...betweenSyncs(stages)], close: () => stages.close() };
}

/** A snapshot over HTTP, of which all rows are new, all have changed, or none has. */
function snapshots(stages: Stages): Comparison[] {
  const { account, folder } = batchDataset();
  const warehouses = enabledWarehouses(account);
  let round = 0;
  let body: Buffer = Buffer.alloc(0);
  const row = (name: string, prefixOf: () => string, quantityOf: () => number) => ({
    figures: [{ case: `10,000 rows, ${name}`, unit: 'ms', goal: 1.3, better: 'lower' }] as const,
    ours: async ({ stage }: { readonly stage: BenchStage }) => {
      round++;
      const rows = snapshotOf(warehouses, ROWS, { prefix: prefixOf(), quantity: quantityOf() });
      body = jsonBody({ inventory: rows });
      await stage.untilIdle();
      return [(await stage.caller.post(SYNC, body)).ms];
    },
    floor: async ({ stage, floor }: { readonly stage: BenchStage; readonly floor: HttpCaller }) => {
      await stage.untilIdle();
      return [(await floor.post('/', body)).ms];
    },
  });
  const same = () => 'SAME';
  return stages.rows(
    async (open) => {
      const stage = await open({ account, folder, inventory: [] });
      return { stage, floor: await stage.floor('inventory') };
    },
    [
      row(
        'all new',
        () => `NEW-${1000 + round}`,
        () => 10,
      ),
      // The first round is a warm-up. After it the rows exist.
      row('all changed', same, () => 10 + round),
      row('all unchanged', same, () => 10),
    ],
  );
}

/**
 * Changes, counted syncs and shipments of a client that uses them, beside what the same costs without; and promises beside
 * orders.
 */
function betweenSyncs(stages: Stages): Comparison[] {
  const dataset = batchDataset();
  const warehouses = enabledWarehouses(dataset.account);
  let round = 0;
  const pairs = dataset.inventory.map(({ sku, warehouse_id }) => ({ sku, warehouse_id }));
  const changes = Array.from({ length: CHANGES }, (_, nth) =>
    jsonBody({ changes: [{ ...pairs[(nth * 7919) % pairs.length]!, change: 1 }] }),
  );
  const rows = () => ({ inventory: snapshotOf(warehouses, ROWS, { prefix: 'SAME', quantity: 10 + round }) });
  const carts = dataset.orders.map((order) => {
    const { destination_zip, lines } = order as { destination_zip: string; lines: object[] };
    return jsonBody({ destination_zip, carts: [{ lines }] });
  });
  const promises = async ({ small }: { readonly small: PostCaller }) => {
    const send = (nth: number) => small.post('/api/v1/promise', carts[nth % carts.length]!);
    const taken = await atRate({ perSecond: PROMISES_A_SECOND, send }, SECONDS);
    return [quantile(taken, 0.5), quantile(taken, 0.99)];
  };
  let routedMs = 0;
  return stages.rows(
    async (open) => {
      const stage = await open(dataset, { clients: 2 });
      const floor = new PostCaller((await stage.floor('single')).url);
      const [counting, plain] = stage.keys.map((key) => new HttpCaller(stage.service.url, { key }));
      const sync = async (caller: HttpCaller, body: object) => {
        const sent = jsonBody(body);
        await stage.untilIdle();
        return [(await caller.post(SYNC, sent)).ms];
      };
      const small = new PostCaller(stage.service.url, stage.keys[0]!);
      return { stage, floor, counting: counting!, plain: plain!, small, sync };
    },
    [
      {
        figures: [
          {
            ...{ case: `changes of one row, ${AT_ONCE} at once, one client`, unit: 'changes/s' },
            ...{ goal: 0.5, better: 'higher' },
          },
          { case: `changes of one row, ${AT_ONCE} at once, p99`, unit: 'ms', goal: null, better: 'lower' },
        ],
        ours: ({ small }) => withCpuTime(() => together([small], '/api/v1/inventory/changes', changes)),
        floor: ({ floor }) => withCpuTime(() => together([floor], '/', changes)),
      },
      {
        figures: [
          {
            ...{ case: '10,000 rows counted, beside a plain sync, all changed', unit: 'ms' },
            ...{ goal: 1.3, better: 'lower' },
          },
        ],
        ours: ({ sync, counting }) => {
          round++;
          return sync(counting, { ...rows(), counted_at: new Date().toISOString() });
        },
        floor: ({ sync, plain }) => sync(plain, rows()),
      },
      {
        figures: [
          { case: '5,000 orders shipped, beside their routing', unit: 'ms', goal: null, better: 'lower' },
        ],
        ours: async ({ stage, counting }) => {
          await stage.resetStock();
          const orders = freshOrders(dataset.orders, round++);
          routedMs = (await counting.post('/api/v1/orders/batch-route', { orders })).ms;
          const ids = orders.map((order) => ({
            order_id: (order as { external_order_id: string }).external_order_id,
          }));
          await stage.untilIdle();
          return [(await counting.post('/api/v1/orders/batch-shipped', { orders: ids })).ms];
        },
        floor: () => [routedMs],
      },
      {
        figures: ['p50', 'p99'].map((name) => ({
          case: `promises beside ${ORDERS_A_SECOND} orders a second, ${name}, beside the same alone`,
          ...{ unit: 'ms', goal: null, better: 'lower' },
        })),
        ours: async ({ stage, small }) => {
          await stage.resetStock();
          const bodies = freshOrders(dataset.orders, round++).map(jsonBody);
          const send = (nth: number) => small.post('/api/v1/orders/route', bodies[nth % bodies.length]!);
          const orders = atRate({ perSecond: ORDERS_A_SECOND, send }, SECONDS);
          const figures = await promises({ small });
          await orders;
          return figures;
        },
        floor: promises,
      },
    ],
  );
}
