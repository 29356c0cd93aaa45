import fc from 'fast-check';
import { expect, it } from 'vitest';
import { modelService } from './model-service.ts';
import { naiveReading } from './naive-reading.ts';
import { Shop } from './shop.ts';
import { arbitrarySteps, PAIRS } from './steps.ts';

/** Many of them each night. */
const HISTORIES = process.env.TEST_NIGHTLY === '1' ? 100_000 : 2_000;

it(`is what the rules say of all facts, and promises no unit twice, in ${HISTORIES} histories`, async () => {
  await fc.assert(
    fc.asyncProperty(arbitrarySteps, async (steps) => {
      const shop: Shop = new Shop(modelService(() => shop.ledger));
      for (const step of steps) {
        const told = shop.facts.length;
        await shop.play(step);
        expect(shop.doublePromises).toEqual([]);
        if (shop.facts.length === told) continue;
        for (const pair of PAIRS) expect(shop.ledger.read(pair)).toEqual(naiveReading(shop.facts, pair));
      }
    }),
    { numRuns: HISTORIES },
  );
});
