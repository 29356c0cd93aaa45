import { describe, expect, it } from 'vitest';
import { ORDER_WORK } from '../engine/search/order-effort.ts';
import { ALLOCATION_BATCH_ORDERS, BATCH_EXTRA, SearchAllowance, wasCutShort } from './search-allowance.ts';

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

/** An order that does all of its share, and of what is beyond it so much. */
function searchedFar(allowance: SearchAllowance, extra: number) {
  const grant = allowance.grant();
  Object.assign(grant.effort, {
    work: grant.effort.mostWork,
    extraDone: Math.min(extra, grant.effort.extraWork),
    exhausted: true,
    isFar: extra > grant.effort.extraWork,
  });
  allowance.settle(grant);
  return grant;
}

describe('the work beyond shares', () => {
  it('is bounded for all orders of an allocation batch together, the first ones first, and begins again with each', () => {
    const allowance = new SearchAllowance(true);
    const extras = Array.from(
      { length: ALLOCATION_BATCH_ORDERS + 1 },
      () => searchedFar(allowance, 0.75 * BATCH_EXTRA).effort.extraDone / BATCH_EXTRA,
    );
    expect(extras).toEqual([0.75, 0.25, ...Array(ALLOCATION_BATCH_ORDERS - 2).fill(0), 0.75]);
    expect(allowance.work).toBeLessThan(3.25 * ORDER_WORK + 1.75 * BATCH_EXTRA + ORDER_WORK);
  });

  it('is none where orders use up nothing', () => {
    expect(searchedFar(new SearchAllowance(false), BATCH_EXTRA).effort.extraDone).toBe(0);
  });

  it('cuts an order short where less is allowed than the order needs', () => {
    const limited = () => new SearchAllowance(true, ORDER_WORK + 1);
    expect(wasCutShort(searchedFar(limited(), 2))).toBe(true);
    expect(wasCutShort(searchedFar(limited(), 1))).toBe(false);
    expect(wasCutShort(searchedFar(new SearchAllowance(true), BATCH_EXTRA + 1))).toBe(false);
  });
});
