import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../../shared/foundation/project-root.ts';
import { resultsTable } from '../wrs/result-text.ts';
import { batchText } from './batch-text.ts';
import { decisionText } from './decision-text.ts';
import { createPaint, type Look } from './look.ts';
import type { OrderResult } from './order-result.ts';

const look = (columns: number): Look => ({ columns, paint: createPaint(0) });

/** The golden answers of a contract variant, by their names. */
function golden(variant: 'a' | 'b'): Map<string, OrderResult> {
  const folder = join(projectRoot, 'shared', 'contracts', variant, 'golden');
  return new Map(
    readdirSync(folder).map((name) => [
      name.replace('.json', ''),
      JSON.parse(readFileSync(join(folder, name), 'utf8')) as OrderResult,
    ]),
  );
}

const A = golden('a');
const B = golden('b');

/** The same result of a client whose names are as long as they may be in practice, without a blank. */
function withLongNames(result: OrderResult): OrderResult {
  const long = (name: string) => `${name.replaceAll(' ', '-')}-`.padEnd(64, 'x');
  return JSON.parse(JSON.stringify(result), (key, value) =>
    key === 'warehouse_name' || key === 'sku' || key === 'order_id' ? value && long(value) : value,
  );
}

const widestLine = (text: string) => Math.max(...text.split('\n').map((line) => stringWidth(line)));

describe.each([80, 120])('on %i columns', (columns) => {
  it.each([
    ['A', [...A.values()]],
    ['B', [...B.values()]],
  ])('every answer of Variant %s fits, with names of 64 characters too', (_variant, results) => {
    for (const result of [...results, ...results.map(withLongNames)]) {
      expect(widestLine(decisionText(result, look(columns)))).toBeLessThanOrEqual(columns);
    }
    const all = [...results, ...results.map(withLongNames)];
    expect(widestLine(resultsTable(all, look(columns)))).toBeLessThanOrEqual(columns);
    expect(widestLine(batchText(all, look(columns)))).toBeLessThanOrEqual(columns);
  });
});

describe('decisionText', () => {
  it('shows sentences, units with shares and bars, and what does not ship', () => {
    expect(decisionText(A.get('partial-split')!, look(80)).split('\n')).toEqual([
      'PARTIAL_SPLIT: Ships 2 of 3 units from 2 warehouses (Edison NJ and Atlanta GA);',
      '1 unit not available.',
      'Why: Not every unit can ship. SKU CHAIR is 1 unit short at Edison NJ: 2 needed,',
      '1 available.',
      '',
      'SHIPS FROM         UNITS   SHARE',
      'Edison NJ (EWR1)       1  50.0 %  ██████████  1 × CHAIR',
      'Atlanta GA (ATL1)      1  50.0 %  ██████████  1 × LAMP',
      'cannot ship            1                      1 × CHAIR: insufficient inventory',
      '',
      'Rules: those of the profile Default.',
      'Ranking: 1 Edison NJ, 2 Atlanta GA, 3 Reno NV.',
    ]);
  });

  it('says what an order wants whose lines were sent under another name', () => {
    const sent = { destination_zip: '10001', items: [{ sku: 'CHAIR', quantity: 2 }] };
    const [first] = decisionText(A.get('partial-split')!, look(80), sent).split('\n');
    expect(first).toMatch(/^Order \S+ wants 2 × CHAIR, 1 × LAMP, shipped to 10001\.$/);
  });

  it('shows the same units in both variants', () => {
    for (const [name, result] of A) {
      const sumOfUnits = (text: string) =>
        text.match(/^(?:\S.* +[\d,]+ +[\d.]+ % {2}█+|cannot ship +[\d,]+)/gm) ?? [];
      expect([name, sumOfUnits(decisionText(B.get(name)!, look(120)))]).toEqual([
        name,
        sumOfUnits(decisionText(result, look(120))),
      ]);
    }
  });

  it('marks policy warnings', () => {
    expect(decisionText(A.get('several-warnings')!, look(120))).toMatch(/^⚑ Policy: .+/m);
    expect(resultsTable([A.get('several-warnings')!], look(120))).toMatch(/ PARTIAL_SPLIT ⚑ /);
  });
});
