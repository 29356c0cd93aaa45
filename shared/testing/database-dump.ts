import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import sql, { raw } from 'sql-template-tag';
import type { Database } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { projectRoot } from '../foundation/project-root.ts';

/** What a database holds, as JSON: to be read into one that has the same migrations. */
export interface DatabaseDump {
  /** The checksum of each migration, by its name. */
  readonly migrations: Readonly<Record<string, string>>;
  /** The rows of each table that has any. */
  readonly tables: Readonly<Record<string, readonly object[]>>;
  /** The last value of each sequence that was used. */
  readonly sequences: Readonly<Record<string, number>>;
}

const MIGRATIONS = '_prisma_migrations';

/** Dumps the tables and sequences of a database. */
export async function dumpDatabase({ pool }: Pick<Database, 'pool'>): Promise<DatabaseDump> {
  const tables: Record<string, object[]> = {};
  const names = await pool.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace
       AND NOT relispartition AND relname <> $1 ORDER BY 1`,
    [MIGRATIONS],
  );
  for (const { name } of names.rows) {
    const { rows } = await pool.query<{ row: object }>(
      `SELECT to_json(t) AS row FROM ${pg.escapeIdentifier(name)} t ORDER BY to_json(t)::text`,
    );
    if (rows.length > 0) tables[name] = rows.map(({ row }) => row);
  }
  const { rows: applied } = await pool.query<{ name: string; checksum: string }>(
    `SELECT migration_name AS name, checksum FROM ${MIGRATIONS} ORDER BY 1`,
  );
  const { rows: used } = await pool.query<{ name: string; last: number }>(
    `SELECT sequencename AS name, last_value AS last FROM pg_sequences
     WHERE schemaname = 'public' AND last_value IS NOT NULL ORDER BY 1`,
  );
  return {
    migrations: Object.fromEntries(applied.map(({ name, checksum }) => [name, checksum])),
    tables,
    sequences: Object.fromEntries(used.map(({ name, last }) => [name, last])),
  };
}

/**
 * Empties a database and fills it from a dump, with the migrations that the dump has. If one of them was edited since, the
 * next `migrate` throws MigrationError.
 */
export async function restoreDatabase({ pool, url }: Database, dump: DatabaseDump): Promise<void> {
  await pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  const folder = await mkdtemp(join(tmpdir(), 'wrs-migrations-'));
  for (const name of Object.keys(dump.migrations))
    await cp(join(projectRoot, 'prisma', 'migrations', name), join(folder, name), { recursive: true });
  await migrate(url, folder).finally(() => rm(folder, { recursive: true }));
  const client = await pool.connect();
  try {
    // Rows come in the order of their tables' names: foreign keys and triggers have held when they were written.
    await client.query(`BEGIN; SET LOCAL session_replication_role = 'replica'`);
    for (const [name, checksum] of Object.entries(dump.migrations))
      await client.query(`UPDATE ${MIGRATIONS} SET checksum = $2 WHERE migration_name = $1`, [
        name,
        checksum,
      ]);
    for (const [name, rows] of Object.entries(dump.tables)) {
      const table = raw(pg.escapeIdentifier(name));
      await client.query(sql`DELETE FROM ${table}`);
      await client.query(
        sql`INSERT INTO ${table} SELECT * FROM json_populate_recordset(NULL::${table}, ${JSON.stringify(rows)})`,
      );
    }
    for (const [name, last] of Object.entries(dump.sequences))
      await client.query('SELECT setval($1::regclass, $2)', [pg.escapeIdentifier(name), last]);
    await client.query('COMMIT');
  } finally {
    client.release(true);
  }
}
