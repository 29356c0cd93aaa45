import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprintSync, loadModule, parseSync } from 'libpg-query';
import pg from 'pg';
import { ALLOWED } from './allowed-statements.ts';
import { readCustomerTables } from './customer-tables.ts';
import type { Origin } from './record-origins.ts';
import { unboundTables } from './unbound-tables.ts';

/** Settings of a server that saves each statement it runs, without its values. */
export const RECORDING = {
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.max': '50000',
  'pg_stat_statements.track': 'top',
  'pg_stat_statements.save': 'off',
};

/** Begins to record statements. Earlier ones are not recorded, because migrations change rows of all clients. */
export async function beginRecording(server: string): Promise<void> {
  await onDatabase(server, async (db) => {
    await db.query('CREATE EXTENSION pg_stat_statements');
    await db.query('SELECT pg_stat_statements_reset()');
  });
}

/** A statement that names no ledger or client, and the tables of which it can read or change rows of any client. */
export interface UnboundStatement {
  readonly text: string;
  readonly tables: readonly string[];
}

/**
 * Looks at every statement that a server has run, but those that only tests sent (record-origins.ts), and returns the
 * ones that read or change customer data without a ledger or client. `template`: a migrated database.
 */
export async function inspectStatements(
  server: string,
  template: string,
  folder: string,
): Promise<{ readonly seen: number; readonly unbound: readonly UnboundStatement[] }> {
  await loadModule();
  const tables = await onDatabase(template, readCustomerTables);
  const ofTests = onlyOfTests(folder);
  const unbound: UnboundStatement[] = [];
  const statements = await ranOn(server);
  for (const text of statements) {
    const tree = parsed(text);
    if (tree === null || ofTests.has(fingerprintSync(text))) continue;
    const open = unboundTables(tree, tables);
    if (open.length > 0 && !ALLOWED.some(({ part }) => squeezed(text).includes(part)))
      unbound.push({ text, tables: open });
  }
  return { seen: statements.length, unbound };
}

/** Fingerprints (equal for statements that differ in values only) of what tests sent and the product did not. */
function onlyOfTests(folder: string): ReadonlySet<string> {
  const by = { test: new Set<string>(), product: new Set<string>() };
  for (const file of readdirSync(folder)) {
    for (const line of readFileSync(join(folder, file), 'utf8').split('\n').slice(0, -1)) {
      const origin = JSON.parse(line) as Origin;
      if (parsed(origin.text) !== null) by[origin.by].add(fingerprintSync(origin.text));
    }
  }
  return new Set([...by.test].filter((print) => !by.product.has(print)));
}

/** The tree of a statement; null: a broken statement of a test. */
function parsed(text: string): Readonly<Record<string, unknown>> | null {
  try {
    return parseSync(text) as unknown as Readonly<Record<string, unknown>>;
  } catch {
    return null;
  }
}

async function ranOn(server: string): Promise<readonly string[]> {
  return onDatabase(server, async (db) => {
    const { rows } = await db.query<{ query: string }>('SELECT DISTINCT query FROM pg_stat_statements');
    return rows.map(({ query }) => query);
  });
}

async function onDatabase<T>(url: string, work: (db: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The text on one line, so that it can be searched. */
export function squeezed(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
