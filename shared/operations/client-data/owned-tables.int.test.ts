import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../../db/database.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { OTHER_TABLES, OWNED_TABLES } from './owned-tables.ts';

let db: Database;
/** Of all tables of the database. */
let columns: readonly { readonly table: string; readonly name: string; readonly type: string }[];
beforeAll(async () => {
  db = await createTestDatabase();
  const { rows } = await db.pool.query(`
    SELECT relname AS table, attname AS name, format_type(atttypid, atttypmod) AS type
    FROM pg_class c JOIN pg_attribute a ON attrelid = c.oid AND attnum > 0 AND NOT attisdropped
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
      AND relname <> '_prisma_migrations'`);
  columns = rows;
});
afterAll(() => db.close());

it('every table is erased and exported with its client, or is listed with the reason why not', () => {
  const listed = [...OWNED_TABLES.map(({ table }) => table), ...Object.keys(OTHER_TABLES)];
  expect(listed.toSorted()).toEqual([...new Set(columns.map(({ table }) => table))].sort());
});

it('no table with a client or a ledger counts as one of nobody', () => {
  const owned = columns.filter(({ name }) => name === 'client_id' || name === 'ledger_id');
  expect(owned.map(({ table }) => table).filter((table) => table in OTHER_TABLES)).toEqual([]);
});

it('hashes and secrets are in no export', () => {
  const shown = columns
    .filter(({ name, type }) => type === 'bytea' || /hash|secret|seed/.test(name))
    .filter(({ table, name }) => {
      const owned = OWNED_TABLES.find((each) => each.table === table);
      return owned !== undefined && !owned.secrets?.includes(name);
    })
    .map(({ table, name }) => `${table}.${name}`);
  expect(shown).toEqual([]);
});
