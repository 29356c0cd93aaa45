import { afterAll, describe, expect, it, vi } from 'vitest';
import { createTestAccount } from '../../../shared/testing/test-account.ts';
import { ask, createTestApi } from '../api.ts';
import { aPerson } from './people.ts';

const api = await createTestApi();
const item_controls = Array.from({ length: 3000 }, (_, n) => ({ sku: `SKU-${n}`, rule: 'hold' as const }));
const account = await createTestAccount(api.db, { item_controls });
const owner = await aPerson(api.db, 'owner', account.client_id);
afterAll(() => api.close());

/** Names of the functions that threads called for a call. */
async function tasksOf(work: () => Promise<unknown>): Promise<string[]> {
  const run = vi.spyOn(api.app.services.threads, 'run');
  await work();
  const names = run.mock.calls.map(([, call]) => (call as { name: string }).name);
  run.mockRestore();
  return names;
}

const call = (method: Parameters<typeof ask>[2], path: string, payload?: object, headers: object = {}) =>
  ask(api, owner.headers, method, `/account/v1/${path}`, payload, headers);

const RULE = 'item-controls/SKU-7~hold';
const BLOCKED = { settings: { split_shipment: 'block' } };
const UNKNOWN = { sku: 'X', rule: 'exclude', warehouse_ids: ['NO'] };
const [KEY, TOKEN] = [
  { name: 'late', environment: 'test' },
  { name: 'late', role: 'member' },
];
const PERSON = { email: 'late@large.example', role: 'member' };
const SECRET = (kind: string) => expect.stringMatching(new RegExp(`^wrs_${kind}_`));
const ENDED = { revoked_at: expect.any(String) };

/** `{id}` is of the answer before. */
const STEPS: readonly (readonly [
  ...[method: Parameters<typeof ask>[2], path: string, payload: object | undefined],
  ...[status: number, body: object | null, task: string],
])[] = [
  ['PATCH', RULE, { note: 'late' }, 200, { sku: 'SKU-7', note: 'late' }, 'changeElement'],
  ['POST', 'item-controls', UNKNOWN, 422, { errors: [{ path: 'warehouse_ids[0]' }] }, 'addElement'],
  ['DELETE', 'item-controls/SKU-2999~hold', undefined, 204, null, 'removeElement'],
  ['PATCH', 'settings', { split_shipment: 'block' }, 200, BLOCKED, 'changePart'],
  [
    'GET',
    'item-controls?q=sku-59&limit=1',
    undefined,
    200,
    { item_controls: [{ sku: 'SKU-59' }] },
    'readList',
  ],
  ['GET', 'item-controls/SKU-0~none', undefined, 404, {}, 'readElement'],
  ['GET', 'settings', undefined, 200, BLOCKED, 'readPart'],
  ['GET', 'transit', undefined, 200, { provider: 'zone' }, 'readPart'],
  ['GET', 'configurations', undefined, 200, {}, 'writeRead'],
  ['GET', 'configurations/{id}', undefined, 200, { is_current: true, ...BLOCKED }, 'readConfigurationOf'],
  ['POST', 'api-keys', KEY, 201, { key: SECRET('test') }, 'addClientKey'],
  ['DELETE', 'api-keys/{id}', undefined, 200, ENDED, 'endClientKey'],
  ['POST', 'tokens', TOKEN, 201, { token: SECRET('account') }, 'addClientKey'],
  ['DELETE', 'tokens/{id}', undefined, 200, ENDED, 'endClientKey'],
  ['POST', 'users', PERSON, 201, { role: 'member' }, 'inviteClientUser'],
  ['DELETE', `users/${PERSON.email}`, undefined, 204, null, 'removeClientUser'],
];

describe('reads and changes of an account with many rules', () => {
  it('are done in a thread, with the same answers and faults', async () => {
    let id = 0;
    for (const [method, path, payload, status, body, task] of STEPS) {
      const tasks = await tasksOf(async () => {
        const answer = await call(method, path.replace('{id}', String(id)), payload);
        expect([path, answer.status, answer.body]).toMatchObject([path, status, body]);
        id = answer.body?.id ?? answer.body?.activations?.[0].configuration_id;
      });
      expect([path, tasks]).toEqual([path, [task]]);
    }
    const { item_controls } = (await call('GET', 'account')).body;
    expect(item_controls).toMatchObject(
      Array.from({ length: 2999 }, (_, n) => ({ sku: `SKU-${n}`, note: n === 7 ? 'late' : null })),
    );
  });

  it('keep to the version that was seen', async () => {
    const { etag } = (await call('GET', RULE)).body;
    const changed = await call('PATCH', RULE, { note: 'later' }, { 'if-match': etag });
    expect((await call('GET', RULE)).headers.etag).toBe(changed.headers.etag);
    expect((await call('PATCH', RULE, { note: 'latest' }, { 'if-match': etag })).status).toBe(412);
  });

  it('write the parts alone that are others', async () => {
    const parts = async () => {
      const { rows } = await api.db.pool.query<{ count: number }>(
        'SELECT count(*)::int AS count FROM configuration_parts WHERE client_id = $1',
        [account.client_id],
      );
      return rows[0]!.count;
    };
    const before = await parts();
    await call('PATCH', 'item-controls/SKU-3~hold', { note: 'now' });
    expect(await parts()).toBe(before + 1);
  });
});

describe('of another account', () => {
  it('a large account file and lanes are read in a thread, a small change is not', async () => {
    const small = await createTestAccount(api.db);
    const its = await aPerson(api.db, 'owner', small.client_id);
    const send = (method: 'PUT' | 'PATCH' | 'POST', path: string, payload: object | string, type: string) =>
      api.app.inject({
        method,
        url: `/account/v1/${path}`,
        headers: { ...its.headers, 'content-type': type },
        payload,
      });
    const file = (rules: number) => ({
      client: { slug: small.slug },
      item_controls: Array.from({ length: rules }, (_, n) => ({
        sku: `LONG-NAME-OF-A-SKU-${n}`,
        rule: 'hold',
      })),
    });
    const tasks = await tasksOf(async () => {
      expect(
        (await send('PATCH', 'settings', { split_shipment: 'block' }, 'application/json')).statusCode,
      ).toBe(200);
      expect((await send('PUT', 'account', file(3), 'application/json')).statusCode).toBe(200);
      const large = await send('PUT', 'account?dry_run=true', file(2000), 'application/json');
      expect([
        large.statusCode,
        large.json().changes.length,
        large.json().account.item_controls.length,
      ]).toEqual([200, 1997, 2000]);
      expect(large.headers['content-type']).toBe('application/json; charset=utf-8');
      const faulty = await send('PUT', 'account', { ...file(2000), profiles: [{}] }, 'application/json');
      expect([faulty.statusCode, faulty.json().errors[0].path]).toEqual([422, 'profiles[0].partner_id']);
      const lanes = 'warehouse_id,destination_zip3,transit_days\nEWR1,100,1\n';
      expect((await send('POST', 'transit/lanes', lanes, 'text/csv')).json()).toMatchObject({
        layout: expect.any(String),
        warehouses: [{ warehouse_id: 'EWR1', lanes: 1 }],
        provider: 'table',
      });
    });
    expect(tasks).toEqual(['applyAccountBody', 'applyAccountBody', 'importLanes']);
  });
});
