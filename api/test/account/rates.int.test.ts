import { describe, expect, it } from 'vitest';
import { workWhatIfs } from '../../../shared/testing/work-what-ifs.ts';
import { account, api, call, ownedAccountForEachTest } from './owned-account.ts';

ownedAccountForEachTest();

async function order(path: string, payload?: object, method: 'GET' | 'POST' = 'POST') {
  const answer = await api.app.inject({
    method,
    url: `/api/v1/${path}`,
    headers: { authorization: `Bearer ${account.keys.live}` },
    ...(payload !== undefined && { payload }),
  });
  return answer.json();
}

const upload = (text: string, query = '') =>
  call('POST', `rates/prices${query}`, text, { 'content-type': 'text/csv' });

/** Prices of everywhere, and of one warehouse to one zone. By miles New York is in zone 1 of EWR1 and in zone 5 of ATL1. */
const PRICES =
  'warehouse_id,zone,max_weight,price\n' +
  ['1', '5', '8'].map((zone) => `*,${zone},10,${zone}.25\n*,${zone},2.5,${zone}\n`).join('') +
  'EWR1,1,10,40\n';

const pathsOf = (answer: { json(): { errors: { path: string }[] } }) =>
  answer.json().errors.map(({ path }) => path);

describe('prices', () => {
  it('are uploaded, shown, searched, replaced by warehouse, and removed', async () => {
    expect((await call('GET', 'rates')).json()).toMatchObject({ rates: null, price_table: null });
    expect(await order('me', undefined, 'GET')).not.toHaveProperty('currency');
    const first = await upload(PRICES);
    expect(await order('me', undefined, 'GET')).toMatchObject({ currency: 'USD' });
    expect(first.json()).toMatchObject({
      currency: 'USD',
      changed: true,
      warehouses: [
        { warehouse_id: '*', prices: 6 },
        { warehouse_id: 'EWR1', prices: 1 },
      ],
    });
    expect((await upload(PRICES)).json()).toMatchObject({
      changed: false,
      rate_table_id: first.json().rate_table_id,
    });
    const found = await call('GET', 'rates/prices?limit=2&q=5');
    expect(found.json()).toEqual({
      price_lists: [
        {
          warehouse_id: '*',
          zone: '5',
          prices: [
            { max_weight: 2.5, price: 5 },
            { max_weight: 10, price: 5.25 },
          ],
        },
      ],
      next_cursor: null,
    });
    const own = (await call('GET', 'rates/prices?warehouse_id=EWR1&q=1')).json();
    expect(own.price_lists).toEqual([
      { warehouse_id: 'EWR1', zone: '1', prices: [{ max_weight: 10, price: 40 }] },
    ]);
    const other = 'warehouse_id,zone,max_weight,price\nEWR1,1,5,3\nEWR1,2,5,4\n';
    const before = (await call('GET', 'rates')).json();
    const tried = (await upload(other, '?currency=EUR&dry_run=true')).json();
    expect((await call('GET', 'rates')).json()).toEqual(before);
    const replaced = await upload(other, '?currency=EUR');
    expect(tried).toEqual({ ...replaced.json(), rate_table_id: null });
    expect(replaced.json()).toMatchObject({
      currency: 'EUR',
      warehouses: [
        { warehouse_id: '*', prices: 6 },
        { warehouse_id: 'EWR1', prices: 2 },
      ],
    });
    const removed = (await call('DELETE', 'rates')).json();
    expect(removed).toMatchObject({
      rates: null,
      price_table: { warehouses: [{ prices: 6 }, { prices: 2 }] },
    });
    const back = await call('PATCH', 'rates', { currency: 'USD', default_unit_weight: 1.5 });
    expect(back.json()).toMatchObject({ rates: { currency: 'USD' }, default_unit_weight: 1.5 });
  });

  it('name the zones that warehouses have no price for, by miles and by lane table', async () => {
    expect((await call('GET', 'rates')).json()).not.toHaveProperty('unpriced');
    const upTo = (zones: number, warehouse: string) =>
      Array.from({ length: zones }, (_, n) => `${warehouse},${n + 1},1,2\n`).join('');
    const header = 'warehouse_id,zone,max_weight,price\n';
    const first = await upload(`${header}${upTo(7, '*')}${upTo(8, 'EWR1')}`);
    const without8 = ['ATL1', 'ONT1'].map((warehouse_id) => ({ warehouse_id, zones: ['8'] }));
    expect(first.json().unpriced).toEqual(without8);
    await call('PATCH', 'warehouses/ONT1', { enabled: false });
    expect((await call('GET', 'rates')).json().unpriced).toEqual(without8.slice(0, 1));
    const upto = Array.from({ length: 10 }, (_, n) => 100 * (n + 1));
    const farther = await call('PATCH', 'rates', { zones: { by: 'miles', upto } });
    expect(farther.json().unpriced).toEqual([
      { warehouse_id: 'ATL1', zones: ['8', '9', '10', '11'] },
      { warehouse_id: 'EWR1', zones: ['9', '10', '11'] },
    ]);
    expect((await upload(`${header}${upTo(11, '*')}`)).json().unpriced).toEqual([]);
    const lanes =
      'warehouse_id,destination_zip3,transit_days,zone\nEWR1,100,1,far\nEWR1,101,1,2\nATL1,100,1,\n';
    await call('POST', 'transit/lanes?use=true', lanes, { 'content-type': 'text/csv' });
    const byTable = await call('PATCH', 'rates', { zones: { by: 'table' } });
    expect(byTable.json().unpriced).toEqual([{ warehouse_id: 'EWR1', zones: ['far'] }]);
  });

  it('are listed by the size of their zones, page by page', async () => {
    const zones = ['9', '10', '2', '01', '1', '100', 'AK', 'HI', '0'];
    const row = (warehouse: string) => zones.map((zone) => `${warehouse},${zone},1,2\n`);
    await upload(`warehouse_id,zone,max_weight,price\n${[...row('EWR1'), ...row('*')].join('')}`);
    const found: string[] = [];
    for (let cursor = ''; ; ) {
      const page = (await call('GET', `rates/prices?limit=2${cursor}`)).json();
      for (const { warehouse_id, zone } of page.price_lists) found.push(`${warehouse_id} ${zone}`);
      if (page.next_cursor === null) break;
      cursor = `&cursor=${page.next_cursor}`;
    }
    const sorted = ['0', '01', '1', '2', '9', '10', '100', 'AK', 'HI'];
    expect(found).toEqual(['*', 'EWR1'].flatMap((warehouse) => sorted.map((zone) => `${warehouse} ${zone}`)));
  });

  it('name the lines of their faults, and change nothing then', async () => {
    const bad = await upload(
      `${PRICES}NOWHERE,1,1,1\nEWR1,1,10,2\nEWR1,,1,1\nEWR1,2,0,1\nEWR1,2,1,-1\nEWR1,2,1,1.23456\n`,
    );
    expect(bad.statusCode).toBe(422);
    expect(bad.json().errors).toEqual([
      { path: 'line 9', message: 'unknown warehouse_id "NOWHERE"' },
      { path: 'line 10', message: 'EWR1 to zone 1 up to 10 stands on line 8 already' },
      { path: 'line 11', message: expect.stringMatching(/^zone must be/) },
      { path: 'line 12', message: expect.stringMatching(/^max_weight must be above 0/) },
      { path: 'line 13', message: expect.stringMatching(/^price must be a number/) },
      { path: 'line 14', message: expect.stringMatching(/^price must be a number/) },
    ]);
    expect((await call('GET', 'rates')).json().price_table).toBeNull();
  });
});

