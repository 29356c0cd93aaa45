import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import { createTestAccount, type TestAccount } from '../testing/test-account.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { COMMAND_LINE } from './actor.ts';
import { changeClient } from './change-client.ts';
import { editPlan } from './plans.ts';
import { authenticate, type Principal } from './principal.ts';
import { assertWithinPlan, meter, refundUsage, usageOf } from './usage.ts';

let db: Database;

beforeAll(async () => {
  db = await createTestDatabase();
});

afterAll(() => db.close());

const DAY = new Date('2026-03-15T12:00:00Z');

const route = (principal: Principal, orders: number, day = DAY) =>
  inTransaction(db.pool, (tx) => meter(tx, principal, orders, day));

const used = async (principal: Principal, day = DAY) => (await usageOf(db.pool, principal, day)).used;

const aTrial = (routed_orders_limit: number | null = null) =>
  createTestAccount(db, { client: { plan: 'trial', subscription_status: 'trialing', routed_orders_limit } });

const setLimit = ({ slug }: TestAccount, routed_orders_limit: number, plan = 'trial') =>
  changeClient(db, { who: COMMAND_LINE, client: { slug, plan, routed_orders_limit } });

/** The account's live key as it authenticates now. */
const liveNow = (account: TestAccount) => authenticate(db, `Bearer ${account.keys.live}`);

describe('meter', () => {
  it('counts live orders and leaves test orders out', async () => {
    const { live, test } = await aTrial();
    await route(live, 4);
    await route(test, 100);
    expect(await used(live)).toBe(4);
  });

  it('lets exactly as many of twenty requests at once pass as the plan has orders', async () => {
    const { live } = await aTrial();
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => route(live, 1)));
    const failures = results.filter((result) => result.status === 'rejected');
    expect(failures.map((failure) => failure.reason.code)).toEqual(Array(5).fill('usage_limit'));
    expect(await used(live)).toBe(15);
  });

  it('lets one of two batches pass that exceed the limit together, also across midnight', async () => {
    const { live } = await aTrial();
    const evening = new Date('2026-03-15T23:59:59.999Z');
    const morning = new Date('2026-03-16T00:00:00.000Z');
    const results = await Promise.allSettled([
      route(live, 8, evening),
      route(live, 8, morning),
      route(live, 8, evening),
      route(live, 8, morning),
    ]);
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
    expect(await used(live)).toBe(8);
  });

  it('counts nothing where the orders do not fit, and then lets fewer pass', async () => {
    const { live } = await aTrial();
    await route(live, 12);
    await expect(route(live, 4)).rejects.toMatchObject({ code: 'usage_limit', status: 402 });
    await route(live, 3);
    expect(await used(live)).toBe(15);
    await expect(route(live, 1)).rejects.toMatchObject({ code: 'usage_limit' });
  });

  it('counts nothing when the transaction fails later', async () => {
    const { live } = await aTrial();
    const failing = inTransaction(db.pool, async (tx) => {
      await meter(tx, live, 5, DAY);
      throw new Error('later');
    });
    await expect(failing).rejects.toThrow('later');
    expect(await used(live)).toBe(0);
  });

  it('counts a trial over all time', async () => {
    const { live } = await aTrial();
    await route(live, 10, new Date('2024-01-01T00:00:00Z'));
    await expect(route(live, 6)).rejects.toMatchObject({ code: 'usage_limit' });
    await route(live, 5);
  });

  it('counts a month in UTC', async () => {
    const { live } = await createTestAccount(db, { client: { plan: 'starter', routed_orders_limit: 10 } });
    await route(live, 10, new Date('2026-01-31T23:59:59.999Z'));
    await route(live, 10, new Date('2026-02-01T00:00:00.000Z'));
    await expect(route(live, 1, new Date('2026-02-28T23:59:59.999Z'))).rejects.toMatchObject({
      code: 'usage_limit',
    });
    await expect(route(live, 1, new Date('2026-01-01T00:00:00.000Z'))).rejects.toMatchObject({
      code: 'usage_limit',
    });
    await route(live, 10, new Date('2026-03-01T00:00:00.000Z'));
  });

  it('has no limit on the plan enterprise unless the client has one', async () => {
    const account = await createTestAccount(db, { client: { plan: 'enterprise' } });
    await route(account.live, 2_000_000);
    await setLimit(account, 2_000_001, 'enterprise');
    await expect(route(await liveNow(account), 2)).rejects.toMatchObject({ code: 'usage_limit' });
    await route(await liveNow(account), 1);
  });

  it('follows the numbers of the plan, and a client’s own before them', async () => {
    const [plain, special] = [
      await createTestAccount(db, { client: { plan: 'starter' } }),
      await createTestAccount(db, { client: { plan: 'starter', routed_orders_limit: 3 } }),
    ];
    await editPlan(db, 'starter', { routed_orders_limit: 2 });
    await expect(route(await liveNow(plain), 3)).rejects.toMatchObject({ code: 'usage_limit' });
    await route(await liveNow(special), 3);
    await editPlan(db, 'starter', { routed_orders_limit: 10_000 });
    await route(await liveNow(plain), 3);
  });

  it('keeps clients apart', async () => {
    const [one, other] = [await aTrial(), await aTrial()];
    await route(one.live, 15);
    await route(other.live, 15);
    expect([await used(one.live), await used(other.live)]).toEqual([15, 15]);
  });

  it('shows a trial what it includes, what remains and what was asked', async () => {
    const { live } = await aTrial();
    await route(live, 12);
    await expect(route(live, 20)).rejects.toThrow(
      'The trial includes up to 15 routed orders in total; 3 remain and this run contains 20 orders. ' +
        'Choose a plan to continue.',
    );
  });

  it('shows another plan its monthly limit', async () => {
    const { live } = await createTestAccount(db);
    await expect(route(live, 100_001)).rejects.toThrow(
      'The pro plan includes up to 100,000 routed orders a month; 100,000 remain and this run contains ' +
        '100,001 orders. Choose a larger plan to continue.',
    );
  });
});

