import { expect, it } from 'vitest';
import { IntakeWarnings } from './intake-warnings.ts';
import { looksLike } from './look-alike.ts';
import { readInventory } from './read-inventory.ts';
import { onlyChunk } from './whole-body.ts';

it.each([
  ['CHAIR-01', null],
  ['Stühle (groß) №1 椅子', null],
  ['CAFE\u0301', 'CAF\u00c9'],
  ['CHAIR\u200b', 'CHAIR'],
  ['\u202eCHAIR', 'CHAIR'],
  ['CH\u00adAIR', 'CHAIR'],
  ['BIG\u00a0CHAIR', 'BIG CHAIR'],
])('%j looks like %j', (sku, look) => {
  expect(looksLike(sku)).toBe(look);
});

it.each([
  ['csv', 'sku,warehouse_id,quantity_available\nCAF\u00c9,A,1\nCAFE\u0301,A,1\nX\u200b,A,1\n', 3],
  [
    'json',
    JSON.stringify({
      inventory: ['CAF\u00c9', 'CAFE\u0301', 'X\u200b'].map((sku) => ({
        sku,
        warehouse_id: 'A',
        available_qty: 1,
      })),
    }),
    2,
  ],
] as const)('is a warning of %s, once with its number', async (format, text, line) => {
  const warnings = new IntakeWarnings();
  const reading = readInventory(onlyChunk(Buffer.from(text)), format, 'A', undefined, warnings);
  for await (const _ of reading);
  expect(warnings.shown).toEqual([
    { line, message: 'SKU "CAFE\\u0301" looks the same as "CAF\u00c9" and is another one', count: 2 },
  ]);
});
