import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { migrate } from '../../../shared/db/migrate.ts';
import { projectRoot } from '../../../shared/foundation/project-root.ts';

/** All rows of a database, and its migrations. */
export interface StoredRows {
  readonly migrations: readonly string[];
  /** By table, in an order in which they can be inserted. */
  readonly tables: Readonly<Record<string, readonly object[]>>;
  /** The last value of each sequence. */
  readonly sequences: Readonly<Record<string, number>>;
}

/** Written by the migrations themselves. */
const NOT_RECORDED = ['_prisma_migrations', 'plans'];

/** Reads all rows of the service's own tables. */
export async function readRows(pool: pg.Pool): Promise<StoredRows> {
  const migrations = await pool.query<{ name: string }>(
    'SELECT migration_name AS name FROM _prisma_migrations ORDER BY 1',
  );
  const names = await pool.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> ALL($1) ORDER BY 1`,
    [NOT_RECORDED],
  );
  const tables: Record<string, object[]> = {};
  for (const { name } of names.rows) {
    const { rows } = await pool.query<{ row: object }>(`SELECT to_json(t) AS row FROM "${name}" t`);
    tables[name] = rows.map(({ row }) => row);
  }
  const sequences = await pool.query<{ name: string; last: number }>(
    `SELECT sequencename AS name, last_value AS last FROM pg_sequences
     WHERE schemaname = 'public' AND last_value IS NOT NULL ORDER BY 1`,
  );
  return {
    migrations: migrations.rows.map(({ name }) => name),
    tables,
    sequences: Object.fromEntries(sequences.rows.map(({ name, last }) => [name, last])),
  };
}

/**
 * Applies the migrations of the recording to an empty database, inserts its rows, and applies the later migrations.
 * Idempotency keys are dated now, because they expire.
 */
export async function restoreRows(pool: pg.Pool, url: string, recorded: StoredRows): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'wrs-release-'));
  try {
    for (const name of recorded.migrations)
      await cp(join(projectRoot, 'prisma', 'migrations', name), join(folder, name), { recursive: true });
    await migrate(url, folder);
  } finally {
    await rm(folder, { recursive: true });
  }
  const client = await pool.connect();
  try {
    // Tables are filled in the order of their names, so foreign keys are not checked until all rows are there.
    await client.query('SET session_replication_role = replica');
    for (const [table, rows] of Object.entries(recorded.tables)) {
      await client.query(
        `INSERT INTO "${table}" SELECT * FROM json_populate_recordset(NULL::"${table}", $1)`,
        [JSON.stringify(rows)],
      );
    }
    for (const [name, last] of Object.entries(recorded.sequences))
      await client.query('SELECT setval($1::regclass, $2)', [name, last]);
    await client.query('UPDATE idempotency_keys SET created_at = now()');
  } finally {
    client.release(true);
  }
  await migrate(url);
}
