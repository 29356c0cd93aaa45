import fc from 'fast-check';
import { expect } from 'vitest';
import { reconcile } from '../../../shared/operations/reconcile/reconcile.ts';
import { readingOf } from '../../../shared/testing/shelf-model/facts.ts';
import { Shop } from '../../../shared/testing/shelf-model/shop.ts';
import { arbitrarySteps, PAIRS } from '../../../shared/testing/shelf-model/steps.ts';
import { httpService } from './http-service.ts';
import type { TwoProcesses } from './two-processes.ts';

const NOTHING = readingOf(0, 0);

/**
 * Plays random histories of a shop over HTTP, each with a client of its own. After each step the service says of all pairs
 * what the model says, no unit is promised twice, and at the end what the database has adds up.
 */
export async function playHistories(processes: TwoProcesses, numRuns: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(arbitrarySteps, async (steps) => {
      const account = await processes.anAccount();
      const service = httpService(processes, account);
      const shop = new Shop(service);
      for (const [place, step] of steps.entries()) {
        const told = shop.facts.length;
        await shop.play(step);
        if (shop.facts.length === told) continue;
        const found = await service.read();
        const at = `after step ${place}, ${JSON.stringify(step)}`;
        for (const pair of PAIRS)
          expect([at, pair, found.get(pair) ?? NOTHING]).toEqual([at, pair, shop.ledger.read(pair)]);
        expect([at, shop.doublePromises]).toEqual([at, []]);
      }
      expect((await reconcile(processes.db, { client: account.slug })).differences).toEqual([]);
    }),
    { numRuns },
  );
}
