import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { type Database, openDatabase } from '../db/database.ts';
import { TEMPLATE_DATABASE } from './global-setup.ts';
import { TEST_SECRETS } from './test-secrets.ts';

/** A new migrated database for one test file. `close` drops it. Needs the vitest project `int`. */
export async function createTestDatabase(): Promise<Database> {
  const server = inject('testServerUrl');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await onServer(server, `CREATE DATABASE ${name} TEMPLATE ${TEMPLATE_DATABASE}`);
  const url = new URL(server);
  url.pathname = name;
  const database = openDatabase(url.href, { secrets: TEST_SECRETS });
  return {
    ...database,
    close: async () => {
      await database.close();
      await onServer(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}

/** How many rows SQL selects: `orders WHERE ledger_id = $1`. */
export async function countRows({ pool }: Pick<Database, 'pool'>, from: string, ...values: unknown[]) {
  const { rows } = await pool.query<{ count: number }>(`SELECT count(*)::int FROM ${from}`, values);
  return rows[0]!.count;
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
