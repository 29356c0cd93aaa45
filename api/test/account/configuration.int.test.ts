import { describe, expect, it } from 'vitest';
import { listCsv, readListCsv } from '../../../shared/contracts/intake/csv-account-lists.ts';
import { account, api, call, ownedAccountForEachTest, owner } from './owned-account.ts';
import { aPerson } from './people.ts';

ownedAccountForEachTest();

const activations = async () => (await call('GET', 'configurations')).json().activations;
/** Every change of the configuration, on the account of the tests. */
const CHANGES: readonly (readonly ['POST' | 'PUT' | 'PATCH' | 'DELETE', string, object?])[] = [
  ['POST', 'warehouses', { warehouse_id: 'DFW1', zip: '76177' }],
  ['PATCH', 'warehouses/EWR1', { enabled: false }],
  ['POST', 'warehouses/EWR1/move', { after: 'ATL1' }],
  ['DELETE', 'warehouses/EWR1'],
  ['POST', 'profiles', { partner_id: 'P9', name: 'Nine' }],
  ['POST', 'item-controls', { sku: 'A', rule: 'hold' }],
  ['POST', 'webhooks', { url: 'https://a.example/', events: ['order.unroutable'] }],
  ['PATCH', 'settings', { use_inventory_availability: false }],
  ['PATCH', 'settings/max_shipments', { value: 2 }],
  ['DELETE', 'settings/max_shipments'],
  ['PUT', 'delivery-calendar', { days: ['mon'] }],
  ['DELETE', 'delivery-calendar'],
  ['PATCH', 'transit', { provider: 'zone' }],
  ['DELETE', 'rates'],
];

describe('a dry run', () => {
  it('of any change of the configuration answers as the change, and changes nothing', async () => {
    const before = (await call('GET', 'account')).headers.etag;
    for (const [method, path, body] of CHANGES) {
      const tried = await call(method, `${path}?dry_run=true`, body);
      expect([method, path, tried.statusCode]).toEqual([
        method,
        path,
        expect.toSatisfy((code) => code < 300),
      ]);
      expect([path, (await call('GET', 'account')).headers.etag]).toEqual([path, before]);
    }
    expect(await activations()).toHaveLength(1);
    const made = await call('POST', 'webhooks?dry_run=true', {
      url: 'https://a.example/',
      events: ['run.failed'],
    });
    expect(made.json().secret).toBeNull();
  });

  it('exists for every operation that makes a version', async () => {
    const { paths } = (await api.app.inject('/account/openapi.json')).json();
    const lacking = Object.entries<Record<string, { parameters?: { name: string }[]; operationId: string }>>(
      paths,
    )
      .filter(([path]) =>
        /\/v1\/(account|warehouses|profiles|item-controls|webhooks|settings|delivery-calendar|transit|rates|sso)\b/.test(
          path,
        ),
      )
      .flatMap(([, operations]) => Object.entries(operations))
      .filter(([method]) => method !== 'get')
      .filter(([, { parameters = [] }]) => !parameters.some(({ name }) => name === 'dry_run'))
      .map(([, { operationId }]) => operationId);
    // These are about secrets, deliveries and what is sent to others, and make no version.
    expect(lacking.toSorted()).toEqual(['checkSsoDomain', 'rotateWebhookSecret', 'testSso', 'testWebhook']);
  });
});

const changesOf = async () => (await call('GET', 'audit?requests=false')).json().entries[0];