describe('what needs rates', () => {
  it('is a fault without them, and keeps them', async () => {
    expect(pathsOf(await call('PATCH', 'settings', { objective: 'lowest_cost' }))).toEqual(['objective']);
    expect(pathsOf(await call('PATCH', 'settings', { ranking: 'cost' }))).toEqual(['ranking']);
    expect(pathsOf(await call('PATCH', 'rates', { split_penalty: 1 }))).toEqual(['split_penalty']);
    expect(pathsOf(await call('PATCH', 'rates', { currency: 'USD' }))).toEqual(['prices_file']);
    expect(pathsOf(await call('PATCH', 'warehouses/EWR1', { handling: { per_unit: 1 } }))).toEqual([
      'handling',
    ]);
    await upload(PRICES);
    expect(pathsOf(await call('PATCH', 'rates', { zones: { by: 'table' } }))).toEqual(['zones.by']);
    expect((await call('PATCH', 'settings', { objective: 'lowest_cost' })).statusCode).toBe(200);
    const kept = await call('DELETE', 'rates');
    expect(kept.json().errors).toEqual([
      { path: 'rates', message: 'settings.objective: lowest_cost needs them' },
    ]);
  });

  it('is exported, read back without a change, and restored with its prices', async () => {
    await upload(PRICES);
    await call('PATCH', 'rates', { split_penalty: 2.5, default_unit_weight: 0 });
    await call('PATCH', 'warehouses/EWR1', { handling: { per_shipment: 1.1, per_unit: 0 } });
    const [{ configuration_id }] = (await call('GET', 'configurations')).json().activations;
    const file = (await call('GET', 'account')).json();
    expect(file).toMatchObject({ split_penalty: 2.5, default_unit_weight: 0, rates: { currency: 'USD' } });
    expect(file.warehouses[0].handling).toEqual({ per_shipment: 1.1 });
    const again = await call('PUT', 'account', file);
    expect(again.json().changes).toEqual([]);
    await upload('warehouse_id,zone,max_weight,price\n*,1,5,3\n');
    await call('PATCH', 'warehouses/EWR1', { handling: null });
    await call('DELETE', 'rates');
    expect((await call('GET', 'account')).json()).not.toHaveProperty('rates');
    await call('POST', `configurations/${configuration_id}/restore`);
    const restored = (await call('GET', 'rates')).json();
    expect(restored).toMatchObject({
      split_penalty: 2.5,
      price_table: { warehouses: [{ prices: 6 }, { prices: 1 }] },
    });
  });
});

