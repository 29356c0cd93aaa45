import { loadModule, parseSync } from 'libpg-query';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Table } from './customer-tables.ts';
import { unboundTables } from './unbound-tables.ts';

const table = (...keys: string[]): Table => ({ columns: new Set([...keys, 'status']), keys: new Set(keys) });
const TABLES = new Map([
  ['clients', table('id')],
  ['ledgers', table('id', 'client_id')],
  ['runs', table('id', 'ledger_id')],
  ['orders', table('id', 'ledger_id')],
  ['decisions', table('id', 'run_id', 'ledger_id')],
]);

beforeAll(() => loadModule());

const unboundIn = (sql: string) => unboundTables({ ...parseSync(sql) }, TABLES);

describe('a statement that says whose rows it means', () => {
  it.each([
    'SELECT * FROM orders WHERE ledger_id = $1',
    'SELECT * FROM "public"."orders" WHERE ("public"."orders"."ledger_id" = $1 AND 1=1)',
    'SELECT * FROM orders o JOIN decisions d USING (id) WHERE d.run_id = ANY($1)',
    'SELECT * FROM orders o, decisions d WHERE d.id = o.id AND (o.ledger_id, o.status) = ($1, $2)',
    'SELECT * FROM ledgers WHERE id = $1 FOR UPDATE',
    'SELECT * FROM decisions WHERE id >= $1 AND id < $2',
    'UPDATE runs SET status = $1 WHERE ledger_id = $2 AND id = $3',
    'DELETE FROM orders USING runs r WHERE orders.ledger_id = r.ledger_id AND r.ledger_id = $1',
    'INSERT INTO orders (id, ledger_id) VALUES ($1, $2)',
    'WITH mine AS (SELECT id FROM runs WHERE ledger_id = $1) SELECT * FROM decisions d JOIN mine m ON d.run_id = m.id',
    'SELECT (SELECT count(*) FROM decisions d WHERE d.run_id = r.id) FROM runs r WHERE r.ledger_id = $1',
    'SELECT * FROM decisions WHERE id IN (SELECT id FROM orders WHERE ledger_id = $1)',
    'COPY orders (id, ledger_id) FROM STDIN',
    'SELECT 1',
  ])('%s', (sql) => {
    expect(unboundIn(sql)).toEqual([]);
  });
});

describe('a statement that does not', () => {
  it.each([
    ['SELECT * FROM orders', ['orders']],
    ['SELECT * FROM orders WHERE status = $1 OR status IS NULL', ['orders']],
    ['SELECT * FROM runs WHERE status = $1', ['runs']],
    ['SELECT * FROM runs WHERE ledger_id <> $1', ['runs']],
    ['SELECT * FROM orders o JOIN decisions d USING (id)', ['decisions', 'orders']],
    ['SELECT * FROM orders o JOIN decisions d ON d.status = o.status WHERE o.ledger_id = $1', ['decisions']],
    ['SELECT * FROM decisions WHERE run_id = $1 UNION ALL SELECT * FROM decisions', ['decisions']],
    ['WITH all_runs AS (SELECT * FROM runs) SELECT * FROM all_runs WHERE ledger_id = $1', ['runs']],
    ['SELECT * FROM ledgers WHERE id = $1 AND EXISTS (SELECT FROM orders)', ['orders']],
    ['UPDATE runs SET ledger_id = $1', ['runs']],
    ['DELETE FROM decisions WHERE status = $1', ['decisions']],
    ['INSERT INTO orders (id, status) VALUES ($1, $2)', ['orders']],
    ['INSERT INTO orders (id, ledger_id) SELECT id, ledger_id FROM runs', ['runs']],
    ['COPY decisions (id, status) FROM STDIN', ['decisions']],
  ])('%s', (sql, tables) => {
    expect(unboundIn(sql)).toEqual(tables);
  });
});
