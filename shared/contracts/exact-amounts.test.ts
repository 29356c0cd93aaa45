import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Decision } from '../engine/types.ts';
import { csvRow } from '../foundation/csv-text.ts';
import { Utf8Writer } from '../foundation/utf8-writer.ts';
import { decodeDecision, encodeDecision } from '../ledger/decisions/codec.ts';
import { type ReportForm, reportFrame, writeReportRow } from '../operations/reports/report-text.ts';
import { resultCellsOf, resultRow } from '../runs/result-cells.ts';
import { decideScenario, presented } from '../testing/decide-scenario.ts';
import { casesOf } from '../testing/long.ts';
import { type Scenario, scenario } from '../testing/scenario.ts';
import { variantA } from './a/present.ts';
import { MAX_INT, MAX_UNIT_VALUE } from './common.ts';
import type { PresentedOrder } from './routed-run.ts';

const SLOW_MACHINE_MS = 60_000;

/** A unit value as it is sent, and the same in ten-thousandths. */
const unitValues = fc
  .bigInt({ min: 0n, max: BigInt(MAX_UNIT_VALUE) * 10_000n })
  .map((parts) => ({ parts, sent: Number(parts) / 10_000 }));

/** Orders of up to three lines, at most as many units as an order may have, that two warehouses can ship. */
const cases = fc
  .array(
    fc.record({ quantity: fc.integer({ min: 1, max: Math.floor(MAX_INT / 3) }), unit_value: unitValues }),
    { minLength: 1, maxLength: 3 },
  )
  .chain((lines) =>
    fc.record({
      lines: fc.constant(lines),
      stock: fc.array(fc.tuple(fc.nat(MAX_INT), fc.nat(MAX_INT), fc.nat(MAX_INT)), {
        minLength: lines.length,
        maxLength: lines.length,
      }),
    }),
  );

type Case = typeof cases extends fc.Arbitrary<infer T> ? T : never;

function scenarioOf({ lines, stock }: Case): Scenario {
  return scenario('large', {
    lines: lines.map(({ quantity, unit_value }, n) => [`S${n}`, quantity, unit_value.sent]),
    stock: Object.fromEntries(stock.map((units, n) => [`S${n}`, [...units, 0]])),
  });
}

/** What the shipped units are worth as a JSON number, worked out in integers. */
function expectedText(decision: Decision, prices: readonly bigint[]): string {
  let worth = 0n;
  for (const { line, quantity } of decision.allocations) worth += BigInt(quantity) * prices[line]!;
  const cents = (worth + 50n) / 100n;
  const [whole, hundredths] = [cents / 100n, cents % 100n];
  return hundredths === 0n ? `${whole}` : `${whole}.${String(hundredths).padStart(2, '0').replace(/0$/, '')}`;
}

function amountIn(json: string): string {
  expect(() => JSON.parse(json)).not.toThrow();
  return /"total_shipment_value":([^,}]*)/.exec(json)![1]!;
}

function reported(type: ReportForm, each: Scenario, decided: PresentedOrder) {
  const out = new Utf8Writer(1000);
  writeReportRow(type, ['total_shipment_value'], { ...resultCellsOf(each.configuration, decided) }, out);
  const { head, tail } = reportFrame(type, ['total_shipment_value']);
  return `${head}${out.bytes()}${tail}`;
}

describe('an amount', () => {
  it(
    'is the exact decimal sum in every answer, and every answer parses',
    async () => {
      await fc.assert(
        fc.asyncProperty(cases, async ({ lines, stock }) => {
          const each = scenarioOf({ lines, stock });
          const decided = presented(each);
          const expected = expectedText(
            decided.decision,
            lines.map(({ unit_value }) => unit_value.parts),
          );
          expect(amountIn(variantA.presentOrder(each, decided))).toBe(expected);
          const cells = csvRow(...resultRow(each.configuration, decided)).split(',');
          expect(cells).toContain(expected);
          expect(reported('text/csv', each, decided)).toBe(`total_shipment_value\r\n${expected}\r\n`);
          expect(amountIn(reported('application/json', each, decided))).toBe(expected);
          expect(amountIn(reported('application/x-ndjson', each, decided))).toBe(expected);
        }),
        { numRuns: casesOf(300) },
      );
    },
    SLOW_MACHINE_MS,
  );

  it(
    'is stored and read back exactly',
    () => {
      fc.assert(
        fc.property(cases, (drawn) => {
          const each = scenarioOf(drawn);
          const decision = decideScenario(each);
          const data = encodeDecision(decision, each.order);
          expect(decodeDecision(data, decision.status, each.order.lines)).toEqual(decision);
        }),
        { numRuns: casesOf(300) },
      );
    },
    SLOW_MACHINE_MS,
  );

  it('a ten-thousandth below the minimum value is below it, however large the minimum', () => {
    const minimum = { mode: 'warn', value: 1e12 } as const;
    const partial = (price: number) =>
      decideScenario(
        scenario('minimum', {
          settings: { minimum_shipment_value: minimum },
          lines: [
            ['A', 1000, 999_999_999],
            ['B', 1, price],
            ['C', 1, 1],
          ],
          stock: { A: [1000, 0, 0], B: [1, 0, 0], C: [0, 0, 0] },
        }),
      );
    expect(partial(999.9999).policy.warnings).toMatchObject([{ rule: 'minimum_shipment_value' }]);
    expect(partial(1000).policy.warnings).toEqual([]);
  });
});