describe('orders of an account with rates', () => {
  const cart = { destination_zip: '10001', lines: [{ sku: 'A', quantity: 2, unit_weight: 1.25 }] };
  const stock = (ewr: number, atl: number) =>
    order('inventory', {
      inventory: [
        { sku: 'A', warehouse_id: 'EWR1', quantity_available: ewr },
        { sku: 'A', warehouse_id: 'ATL1', quantity_available: atl },
      ],
    });

  it('cost what the prices say, and ship from where that is least', async () => {
    await stock(10, 10);
    await upload(PRICES);
    const near = await order('orders/route', { external_order_id: 'near', ...cart });
    expect(near.results[0]).toMatchObject({ status: 'FULL', total_cost: 40, shipments: [{ cost: 40 }] });
    await call('PATCH', 'settings', { objective: 'lowest_cost' });
    const routed = await order('orders/route', { external_order_id: 'cheap', ...cart });
    expect(routed.results[0]).toMatchObject({
      status: 'FULL',
      routing_quality: 'Suboptimal',
      total_cost: 5,
      shipments: [{ selected_warehouse: { warehouse_id: 'ATL1' }, cost: 5 }],
      explanation: { decision_driver: { code: 'lowest_cost' } },
    });
    const why = await order(`orders/cheap/why`, undefined, 'GET');
    expect(why).toMatchObject({ search_complete: true, at_least_cost: null });
    expect(
      why.warehouses.map(({ warehouse_id, cost_alone }: Record<string, unknown>) => [
        warehouse_id,
        cost_alone,
      ]),
    ).toEqual([
      ['EWR1', 40],
      ['ATL1', 5],
      ['ONT1', null],
    ]);
    expect(why.alternatives).toContainEqual(
      expect.objectContaining({
        kind: 'fewest_shipments',
        warehouse_ids: ['EWR1'],
        cost: 40,
        cost_difference: 35,
      }),
    );
    const promised = await order('promise', { destination_zip: '10001', carts: [{ lines: cart.lines }] });
    expect(promised.results[0].total_cost).toBe(5);
    const tried = await order('orders/route?dry_run=true&explain=true', {
      external_order_id: 'cheap',
      ...cart,
    });
    expect(tried.results[0]).toMatchObject({ total_cost: 5, why: { at_least_cost: null } });
    expect(tried.results[0].why.warehouses).toEqual(why.warehouses);
    const run = await order(`runs/${routed.routing_run_id}`, undefined, 'GET');
    expect(run.costs).toEqual({
      total_cost: 5,
      priced_orders: 1,
      cost_per_order: 5,
      cost_per_shipment: 5,
    });
    const { figures } = (await call('GET', 'overview?environment=live')).json();
    expect(figures.costs).toEqual({
      total_cost: 45,
      priced_orders: 2,
      cost_per_order: 22.5,
      cost_per_shipment: 22.5,
    });
    expect((await call('GET', 'overview?environment=live')).json().unroutable).toEqual([]);
  });

  it('are found by cost, and by the day on which all of it has arrived', async () => {
    await stock(10, 10);
    await upload(PRICES);
    await order('orders/route', { external_order_id: 'undated', ...cart });
    const calendar = { time_zone: 'America/New_York', cut_off: '15:00' };
    await call('PATCH', 'warehouses/EWR1', { calendar });
    await order('orders/route', { external_order_id: 'dated', ...cart, lines: [{ sku: 'A', quantity: 1 }] });
    const found = async (query: string) =>
      (await call('GET', `orders?environment=live&${query}`))
        .json()
        .orders.map(({ order_id }: { order_id: string }) => order_id);
    const [dated] = (await call('GET', 'orders?environment=live&order_id=dated')).json().orders;
    expect(dated).toMatchObject({ arrives_on: expect.stringMatching(/^20/), total_cost: 40 });
    expect(await found('min_cost=40')).toEqual(['dated', 'undated']);
    expect(await found('min_cost=40.01')).toEqual([]);
    const day = dated.arrives_on;
    const before = new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
    expect(await found(`arrives_from=${day}&arrives_to=${day}`)).toEqual(['dated']);
    expect(await found(`arrives_to=${before}`)).toEqual([]);
  });

  it('weigh what their lines say, or what was synced before them', async () => {
    await upload(PRICES);
    const sync = (unit_weight: number) =>
      order('inventory', {
        inventory: [{ sku: 'A', warehouse_id: 'ATL1', quantity_available: 9, unit_weight }],
      });
    const costOf = async (external_order_id: string, line: object = {}) => {
      const lines = [{ sku: 'A', quantity: 2, ...line }];
      const sent = { external_order_id, destination_zip: '10001', lines };
      return (await order('orders/route', sent)).results[0].total_cost;
    };
    await sync(2);
    expect([await costOf('synced'), await costOf('own', { unit_weight: 1 })]).toEqual([5.25, 5]);
    await sync(0.5);
    expect(await costOf('later')).toBe(5);
    const { warehouses } = await order('orders/synced/why', undefined, 'GET');
    expect(warehouses[1]).toMatchObject({ warehouse_id: 'ATL1', cost_alone: 5.25 });
  });
});

