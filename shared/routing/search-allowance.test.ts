import { describe, expect, it } from 'vitest';
import { ORDER_WORK } from '../engine/order-effort.ts';
import { ALLOCATION_BATCH_ORDERS, SearchAllowance } from './search-allowance.ts';

/** The work that each of so many orders may do if each does all of it. */
function worksOf(orders: number, isShared = true): number[] {
  const allowance = new SearchAllowance(isShared);
  return Array.from({ length: orders }, () => {
    const grant = allowance.grant();
    grant.effort.work = grant.effort.mostWork;
    allowance.settle(grant);
    return grant.effort.mostWork;
  });
}

describe('the work that orders share', () => {
  it('is all of its own for the first hard order', () => {
    const allowance = new SearchAllowance(true);
    for (let order = 0; order < ALLOCATION_BATCH_ORDERS - 1; order++) allowance.settle(allowance.grant());
    expect(allowance.grant().effort.mostWork).toBe(ORDER_WORK);
  });

  it('is bounded for all orders of an allocation batch together, and never nothing', () => {
    const works = worksOf(ALLOCATION_BATCH_ORDERS);
    expect(works[1]).toBe(ORDER_WORK / 2);
    expect(Math.min(...works)).toBe(1_000_000);
    expect(works.reduce((sum, each) => sum + each)).toBeLessThan(3.25 * ORDER_WORK);
  });

  it('begins again with each allocation batch, so that a request and a managed run share alike', () => {
    const batch = worksOf(ALLOCATION_BATCH_ORDERS);
    expect(worksOf(3 * ALLOCATION_BATCH_ORDERS)).toEqual([...batch, ...batch, ...batch]);
  });

  it('is the same for each order where they use up nothing', () => {
    expect(new Set(worksOf(120, false))).toEqual(new Set([2_000_000]));
  });
});
