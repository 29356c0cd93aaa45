import { afterAll, describe, expect, it, vi } from 'vitest';
import { createTestAccount } from '../../../shared/testing/test-account.ts';
import { createTestApi } from '../api.ts';
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

function call(
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE',
  path: string,
  payload?: object | string,
  headers = {},
) {
  return api.app.inject({
    method,
    url: `/account/v1/${path}`,
    headers: { ...owner.headers, ...headers },
    ...(payload !== undefined && { payload }),
  });
}

describe('reads and changes of an account with many rules', () => {
  it('are done in a thread, with the same answers, faults and versions', async () => {
    const path = 'item-controls/SKU-7~hold';
    const { etag } = (await call('GET', path)).json();
    const tasks = await tasksOf(async () => {
      const changed = await call('PATCH', path, { note: 'late' }, { 'if-match': etag });
      expect([changed.statusCode, changed.json()]).toMatchObject([200, { sku: 'SKU-7', note: 'late' }]);
      expect((await call('GET', path)).headers.etag).toBe(changed.headers.etag);
      expect((await call('PATCH', path, { note: 'later' }, { 'if-match': etag })).statusCode).toBe(412);
      const unknown = await call('POST', 'item-controls', {
        sku: 'X',
        rule: 'exclude',
        warehouse_ids: ['NO'],
      });
      expect([unknown.statusCode, unknown.json().errors]).toMatchObject([
        422,
        [{ path: 'warehouse_ids[0]' }],
      ]);
      expect((await call('DELETE', 'item-controls/SKU-2999~hold')).statusCode).toBe(204);
      expect((await call('PATCH', 'settings', { split_shipment: 'block' })).json().settings).toMatchObject({
        split_shipment: 'block',
      });
    });
    expect(tasks).toEqual([
      'changeElement',
      'readElement',
      'changeElement',
      'addElement',
      'removeElement',
      'changePart',
    ]);
    const { item_controls } = (await call('GET', 'account')).json();
    expect(item_controls.map(({ sku }: { sku: string }) => sku)).toEqual(
      Array.from({ length: 2999 }, (_, n) => `SKU-${n}`),
    );
    expect(item_controls.filter(({ note }: { note: string | null }) => note !== null)).toMatchObject([
      { sku: 'SKU-7', note: 'late' },
    ]);
  });

  it('are done in a thread where they only read, or are about keys and people', async () => {
    const tasks = await tasksOf(async () => {
      const { item_controls } = (await call('GET', 'account')).json();
      expect(item_controls[7]).toEqual({ sku: 'SKU-7', rule: 'hold', note: 'late' });
      const page = await call('GET', 'item-controls?q=sku-59&limit=2');
      expect(page.json()).toMatchObject({ item_controls: [{ sku: 'SKU-59' }, { sku: 'SKU-590' }] });
      expect((await call('GET', 'item-controls/SKU-0~none')).statusCode).toBe(404);
      expect((await call('GET', 'settings')).json().settings).toMatchObject({ split_shipment: 'block' });
      expect((await call('GET', 'transit')).json()).toMatchObject({ provider: 'zone' });
      const { activations } = (await call('GET', 'configurations')).json();
      const id = activations[0].configuration_id;
      expect((await call('GET', `configurations/${id}`)).json()).toMatchObject({
        configuration_id: id,
        is_current: true,
        settings: { split_shipment: 'block' },
      });
      const key = (await call('POST', 'api-keys', { name: 'late', environment: 'test' })).json();
      expect(key.key).toMatch(/^wrs_test_/);
      const again = await call('POST', 'api-keys', { name: 'late', environment: 'test' });
      expect([again.statusCode, again.json().code]).toEqual([409, 'already_exists']);
      expect((await call('DELETE', `api-keys/${key.id}`)).json().revoked_at).toEqual(expect.any(String));
      const token = (await call('POST', 'tokens', { name: 'late', role: 'member' })).json();
      expect(token.token).toMatch(/^wrs_account_/);
      expect((await call('DELETE', `tokens/${token.id}`)).json().revoked_at).toEqual(expect.any(String));
      const person = { email: 'late@large.example', role: 'member' };
      expect((await call('POST', 'users', person)).json()).toMatchObject({ role: 'member' });
      const path = `users/${person.email}`;
      expect((await call('DELETE', path)).statusCode).toBe(204);
    });
    expect(tasks).toEqual([
      'readAccountFile',
      'readList',
      'readElement',
      'readPart',
      'readPart',
      'writeRead',
      'readConfigurationOf',
      'addClientKey',
      'addClientKey',
      'endClientKey',
      'addClientKey',
      'endClientKey',
      'inviteClientUser',
      'removeClientUser',
    ]);
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
