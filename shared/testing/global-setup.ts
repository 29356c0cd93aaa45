import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { openCluster, startCluster, stopCluster, superuserUrl } from '../db/embedded-cluster.ts';
import { migrate } from '../db/migrate.ts';
import { freePort } from '../foundation/free-port.ts';
import { compile } from './compile.ts';
import { findSecrets } from './find-secrets.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Connection URL of the tests' PostgreSQL server */
    testServerUrl: string;
  }
}

/** The migrated database that each test database is a copy of. */
export const TEMPLATE_DATABASE = 'wrs_template';

/** The passwords of people in tests. */
const TEST_PASSWORDS = ['correct horse', 'long enough'];

/** Settings that make the server faster and may lose data in a crash. */
const VOLATILE = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/** Compiles the sources, and starts one PostgreSQL server for all integration tests of a run, which it stops after them. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  compile();
  const folder = await mkdtemp(join(tmpdir(), 'wrs-test-'));
  const cluster = await openCluster(join(folder, 'postgres'));
  const port = await freePort();
  await startCluster(cluster, port, VOLATILE);
  const url = superuserUrl(cluster, port);
  await createTemplate(url);
  const logs = join(folder, 'logs');
  await mkdir(logs);
  project.provide('testServerUrl', url);
  project.provide('logsFolder', logs);
  return async () => {
    try {
      await refuseSecrets([...(await filesIn(logs)), join(cluster.folder, 'server.log')], cluster.password);
    } catch (error) {
      process.exitCode = 1; // vitest only prints what a teardown throws
      throw error;
    } finally {
      await stopCluster(cluster);
      await rm(folder, { recursive: true, force: true });
    }
  };
}

/** Throws if a log of a service or of the database server contains a secret. That fails the run. */
async function refuseSecrets(files: readonly string[], password: string): Promise<void> {
  const found = new Set<string>();
  for (const file of files) {
    const log = await readFile(file, 'utf8');
    for (const secret of findSecrets(log, [password, ...TEST_PASSWORDS])) found.add(secret);
  }
  if (found.size > 0)
    throw new Error(`Secrets in the logs of the tests' services:\n${[...found].join('\n')}`);
}

async function filesIn(folder: string): Promise<string[]> {
  return (await readdir(folder)).map((name) => join(folder, name));
}

async function createTemplate(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`CREATE DATABASE ${TEMPLATE_DATABASE}`);
  await client.end();
  const template = new URL(url);
  template.pathname = TEMPLATE_DATABASE;
  await migrate(template.href);
}
