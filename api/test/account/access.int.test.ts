import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { reportAlive, reportStopped } from '../../../shared/db/queue/live-workers.ts';
import { cancelRun, noteRetry } from '../../../shared/runs/managed/managed-run.ts';
import { createAcceptedRun } from '../../../shared/testing/accepted-run.ts';
import { anOrder } from '../../../shared/testing/routing-fixture.ts';
import { createTestAccount, type TestAccount } from '../../../shared/testing/test-account.ts';
import { createTestApi, send } from '../api.ts';
import { aPerson, PASSWORD, type Person } from './people.ts';

let account: TestAccount;
let owner: Person;
/** Every secret that the suite makes: none of them may be stored as it is. */
const secrets: string[] = [PASSWORD];
const api = await createTestApi();
afterAll(() => api.close());
beforeEach(async () => {
  account = await createTestAccount(api.db);
  owner = await aPerson(api.db, 'owner', account.client_id);
  secrets.push(account.keys.live, account.keys.test, owner.token, owner.headers['x-csrf-token']);
});

async function call(
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  payload?: object,
  headers: Record<string, string> = owner.headers,
) {
  const url = `/account/v1/${path}`;
  return api.app.inject({ method, url, headers, ...(payload !== undefined && { payload }) });
}

const isSignedIn = async ({ headers }: Person) =>
  (await call('GET', 'session', undefined, headers)).statusCode === 200;

describe('API keys', () => {
  it('are shown once, work at once, show their last use, and stop at once', async () => {
    const created = (await call('POST', 'api-keys', { name: 'shop', environment: 'test' })).json();
    secrets.push(created.key);
    expect((await send(api.app, created.key, 'GET', '/api/v1/me')).statusCode).toBe(200);
    const find = async () =>
      (await call('GET', 'api-keys')).json().api_keys.find((key: { id: number }) => key.id === created.id);
    expect(await find()).not.toHaveProperty('key');
    await expect.poll(async () => (await find()).last_used_at).not.toBeNull();
    const again = await call('POST', 'api-keys', { name: 'shop', environment: 'test' });
    expect([again.statusCode, again.json().code]).toEqual([409, 'already_exists']);
    expect((await call('DELETE', `api-keys/${created.id}`)).json().revoked_at).not.toBeNull();
    expect((await send(api.app, created.key, 'GET', '/api/v1/me')).statusCode).toBe(401);
  });
});

describe('tokens', () => {
  it('have the rights of their role, need no CSRF token, and stop at once', async () => {
    const created = (await call('POST', 'tokens', { name: 'deploy', role: 'owner' })).json();
    secrets.push(created.token);
    const bearer = { authorization: `Bearer ${created.token}` };
    expect((await call('GET', 'session', undefined, bearer)).json()).toMatchObject({
      user: null,
      token: { name: 'deploy', role: 'owner', client: { slug: account.slug } },
    });
    const change = await call('PATCH', 'settings', { split_shipment: 'block' }, bearer);
    expect(change.statusCode).toBe(200);
    const entry = (await call('GET', 'audit')).json().entries[0];
    expect(entry.who).toEqual({ kind: 'token', name: 'deploy' });
    await call('DELETE', `tokens/${created.id}`);
    const refused = await call('GET', 'session', undefined, bearer);
    expect([refused.statusCode, refused.json().code]).toEqual([401, 'invalid_account_token']);
  });
});