describe('warehouses', () => {
  it('are added, changed and removed one by one, each as a new configuration', async () => {
    const added = await call('POST', 'warehouses', { warehouse_id: 'DFW1', zip: '76177' });
    expect([added.statusCode, added.json()]).toMatchObject([
      201,
      { warehouse_id: 'DFW1', warehouse_code: 'DFW1', warehouse_name: 'DFW1', enabled: true, priority: null },
    ]);
    const changed = await call('PATCH', 'warehouses/DFW1', { warehouse_name: 'Fort Worth TX', priority: 4 });
    expect(changed.json()).toMatchObject({ warehouse_name: 'Fort Worth TX', zip: '76177', priority: 4 });
    expect((await changesOf()).changes).toEqual([
      { path: 'warehouses[DFW1].warehouse_name', before: 'DFW1', after: 'Fort Worth TX' },
      { path: 'warehouses[DFW1].priority', before: null, after: 4 },
    ]);
    expect((await call('DELETE', 'warehouses/DFW1')).statusCode).toBe(204);
    expect((await call('GET', 'warehouses/DFW1')).json()).toMatchObject({ enabled: false });
    const [latest, ...earlier] = await activations();
    expect(latest).toMatchObject({ is_current: true, by: { kind: 'user', name: owner.email } });
    expect(earlier).toHaveLength(3);
    expect(new Set([latest, ...earlier].map((each) => each.configuration_id)).size).toBe(4);
  });

  it('name a fault by its path in what was sent', async () => {
    const answers = [
      await call('POST', 'warehouses', { warehouse_id: 'X', zip: '00000' }),
      await call('POST', 'warehouses', { warehouse_id: 'X', zip: '76177', colour: 'red' }),
      await call('PATCH', 'warehouses/EWR1', { priority: 0 }),
      await call('PATCH', 'warehouses/EWR1', { warehouse_id: 'EWR2' }),
      await call('PATCH', 'warehouses/EWR1', { warehouse_code: 'W-002' }),
    ];
    expect(answers.map((answer) => [answer.statusCode, answer.json().errors[0].path])).toEqual([
      [422, 'zip'],
      [422, 'colour'],
      [422, 'priority'],
      [422, 'warehouse_id'],
      [422, 'warehouse_code'],
    ]);
    expect(await activations()).toHaveLength(1);
  });

  it('say what stock they have again when they are enabled, by whatever way, and clear it if asked', async () => {
    const inventory = [{ sku: 'A', warehouse_id: 'EWR1', quantity_available: 5 }];
    await call('POST', 'inventory?environment=live', { inventory });
    const live = async () => {
      const { skus, last_sync } = (await call('GET', 'inventory?environment=live')).json();
      return [skus[0].quantity_available, last_sync.source_name, last_sync.rows_received];
    };
    const ages = (
      stock: { environment: string; units: number; synced_at: string | null; cleared: boolean }[],
    ) =>
      stock.map(({ environment, units, synced_at, cleared }) => [
        environment,
        units,
        synced_at !== null,
        cleared,
      ]);
    const [again, cleared] = [false, true].map((clears) => [
      ['test', 0, false, clears],
      ['live', 5, true, clears],
    ]);
    const [{ configuration_id }] = await activations();
    const disable = () => call('PATCH', 'warehouses/EWR1', { enabled: false });

    expect((await disable()).json()).not.toHaveProperty('stock');
    const restored = await call('POST', `configurations/${configuration_id}/restore`);
    expect(restored.json().enabled.map(({ stock }: { stock: [] }) => ages(stock))).toEqual([again]);
    await disable();
    const { warehouses, client } = (await call('GET', 'account')).json();
    const enabled = warehouses.map((each: object) => ({ ...each, enabled: true }));
    const put = await call('PUT', 'account', { client: { slug: client.slug }, warehouses: enabled });
    expect(put.json().enabled.map(({ stock }: { stock: [] }) => ages(stock))).toEqual([again]);
    expect(await live()).toEqual([5, null, 1]);

    await disable();
    const answer = await call('PATCH', 'warehouses/EWR1', { enabled: true, clear_stock: true });
    expect(ages(answer.json().stock)).toEqual(cleared);
    expect(answer.json()).not.toHaveProperty('clear_stock');
    expect((await changesOf()).changes.map(({ path }: { path: string }) => path)).toEqual([
      'warehouses[EWR1].enabled',
      'warehouses[EWR1].clear_stock',
    ]);
    expect(await live()).toEqual([0, null, 1]); // clearing is no sync
    const added = await call('POST', 'warehouses', { warehouse_id: 'DFW1', zip: '76177', clear_stock: true });
    expect([added.statusCode, added.json().errors[0].path]).toEqual([422, 'clear_stock']);
  });

  it('are there once', async () => {
    const again = await call('POST', 'warehouses', { warehouse_id: 'EWR1', zip: '08837' });
    expect([again.statusCode, again.json().code]).toEqual([409, 'already_exists']);
    expect((await call('PATCH', 'warehouses/NONE', { priority: 1 })).statusCode).toBe(404);
  });

  it('change only as they were seen', async () => {
    const { etag } = (await call('GET', 'warehouses/EWR1')).headers;
    const change = (priority: number, seen: string) =>
      call('PATCH', 'warehouses/EWR1', { priority }, { 'if-match': seen });
    const first = await change(5, String(etag));
    expect(first.statusCode).toBe(200);
    const late = await change(6, String(etag));
    expect([late.statusCode, late.json().code]).toEqual([412, 'precondition_failed']);
    expect((await change(6, first.json().etag)).statusCode).toBe(200);
    expect((await change(7, '*')).statusCode).toBe(200);
    expect((await call('DELETE', 'warehouses/EWR1', undefined, { 'if-match': '"old"' })).statusCode).toBe(
      412,
    );
  });

  const listed = async (query = '?sort=priority') => {
    const { headers, ...answer } = await call('GET', `warehouses${query}`);
    const { warehouses } = answer.json() as { warehouses: { warehouse_id: string; priority: number }[] };
    return {
      order: warehouses.map(({ warehouse_id, priority }) => [warehouse_id, priority]),
      etag: String(headers.etag),
    };
  };

  it('are moved one by one, and one that was added meanwhile keeps its place', async () => {
    for (const [index, id] of ['EWR1', 'ATL1', 'ONT1'].entries())
      await call('PATCH', `warehouses/${id}`, { priority: index + 1 });
    const seen = (await listed()).etag;
    await call('POST', 'warehouses', { warehouse_id: 'DFW1', zip: '76177', priority: 1 });
    const move = (id: string, place: object, etag: string) =>
      call('POST', `warehouses/${id}/move`, place, { 'if-match': etag });
    const late = await move('ONT1', { before: 'EWR1' }, seen);
    expect([late.statusCode, late.json().code]).toEqual([412, 'precondition_failed']);
    const now = await listed();
    expect(now.order).toEqual([
      ['DFW1', 1],
      ['EWR1', 1],
      ['ATL1', 2],
      ['ONT1', 3],
    ]);
    const moved = await move('ONT1', { before: 'EWR1' }, now.etag);
    expect([moved.statusCode, moved.json()]).toMatchObject([200, { warehouse_id: 'ONT1', priority: 2 }]);
    const then = await listed();
    expect(then.etag).toBe(moved.headers.etag);
    expect(then.order).toEqual([
      ['DFW1', 1],
      ['ONT1', 2],
      ['EWR1', 3],
      ['ATL1', 4],
    ]);
    expect(await activations()).toHaveLength(3);
    expect(await changesOf()).toMatchObject({ action: 'warehouses.move', subject: 'warehouses/ONT1' });
  });

  it('are found by their names, sorted, and read page by page although one of a page has gone', async () => {
    await call('PATCH', 'warehouses/ATL1', { warehouse_name: 'Atlanta GA', priority: 9 });
    expect((await listed('?q=atlanta')).order).toEqual([['ATL1', 9]]);
    expect((await listed('?sort=-priority')).order.map(([id]) => id)).toEqual(
      (await listed()).order.map(([id]) => id).toReversed(),
    );
    for (const sku of ['C', 'A', 'B']) await call('POST', 'item-controls', { sku, rule: 'hold' });
    const page = async (query: string) => (await call('GET', `item-controls?${query}`)).json();
    const skusOf = ({ item_controls }: { item_controls: { sku: string }[] }) =>
      item_controls.map(({ sku }) => sku);
    const first = await page('sort=-sku&limit=2');
    expect(skusOf(first)).toEqual(['C', 'B']);
    await call('DELETE', 'item-controls/C~hold');
    expect(skusOf(await page(`sort=-sku&limit=2&cursor=${first.next_cursor}`))).toEqual(['A']);
    expect((await call('GET', 'profiles?sort=sku')).statusCode).toBe(422);
  });
});

