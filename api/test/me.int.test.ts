import { describe, expect, it } from 'vitest';
import { aClient, anOrder, send, sharedApi } from './api.ts';

const api = await sharedApi();

describe('GET /api/v1/me', () => {
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
