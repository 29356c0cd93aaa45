import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type Database, openDatabase } from '../db/database.ts';
import { createTestAccount } from '../testing/test-account.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { COMMAND_LINE } from './actor.ts';
import { revokeApiKey } from './api-keys.ts';
import { changeClient } from './change-client.ts';
import { authenticate } from './principal.ts';
import { newSecret } from './secrets.ts';

let db: Database;

beforeAll(async () => {
  db = await createTestDatabase();
});

afterAll(() => db.close());

describe('authenticate', () => {
  it('returns the key, its client and ledger, and what the plan allows', async () => {
    const { client_id, keys } = await createTestAccount(db, {
      client: { plan: 'pro', contract_variant: 'B', routed_orders_limit: 70 },
      webhooks: [{ url: 'https://shop.example/hooks', events: ['order.released'] }],
    });
    const ledger = await db.prisma.ledger.findFirstOrThrow({
      where: { client_id, environment: 'live' },
    });
    const client = await db.prisma.client.findUniqueOrThrow({ where: { id: client_id } });
    expect(await authenticate(db, `Bearer ${keys.live}`)).toEqual({
      api_key_id: expect.any(Number),
      key_name: 'live',
      key_prefix: keys.live.slice(0, 20),
      scopes: null,
      expires_at: null,
      allowed_addresses: null,
      client_id,
      ledger_id: ledger.id,
      environment: 'live',
      is_tracked: false,
      contract_variant: 'B',
      plan: {
        code: 'pro',
        routed_orders_limit: 70,
        routed_orders_period: 'month',
        inventory_rows_limit: 500_000,
      },
      subscription_status: 'active',
      configuration_id: client.configuration_id,
      webhook_events: ['order.released'],
    });
  });

  it('gives each environment its own ledger', async () => {
    const { live, test } = await createTestAccount(db);
    expect(test).toMatchObject({ client_id: live.client_id, environment: 'test' });
    expect(test.ledger_id).not.toBe(live.ledger_id);
  });

  it('takes the scheme in any case', async () => {
    const { keys, live } = await createTestAccount(db);
    for (const scheme of ['bearer', 'BEARER', 'BeArEr']) {
      expect(await authenticate(db, `${scheme}  ${keys.live}`)).toEqual(live);
    }
  });

  it('refuses a header that is missing, malformed or of an unknown key', async () => {
    const { keys } = await createTestAccount(db);
    const headers = [
      undefined,
      '',
      'Bearer',
      'Bearer ',
      keys.live,
      `Basic ${keys.live}`,
      `Bearer${keys.live}`,
      `Bearer ${keys.live} more`,
      `Bearer ${keys.live}a`,
      `Bearer ${keys.live.slice(0, -1)}`,
      `Bearer ${keys.live.toUpperCase()}`,
      `Bearer ${newSecret('live').secret}`,
      "Bearer ' OR 1=1 --",
    ];
    for (const header of headers) {
      await expect(authenticate(db, header), String(header)).rejects.toMatchObject({
        code: 'invalid_api_key',
        status: 401,
        message:
          header === undefined ? expect.stringMatching(/^Send an API key/) : 'Invalid or revoked API key.',
      });
    }
  });

  it('refuses a revoked key at once, also where another process has used it before', async () => {
    const { client_id, keys, live, test } = await createTestAccount(db);
    const elsewhere = openDatabase(db.url);
    onTestFinished(() => elsewhere.close());
    expect(await authenticate(elsewhere, `Bearer ${keys.live}`)).toEqual(live);
    await revokeApiKey(db.prisma, client_id, live.api_key_id);
    await expect(authenticate(elsewhere, `Bearer ${keys.live}`)).rejects.toMatchObject({
      code: 'invalid_api_key',
    });
    expect(await authenticate(elsewhere, `Bearer ${keys.test}`)).toEqual(test);
  });

  it.each(['active', 'trialing'] as const)(
    'serves a subscription that is %s',
    async (subscription_status) => {
      const { live } = await createTestAccount(db, { client: { subscription_status } });
      expect(live.subscription_status).toBe(subscription_status);
    },
  );

  it.each(['past_due', 'paused', 'cancelled'] as const)(
    'refuses a subscription that is %s, and serves it again when it is active',
    async (subscription_status) => {
      const { slug, keys } = await createTestAccount(db);
      await changeClient(db, { who: COMMAND_LINE, client: { slug, subscription_status } });
      for (const key of Object.values(keys)) {
        await expect(authenticate(db, `Bearer ${key}`)).rejects.toMatchObject({
          code: 'subscription_inactive',
          status: 402,
          message: expect.stringContaining(`it is ${subscription_status}`),
        });
      }
      await changeClient(db, { who: COMMAND_LINE, client: { slug, subscription_status: 'active' } });
      await expect(authenticate(db, `Bearer ${keys.live}`)).resolves.toBeDefined();
    },
  );

  it('refuses an account that is switched off', async () => {
    const { client_id, keys } = await createTestAccount(db);
    await db.prisma.client.update({ where: { id: client_id }, data: { active: false } });
    await expect(authenticate(db, `Bearer ${keys.live}`)).rejects.toMatchObject({
      code: 'subscription_inactive',
    });
  });
});