describe('profiles and Item Control', () => {
  it('are added, changed and removed by their names', async () => {
    const profile = { partner_id: 'b2b/eu', settings: { split_shipment: 'block' } };
    expect((await call('POST', 'profiles', profile)).statusCode).toBe(201);
    const path = `profiles/${encodeURIComponent('b2b/eu')}`;
    const changed = await call('PATCH', path, { warehouse_ids: ['EWR1'] });
    expect(changed.json()).toMatchObject({ ...profile, warehouse_ids: ['EWR1'] });
    const unknown = await call('PATCH', path, { warehouse_ids: ['NONE'] });
    expect(unknown.json().errors).toEqual([
      { path: 'warehouse_ids[0]', message: 'there is no warehouse NONE' },
    ]);
    expect((await call('DELETE', path)).statusCode).toBe(204);
    expect((await call('GET', path)).statusCode).toBe(404);
  });
});

describe('settings', () => {
  it('are changed together or one by one, and set back', async () => {
    const together = await call('PATCH', 'settings', {
      split_shipment: 'block',
      max_transit_days: { mode: 'warn', days: 4 },
    });
    expect(together.json().settings).toMatchObject({ split_shipment: 'block' });
    const one = await call('PATCH', 'settings/max_transit_days', { value: { mode: 'block', days: 2 } });
    expect(one.json()).toMatchObject({ name: 'max_transit_days', value: { mode: 'block', days: 2 } });
    expect((await changesOf()).changes).toEqual([
      { path: 'settings.max_transit_days.days', before: 4, after: 2 },
      { path: 'settings.max_transit_days.mode', before: 'warn', after: 'block' },
    ]);
    const back = (await call('DELETE', 'settings/split_shipment')).json();
    expect(back.value).toEqual(back.default_value);
    expect((await call('GET', 'settings/colour')).statusCode).toBe(404);
  });

  it('name a fault by its path in what was sent', async () => {
    const all = await call('PATCH', 'settings', { max_transit_days: { mode: 'warn' } });
    expect(all.json().errors[0].path).toBe('max_transit_days.days');
    const one = await call('PATCH', 'settings/max_transit_days', { value: { mode: 'warn' } });
    expect(one.json().errors[0].path).toBe('value.days');
    expect((await call('PATCH', 'settings', { colour: 'red' })).json().errors[0].path).toBe('colour');
  });
});

