import fc from 'fast-check';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { oddText } from '../testing/odd-text.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { arrayColumn, column } from './columns.ts';
import type { Database } from './database.ts';
import { prepared } from './sql.ts';

let db: Database;

beforeAll(async () => {
  db = await createTestDatabase();
});

afterAll(() => db.close());

const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value);
const storableText = fc
  .oneof(oddText, fc.string({ unit: 'grapheme', maxLength: 80 }))
  .map((text) => Buffer.from(text).toString().replaceAll('\0', ''));
const day = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });

/** A row of every kind of column. */
const row = fc.record({
  text: orNull(storableText),
  json: orNull(storableText.map((text) => JSON.stringify({ text }))),
  int: orNull(fc.integer()),
  bigint: orNull(fc.maxSafeInteger()),
  bool: orNull(fc.boolean()),
  timestamptz: orNull(day.map((date) => date.toISOString())),
  order_status: orNull(fc.constantFrom('FULL', 'PARTIAL_SPLIT', 'NONE')),
  integers: fc.array(fc.integer(), { minLength: 1 }),
});

describe('columns', () => {
  it('give every row as it was sent, whatever it has, however many there are', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 40 }), async (rows) => {
        const found = await db.pool.query(
          prepared(sql`
            SELECT ${column(rows, 'text', ({ text }) => text)} AS text,
                   ${column(rows, 'json', ({ json }) => json)}::text AS json,
                   ${column(rows, 'int', ({ int }) => int)} AS int,
                   ${column(rows, 'bigint', ({ bigint }) => bigint)} AS bigint,
                   ${column(rows, 'bool', ({ bool }) => bool)} AS bool,
                   ${column(rows, 'timestamptz', ({ timestamptz }) => timestamptz)} AS timestamptz,
                   ${column(rows, 'order_status', ({ order_status }) => order_status)} AS order_status,
                   ${arrayColumn(rows, ({ integers }) => integers)}::int[] AS integers`),
        );
        const sent = rows.map((each) => ({
          ...each,
          timestamptz: each.timestamptz === null ? null : new Date(each.timestamptz),
        }));
        expect(found.rows).toEqual(sent);
      }),
      { numRuns: 200 },
    );
  });
});