describe('users', () => {
  it('change their role, and leave, which ends their sessions', async () => {
    const person = await aPerson(api.db, 'member', account.client_id);
    await call('PATCH', `users/${person.email}`, { role: 'owner' });
    expect(await isSignedIn(person)).toBe(false);
    const payload = { email: person.email, password: PASSWORD };
    const signIn = () => api.app.inject({ method: 'POST', url: '/account/v1/session', payload });
    const again = await signIn();
    expect(again.json().user.role).toBe('owner');
    expect((await call('DELETE', `users/${person.email}`)).statusCode).toBe(204);
    const { csrf_token } = again.json();
    const headers = {
      cookie: String(again.headers['set-cookie']).split(';')[0]!,
      'x-csrf-token': csrf_token,
    };
    expect((await call('GET', 'session', undefined, headers)).statusCode).toBe(401);
    expect((await signIn()).statusCode).toBe(401);
    const log = (await call('GET', 'audit?action=users')).json().entries;
    expect(log.map((entry: { action: string }) => entry.action)).toEqual(['users.remove', 'users.change']);
  });

  it('leave without their tokens, and without their keys if that is asked for', async () => {
    const maker = await aPerson(api.db, 'owner', account.client_id);
    const made = async (path: string, body: object, as = maker.headers as Record<string, string>) =>
      (await call('POST', path, body, as)).json();
    const token = await made('tokens', { name: 'deploy', role: 'owner' });
    const bearer = { authorization: `Bearer ${token.token}` };
    const second = await made('tokens', { name: 'second', role: 'member' });
    const key = await made('api-keys', { name: 'shop', environment: 'test' }, bearer);
    secrets.push(token.token, second.token, key.key);
    const by = [token, second, key].map(({ created_by }) => created_by);
    expect(by).toEqual([maker.email, maker.email, maker.email]);
    const others = await made('tokens', { name: 'other', role: 'member' }, owner.headers);
    secrets.push(others.token);
    expect((await call('DELETE', `users/${maker.email}`)).statusCode).toBe(204);
    const statusOf = async ({ token }: { token: string }) =>
      (await call('GET', 'session', undefined, { authorization: `Bearer ${token}` })).statusCode;
    expect(await Promise.all([token, second, others].map(statusOf))).toEqual([401, 401, 200]);
    expect((await send(api.app, key.key, 'GET', '/api/v1/me')).statusCode).toBe(200);

    const next = await aPerson(api.db, 'owner', account.client_id);
    const nextKey = await made('api-keys', { name: 'next', environment: 'test' }, next.headers);
    secrets.push(nextKey.key);
    await call('DELETE', `users/${next.email}?end_keys=true`);
    expect((await send(api.app, nextKey.key, 'GET', '/api/v1/me')).statusCode).toBe(401);
    expect((await send(api.app, key.key, 'GET', '/api/v1/me')).statusCode).toBe(200);
  });

  it('keep one owner, who cannot be removed or made a member', async () => {
    const ways = [
      () => call('DELETE', `users/${owner.email}`),
      () => call('PATCH', `users/${owner.email}`, { role: 'member' }),
      () =>
        api.app.inject({
          method: 'PUT',
          url: '/account/v1/account',
          headers: owner.headers,
          payload: { client: { slug: account.slug }, users: [] },
        }),
    ];
    for (const way of ways) {
      const refused = await way();
      expect([refused.statusCode, refused.json().code]).toEqual([409, 'last_owner']);
    }
    expect(await isSignedIn(owner)).toBe(true);
    await aPerson(api.db, 'owner', account.client_id);
    expect((await ways[0]!()).statusCode).toBe(204);
    expect(await isSignedIn(owner)).toBe(false);
  });

  it('get no password that others would try first, in whichever way it is set', async () => {
    const { email, headers } = await aPerson(api.db, 'member', account.client_id);
    const [common, blank, own] = [
      'must not be one of the most common passwords',
      'must not consist of spaces only',
      "must not be the person's own e-mail address",
    ];
    const put = (new_password: string) =>
      api.app.inject({
        method: 'PUT',
        url: '/account/v1/session/password',
        headers,
        payload: { current_password: PASSWORD, new_password },
      });
    const { invitation_url } = (
      await call('POST', 'users', { email: 'next-person@people.example', role: 'member' })
    ).json();
    const join = (password: string) =>
      call('POST', 'session/invitation', { token: invitation_url.split('#')[1], password }, {});
    const refused = [
      [await join('Password1'), 'password', common],
      [await join('next-person'), 'password', own],
      [await put(' '.repeat(8)), 'new_password', blank],
      [await put(email.toUpperCase()), 'new_password', own],
    ] as const;
    for (const [answer, path, message] of refused) {
      expect([answer.statusCode, answer.json().errors]).toEqual([422, [{ path, message }]]);
    }
    expect((await call('GET', 'users')).json().users).toHaveLength(2);
    expect((await call('GET', 'session', undefined, headers)).statusCode).toBe(200);
  });
});