describe('transit', () => {
  const LANES = 'warehouse_id,destination_zip3,transit_days\nEWR1,100,1\nATL1,100,3\n';
  const upload = (text: string | Buffer) =>
    call('POST', 'transit/lanes', text, { 'content-type': 'text/csv' });

  it('says what a lane table would change, and changes nothing', async () => {
    const before = (await call('GET', 'transit')).json();
    const tried = await call('POST', 'transit/lanes?dry_run=true', LANES, { 'content-type': 'text/csv' });
    expect(tried.json()).toMatchObject({
      lane_table_id: null,
      provider: 'table',
      warehouses: [{ lanes: 1 }, { lanes: 1 }],
      changed: true,
    });
    expect((await call('GET', 'transit')).json()).toEqual(before);
  });

  it('takes a lane table, shows one lane of it, and goes back to zones', async () => {
    expect((await upload(LANES)).json()).toMatchObject({ provider: 'table', changed: true });
    const view = (await call('GET', 'transit')).json();
    expect(view.lane_table.warehouses).toEqual([
      { warehouse_id: 'ATL1', lanes: 1 },
      { warehouse_id: 'EWR1', lanes: 1 },
    ]);
    const lane = await call('GET', 'transit/lanes?warehouse_id=ATL1&destination_zip=10001-1234');
    expect(lane.json()).toMatchObject({
      destination_zip: '10001',
      lane: { transit_days: 3, source: 'table' },
    });
    expect((await call('DELETE', 'transit')).json()).toMatchObject({ provider: 'zone' });
    const zone = await call('GET', 'transit/lanes?warehouse_id=ATL1&destination_zip=10001');
    expect(zone.json().lane.source).not.toBe('table');
  });

  it('names the lines of a table that has faults, and keeps nothing of it', async () => {
    const response = await upload(`${LANES}EWR1,1000,x\n`);
    expect(response.statusCode).toBe(422);
    expect(response.json().errors.map((fault: { path: string }) => fault.path)).toContain('line 4');
    expect((await call('GET', 'transit')).json()).toMatchObject({ provider: 'zone', lane_table: null });
  });

  it('takes no name of a file, and url and credential from operators only', async () => {
    const file = await call('PATCH', 'transit', { provider: 'table', lanes_file: '/etc/passwd' });
    expect([file.statusCode, file.json().errors[0].path]).toEqual([422, 'lanes_file']);
    const http = { provider: 'http', adapter: 'json', url: 'https://carrier.example/lanes' };
    const refused = await call('PATCH', 'transit', http);
    expect([refused.statusCode, refused.json().detail]).toEqual([
      403,
      'Only operators may change transit.url.',
    ]);
    const operator = await aPerson(api.db, 'operator');
    const byOperator = await call('PATCH', `transit?client=${account.slug}`, http, {}, operator);
    expect(byOperator.statusCode).toBe(200);
    expect((await call('PATCH', 'transit', { lanes_per_call: 7 })).json().options).toMatchObject({
      lanes_per_call: 7,
      url: http.url,
    });
  });
});

