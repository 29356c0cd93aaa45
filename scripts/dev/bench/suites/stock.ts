import { HttpCaller } from '../../harness/http.ts';
import { PostCaller } from '../../harness/post-caller.ts';
import { withCpuTime } from '../cpu-time.ts';
import { batchDataset, enabledWarehouses, freshOrders, snapshotOf } from '../dataset.ts';
import { AT_ONCE, atRate, together } from '../many-requests.ts';
import { type Comparison, quantile, type Suite } from '../measure.ts';
import { BenchStage, jsonBody } from '../stage.ts';

const CHANGES = 4000;
const ROWS = 10_000;
const ORDERS_A_SECOND = 500;
const PROMISES_A_SECOND = 50;
const SECONDS = 5;

/**
 * What keeps stock true between syncs: changes, counted syncs and shipments of a client that uses them, beside what the same
 * costs without; and promises beside orders.
 */
export async function stockSuite(): Promise<Suite> {
  const dataset = batchDataset();
  const stage = await BenchStage.open(dataset, { clients: 2 });
  await stage.resetStock();
  const floor = new PostCaller((await stage.floor('single')).url);
  const [tracked, plain] = stage.keys.map((key) => new HttpCaller(stage.service.url, { key })) as [
    HttpCaller,
    HttpCaller,
  ];
  const small = new PostCaller(stage.service.url, stage.keys[0]!);
  const warehouses = enabledWarehouses(dataset.account);
  let round = 0;

  const pairs = dataset.inventory.map(({ sku, warehouse_id }) => ({ sku, warehouse_id }));
  const changesOf = (count: number) =>
    Array.from({ length: count }, (_, nth) =>
      jsonBody({ changes: [{ ...pairs[(nth * 7919) % pairs.length]!, change: 1 }] }),
    );
  const changes = changesOf(CHANGES);
  const smallChanges: Comparison = {
    figures: [
      {
        case: `changes of one row, ${AT_ONCE} at once, one client`,
        unit: 'changes/s',
        goal: 0.5,
        better: 'higher',
      },
      { case: `changes of one row, ${AT_ONCE} at once, p99`, unit: 'ms', goal: null, better: 'lower' },
    ],
    ours: () => withCpuTime(() => together([small], '/api/v1/inventory/changes', changes)),
    floor: () => withCpuTime(() => together([floor], '/', changes)),
  };

  const rows = () => ({ inventory: snapshotOf(warehouses, ROWS, { prefix: 'SAME', quantity: 10 + round }) });
  const sync = async (caller: HttpCaller, body: object) => {
    const sent = jsonBody(body);
    await stage.untilIdle();
    return [(await caller.post('/api/v1/inventory', sent)).ms];
  };
  const counted: Comparison = {
    figures: [
      {
        case: '10,000 rows counted, beside a plain sync, all changed',
        unit: 'ms',
        goal: 1.3,
        better: 'lower',
      },
    ],
    ours: () => {
      round++;
      return sync(tracked, { ...rows(), counted_at: new Date().toISOString() });
    },
    floor: () => sync(plain, rows()),
  };

  let routedMs = 0;
  const shipped: Comparison = {
    figures: [
      { case: '5,000 orders shipped, beside their routing', unit: 'ms', goal: null, better: 'lower' },
    ],
    ours: async () => {
      await stage.resetStock();
      const orders = freshOrders(dataset.orders, round++);
      routedMs = (await tracked.post('/api/v1/orders/batch-route', jsonBody({ orders }))).ms;
      const ids = orders.map((order) => ({
        order_id: (order as { external_order_id: string }).external_order_id,
      }));
      await stage.untilIdle();
      return [(await tracked.post('/api/v1/orders/batch-shipped', jsonBody({ orders: ids }))).ms];
    },
    floor: () => [routedMs],
  };

  const carts = dataset.orders.map((order) => {
    const { destination_zip, lines } = order as { destination_zip: string; lines: object[] };
    return jsonBody({ destination_zip, carts: [{ lines }] });
  });
  const promises = async () => {
    const send = (nth: number) => small.post('/api/v1/promise', carts[nth % carts.length]!);
    const taken = await atRate({ perSecond: PROMISES_A_SECOND, send }, SECONDS);
    return [quantile(taken, 0.5), quantile(taken, 0.99)];
  };
  const besideOrders: Comparison = {
    figures: ['p50', 'p99'].map((name) => ({
      case: `promises beside ${ORDERS_A_SECOND} orders a second, ${name}, beside the same alone`,
      ...{ unit: 'ms', goal: null, better: 'lower' as const },
    })),
    ours: async () => {
      await stage.resetStock();
      const bodies = freshOrders(dataset.orders, round++).map(jsonBody);
      const send = (nth: number) => small.post('/api/v1/orders/route', bodies[nth % bodies.length]!);
      const orders = atRate({ perSecond: ORDERS_A_SECOND, send }, SECONDS);
      const figures = await promises();
      await orders;
      return figures;
    },
    floor: promises,
  };

  return { comparisons: [smallChanges, counted, shipped, besideOrders], close: () => stage.close() };
}
