import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestAccount, type TestAccount } from '../../../shared/testing/test-account.ts';
import { createTestApi, type TestApi } from '../api.ts';
import { aPerson, PASSWORD, type Person } from './people.ts';

let api: TestApi;
let account: TestAccount;
let owner: Person;
/** Another owner, who has made a token and an invitation. */
let maker: Person;
let token: { readonly authorization: string };
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  account = await createTestAccount(api.db);
  owner = await aPerson(api.db, 'owner', account.client_id);
  maker = await aPerson(api.db, 'owner', account.client_id);
  const made = await call(maker, 'POST', 'tokens', { name: 'ci', role: 'owner' });
  token = { authorization: `Bearer ${made.body.token}` };
});

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

async function call(by: Person | object, method: Method, path: string, payload?: object) {
  const headers = 'headers' in by ? (by as Person).headers : { ...by };
  const url = `/account/v1/${path}`;
  const answer = await api.app.inject({ method, url, headers, ...(payload !== undefined && { payload }) });
  return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() };
}

const outcome = ({ status, body }: Awaited<ReturnType<typeof call>>) => [status, body?.code];
const isOpen = async (link: string) =>
  (await call({}, 'POST', 'session/link', { token: link, kind: 'invitation' })).status === 200;
const invite = async (email: string) =>
  (await call(maker, 'POST', 'users', { email, role: 'owner' })).body.invitation_url.split('#')[1] as string;

describe('what somebody gave', () => {
  it('a token acts with the lower of its role and the present one of who made it', async () => {
    const rights = async () => [
      (await call(token, 'GET', 'session')).body.token.role,
      (await call(token, 'POST', 'api-keys', { name: `key ${Math.random()}`, environment: 'test' })).status,
      (await call(token, 'PATCH', 'settings', { partial_shipment: 'warn' })).status,
      (await call(token, 'GET', 'warehouses')).status,
    ];
    expect(await rights()).toEqual(['owner', 201, 200, 200]);
    await call(owner, 'PATCH', `users/${maker.email}`, { role: 'member' });
    expect(await rights()).toEqual(['member', 403, 403, 200]);
    await call(owner, 'PATCH', `users/${maker.email}`, { role: 'viewer' });
    expect(await rights()).toEqual(['viewer', 403, 403, 200]);
    await call(owner, 'PATCH', `users/${maker.email}`, { role: 'owner' });
    expect(await rights()).toEqual(['owner', 201, 200, 200]);
  });

  it('a token ends with the removal of who made it, also if they come back', async () => {
    await call(owner, 'DELETE', `users/${maker.email}`);
    expect(outcome(await call(token, 'GET', 'session'))).toEqual([401, 'invalid_account_token']);
    const link = (await call(owner, 'POST', 'users', { email: maker.email, role: 'owner' })).body;
    const back = { token: link.invitation_url.split('#')[1], password: PASSWORD };
    expect((await call({}, 'POST', 'session/invitation', back)).status).toBe(200);
    expect(outcome(await call(token, 'GET', 'session'))).toEqual([401, 'invalid_account_token']);
  });

  it('an invitation is withdrawn when who sent it is removed or made less than an owner', async () => {
    const first = await invite('back@door.example');
    await call(owner, 'DELETE', `users/${maker.email}`);
    expect(await isOpen(first)).toBe(false);
    maker = await aPerson(api.db, 'owner', account.client_id);
    const second = await invite('back@door.example');
    await call(owner, 'PATCH', `users/${maker.email}`, { role: 'member' });
    expect(await isOpen(second)).toBe(false);
  });

  it('an account file that removes who invited, and lists who is invited, invites them again', async () => {
    const email = 'wanted@invited.example';
    const link = await invite(email);
    const file = (await call(owner, 'GET', 'account')).body;
    const users = file.users.filter((each: { email: string }) => each.email !== maker.email);
    expect((await call(owner, 'PUT', 'account', { client: file.client, users })).status).toBe(200);
    expect(await isOpen(link)).toBe(false);
    const { invitations } = (await call(owner, 'GET', 'users')).body;
    expect(invitations).toMatchObject([{ email, created_by: owner.email }]);
  });
});

describe('the end of a key or token', () => {
  it.each(['api-keys', 'tokens'])(
    '%s: must not be past, and what has expired gets no new secret',
    async (path) => {
      const wanted = path === 'tokens' ? { name: 'x', role: 'owner' } : { name: 'x', environment: 'test' };
      const past = await call(owner, 'POST', path, { ...wanted, expires_at: '2020-01-01T00:00:00Z' });
      expect([past.status, past.body.errors]).toEqual([
        422,
        [{ path: 'expires_at', message: 'must be in the future' }],
      ]);
      const { id } = (await call(owner, 'POST', path, wanted)).body;
      const kind = path === 'tokens' ? 'account_token' : 'api_key';
      await api.db.pool.query(
        'UPDATE access_keys SET expires_at = now() WHERE kind = $1::key_kind AND id = $2',
        [kind, id],
      );
      expect(outcome(await call(owner, 'POST', `${path}/${id}/roll`, {}))).toEqual([409, 'key_expired']);
    },
  );

  it('of an account file may stay past, and not be set so', async () => {
    await api.db.pool.query(
      `UPDATE access_keys SET expires_at = '2020-01-01T00:00:00Z' WHERE client_id = $1 AND environment = 'test'`,
      [account.client_id],
    );
    const file = (await call(owner, 'GET', 'account')).body;
    expect((await call(owner, 'PUT', 'account', file)).status).toBe(200);
    const api_keys = file.api_keys.map((key: object) => ({ ...key, expires_at: '2021-01-01T00:00:00Z' }));
    const refused = await call(owner, 'PUT', 'account', { ...file, api_keys });
    expect([refused.status, refused.body.errors[0].path]).toEqual([422, 'api_keys[0].expires_at']);
  });
});
