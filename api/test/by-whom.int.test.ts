import { expect, it } from 'vitest';
import { eraseAddress } from '../../shared/operations/client-data/erase-person.ts';
import { aPerson } from './account/people.ts';
import { aClient, anOrder, send, sharedApi, stock } from './api.ts';

const api = await sharedApi();

it('says by whom an order was routed, confirmed, rerouted, released and shipped, until that person is erased', async () => {
  const { live, client_id } = await aClient(api.db);
  const { name: keyName } = await api.db.prisma.accessKey.findFirstOrThrow({
    where: { client_id, environment: 'live' },
  });
  const { email, headers } = await aPerson(api.db, 'owner', client_id);
  const byKey = async (path: string, payload: object = {}) =>
    expect((await send(api.app, live, 'POST', `/api/v1/orders/${path}`, { payload })).statusCode).toBe(200);
  const byPerson = async (path: string) => {
    const url = `/account/v1/orders/${path}?environment=live`;
    expect((await api.app.inject({ method: 'POST', url, headers, payload: {} })).statusCode).toBe(200);
  };
  const routings = async (orderId: string) =>
    (await send(api.app, live, 'GET', `/api/v1/orders/${orderId}`)).json().routings;
  await stock(api.app, live, ['CHAIR', 'EWR1', 5]);
  const lines = [{ sku: 'CHAIR', quantity: 2 }];
  await byKey('route', anOrder({ external_order_id: 'SO-1', lines, hold_minutes: 60 }));
  await byPerson('SO-1/confirm');
  await byPerson('SO-1/confirm');
  await byPerson('SO-1/reroute');
  await byPerson('SO-1/release');
  await byKey('route', anOrder({ external_order_id: 'SO-2', lines }));
  await byKey('SO-2/shipped', {
    shipments: [{ warehouse_id: 'EWR1', lines: [{ sku: 'CHAIR', quantity: 1 }] }],
  });
  await byKey('SO-2/shipped');

  const key = { kind: 'api_key', name: keyName };
  const saysWho = async (person: { kind: string; name: unknown }) => {
    const at = expect.stringMatching(/Z$/);
    expect(await routings('SO-1')).toMatchObject([
      { by: person, events: [{ event: 'released', at, by: person }] },
      { by: key, events: [{ event: 'confirmed', at, by: person }] },
    ]);
  };
  await saysWho({ kind: 'user', name: email });
  expect(await routings('SO-2')).toMatchObject([
    { by: key, events: [], shipments: [{ by: key }, { by: key }] },
  ]);

  await eraseAddress(api.db, email, 'erased person 7');
  await saysWho({ kind: 'user', name: 'erased person 7' });
});
