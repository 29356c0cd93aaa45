import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { PrismaPg } from '@prisma/adapter-pg';
import {
  bindMigrationAwareSqlAdapterFactory,
  type ColumnType,
  ColumnTypeEnum,
} from '@prisma/driver-adapter-utils';
import type { MigrationList, SchemaEngine } from '@prisma/schema-engine-wasm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import prismaConfig from '../../prisma.config.ts';
import { projectRoot } from '../foundation/project-root.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import type { Database } from './database.ts';

const FILTERS = {
  externalTables: prismaConfig.tables!.external!,
  externalEnums: prismaConfig.enums!.external!,
};

/** Declared here, because only the types for browsers have it. */
interface WebAssemblyLoader {
  instantiate(
    bytes: Uint8Array,
    imports: object,
  ): Promise<{ instance: { exports: { __wbindgen_start(): void } } }>;
}

let db: Database;
let pool: pg.Pool;
let engine: SchemaEngine;
beforeAll(async () => {
  db = await createTestDatabase();
  pool = cataloguePool(db.url);
  engine = await openSchemaEngine(pool);
});
afterAll(async () => {
  engine.free();
  await pool.end();
  await db.close();
});

/**
 * Prisma's schema engine as WebAssembly, on the driver adapter. Its package needs a loader that imports .wasm files as
 * modules, so its parts are loaded here.
 */
async function openSchemaEngine(pool: pg.Pool): Promise<SchemaEngine> {
  const glue = await import('@prisma/schema-engine-wasm/schema_engine_bg');
  const file = createRequire(import.meta.url)
    .resolve('@prisma/schema-engine-wasm/schema_engine_bg')
    .replace(/\.js$/, '.wasm');
  const { WebAssembly } = globalThis as unknown as { WebAssembly: WebAssemblyLoader };
  const { instance } = await WebAssembly.instantiate(await readFile(file), { './schema_engine_bg.js': glue });
  glue.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();
  const adapter = bindMigrationAwareSqlAdapterFactory(new CatalogueAdapter(pool));
  return glue.SchemaEngine.new({ datamodels: undefined }, () => {}, adapter);
}

const CHAR = 18;
const CHAR_ARRAY = 1002;

/** Reads PostgreSQL's catalogue. Prisma's adapter does not know its columns of the internal type "char". */
class CatalogueAdapter extends PrismaPg {
  override async connect() {
    const adapter = await super.connect();
    const queryRaw = adapter.queryRaw.bind(adapter);
    adapter.queryRaw = async (query) => {
      const { columnTypes, ...result } = await queryRaw(query);
      const asChar = (type: ColumnType) =>
        type === ColumnTypeEnum.CharacterArray ? ColumnTypeEnum.Character : type;
      return { ...result, columnTypes: columnTypes.map(asChar) };
    };
    return adapter;
  }
}

/** Presents "char" to the adapter as an array of it, a type that it knows and that no other column has. */
function cataloguePool(url: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: url });
  const query = pool.query.bind(pool) as (...args: unknown[]) => Promise<pg.QueryResult>;
  const disguised = async (...args: unknown[]) => {
    const result = await query(...args);
    for (const field of result.fields) if (field.dataTypeID === CHAR) field.dataTypeID = CHAR_ARRAY;
    return result;
  };
  return Object.assign(pool, { query: disguised });
}

async function readMigrationList(): Promise<MigrationList> {
  const baseDir = join(projectRoot, 'prisma', 'migrations');
  const names = (await readdir(baseDir, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  const directories = names.map(async ({ name }) => {
    const value = await readFile(join(baseDir, name, 'migration.sql'), 'utf8');
    return { path: name, migrationFile: { path: 'migration.sql', content: { tag: 'ok' as const, value } } };
  });
  return {
    baseDir,
    lockfile: {
      path: 'migration_lock.toml',
      content: await readFile(join(baseDir, 'migration_lock.toml'), 'utf8'),
    },
    shadowDbInitScript: '',
    migrationDirectories: await Promise.all(directories),
  };
}

/** The SQL that would change the database to what schema.prisma describes. */
async function diffToSchema(): Promise<string | undefined> {
  const path = join(projectRoot, 'prisma', 'schema.prisma');
  const files = [{ path, content: await readFile(path, 'utf8') }];
  const { stdout } = await engine.diff({
    from: { tag: 'schemaDatasource', files, configDir: projectRoot },
    to: { tag: 'schemaDatamodel', files },
    script: true,
    exitCode: null,
    filters: FILTERS,
  });
  return stdout?.trim();
}

describe('the migrations', () => {
  it('make exactly the database that schema.prisma describes', async () => {
    expect(await diffToSchema()).toBe('-- This is an empty migration.');
    await db.pool.query('ALTER TABLE plans ADD COLUMN surplus integer');
    expect(await diffToSchema()).toContain('DROP COLUMN "surplus"');
  });

  it('count as applied for `prisma migrate deploy` once our runner has applied them', async () => {
    const diagnosis = await engine.diagnoseMigrationHistory({
      migrationsList: await readMigrationList(),
      optInToShadowDatabase: false,
      filters: FILTERS,
    });
    expect(diagnosis).toMatchObject({
      hasMigrationsTable: true,
      history: null,
      editedMigrationNames: [],
      failedMigrationNames: [],
    });
  });
});