describe('refundUsage', () => {
  it('makes room again for what was not processed', async () => {
    const { live } = await aTrial();
    await route(live, 15);
    await inTransaction(db.pool, (tx) => refundUsage(tx, live.client_id, DAY, 6));
    expect(await used(live)).toBe(9);
    await route(live, 6);
  });

  it('never gives back more than was counted', async () => {
    const { live } = await aTrial();
    await route(live, 2);
    await expect(inTransaction(db.pool, (tx) => refundUsage(tx, live.client_id, DAY, 3))).rejects.toThrow(
      'usage_not_negative',
    );
  });
});

describe('usageOf', () => {
  it('shows limit, use and what remains of the present period', async () => {
    const { live } = await createTestAccount(db);
    await route(live, 5, new Date('2026-02-28T12:00:00Z'));
    await route(live, 7);
    await route(live, 1, new Date('2026-03-31T12:00:00Z'));
    expect(await usageOf(db.pool, live, DAY)).toEqual({
      plan: 'pro',
      period: 'month',
      used: 8,
      limit: 100_000,
      remaining: 99_992,
      inventory_rows_limit: 500_000,
    });
  });

  it('has nothing remain, not less, where the limit was lowered below what is used', async () => {
    const account = await aTrial();
    await route(account.live, 5);
    await setLimit(account, 2);
    expect(await usageOf(db.pool, await liveNow(account), DAY)).toMatchObject({ remaining: 0 });
  });
});

describe('assertWithinPlan', () => {
  it('refuses what cannot fit and counts nothing', async () => {
    const { live, test } = await aTrial();
    await route(live, 10);
    await assertWithinPlan(db.pool, live, 5, DAY);
    await assertWithinPlan(db.pool, test, 500, DAY);
    await expect(assertWithinPlan(db.pool, live, 6, DAY)).rejects.toMatchObject({ code: 'usage_limit' });
    expect(await used(live)).toBe(10);
  });
});
