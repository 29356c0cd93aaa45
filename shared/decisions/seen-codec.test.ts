import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryScenario } from '../testing/arbitrary-scenario.ts';
import { decideScenario } from '../testing/decide-scenario.ts';
import { casesOf } from '../testing/long.ts';
import { oddText } from '../testing/odd-text.ts';
import { scenario } from '../testing/scenario.ts';
import { storeScenario } from '../testing/store-scenario.ts';
import { decodeDecision, encodeDecision } from './codec.ts';
import { decodeSeen, isStockStored } from './seen-codec.ts';

const SLOW_MACHINE_MS = 60_000;

describe('what a decision saw', () => {
  it(
    'is read back as it was, beside the decision',
    () => {
      fc.assert(
        fc.property(arbitraryScenario(oddText), (drawn) => {
          const { lines } = drawn.order;
          const { decision, stock, data } = storeScenario(drawn, true);
          expect(JSON.stringify(JSON.parse(data))).toBe(data);
          expect(decodeDecision(data, decision.status, lines)).toEqual(decision);
          const seen = decodeSeen(JSON.parse(data), decision, lines);
          if (decision.ranked.length === 0) {
            expect(data).not.toMatch(/"[lshy]":/);
            return;
          }
          expect(seen.lanes).toEqual(drawn.destination!.lanes);
          expect(seen.stock === null).toBe(stock === null || !isStockStored(decision));
          for (const { sku } of seen.stock === null ? [] : lines) {
            for (const warehouse of decision.ranked) {
              expect(seen.stock!.available.get(sku)![warehouse]).toBe(
                stock!.available.get(sku)?.[warehouse] ?? 0,
              );
              expect(seen.stock!.reserved.get(sku)![warehouse]).toBe(
                stock!.reserved.get(sku)?.[warehouse] ?? 0,
              );
            }
            if (isStockStored(decision)) expect(seen.unit_values.get(sku)).toBe(drawn.unit_values.get(sku));
          }
        }),
        { numRuns: casesOf(300) },
      );
    },
    SLOW_MACHINE_MS,
  );

  it('of a FULL from rank 1 on lanes of a table adds nothing', () => {
    const full = scenario('full', {});
    expect(storeScenario(full, false).data).toBe(encodeDecision(decideScenario(full), full.order));
  });

  it('takes some bytes a SKU, and some a lane where lanes may change', () => {
    const short = scenario('short', { stock: { CHAIR: [1, 9, 0], LAMP: [4, 0, 0] } });
    expect(storeScenario(short, false).data).toMatch(
      /,"s":\[\[1,9\],\[4\]\],"h":\[\[0,2,1\],\[0,2,1\]\],"y":\[null,null\]}$/,
    );
    expect(storeScenario(scenario('full', {}), true).data).toMatch(
      /,"l":\["table",1,29,2,862,5,2702,4,1552\]}$/,
    );
  });
});
