import { afterAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../db/transaction.ts';
import { COMMAND_LINE } from '../identity/actor.ts';
import { authenticate, type Principal } from '../identity/principal.ts';
import { createTestAccount, type TestAccount } from '../testing/test-account.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { changeClient } from './change-client.ts';
import { editPlan } from './plans.ts';
import { meter, refundUsage, usageOf } from './usage.ts';

const db = await createTestDatabase();

afterAll(() => db.close());

const DAY = new Date('2026-03-15T12:00:00Z');

const route = (principal: Principal, orders: number, day = DAY) =>
  inTransaction(db.pool, async (tx) => {
    const refusal = await meter(tx, principal, orders, day);
    if (refusal !== null) throw refusal;
  });

const used = async (principal: Principal, day = DAY) => (await usageOf(db.pool, principal, day)).used;

const aTrial = (routed_orders_limit: number | null = null) =>
  createTestAccount(db, { client: { plan: 'trial', subscription_status: 'trialing', routed_orders_limit } });

const setLimit = ({ slug }: TestAccount, routed_orders_limit: number, plan = 'trial') =>
  changeClient(db, { who: COMMAND_LINE, client: { slug, plan, routed_orders_limit } });

/** The account's live key as it authenticates now. */
const liveNow = (account: TestAccount) => authenticate(db, `Bearer ${account.keys.live}`);

describe('meter', () => {
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
});

describe('refundUsage', () => {
  it('never gives back more than was counted', async () => {
    const { live } = await aTrial();
    await route(live, 2);
    await expect(inTransaction(db.pool, (tx) => refundUsage(tx, live.client_id, DAY, 3))).rejects.toThrow(
      'usage_not_negative',
    );
  });
});

describe('usageOf', () => {
  it('has nothing remain, not less, where the limit was lowered below what is used', async () => {
    const account = await aTrial();
    await route(account.live, 5);
    await setLimit(account, 2);
    expect(await usageOf(db.pool, await liveNow(account), DAY)).toMatchObject({ remaining: 0 });
  });
});
