import { randomBytes } from 'node:crypto';
import type { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRedis } from '../foundation/redis.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { networkOf, SignInLimits } from './sign-in.ts';

const STORES = [
  'postgres',
  ...(process.env.TEST_REDIS_URL ? ['redis'] : []),
  'a redis that is away',
] as const;

const db = await createTestDatabase();
afterAll(() => db.close());

const from = (account: string, network: string) => ({ account, network, isKnown: false });

describe.each(STORES)('failed sign-ins counted in %s', (kind) => {
  let redis: Redis | null = null;
  beforeAll(async () => {
    if (kind === 'postgres') return;
    redis = await openRedis(kind === 'redis' ? process.env.TEST_REDIS_URL! : 'redis://127.0.0.1:1', () => {});
  });
  afterAll(() => redis?.disconnect());

  const open = () =>
    new SignInLimits({ pool: db.pool, redis, prefix: `test-${randomBytes(4).toString('hex')}` });
  const refused = { code: 'rate_limited', retryAfterSeconds: expect.any(Number) };

  it('refuse the eleventh of an account from a network, and no other', async () => {
    const limits = open();
    const email = `${kind}@example.com`;
    for (let n = 0; n < 10; n++) await limits.begin(from(email, '192.0.2.1'));
    await expect(limits.begin(from(email, '192.0.2.1'))).rejects.toMatchObject(refused);
    await limits.begin(from(email, '192.0.2.2'));
    await limits.begin(from(`another-${email}`, '192.0.2.1'));
  });

  it('are taken back where they succeed', async () => {
    const limits = open();
    for (let n = 0; n < 30; n++) {
      const caller = from(`good-${kind}@example.com`, '192.0.2.3');
      await limits.begin(caller);
      await limits.uncount(caller);
    }
  });

  it('refuse the hundred-and-first of a network, whatever the accounts', async () => {
    const limits = open();
    const network = networkOf(kind === 'redis' ? '192.0.2.4' : '192.0.2.5');
    for (let n = 0; n < 100; n++) await limits.begin(from(`${kind}-${n}@example.com`, network));
    await expect(limits.begin(from(`${kind}@example.com`, network))).rejects.toMatchObject(refused);
  });

  it('refuse the hundred-and-first of an account from networks that it does not know, and none from one that it knows', async () => {
    const limits = open();
    const email = `guessed-${kind}@example.com`;
    await limits.know(email, '198.51.100.1');
    const networks = Array.from({ length: 100 }, (_, n) => `203.0.113.${n}-${kind}`);
    for (const network of networks) await limits.begin(from(email, network));
    await expect(limits.begin(from(email, '203.0.113.200'))).rejects.toMatchObject(refused);
    expect(await limits.isKnown(email, '203.0.113.200')).toBe(false);
    const isKnown = await limits.isKnown(email, '198.51.100.1');
    await limits.begin({ ...from(email, '198.51.100.1'), isKnown });
    await limits.begin(from(`another-${email}`, '203.0.113.201'));
  });
});

describe('networkOf', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['::1', '0:0:0:0'],
  ])('is of %s %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});