describe('the account file', () => {
  it('sent back as it was read changes nothing and leaves no trace', async () => {
    const read = await call('GET', 'account');
    const put = await call('PUT', 'account', read.json(), { 'if-match': String(read.headers.etag) });
    expect(put.json()).toMatchObject({ dry_run: false, changes: [], account: read.json() });
    expect(put.headers.etag).toBe(read.headers.etag);
    expect((await call('GET', 'audit?requests=false')).json().entries).toHaveLength(1);
  });

  it('has lists that become CSV and are read from it again, which changes nothing', async () => {
    const prices = 'warehouse_id,zone,max_weight,price\n*,1,1,7\n';
    await call('POST', 'rates/prices', prices, { 'content-type': 'text/csv' });
    const { client, warehouses } = (await call('GET', 'account')).json();
    const calendar = { time_zone: 'America/New_York', cut_off: '15:00', ship_days: ['mon', 'wed'] };
    const [first, second, third] = warehouses;
    const file = {
      client: { slug: client.slug },
      warehouses: [
        { ...first, priority: null, calendar: { ...calendar, closed_dates: ['2026-12-25', '2027-01-01'] } },
        { ...second, enabled: false, handling: { per_unit: 0.25 }, safety_stock: 3 },
        { ...third, calendar, capacity: { shipments_per_day: 40, when_full: 'later' } },
      ],
      profiles: [
        { partner_id: '0017', name: 'Wholesale, east', warehouse_ids: ['EWR1', 'ONT1'], enabled: false },
        {
          partner_id: 'vip',
          settings: {
            max_transit_days: { mode: 'block', days: 3 },
            minimum_shipment_value: { mode: 'warn', value: 12.5 },
            max_shipments: null,
            prefer_full_shipment: false,
            split_shipment: 'warn',
          },
        },
      ],
      item_controls: [
        {
          sku: 'A',
          rule: 'restrict',
          warehouse_ids: ['EWR1'],
          fallback: 'allow',
          note: '-5 °C\nonly "here"',
        },
        { sku: 'A', rule: 'restrict', warehouse_ids: ['ONT1', 'EWR1'] },
        { sku: '12-05', rule: 'safety_stock', units: 4 },
        { sku: '=B', rule: 'max_transit_days', days: 2 },
        { sku: 'C', rule: 'hold' },
      ],
    };
    expect((await call('PUT', 'account', file)).json()).toMatchObject({ dry_run: false });
    const before = (await call('GET', 'account')).json();
    for (const list of ['warehouses', 'item_controls'] as const) {
      const text = listCsv(list, before[list]);
      const { elements, absent } = readListCsv(list, text, before[list]);
      const put = await call('PUT', 'account?dry_run=true', { client: file.client, [list]: elements });
      expect({ list, absent, changes: put.json().changes }).toEqual({ list, absent: [], changes: [] });
      expect(put.json().account[list]).toEqual(before[list]);
    }
  });

  it('shows what it would change, and shows no key then', async () => {
    const before = (await call('GET', 'account')).json();
    const file = {
      client: { slug: account.slug },
      settings: { split_shipment: 'block' },
      api_keys: [...before.api_keys, { name: 'new', environment: 'test' }],
    };
    const tried = (await call('PUT', 'account?dry_run=true', file)).json();
    expect(tried.changes.map((change: { path: string }) => change.path)).toEqual([
      'settings.split_shipment',
      'api_keys[test new]',
    ]);
    expect(tried.api_keys.every((key: { key: unknown }) => key.key === null)).toBe(true);
    expect((await call('GET', 'account')).json()).toEqual(before);
    const done = (await call('PUT', 'account', file)).json();
    expect(done.changes).toEqual(tried.changes);
    expect(done.api_keys.at(-1).key).toMatch(/^wrs_test_/);
  });

  it('keeps to what was seen', async () => {
    const { etag } = (await call('GET', 'account')).headers;
    await call('PATCH', 'settings', { split_shipment: 'block' });
    const file = { client: { slug: account.slug, name: 'New' } };
    const late = await call('PUT', 'account', file, { 'if-match': String(etag) });
    expect(late.statusCode).toBe(412);
  });

  it('lets operators only change the plan, the contract, the status and the slug of a client', async () => {
    const theirs = {
      ...{ plan: 'enterprise', contract_variant: 'B', subscription_status: 'paused', active: false },
      ...{ routed_orders_limit: 5, inventory_rows_limit: 5, slug: 'somebody-else' },
    };
    for (const [name, value] of Object.entries(theirs)) {
      const refused = await call('PUT', 'account', { client: { slug: account.slug, [name]: value } });
      expect([refused.statusCode, refused.json()]).toEqual([
        403,
        expect.objectContaining({ code: 'forbidden', detail: `Only operators may change client.${name}.` }),
      ]);
    }
    expect((await call('PUT', 'account', { client: { slug: account.slug, name: 'New' } })).statusCode).toBe(
      200,
    );
  });

  it('names faults by their paths, unknown members too, and reads no file', async () => {
    const file = {
      client: { slug: account.slug, colour: 'red' },
      warehouses: [{ warehouse_id: 'A', zip: 'x' }],
    };
    const paths = async (content: object) =>
      (await call('PUT', 'account', content)).json().errors.map((fault: { path: string }) => fault.path);
    expect(await paths(file)).toEqual(['client.colour', 'warehouses[0].zip']);
    const transit = { provider: 'table', lanes_file: 'lanes.csv' };
    expect(await paths({ client: { slug: account.slug }, transit })).toEqual(['transit.lanes_file']);
  });
});

