import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FairWork } from './fair-work.ts';

/** Pieces of work that end when a test ends them. */
function pieces(fair: FairWork<string>) {
  const begun: string[] = [];
  const underWay: { readonly name: string; readonly end: () => void }[] = [];
  const give = (owner: string, name = owner, options: Parameters<FairWork<string>['run']>[2] = {}) =>
    fair.run(
      owner,
      () => {
        begun.push(name);
        return new Promise<void>((end) => underWay.push({ name, end }));
      },
      options,
    );
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  /** Ends a piece under way, by default the one that was begun first. */
  const endNext = async (ended?: string) => {
    await settled();
    const place = ended === undefined ? 0 : underWay.findIndex(({ name }) => name === ended);
    underWay.splice(place, 1)[0]?.end();
    await settled();
  };
  return { begun, give, endNext, settled };
}

describe('FairWork', () => {
  it('takes owners by round robin, and of each the oldest piece', async () => {
    const { begun, give, endNext } = pieces(new FairWork({ atOnce: 1 }));
    for (const owner of ['a', 'b', 'c']) for (const nth of [0, 1, 2]) void give(owner, `${owner}${nth}`);
    for (let n = 0; n < 9; n += 1) await endNext();
    for (const round of [0, 1, 2]) {
      expect(begun.slice(3 * round, 3 * round + 3).sort()).toEqual(
        ['a', 'b', 'c'].map((owner) => owner + round),
      );
    }
  });

  it('has a large piece count as the small ones that it delays, also if its owner sends one at a time', async () => {
    const { begun, give, endNext } = pieces(new FairWork({ atOnce: 1 }));
    void give('large', 'large 1', { work: 10 });
    for (let n = 0; n < 20; n += 1) void give('small', 'small');
    void give('large', 'large 2', { work: 10 });
    for (let n = 0; n < 22; n += 1) await endNext();
    expect(begun.indexOf('large 2')).toBeGreaterThanOrEqual(10);
    expect(begun.lastIndexOf('small')).toBe(21);
  });

  it('begins no more for one owner than for another who waits, but for one piece', async () => {
    const given = fc.record({ owner: fc.constantFrom('a', 'b', 'c'), work: fc.integer({ min: 1, max: 50 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(given, { minLength: 1, maxLength: 40 }), async (all) => {
        const { begun, give, endNext } = pieces(new FairWork({ atOnce: 1 }));
        void give('first', 'first');
        for (const [nth, { owner, work }] of all.entries()) void give(owner, String(nth), { work });
        await endNext();
        const work = new Map<string, number>();
        const waiting = new Map<string, number>();
        for (const { owner } of all) waiting.set(owner, (waiting.get(owner) ?? 0) + 1);
        const most = Math.max(...all.map((each) => each.work));
        for (let n = 0; n < all.length; n += 1) {
          const { owner, work: done } = all[Number(begun[n + 1])]!;
          work.set(owner, (work.get(owner) ?? 0) + done);
          waiting.set(owner, waiting.get(owner)! - 1);
          const least = [...waiting].flatMap(([other, left]) => (left > 0 ? [work.get(other) ?? 0] : []));
          expect(work.get(owner)! - Math.min(...least, work.get(owner)!)).toBeLessThanOrEqual(most);
          await endNext();
        }
      }),
      { numRuns: 30 },
    );
  });

  it('does some pieces at a time, of one owner fewer', async () => {
    const { begun, give, endNext, settled } = pieces(new FairWork({ atOnce: 3, atOnceOfOwner: 2 }));
    for (const owner of ['a', 'a', 'a', 'b']) void give(owner);
    await settled();
    expect(begun).toEqual(['a', 'a', 'b']);
    await endNext();
    expect(begun).toEqual(['a', 'a', 'b', 'a']);
  });

  it('leaves the places that an owner may not have to others', async () => {
    const { begun, give, endNext, settled } = pieces(new FairWork({ atOnce: 4, atOnceOfOwner: 2 }));
    for (const name of ['a1', 'a2', 'a3', 'b1', 'c1', 'c2']) void give(name[0]!, name);
    await settled();
    expect(begun).toEqual(['a1', 'a2', 'b1', 'c1']);
    for (const name of ['b1', 'a1', 'c1', 'a2', 'c2', 'a3']) await endNext(name);
    expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'c2', 'a3']);
  });

  it('has its place free again if a piece fails', async () => {
    const fair = new FairWork<string>({ atOnce: 1 });
    await expect(fair.run('a', () => Promise.reject(new Error('broke')))).rejects.toThrow('broke');
    expect(await fair.run('a', async () => 'done')).toBe('done');
  });

  it('refuses at once when too many of an owner wait, and no other owner', async () => {
    const { begun, give, endNext } = pieces(new FairWork({ atOnce: 1, waitingOfOwner: 2 }));
    for (let n = 0; n < 3; n += 1) void give('flood');
    await expect(give('flood')).rejects.toMatchObject({ code: 'overloaded' });
    void give('person');
    await endNext();
    await endNext();
    expect(begun).toContain('person');
  });

  it('forgets a piece whose caller goes away', async () => {
    const { begun, give, endNext } = pieces(new FairWork({ atOnce: 1 }));
    const caller = new AbortController();
    void give('a', 'first');
    const left = expect(give('a', 'left', { signal: caller.signal })).rejects.toThrow('gone away');
    void give('a', 'last');
    caller.abort();
    await left;
    await endNext();
    expect(begun).toEqual(['first', 'last']);
  });
});
