import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppError } from './errors/app-error.ts';
import { type BudgetShare, SharedBudget } from './shared-budget.ts';

/** Whether a share could grow. */
function grows(share: BudgetShare, amount: number): boolean {
  try {
    share.growTo(amount);
    return true;
  } catch (error) {
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({ code: 'overloaded', status: 503, retryAfterSeconds: expect.any(Number) });
    return false;
  }
}

describe('SharedBudget', () => {
  it('refuses one client more than half, and leaves that to others', () => {
    const budget = new SharedBudget(80);
    expect(grows(budget.open(1), 40)).toBe(true);
    expect(grows(budget.open(1), 1)).toBe(false);
    expect(grows(budget.open(2), 30)).toBe(true);
    expect(budget.used).toBe(70);
  });

  it('keeps an eighth for small shares', () => {
    const budget = new SharedBudget(80, { smallAmount: 5 });
    for (const owner of [1, 2]) budget.open(owner).growTo(35);
    expect(grows(budget.open(3), 6)).toBe(false);
    expect(grows(budget.open(3), 5)).toBe(true);
  });

  it('leaves a share as it is if it cannot grow', () => {
    const budget = new SharedBudget(80);
    const share = budget.open(1);
    share.growTo(10);
    expect(grows(share, 41)).toBe(false);
    expect(budget.used).toBe(10);
  });

  it('has a place for work as long as that goes on, however it ends', async () => {
    const budget = new SharedBudget(2);
    const used = await budget.withPlace(1, async () => {
      await expect(budget.withPlace(1, async () => {})).rejects.toMatchObject({ code: 'overloaded' });
      return budget.used;
    });
    expect([used, budget.used]).toEqual([1, 0]);
    await expect(budget.withPlace(1, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    expect(budget.used).toBe(0);
  });

  it('has all of it again once every share is released, in any order and however often', () => {
    const step = fc.record({
      share: fc.nat({ max: 9 }),
      amount: fc.nat({ max: 60 }),
      release: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const budget = new SharedBudget(100, { smallAmount: 8 });
        const shares = Array.from({ length: 10 }, (_, n) => budget.open(n % 3));
        for (const { share, amount, release } of steps) {
          if (release) shares[share]!.release();
          else grows(shares[share]!, amount);
          expect(budget.used).toBeGreaterThanOrEqual(0);
          expect(budget.used).toBeLessThanOrEqual(100);
        }
        for (const share of shares) share.release();
        expect(budget.used).toBe(0);
        expect(grows(budget.open(1), 50)).toBe(true);
      }),
    );
  });
});
