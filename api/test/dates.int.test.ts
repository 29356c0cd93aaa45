import { describe, expect, it } from 'vitest';
import { aClient, anOrder, send, sharedApi, stock, type TestClient, WAREHOUSES } from './api.ts';

const api = await sharedApi();

/** Ships and delivers from Monday to Friday; 2026-11-27 is a Friday. */
const CALENDAR = { time_zone: 'America/New_York', cut_off: '15:00' };
const FRIDAY_14 = '2026-11-27T14:00:00-05:00';
const FRIDAY_15 = '2026-11-27T15:00:00-05:00';

/** A client with ten chairs at EWR1 and ATL1, which have calendars. */
async function datedClient(fields: object = {}, limits: object = {}): Promise<TestClient> {
  const warehouses = WAREHOUSES.map((warehouse) => ({ ...warehouse, calendar: CALENDAR, ...limits }));
  const client = await aClient(api.db, { warehouses, ...fields });
  await stock(api.app, client.live, ['CHAIR', 'EWR1', 10], ['CHAIR', 'ATL1', 10]);
  return client;
}

const post = (key: string, path: string, payload: object) =>
  api.app.inject({
    method: 'POST',
    url: `/api/v1/${path}`,
    headers: { authorization: `Bearer ${key}` },
    payload,
  });

const cart = (quantity: number, more: object = {}) => ({ lines: [{ sku: 'CHAIR', quantity }], ...more });

describe('an answer of a client with calendars', () => {
  it('has the dates of each shipment and of the order, in both variants', async () => {
    const a = await datedClient();
    const dry = `orders/route?dry_run=true&as_of=${encodeURIComponent(FRIDAY_14)}`;
    const result = (await post(a.live, dry, anOrder())).json().results[0];
    expect(result.shipments[0]).toMatchObject({ ship_date: '2026-11-27', delivery_date: '2026-11-30' });
    expect(result.delivery_date).toBe('2026-11-30');
    const b = await datedClient({ client: { contract_variant: 'B' } });
    const { lines, delivery_date } = (await post(b.live, dry, anOrder())).json();
    expect([lines[0].allocations[0].ship_date, delivery_date]).toEqual(['2026-11-27', '2026-11-30']);
  });

  it('says why a warehouse is late, and blocks it', async () => {
    const { live } = await datedClient({ settings: { late_delivery: 'block' } });
    const order = anOrder({ deliver_by: '2026-11-30' });
    const tried = async (moment: string) => {
      const as_of = encodeURIComponent(moment);
      return (await post(live, `orders/route?dry_run=true&explain=true&as_of=${as_of}`, order)).json()
        .results[0];
    };
    expect((await tried(FRIDAY_14)).status).toBe('FULL');
    const late = await tried(FRIDAY_15);
    expect(late).toMatchObject({
      status: 'NONE',
      unroutable_reason_code: 'late_delivery_blocked',
      delivery_date: null,
    });
    expect(late.why).toMatchObject({
      deliver_by: '2026-11-30',
      warehouses: [
        { verdict: 'too_late', delivery_date: '2026-12-01', lines: [{ barred_by: 'late_delivery' }] },
        { verdict: 'too_late' },
      ],
    });
  });

  it('is explained later by the dates that it had', async () => {
    const { live } = await datedClient({}, { capacity: { shipments_per_day: 1 } });
    await post(live, 'orders/route', anOrder());
    const [second] = (await post(live, 'orders/route', anOrder({ external_order_id: 'SO-2' }))).json()
      .results;
    expect(second.explanation.decision_driver.code).toBe('preferred_no_capacity');
    const why = (await send(api.app, live, 'GET', '/api/v1/orders/SO-2/why')).json();
    expect(why.warehouses[0]).toMatchObject({
      verdict: 'full',
      chosen: false,
      lines: [{ barred_by: 'capacity' }],
    });
    const [shipment] = second.shipments;
    expect(why.warehouses[1]).toMatchObject({ chosen: true, ship_date: shipment.ship_date });
  });

  it('takes as_of only where nothing is stored', async () => {
    const { live } = await datedClient();
    const { statusCode } = await post(live, `orders/route?as_of=${encodeURIComponent(FRIDAY_14)}`, anOrder());
    expect(statusCode).toBe(400);
  });
});

describe('POST /promise', () => {
  const promise = (key: string, payload: object, moment = FRIDAY_14) =>
    post(key, `promise?as_of=${encodeURIComponent(moment)}`, payload);

  it('says when carts would arrive, each alone, until when, and stores nothing', async () => {
    const { live } = await datedClient();
    const answer = await promise(live, { destination_zip: '10001', carts: [cart(10), cart(11), cart(99)] });
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      {
        as_of: '2026-11-27T19:00:00.000Z',
        valid_until: '2026-11-27T20:00:00.000Z',
        results: [
          ['FULL', 10, 10, 1, '2026-11-30'],
          ['SPLIT', 11, 11, 2, '2026-12-02'],
          ['PARTIAL_SPLIT', 99, 20, 2, '2026-12-02'],
        ].map(([status, units_requested, units_available, shipment_count, delivery_date]) => ({
          status,
          units_requested,
          units_available,
          shipment_count,
          ship_date: '2026-11-27',
          delivery_date,
          order_by: '2026-11-27T20:00:00.000Z',
          total_cost: null,
        })),
      },
    ]);
    const { runs } = (await send(api.app, live, 'GET', '/api/v1/runs')).json();
    expect(runs).toEqual([]);
  });

  it('answers an invalid ZIP and a client without calendars without dates', async () => {
    const { live } = await aClient(api.db);
    const carts = [cart(1)];
    const none = { ship_date: null, delivery_date: null, order_by: null, total_cost: null };
    for (const [destination_zip, status] of [
      ['nowhere', 'NONE'],
      ['10001', 'NONE'],
    ]) {
      const { results, valid_until } = (await promise(live, { destination_zip, carts })).json();
      expect([results[0], valid_until]).toMatchObject([{ status, units_requested: 1, ...none }, null]);
    }
  });

  it.each([
    [413, { destination_zip: '10001', carts: Array.from({ length: 201 }, () => cart(1)) }, undefined],
    [422, { destination_zip: '10001', carts: [] }, 'carts'],
    [422, { destination_zip: 5, carts: [cart(1)] }, 'destination_zip'],
    [422, { destination_zip: '10001', carts: [cart(1), cart(0)] }, 'carts[1].lines[0].quantity'],
    [422, { destination_zip: '10001', carts: [cart(1, { deliver_by: 'soon' })] }, 'carts[0].deliver_by'],
    [400, { destination_zip: '10001', carts: [{ lines: [] }] }, undefined],
    [422, { destination_zip: '10001', carts: [7] }, 'carts[0]'],
  ])('refuses with %d what is wrong', async (status, payload, path) => {
    const { live } = await datedClient();
    const answer = await promise(live, payload);
    expect([answer.statusCode, answer.json().errors?.[0]?.path]).toEqual([status, path]);
  });
});
