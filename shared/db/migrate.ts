import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { projectRoot } from '../foundation/project-root.ts';
import { onOwnConnection } from './own-connection.ts';

interface Migration {
  readonly name: string;
  readonly sql: string;
  /** SHA-256 of the file in hex, as Prisma computes it */
  readonly checksum: string;
}

/** The migrations of the database and of the program do not agree, or one failed. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

/** The advisory lock of `prisma migrate deploy`, so that it never runs at the same time. */
const PRISMA_MIGRATION_LOCK = 72_707_369;

/** Prisma's own table, so that `prisma migrate deploy` and `status` work on the same database. */
const MIGRATIONS_TABLE = `
  CREATE TABLE IF NOT EXISTS _prisma_migrations (
    id VARCHAR(36) PRIMARY KEY NOT NULL,
    checksum VARCHAR(64) NOT NULL,
    finished_at TIMESTAMPTZ,
    migration_name VARCHAR(255) NOT NULL,
    logs TEXT,
    rolled_back_at TIMESTAMPTZ,
    started_at TIMESTAMPTZ NOT NULL DEFAULT now(),
    applied_steps_count INTEGER NOT NULL DEFAULT 0
  )`;

/** A process that sends no statement for so long is frozen. */
const FROZEN_MS = 30_000;

const MIGRATIONS_FOLDER = join(projectRoot, 'prisma', 'migrations');

/**
 * Applies the migrations that the database does not have yet, in the order of their names, each in a transaction.
 * Returns their names. Several processes may call it at once. If a migration was edited after it was applied, has
 * failed or is not known to this program, throws a MigrationError that names it.
 */
export async function migrate(url: string, folder: string = MIGRATIONS_FOLDER): Promise<string[]> {
  const migrations = await readMigrations(folder);
  // A statement may take any time. A frozen process must not keep the others from starting.
  const options = `-c idle_session_timeout=${FROZEN_MS} -c idle_in_transaction_session_timeout=${FROZEN_MS}`;
  const work = async (client: pg.Client): Promise<string[]> => {
    await client.query('SELECT pg_advisory_lock($1)', [PRISMA_MIGRATION_LOCK]);
    await client.query(MIGRATIONS_TABLE);
    const pending = await findPending(client, migrations);
    for (const migration of pending) await applyMigration(client, migration);
    return pending.map(({ name }) => name);
  };
  return onOwnConnection(url, 'wrs migrate', work, options);
}

/** The names of the migrations that the database lacks. If there is none, the program can work with the database. */
export async function pendingMigrations(
  pool: pg.Pool,
  folder: string = MIGRATIONS_FOLDER,
): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const table = await pool.query(`SELECT to_regclass('_prisma_migrations') IS NOT NULL AS exists`);
  const pending = table.rows[0].exists ? await findPending(pool, migrations) : migrations;
  return pending.map(({ name }) => name);
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  const read = async (name: string): Promise<Migration> => {
    const sql = await readFile(join(folder, name, 'migration.sql'), 'utf8');
    return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
  };
  return Promise.all(names.sort().map(read));
}

async function findPending(db: pg.Pool | pg.Client, migrations: readonly Migration[]): Promise<Migration[]> {
  const { rows } = await db.query<{ name: string; checksum: string; finished: boolean }>(
    `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished
     FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY migration_name`,
  );
  const known = new Map(migrations.map((migration) => [migration.name, migration]));
  for (const row of rows) {
    const migration = known.get(row.name);
    if (!migration) {
      throw new MigrationError(`The database has migration ${row.name}, which this version does not know.`);
    }
    if (!row.finished) throw new MigrationError(`Migration ${row.name} was begun and not finished.`);
    if (row.checksum !== migration.checksum) {
      throw new MigrationError(`Migration ${row.name} was edited after it was applied to the database.`);
    }
  }
  const applied = new Set(rows.map((row) => row.name));
  return migrations.filter((migration) => !applied.has(migration.name));
}

async function applyMigration(client: pg.Client, migration: Migration): Promise<void> {
  try {
    await client.query('BEGIN');
    await client.query(migration.sql);
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, now(), clock_timestamp(), 1)`,
      [randomUUID(), migration.checksum, migration.name],
    );
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw new MigrationError(`Migration ${migration.name} failed: ${(error as Error).message}`, {
      cause: error,
    });
  }
}
