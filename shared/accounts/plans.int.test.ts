import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../db/database.ts';
import { createTestAccount } from '../testing/test-account.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { editPlan, listPlans, setClientPlan } from './plans.ts';
import { authenticate } from './principal.ts';

let db: Database;

beforeAll(async () => {
  db = await createTestDatabase();
});

afterAll(() => db.close());

describe('listPlans', () => {
  it('has the plans of docs/reference/limits.md', async () => {
    const plan = (
      code: string,
      routed_orders_limit: number | null,
      routed_orders_period: string,
      inventory_rows_limit: number | null,
    ) => ({ code, routed_orders_limit, routed_orders_period, inventory_rows_limit });
    expect(await listPlans(db)).toEqual([
      plan('trial', 15, 'total', 50_000),
      plan('starter', 10_000, 'month', 150_000),
      plan('pro', 100_000, 'month', 500_000),
      plan('enterprise', null, 'month', null),
    ]);
  });
});

describe('setClientPlan', () => {
  it('takes effect with the next request and leaves other clients alone', async () => {
    const [account, other] = [await createTestAccount(db), await createTestAccount(db)];
    const limits = await setClientPlan(db, account.slug, 'starter', { inventory_rows_limit: 5 });
    expect(limits).toMatchObject({ code: 'starter', routed_orders_limit: 10_000, inventory_rows_limit: 5 });
    const now = await authenticate(db, `Bearer ${account.keys.live}`);
    expect(now.plan).toEqual({
      code: 'starter',
      routed_orders_limit: 10_000,
      routed_orders_period: 'month',
      inventory_rows_limit: 5,
    });
    expect(await authenticate(db, `Bearer ${other.keys.live}`)).toEqual(other.live);
  });

  it('keeps a client’s own numbers until they are taken away', async () => {
    const { slug } = await createTestAccount(db);
    await setClientPlan(db, slug, 'pro', { routed_orders_limit: 7 });
    expect(await setClientPlan(db, slug, 'starter')).toMatchObject({ routed_orders_limit: 7 });
    expect(await setClientPlan(db, slug, 'starter', { routed_orders_limit: null })).toMatchObject({
      routed_orders_limit: 10_000,
    });
  });

  it('refuses an unknown plan and an unknown client', async () => {
    const { slug } = await createTestAccount(db);
    await expect(setClientPlan(db, slug, 'gold')).rejects.toMatchObject({ code: 'not_found' });
    await expect(setClientPlan(db, 'nobody', 'pro')).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('editPlan', () => {
  it('changes the numbers that are given', async () => {
    expect(await editPlan(db, 'enterprise', { routed_orders_limit: 5 })).toEqual({
      code: 'enterprise',
      routed_orders_limit: 5,
      routed_orders_period: 'month',
      inventory_rows_limit: null,
    });
    expect(await editPlan(db, 'enterprise', { routed_orders_limit: null })).toMatchObject({
      routed_orders_limit: null,
    });
    await expect(editPlan(db, 'gold', {})).rejects.toMatchObject({ code: 'not_found' });
  });
});
