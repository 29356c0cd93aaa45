import { loadModule, parseSync } from 'libpg-query';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Table } from './customer-tables.ts';
import { tablesWithoutOwner } from './tables-without-owner.ts';

const table = (owners: readonly string[], ...others: string[]): Table => ({
  columns: new Set([...owners, ...others, 'status']),
  keys: new Set([...owners, ...others]),
  owners: new Set(owners),
});
const TABLES = new Map([
  ['clients', table(['id'])],
  ['ledgers', table(['id', 'client_id'])],
  ['runs', table(['ledger_id'], 'id')],
  ['run_chunks', table([], 'run_id', 'first_id')],
  ['orders', table(['ledger_id'], 'id')],
  ['decisions', table(['ledger_id'], 'id', 'run_id')],
]);

beforeAll(() => loadModule());

const openIn = (sql: string) => tablesWithoutOwner({ ...parseSync(sql) }, TABLES);

describe('a statement that says whose rows it means', () => {
  it.each([
    'SELECT * FROM orders WHERE ledger_id = $1',
    'SELECT * FROM "public"."orders" WHERE ("public"."orders"."ledger_id" = $1 AND 1=1)',
    'SELECT * FROM orders o JOIN decisions d USING (id) WHERE d.ledger_id = $1 AND d.run_id = ANY($2)',
    'SELECT * FROM orders o, decisions d WHERE d.id = o.id AND (o.ledger_id, o.status) = ($1, $2)',
    'SELECT * FROM ledgers WHERE id = $1 FOR UPDATE',
    'SELECT * FROM run_chunks c JOIN runs r ON r.id = c.run_id WHERE r.id = $1 AND r.ledger_id = $2',
    'SELECT * FROM runs r JOIN unnest($1::int[]) AS l (ledger_id) ON r.ledger_id = l.ledger_id',
    'SELECT * FROM runs r, unnest(r.order_ids) AS u (id) JOIN orders o ON o.id = u.id WHERE r.ledger_id = $1',
    'UPDATE orders SET status = $1 WHERE id = ANY(ARRAY(SELECT id FROM orders WHERE ledger_id = $2))',
    'UPDATE runs SET status = $1 WHERE ledger_id = $2 AND id = $3',
    'DELETE FROM orders USING runs r WHERE orders.ledger_id = r.ledger_id AND r.ledger_id = $1',
    'INSERT INTO orders (id, ledger_id) VALUES ($1, $2)',
    'WITH mine AS (SELECT id FROM runs WHERE ledger_id = $1) SELECT * FROM decisions d JOIN mine m ON d.run_id = m.id',
    'SELECT (SELECT count(*) FROM decisions d WHERE d.run_id = r.id) FROM runs r WHERE r.ledger_id = $1',
    'SELECT * FROM decisions WHERE id IN (SELECT id FROM orders WHERE ledger_id = $1)',
    'INSERT INTO clients (id) VALUES ($1)',
    'COPY orders (id, ledger_id) FROM STDIN',
    'SELECT 1',
  ])('%s', (sql) => {
    expect(openIn(sql)).toEqual({ unbound: [], byId: [] });
  });
});

describe('a statement that names rows by an id alone', () => {
  it.each([
    ['SELECT * FROM orders WHERE id = $1', ['orders']],
    ['SELECT * FROM decisions WHERE id = ANY($1)', ['decisions']],
    ['SELECT * FROM decisions WHERE id IN ($1, $2) AND ledger_id <> $3', ['decisions']],
    ['SELECT * FROM decisions WHERE id >= $1 AND id < $2', ['decisions']],
    ['SELECT * FROM decisions WHERE ledger_id > $1', ['decisions']],
    ['SELECT * FROM orders WHERE id > (SELECT max(id) FROM runs WHERE ledger_id = $1)', ['orders']],
    ['SELECT * FROM orders o JOIN decisions d USING (id) WHERE d.run_id = $1', ['decisions', 'orders']],
    ['SELECT * FROM decisions WHERE id IN (SELECT unnest($1::int[]))', ['decisions']],
    ['WITH ids AS (SELECT unnest($1::int[]) AS id) SELECT * FROM runs JOIN ids USING (id)', ['runs']],
    [
      'SELECT * FROM unnest($1::int[], $2::int[]) AS v (ledger_id, id) JOIN runs r USING (ledger_id) JOIN orders o ON o.id = v.id',
      ['orders'],
    ],
    ['SELECT * FROM orders o JOIN decisions d ON d.id > o.id WHERE o.ledger_id = $1', ['decisions']],
    ['SELECT * FROM ledgers l JOIN runs r ON r.ledger_id = l.id WHERE r.id = $1', ['ledgers', 'runs']],
    ['UPDATE runs SET ledger_id = $1 WHERE id = $2', ['runs']],
    ['DELETE FROM run_chunks WHERE run_id = $1', ['run_chunks']],
    ['INSERT INTO run_chunks (run_id, first_id) VALUES ($1, $2)', ['run_chunks']],
    ['INSERT INTO decisions (id, run_id) VALUES ($1, $2)', ['decisions']],
  ])('%s', (sql, tables) => {
    expect(openIn(sql)).toEqual({ unbound: [], byId: tables });
  });
});

describe('a statement that says nothing of whose rows it means', () => {
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
    expect(openIn(sql)).toMatchObject({ unbound: tables });
  });
});
