import { appendFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../testing/test-database.ts';
import { MigrationError, migrate, pendingMigrations } from './migrate.ts';

let folder: string;
const db = await createTestDatabase();
afterAll(() => db.close());
beforeEach(async () => {
  await db.pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  folder = await mkdtemp(join(tmpdir(), 'wrs-migrations-'));
  await addMigration('0001_init', 'CREATE TABLE notes (id int);');
});
afterEach(() => rm(folder, { recursive: true }));

async function addMigration(name: string, sql: string): Promise<void> {
  await mkdir(join(folder, name));
  await writeFile(join(folder, name, 'migration.sql'), sql);
}

describe('migrate', () => {
  it('applies what is missing, in order, and nothing twice', async () => {
    expect(await pendingMigrations(db.pool, folder)).toEqual(['0001_init']);
    expect(await migrate(db.url, folder)).toEqual(['0001_init']);
    await addMigration('0003_body', 'ALTER TABLE notes ADD body text DEFAULT headline();');
    await addMigration(
      '0002_headline',
      `CREATE FUNCTION headline() RETURNS text LANGUAGE sql AS 'SELECT 1::text';`,
    );
    expect(await pendingMigrations(db.pool, folder)).toEqual(['0002_headline', '0003_body']);
    expect(await migrate(db.url, folder)).toEqual(['0002_headline', '0003_body']);
    expect(await migrate(db.url, folder)).toEqual([]);
    expect(await pendingMigrations(db.pool, folder)).toEqual([]);
  });

  it('applies each once when several processes start at the same time', async () => {
    const applied = await Promise.all(Array.from({ length: 5 }, () => migrate(db.url, folder)));
    expect(applied.flat()).toEqual(['0001_init']);
  });

  it('refuses a migration that was edited after it was applied, naming it', async () => {
    await migrate(db.url, folder);
    await appendFile(join(folder, '0001_init', 'migration.sql'), '-- a remark');
    await expect(migrate(db.url, folder)).rejects.toThrow(/^Migration 0001_init was edited/);
    await expect(pendingMigrations(db.pool, folder)).rejects.toThrow(MigrationError);
  });

  it('leaves nothing of a migration that fails, keeps those before it, and names it', async () => {
    await addMigration('0002_broken', 'CREATE TABLE half (id int); SELECT 1/0;');
    await expect(migrate(db.url, folder)).rejects.toThrow('Migration 0002_broken failed: division by zero');
    expect(await pendingMigrations(db.pool, folder)).toEqual(['0002_broken']);
    const { rows } = await db.pool.query(`SELECT to_regclass('notes') AS notes, to_regclass('half') AS half`);
    expect(rows).toEqual([{ notes: 'notes', half: null }]);
  });

  it('refuses a database that a later version has migrated', async () => {
    await addMigration('0002_later', 'SELECT 1;');
    await migrate(db.url, folder);
    await rm(join(folder, '0002_later'), { recursive: true });
    await expect(migrate(db.url, folder)).rejects.toThrow(/0002_later, which this version does not know/);
  });

  it('refuses a migration that Prisma began and did not finish', async () => {
    await migrate(db.url, folder);
    await db.pool.query('UPDATE _prisma_migrations SET finished_at = NULL');
    await expect(migrate(db.url, folder)).rejects.toThrow(/0001_init was begun and not finished/);
  });
});
