import { describe, expect, it } from 'vitest';
import { aClient, anOrder, send, sharedApi } from './api.ts';

const api = await sharedApi();

describe('GET /api/v1/me', () => {
  it('shows the key that asks, and its client', async () => {
    const client = { plan: 'starter', subscription_status: 'trialing' };
    const { client_id, ...keys } = await aClient(api.db, { client });
    for (const [environment, name] of [
      ['live', 'store'],
      ['test', 'ci'],
    ] as const) {
      const me = (await send(api.app, keys[environment], 'GET', '/api/v1/me')).json();
      const { id } = await api.db.prisma.accessKey.findFirstOrThrow({
        where: { client_id, kind: 'api_key', environment },
      });
      expect(me).toMatchObject({
        ...{ status: 'ok', api_key_id: id, client_id, environment, name },
        ...{ subscription_status: 'trialing', subscription_tier: 'starter' },
        key_prefix: expect.stringMatching(new RegExp(`^[a-z]+_${environment}_.`)),
      });
      expect(keys[environment].startsWith(me.key_prefix)).toBe(true);
      expect(keys[environment].length - me.key_prefix.length).toBeGreaterThan(20);
    }
  });

  it('shows what is used of the plan, by live keys alone, whichever key asks', async () => {
    const client = await aClient(api.db, { client: { plan: 'trial' } });
    for (const key of [client.live, client.live, client.test]) {
      await send(api.app, key, 'POST', '/api/v1/orders/route', { payload: anOrder() });
    }
    for (const key of [client.live, client.test]) {
      const { plan } = (await send(api.app, key, 'GET', '/api/v1/me')).json();
      expect(plan).toEqual({ code: 'trial', period: 'total', limit: 15, used: 2, remaining: 13 });
    }
  });

  it.each([
    ['no header', {}, expect.stringContaining('Authorization: Bearer wrs_live_…')],
    ['another scheme', { authorization: 'Basic d3JzOg==' }],
    ['an unknown key', { authorization: `Bearer wrs_live_${'x'.repeat(43)}` }],
    ['no key', { authorization: 'Bearer ' }],
  ])(
    'answers 401 with %s',
    async (_case, headers: Record<string, string>, detail = 'Invalid or revoked API key.') => {
      const response = await send(api.app, null, 'GET', '/api/v1/me', { headers });
      expect(response.statusCode).toBe(401);
      expect(response.json()).toEqual({ detail, code: 'invalid_api_key' });
      expect(response.headers['www-authenticate']).toBe('Bearer');
    },
  );
});
