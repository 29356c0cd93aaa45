import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FairWork } from './fair-work.ts';

/** Ends the pieces that are under way, one after another, until none is left. */
async function endAll(ends: (() => void)[]): Promise<void> {
  for (let end = ends.shift(); end !== undefined; end = ends.shift()) {
    end();
    await new Promise((resolve) => setImmediate(resolve));
  }
}

describe('FairWork', () => {
  it('gives owners that always wait equal work, however large their pieces are', async () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 2, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(sizes, async (workOf) => {
        const fair = new FairWork<number>({ atOnce: 1 });
        const ends: (() => void)[] = [];
        const begun = workOf.map(() => 0);
        const total = 500;
        const worst: number[] = [];
        workOf.forEach((work, owner) => {
          for (let n = 0; n < total / work; n++)
            void fair.run(
              owner,
              () => {
                begun[owner]! += work;
                if (begun.every((each) => each < total - 100))
                  worst.push(Math.max(...begun) - Math.min(...begun));
                return new Promise<void>((resolve) => ends.push(resolve));
              },
              { work },
            );
        });
        await endAll(ends);
        expect(Math.max(...worst)).toBeLessThanOrEqual(2 * Math.max(...workOf));
      }),
    );
  });

  it.each([1, Number.POSITIVE_INFINITY])(
    'forgets owners that do not come again, with %d at once',
    async (atOnce) => {
      const fair = new FairWork<number>({ atOnce });
      const ends: (() => void)[] = [];
      let next = 0;
      const come = () => void fair.run(next++, () => new Promise<void>((resolve) => ends.push(resolve)));
      for (let n = 0; n < 20; n++) come();
      for (let n = 0; n < 2000; n++) {
        await new Promise((resolve) => setImmediate(resolve));
        ends.shift()!();
        come();
      }
      expect(fair.owners).toBeLessThan(200);
      await endAll(ends);
    },
  );
});