describe('a what-if', () => {
  /** Asks for one on the order, which ships from EWR1 for 40. Returns its cells in CSV, its sides, and its changes. */
  async function compared(draft: object) {
    const inventory = ['EWR1', 'ATL1'].map((warehouse_id) => ({
      sku: 'A',
      warehouse_id,
      quantity_available: 9,
    }));
    await order('inventory', { inventory });
    const lines = [{ sku: 'A', quantity: 2, unit_weight: 1 }];
    const sent = { external_order_id: 'near', destination_zip: '10001', lines };
    const { routing_run_id } = await order('orders/route', sent);
    const { what_if_id } = await order('what-ifs', { orders: { routing_run_id }, draft });
    await workWhatIfs(api.db);
    const { baseline, draft: drafted } = await order(`what-ifs/${what_if_id}`, undefined, 'GET');
    const { changes } = await order(`what-ifs/${what_if_id}/changes`, undefined, 'GET');
    const csv = await api.app.inject({
      url: `/api/v1/what-ifs/${what_if_id}/changes`,
      headers: { authorization: `Bearer ${account.keys.live}`, accept: 'text/csv' },
    });
    const [columns, cells] = csv.body.split('\r\n').map((line) => line.split(','));
    return { columns, cells, changes, sides: [baseline.costs?.total_cost, drafted.costs?.total_cost] };
  }

  it('takes all that an account says of costs, and its CSV ends with the cost of both sides', async () => {
    await upload(PRICES);
    const dear = { warehouse_id: 'ATL1', handling: { per_shipment: 0.5 } };
    const { columns, cells, changes, sides } = await compared({
      settings: { objective: 'lowest_cost' },
      rates: { currency: 'USD', zones: { by: 'miles', upto: [5000] } },
      split_penalty: 3,
      default_unit_weight: 2,
      warehouses: [dear],
    });
    expect(sides).toEqual([40, 1.5]);
    expect(changes).toMatchObject([{ baseline: { total_cost: 40 }, draft: { total_cost: 1.5 } }]);
    expect(columns?.slice(-3)).toEqual(['sentence', 'baseline_total_cost', 'draft_total_cost']);
    expect(cells?.slice(-2)).toEqual(['40', '1.5']);
  });
});

describe('weights of stock', () => {
  const views = async () => {
    const report = await api.app.inject({
      url: '/api/v1/reports/inventory.csv',
      headers: { authorization: `Bearer ${account.keys.live}` },
    });
    const shown = [
      (await order('inventory', undefined, 'GET')).inventory[0],
      (await call('GET', 'inventory?environment=live')).json().skus[0],
      (await call('GET', 'inventory/A?environment=live')).json(),
    ];
    const [columns] = report.body.split('\r\n');
    return [...shown.map(({ unit_weight }) => unit_weight), columns?.includes('unit_weight')];
  };

  it('are shown while the account has rates', async () => {
    const row = { sku: 'A', warehouse_id: 'EWR1', quantity_available: 1, unit_weight: 2.5 };
    await order('inventory', { inventory: [row] });
    expect(await views()).toEqual([undefined, undefined, undefined, false]);
    await upload(PRICES);
    expect(await views()).toEqual([2.5, 2.5, 2.5, true]);
  });
});