describe('history', () => {
  it('restores a configuration, which adds an activation', async () => {
    const [first] = await activations();
    await call('PATCH', 'settings', { split_shipment: 'block' });
    await call('POST', 'warehouses', { warehouse_id: 'DFW1', zip: '76177' });
    const restore = `configurations/${first.configuration_id}/restore`;
    const tried = (await call('POST', `${restore}?dry_run=true`)).json();
    expect(tried.changes.map((change: { path: string }) => change.path)).toEqual([
      'warehouses[DFW1].enabled',
      'settings.split_shipment',
    ]);
    expect(await activations()).toHaveLength(3);
    expect((await call('POST', restore)).json().changes).toEqual(tried.changes);
    const [latest] = await activations();
    expect(latest).toMatchObject({
      action: 'configurations.restore',
      is_current: true,
      changes: tried.changes,
    });
    expect((await call('GET', 'settings/split_shipment')).json().value).not.toBe('block');
    const body = (await call('GET', `configurations/${first.configuration_id}`)).json();
    expect(body.warehouses.map((item: { warehouse_id: string }) => item.warehouse_id)).not.toContain('DFW1');
  });
});

describe('calendars, capacity and safety stock', () => {
  const CALENDAR = { time_zone: 'Europe/Berlin', cut_off: '15:00' };
  const change = (patch: object) => call('PATCH', 'warehouses/EWR1', patch);
  const fileOf = async () => (await call('GET', 'account')).json();

  it('are stored without what is usual, and go again with null', async () => {
    const before = await fileOf();
    const usual = {
      calendar: {
        ...CALENDAR,
        processing_days: 0,
        ship_days: ['fri', 'mon', 'tue', 'wed', 'thu'],
        closed_dates: [],
      },
      capacity: { shipments_per_day: 40, when_full: 'skip' },
      safety_stock: 2,
    };
    expect((await change(usual)).json()).toMatchObject({
      calendar: CALENDAR,
      capacity: { shipments_per_day: 40 },
      safety_stock: 2,
    });
    const { warehouses } = await fileOf();
    expect(warehouses[0]).toEqual({
      ...before.warehouses[0],
      calendar: CALENDAR,
      capacity: { shipments_per_day: 40 },
      safety_stock: 2,
    });
    const file = await fileOf();
    expect((await call('PUT', 'account', file)).json()).toMatchObject({ changes: [] });
    await change({ calendar: null, capacity: null, safety_stock: 0 });
    expect(await fileOf()).toEqual(before);
  });

  it('are refused where they are wrong', async () => {
    const faults = [
      [{ calendar: { ...CALENDAR, time_zone: 'Mars/Olympus' } }, 'calendar.time_zone'],
      [{ calendar: { ...CALENDAR, time_zone: '+02:00' } }, 'calendar.time_zone'],
      [{ calendar: { ...CALENDAR, time_zone: '2020-01-01T00:00Z' } }, 'calendar.time_zone'],
      [{ calendar: { ...CALENDAR, cut_off: '24:00' } }, 'calendar.cut_off'],
      [{ calendar: { ...CALENDAR, processing_days: 31 } }, 'calendar.processing_days'],
      [{ calendar: { ...CALENDAR, ship_days: [] } }, 'calendar.ship_days'],
      [{ calendar: { ...CALENDAR, ship_days: ['mon', 'mon'] } }, 'calendar.ship_days'],
      [{ calendar: { ...CALENDAR, closed_dates: ['2026-02-30'] } }, 'calendar.closed_dates[0]'],
      [{ capacity: { shipments_per_day: -1 } }, 'capacity.shipments_per_day'],
      [{ capacity: { shipments_per_day: 4, when_full: 'later' } }, 'capacity.when_full'],
      [{ safety_stock: 1.5 }, 'safety_stock'],
    ] as const;
    for (const [patch, path] of faults) {
      const answer = await change(patch);
      expect([answer.statusCode, answer.json().errors?.[0]?.path]).toEqual([422, path]);
    }
  });

  it('have no capacity in an account of Variant B', async () => {
    const capacity = { shipments_per_day: 4 };
    await change({ capacity });
    const file = await fileOf();
    const toB = { client: { ...file.client, contract_variant: 'B' } };
    const operator = await aPerson(api.db, 'operator');
    const put = (body: object) => call('PUT', `account?client=${account.slug}`, body, {}, operator);
    expect((await put(toB)).json().errors).toMatchObject([{ path: 'client.contract_variant' }]);
    await call('DELETE', 'warehouses/EWR1');
    expect((await put(toB)).json().errors).toMatchObject([{ path: 'client.contract_variant' }]);
    await change({ capacity: null, enabled: true });
    expect((await put(toB)).statusCode).toBe(200);
    expect((await change({ capacity })).json().errors).toMatchObject([{ path: 'capacity' }]);
  });
});
