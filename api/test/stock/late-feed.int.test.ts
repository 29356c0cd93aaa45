import { afterAll, describe, expect, it } from 'vitest';
import { openTwoProcesses } from './two-processes.ts';

const CALLERS = 20;
/** As many as the callers order in one round. */
const UNITS = CALLERS;

const processes = await openTwoProcesses();
afterAll(() => processes.close());

/**
 * A shelf of 20 chairs is counted. Then 20 callers order one each, then the feed with the count arrives, and each caller
 * orders one more. Returns how many chairs two customers were promised.
 */
async function unitsPromisedTwice(feed: (countedAt: string) => object): Promise<number> {
  const { apps, anAccount } = processes;
  const key = (await anAccount()).keys.live;
  const post = async (n: number, url: string, payload: object) => {
    const headers = { authorization: `Bearer ${key}` };
    const answer = await apps[n % apps.length]!.inject({
      method: 'POST',
      url: `/api/v1/${url}`,
      headers,
      payload,
    });
    expect([answer.statusCode, answer.json().detail]).toEqual([200, undefined]);
    return answer.json();
  };
  const inventory = [{ sku: 'CHAIR', warehouse_id: 'EWR1', quantity_available: UNITS }];
  await post(0, 'inventory', { inventory, ...feed(new Date().toISOString()) });
  const countedAt = new Date().toISOString();
  const orderEach = async (round: string) => {
    const lines = [{ sku: 'CHAIR', quantity: 1 }];
    const orders = Array.from({ length: CALLERS }, (_, n) =>
      post(n, 'orders/route', { external_order_id: `${round}-${n}`, destination_zip: '10001', lines }),
    );
    const answers = await Promise.all(orders);
    return answers.filter(({ results }) => results[0].status === 'FULL').length;
  };
  const before = await orderEach('before');
  await post(0, 'inventory', { inventory, ...feed(countedAt) });
  return before + (await orderEach('after')) - UNITS;
}

describe('a feed that was counted before 20 callers ordered, and arrives after', () => {
  it('lets no unit be promised twice if it says when it was counted', async () => {
    expect(await unitsPromisedTwice((counted_at) => ({ counted_at }))).toBe(0);
  });

  it('lets all 20 units be promised twice if it does not', async () => {
    expect(await unitsPromisedTwice(() => ({}))).toBe(20);
  });
});
