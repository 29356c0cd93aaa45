import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../db/database.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { editPlan, listPlans } from './plans.ts';

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
