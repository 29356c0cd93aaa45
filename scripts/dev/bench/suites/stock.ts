import { HttpCaller } from '../../harness/http.ts';
import { PostCaller } from '../../harness/post-caller.ts';
import { withCpuTime } from '../cpu-time.ts';
import { batchDataset, enabledWarehouses, freshOrders, snapshotOf } from '../dataset.ts';
import { AT_ONCE, atRate, together } from '../many-requests.ts';
import { type Comparison, quantile, type Suite } from '../measure.ts';
import { OneStage } from '../one-stage.ts';
import { BenchStage, jsonBody } from '../stage.ts';

const CHANGES = 4000;
const ROWS = 10_000;
const ORDERS_A_SECOND = 500;
const PROMISES_A_SECOND = 50;
const SECONDS = 5;

const SYNC = '/api/v1/inventory';

/** What stock costs: snapshots, and what keeps it true between them. */
export function stockSuite(): Suite {
  const stages = new OneStage();
  return { comparisons: [...snapshots(stages), ...betweenSyncs(stages)], close: () => stages.close() };
}

/** A snapshot over HTTP, of which all rows are new, all have changed, or none has. */
function snapshots(stages: OneStage): Comparison[] {
  const { account, folder } = batchDataset();
  const warehouses = enabledWarehouses(account);
  const opened = stages.lazily(async () => {
    const stage = await BenchStage.open({ account, folder, inventory: [] });
    return { stage, floor: await stage.floor('inventory'), close: () => stage.close() };
  });
  let round = 0;
  const comparison = (name: string, prefixOf: () => string, quantityOf: () => number): Comparison => {
    let body: Buffer = Buffer.alloc(0);
    return {
      figures: [{ case: `10,000 rows, ${name}`, unit: 'ms', goal: 1.3, better: 'lower' }],
      ours: async () => {
        const { stage } = await opened();
        round++;
        const rows = snapshotOf(warehouses, ROWS, { prefix: prefixOf(), quantity: quantityOf() });
        body = jsonBody({ inventory: rows });
        await stage.untilIdle();
        return [(await stage.caller.post(SYNC, body)).ms];
      },
      floor: async () => {
        const { stage, floor } = await opened();
        await stage.untilIdle();
        return [(await floor.post('/', body)).ms];
      },
    };
  };
  const same = () => 'SAME';
  return [
    comparison(
      'all new',
      () => `NEW-${1000 + round}`,
      () => 10,
    ),
    // The first round is a warm-up. After it the rows exist.
    comparison('all changed', same, () => 10 + round),
    comparison('all unchanged', same, () => 10),
  ];
}

/**
 * Changes, counted syncs and shipments of a client that uses them, beside what the same costs without; and promises beside
 * orders.
 */
function betweenSyncs(stages: OneStage): Comparison[] {
  const dataset = batchDataset();
  const warehouses = enabledWarehouses(dataset.account);
  const opened = stages.lazily(async () => {
    const stage = await BenchStage.open(dataset, { clients: 2 });
    await stage.resetStock();
    const floor = new PostCaller((await stage.floor('single')).url);
    const [counting, plain] = stage.keys.map((key) => new HttpCaller(stage.service.url, { key }));
    const small = new PostCaller(stage.service.url, stage.keys[0]!);
    return { stage, floor, counting: counting!, plain: plain!, small, close: () => stage.close() };
  });
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
    ours: async () => {
      const { small } = await opened();
      return withCpuTime(() => together([small], '/api/v1/inventory/changes', changes));
    },
    floor: async () => {
      const { floor } = await opened();
      return withCpuTime(() => together([floor], '/', changes));
    },
  };

  const rows = () => ({ inventory: snapshotOf(warehouses, ROWS, { prefix: 'SAME', quantity: 10 + round }) });
  const sync = async (who: 'counting' | 'plain', body: object) => {
    const sent = jsonBody(body);
    const { stage, [who]: caller } = await opened();
    await stage.untilIdle();
    return [(await caller.post(SYNC, sent)).ms];
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
      return sync('counting', { ...rows(), counted_at: new Date().toISOString() });
    },
    floor: () => sync('plain', rows()),
  };

  let routedMs = 0;
  const shipped: Comparison = {
    figures: [
      { case: '5,000 orders shipped, beside their routing', unit: 'ms', goal: null, better: 'lower' },
    ],
    ours: async () => {
      const { stage, counting } = await opened();
      await stage.resetStock();
      const orders = freshOrders(dataset.orders, round++);
      routedMs = (await counting.post('/api/v1/orders/batch-route', jsonBody({ orders }))).ms;
      const ids = orders.map((order) => ({
        order_id: (order as { external_order_id: string }).external_order_id,
      }));
      await stage.untilIdle();
      return [(await counting.post('/api/v1/orders/batch-shipped', jsonBody({ orders: ids }))).ms];
    },
    floor: () => [routedMs],
  };

  const carts = dataset.orders.map((order) => {
    const { destination_zip, lines } = order as { destination_zip: string; lines: object[] };
    return jsonBody({ destination_zip, carts: [{ lines }] });
  });
  const promises = async () => {
    const { small } = await opened();
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
      const { stage, small } = await opened();
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

  return [smallChanges, counted, shipped, besideOrders];
}
