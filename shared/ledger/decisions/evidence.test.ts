import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryScenario } from '../../testing/arbitrary-scenario.ts';
import { casesOf } from '../../testing/long.ts';
import { oddText } from '../../testing/odd-text.ts';
import { scenario } from '../../testing/scenario.ts';
import { storeScenario } from '../../testing/store-scenario.ts';
import { decodeEvidence, needsStock } from './evidence.ts';

const SLOW_MACHINE_MS = 60_000;

describe('stored evidence', () => {
  it(
    'is read back as it was',
    () => {
      fc.assert(
        fc.property(arbitraryScenario(oddText), (drawn) => {
          const { lines } = drawn.order;
          const { decision, stock, evidence } = storeScenario(drawn, true);
          if (decision.ranked.length === 0) {
            expect(evidence).toBeNull();
            return;
          }
          expect(JSON.stringify(JSON.parse(evidence!))).toBe(evidence);
          const read = decodeEvidence(JSON.parse(evidence!), decision, drawn.order);
          expect(read.destination?.lanes).toEqual(drawn.destination!.lanes);
          expect(read.stock === null).toBe(stock === null || !needsStock(decision, false));
          for (const { sku } of read.stock === null ? [] : lines) {
            for (const warehouse of decision.ranked) {
              expect(read.stock!.available.get(sku)![warehouse]).toBe(
                stock!.available.get(sku)?.[warehouse] ?? 0,
              );
              expect(read.stock!.reserved.get(sku)![warehouse]).toBe(
                stock!.reserved.get(sku)?.[warehouse] ?? 0,
              );
            }
          }
          for (const { sku } of needsStock(decision, false) ? lines : [])
            expect(read.unit_values.get(sku)).toBe(drawn.unit_values.get(sku));
        }),
        { numRuns: casesOf(300) },
      );
    },
    SLOW_MACHINE_MS,
  );

  it('is nothing of a FULL from rank 1 on lanes of a table', () => {
    expect(storeScenario(scenario('full', {}), false).evidence).toBeNull();
  });

  it('has the synced weights of the SKUs that no line weighs, also of a FULL from rank 1', () => {
    const { order, ...rest } = scenario('full', {
      lines: [
        ['CHAIR', 2],
        ['LAMP', 1],
        ['RUG', 1],
        ['LAMP', 1],
      ],
    });
    const lines = order.lines.map((line, n) => (n === 3 ? { ...line, unit_weight: 4 } : line));
    const weighed = (unit_weights: Record<string, number>) => {
      const drawn = {
        ...rest,
        order: { ...order, lines },
        unit_weights: new Map(Object.entries(unit_weights)),
      };
      return storeScenario(drawn, false);
    };
    const { decision, evidence } = weighed({ CHAIR: 0.5, LAMP: 9 });
    expect(decision.status).toBe('FULL');
    expect(evidence).toBe('{"w":[0.5,null,null]}');
    const read = decodeEvidence(JSON.parse(evidence!), decision, { destination_zip: '10001', lines });
    expect(read.unit_weights).toEqual(new Map([['CHAIR', 0.5]]));
    expect(weighed({ LAMP: 9 }).evidence).toBeNull();
  });

  it('takes some bytes a SKU, and some a lane where lanes may change', () => {
    const short = scenario('short', { stock: { CHAIR: [1, 9, 0], LAMP: [4, 0, 0] } });
    expect(storeScenario(short, false).evidence).toBe(
      '{"s":[[1,9],[4]],"h":[[0,2,1],[0,2,1]],"y":[null,null]}',
    );
    expect(storeScenario(scenario('full', {}), true).evidence).toBe(
      '{"l":["table",1,29,2,862,5,2702,4,1552]}',
    );
  });
});