describe('operators', () => {
  it('make clients, change their plans, and work on the account that they name', async () => {
    const { headers } = await aPerson(api.db, 'operator');
    const client = { slug: 'made-here', name: 'Made here', plan: 'trial' };
    expect((await call('POST', 'clients', client, headers)).statusCode).toBe(201);
    expect((await call('POST', 'clients', client, headers)).json().code).toBe('already_exists');
    const wrong = await call('PATCH', 'clients/made-here', { plan: 'gold' }, headers);
    expect([wrong.statusCode, wrong.json().errors[0].path]).toEqual([422, 'plan']);
    const change = { plan: 'pro', routed_orders_limit: 5, subscription_status: 'active' };
    expect((await call('PATCH', 'clients/made-here', change, headers)).json()).toMatchObject(change);
    const list = (await call('GET', 'clients?q=MADE', undefined, headers)).json();
    expect(list).toMatchObject({
      clients: [{ slug: 'made-here', routed_orders_used: 0 }],
      next_cursor: null,
    });
    const warehouse = { warehouse_id: 'EWR1', zip: '08837' };
    const added = await call('POST', 'warehouses?client=made-here', warehouse, headers);
    expect(added.statusCode).toBe(201);
    expect((await call('GET', 'warehouses?client=nobody', undefined, headers)).statusCode).toBe(404);
    expect((await call('PATCH', 'clients/nobody', { plan: 'pro' }, headers)).statusCode).toBe(404);
  });

  it('see which runs are failing, and why', async () => {
    const { slug, client_id, live } = await createTestAccount(api.db);
    const worker = randomUUID();
    await reportAlive(api.db.pool, worker);
    const id = await createAcceptedRun(api.db, live, [anOrder()], 1);
    await noteRetry(api.db.pool, id, Object.assign(new Error('disk full'), { code: '53100' }), 2000);
    const [operator, member] = [
      await aPerson(api.db, 'operator'),
      await aPerson(api.db, 'member', client_id),
    ];
    const { failing_count, failing } = (await call('GET', 'service', undefined, operator.headers)).json();
    const run = { client: slug, environment: 'live', routing_run_id: id, client_run_number: 1 };
    expect(failing_count).toBe(1);
    expect(failing).toEqual([{ ...run, error: 'disk full (53100)', retry_at: expect.any(String) }]);
    const shownTo = async ({ headers }: Person, query = '') => {
      const shown = await call('GET', `runs/${id}?environment=live${query}`, undefined, headers);
      return shown.json().run.progress;
    };
    const waiting = { waiting_for: 'retry', retry_at: failing[0].retry_at };
    const toOperator = await shownTo(operator, `&client=${slug}`);
    expect(toOperator).toMatchObject({ ...waiting, retry_error: 'disk full (53100)' });
    const { retry_error: _, ...toMember } = toOperator;
    expect(await shownTo(member)).toEqual(toMember);
    await cancelRun(api.db, live, id);
    await reportStopped(api.db.pool, worker);
    const later = (await call('GET', 'service', undefined, operator.headers)).json();
    expect(later).toMatchObject({ failing_count: 0, failing: [] });
  });

  it('see the plans, and change their numbers', async () => {
    const { headers } = await aPerson(api.db, 'operator');
    const changed = await call('PATCH', 'plans/starter', { inventory_rows_limit: 77 }, headers);
    expect(changed.json()).toMatchObject({ code: 'starter', inventory_rows_limit: 77 });
    const { plans } = (await call('GET', 'plans', undefined, headers)).json();
    expect(plans).toContainEqual(changed.json());
  });
});

describe('an account that is not served', () => {
  it('is closed to its people where it is switched off, and can be read where it is not paid', async () => {
    const { headers } = await aPerson(api.db, 'operator');
    const set = (change: object) => call('PATCH', `clients/${account.slug}`, change, headers);
    await set({ subscription_status: 'paused' });
    expect((await call('GET', 'warehouses')).statusCode).toBe(200);
    await set({ active: false });
    const closed = await call('GET', 'warehouses');
    expect([closed.statusCode, closed.json().code]).toEqual([402, 'subscription_inactive']);
    expect((await call('GET', `warehouses?client=${account.slug}`, undefined, headers)).statusCode).toBe(200);
  });
});

// The last one: it looks for what all others have made.
it('no secret is stored as it is, in the audit log or anywhere', async () => {
  expect(secrets.length).toBeGreaterThan(20);
  const { rows } = await api.db.pool.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`,
  );
  expect(rows.map(({ name }) => name)).toContain('audit_entries');
  for (const { name } of rows) {
    const stored = await api.db.pool.query<{ text: string }>(`SELECT t::text AS text FROM "${name}" t`);
    const text = stored.rows.map((row) => row.text).join('\n');
    expect(secrets.filter((secret) => text.includes(secret)).map(() => name)).toEqual([]);
  }
});
