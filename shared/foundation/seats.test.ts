import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Charges } from './charges.ts';
import { type Leave, Seats } from './seats.ts';

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('Seats', () => {
  it('are all for an owner that is alone', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 20 }), async (atOnce) => {
        const seats = new Seats<string>({ atOnce });
        for (let n = 0; n < atOnce; n++) expect(seats.tryTake('a')).not.toBeNull();
        expect(seats.tryTake('a')).toBeNull();
      }),
    );
  });

  it('are a quarter for each of several at most, and no more than there are', async () => {
    const asked = fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 16 }), asked, async (atOnce, owners) => {
        const seats = new Seats<number>({ atOnce });
        const first = seats.tryTake(-1)!; // another is there
        const underWay = new Map<number, number>();
        const leaves: Leave[] = [];
        for (const owner of owners)
          void seats.take(owner).then((leave) => {
            underWay.set(owner, (underWay.get(owner) ?? 0) + 1);
            leaves.push(() => {
              underWay.set(owner, underWay.get(owner)! - 1);
              leave();
            });
          });
        await settled();
        const most = Math.max(1, Math.floor(atOnce / 4));
        const check = () => {
          expect(seats.underWay).toBeLessThanOrEqual(atOnce);
          for (const count of underWay.values()) expect(count).toBeLessThanOrEqual(most);
        };
        check();
        while (leaves.length > 0) {
          leaves.shift()!();
          await settled();
          check();
        }
        first();
      }),
      { numRuns: 20 },
    );
  });

  it('go next to the owner that was charged least, and of that owner to the oldest piece', async () => {
    const charges = new Charges<string>();
    const seats = new Seats<string>({ atOnce: 1, charges });
    charges.add('heavy', 500);
    charges.add('light', 5);
    const first = seats.tryTake('heavy')!;
    const begun: string[] = [];
    const wait = (owner: string, name: string) =>
      seats.take(owner).then((leave) => {
        begun.push(name);
        leave();
      });
    const all = [
      wait('heavy', 'heavy'),
      wait('light', 'light 1'),
      wait('light', 'light 2'),
      wait('new', 'new'),
    ];
    first();
    await Promise.all(all);
    expect(begun).toEqual(['new', 'light 1', 'light 2', 'heavy']);
  });

  it('without a number, hold back only who is over its share while another is there', () => {
    const charges = new Charges<string>();
    const seats = new Seats<string>({ charges, partOf: 8 });
    charges.add('heavy', 1000);
    const taken = Array.from({ length: 10 }, () => seats.tryTake('heavy'));
    expect(taken).not.toContain(null); // it is alone
    expect(seats.tryTake('light')).not.toBeNull();
    expect(seats.tryTake('heavy')).toBeNull();
    for (let n = 0; n < 20; n++) expect(seats.tryTake('light')).not.toBeNull();
  });

  it('let an owner that has none begin at once if they are elastic, up to twice as many', () => {
    const seats = new Seats<string>({ atOnce: 4, isElastic: true });
    for (let n = 0; n < 4; n++) seats.tryTake('a');
    for (const owner of ['b', 'c', 'd', 'e']) expect(seats.tryTake(owner)).not.toBeNull();
    expect([seats.tryTake('f'), seats.tryTake('b')]).toEqual([null, null]);
  });

  it('refuse what waits beyond the limit, and who goes away leaves the queue', async () => {
    const seats = new Seats<string>({ atOnce: 1, waitingOfOwner: 1 });
    const leave = seats.tryTake('a')!;
    const caller = new AbortController();
    const waits = seats.take('a', caller.signal);
    await expect(seats.take('a')).rejects.toMatchObject({ code: 'overloaded' });
    caller.abort();
    await expect(waits).rejects.toMatchObject({ code: 'bad_request' });
    const next = seats.take('b');
    leave();
    (await next)();
    expect([seats.waiting, seats.underWay, seats.owners]).toEqual([0, 0, 0]);
  });
});
