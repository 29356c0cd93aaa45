import { expect, it } from 'vitest';
import { z } from 'zod';
import type { JsonSchema } from '../../foundation/json-schema.ts';
import { accountFile } from '../account/account-file-schema.ts';
import { type CsvList, LIST_COLUMNS, listCsv, readListCsv } from './csv-account-lists.ts';
import { faultAtLine } from './fault-at-line.ts';

const LISTS = Object.keys(LIST_COLUMNS) as CsvList[];

/** The paths of all values that an element of a schema may have. */
function pathsOf({ properties, anyOf, oneOf }: JsonSchema, path = ''): string[] {
  const parts = [...(anyOf ?? []), ...(oneOf ?? [])].flatMap((part) => pathsOf(part, path));
  if (parts.some((each) => each !== path)) return parts.filter((each) => each !== path);
  if (properties === undefined) return [path];
  return Object.entries(properties).flatMap(([name, inner]) =>
    pathsOf(inner, path === '' ? name : `${path}.${name}`),
  );
}

it.each(LISTS)('has a column for each value of %s in the account file', (list) => {
  const schema = z.toJSONSchema(accountFile, { io: 'input' }) as JsonSchema;
  const paths = new Set(pathsOf(schema.properties![list]!.items as JsonSchema));
  // An instruction, which no account has.
  paths.delete('clear_stock');
  expect(Object.keys(LIST_COLUMNS[list]).toSorted()).toEqual([...paths].toSorted());
});

it('reads what it writes, also what a spreadsheet would change', () => {
  const rules = [
    { sku: '0017', rule: 'prefer', warehouse_ids: ['EWR1', 'a;b', '[c]'], note: '=1+1, "quoted"\nnext line' },
    { sku: '12-05', rule: 'max_transit_days', days: 3, note: null },
  ];
  const { elements, lines, absent, warnings } = readListCsv(
    'item_controls',
    listCsv('item_controls', rules),
    rules,
  );
  expect(elements).toEqual([rules[0], { sku: '12-05', rule: 'max_transit_days', days: 3 }]);
  expect({ lines, absent, warnings }).toEqual({ lines: [2, 4], absent: [], warnings: [] });
});

it('says which columns with values a file does not have, and which it has too many', () => {
  const present = [{ warehouse_id: 'EWR1', zip: '08837', safety_stock: 2, priority: null }];
  const { absent, warnings } = readListCsv('warehouses', 'warehouse_id;zip;safety\nEWR1;08837;2\n', present);
  expect(absent).toEqual(['safety_stock']);
  expect(warnings).toEqual([expect.stringMatching(/^line 1: unknown column "safety" is left out/)]);
});

it('says of a file that it has no rows or not the columns that say what a row is, and which rows cannot be read', () => {
  const faultsOf = (text: string) => readListCsv('item_controls', text, []).faults;
  expect(faultsOf('sku,rule\n')).toEqual([{ path: 'file', message: 'has no rows' }]);
  expect(faultsOf('sku,days\nA,1\n')).toEqual([{ path: 'line 1', message: 'column rule is missing' }]);
  expect(faultsOf('sku,rule\nA,hold\nB,hold,1\n')).toEqual([
    { path: 'line 3', message: 'has 3 columns, not 2' },
  ]);
});

it('says on which lines two rows repeat each other', () => {
  const fault = { path: 'item_controls[1].rule', message: 'repeats item_controls[0]' };
  expect(faultAtLine(fault, 'item_controls', [2, 5])).toEqual({
    path: 'line 5: rule',
    message: 'repeats line 2',
  });
});
