import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprintSync, loadModule, parseSync } from 'libpg-query';
import pg from 'pg';
import { ALLOWED } from './allowed-statements.ts';
import { readCustomerTables } from './customer-tables.ts';
import type { Origin } from './record-origins.ts';
import { BY_ID } from './statements-by-id.ts';
import { tablesWithoutOwner } from './tables-without-owner.ts';

const LISTED = BY_ID.flatMap(({ statements }) => statements);

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

/** A statement on one line, and the tables of which it can read or change rows of any client. */
export interface OpenStatement {
  readonly text: string;
  readonly tables: readonly string[];
}

/** What is wrong with the statements of a server. */
export interface Inspection {
  readonly seen: number;
  /** They name no ledger, no client and no id. */
  readonly unbound: readonly OpenStatement[];
  /** They name an id alone, and are not in statements-by-id.ts. */
  readonly byId: readonly OpenStatement[];
  /** The entries of statements-by-id.ts that no statement has met. */
  readonly unmet: readonly string[];
}

/**
 * Looks at every statement that a server has run, but those that only tests sent (record-origins.ts): which of them read or
 * change customer data without a ledger or client? `template`: a migrated database.
 */
export async function inspectStatements(
  server: string,
  template: string,
  folder: string,
): Promise<Inspection> {
  await loadModule();
  const tables = await onDatabase(template, readCustomerTables);
  const ofTests = onlyOfTests(folder);
  const unbound: OpenStatement[] = [];
  const byId: OpenStatement[] = [];
  const unmet = new Set(LISTED);
  const statements = await ranOn(server);
  for (const statement of statements) {
    const tree = parsed(statement);
    if (tree === null || ofTests.has(fingerprintSync(statement))) continue;
    const text = squeezed(statement);
    const open = tablesWithoutOwner(tree, tables);
    const notListed = open.byId.filter((table) => {
      const entries = LISTED.filter((each) => each.table === table && text.includes(each.part));
      for (const entry of entries) unmet.delete(entry);
      return entries.length === 0;
    });
    if (ALLOWED.some(({ part }) => text.includes(part))) continue;
    if (open.unbound.length > 0) unbound.push({ text, tables: open.unbound });
    if (notListed.length > 0) byId.push({ text, tables: notListed });
  }
  return {
    seen: statements.length,
    unbound,
    byId,
    unmet: [...unmet].map(({ table, part }) => `${table}: ${part}`),
  };
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
function squeezed(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
