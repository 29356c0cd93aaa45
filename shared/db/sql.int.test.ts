import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../testing/test-database.ts';
import type { Database } from './database.ts';
import { oneOf, prepared, tableOf } from './sql.ts';

let db: Database;

beforeAll(async () => {
  db = await createTestDatabase();
});

afterAll(() => db.close());

describe('few values and many', () => {
  it.each([1, 2, 3, 5, 8, 9, 20])('%i of them find the same rows as each would alone', async (count) => {
    const sought = Array.from({ length: count }, (_, n) => 3 * n);
    const { rows } = await db.pool.query<{ n: number }>(
      prepared(sql`SELECT n FROM generate_series(0, 99) AS n WHERE n ${oneOf(sought)} ORDER BY n`),
    );
    expect(rows.map(({ n }) => n)).toEqual(sought);
  });

  it.each([1, 3, 9])('%i texts find the same rows as each would alone', async (count) => {
    const texts = Array.from({ length: count }, (_, n) => `'{"${n}",é`);
    const { rows } = await db.pool.query<{ text: string }>(
      prepared(sql`SELECT text FROM ${tableOf(texts)} AS given (text) WHERE text ${oneOf(texts)}`),
    );
    expect(rows.map(({ text }) => text)).toEqual(texts);
  });

  it.each([1, 2, 9])('%i of them are a table of as many rows', async (count) => {
    const texts = Array.from({ length: count }, (_, n) => `'{"${n}",`);
    const { rows } = await db.pool.query<{ text: string }>(
      prepared(sql`SELECT text FROM ${tableOf(texts)} AS given (text)`),
    );
    expect(rows.map(({ text }) => text)).toEqual(texts);
  });
});
